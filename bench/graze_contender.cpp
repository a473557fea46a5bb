// graze: `overlaps` for booleans, `separation` with default options for distance and depth. Shapes are made
// once; a query sets the two poses and asks, without a warm start.
#include <vector>

#include "contender.hpp"
#include "graze_shapes.hpp"

namespace graze::bench {
namespace {

class Graze final : public Contender {
public:
    Graze() : Contender("graze") {}

    bool serves(Ask, Kind, Kind) const override { return true; }

    void load(const Batch& batch) override {
        batch_ = &batch;
        shapes_a_.clear();
        shapes_b_.clear();
        for (const ShapeSpec& spec : batch.shapes_a)
            shapes_a_.push_back({make_shape(spec), Pose::identity()});
        for (const ShapeSpec& spec : batch.shapes_b)
            shapes_b_.push_back({make_shape(spec), Pose::identity()});
    }

    void answer(Ask ask, std::span<Reply> replies) override {
        for (std::size_t i = 0; i < replies.size(); ++i) {
            const PairSpec& pair = batch_->pairs[i];
            Placed& a = shapes_a_[pair.a];
            Placed& b = shapes_b_[pair.b];
            a.pose = pair.pose_a;
            b.pose = pair.pose_b;
            Reply& reply = replies[i];
            if (ask == Ask::boolean) {
                reply.hit = overlaps(a, b);
                continue;
            }
            const Separation answer = separation(a, b);
            reply.distance = answer.distance.middle();
            reply.normal = answer.normal;
            reply.failed = answer.status == Status::invalid_input || answer.status == Status::unsupported;
        }
    }

private:
    const Batch* batch_ = nullptr;
    std::vector<Placed> shapes_a_;
    std::vector<Placed> shapes_b_;
};

}  // namespace

void add_graze(Contenders& contenders) { contenders.push_back(std::make_unique<Graze>()); }

}  // namespace graze::bench
