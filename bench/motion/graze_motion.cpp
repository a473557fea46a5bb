// graze: time_of_impact with its default tolerance.
#include "../graze_shapes.hpp"
#include "motion_contender.hpp"

namespace graze::bench {
namespace {

class GrazeMotion final : public MotionContender {
public:
    GrazeMotion() : MotionContender("graze") {}

    bool serves(const MotionBatch&) const override { return true; }

    void load(const MotionBatch& batch) override {
        std::vector<Shape> shapes;
        for (const ShapeSpec& spec : batch.shapes) shapes.push_back(make_shape(spec));
        a_.clear();
        b_.clear();
        for (const MotionPair& pair : batch.pairs) {
            a_.push_back({shapes[pair.a], LinearMotion{pair.rest, {}}});
            Motion motion = InBetweenMotion{pair.from, pair.to};
            if (!batch.turns) motion = LinearMotion{pair.from, pair.to.position - pair.from.position};
            b_.push_back({shapes[pair.b], motion});
        }
    }

    MotionReply answer(std::size_t pair) override {
        const Impact impact = time_of_impact(a_[pair], b_[pair]);
        return {impact.hit, impact.time.lower, impact.time.upper};
    }

private:
    std::vector<Moving> a_;
    std::vector<Moving> b_;
};

}  // namespace

void add_graze_motion(MotionContenders& contenders) { contenders.push_back(std::make_unique<GrazeMotion>()); }

}  // namespace graze::bench
