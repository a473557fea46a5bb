// graze: time_of_impact with its default tolerance; translational_cast for straight motions.
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

class GrazeCast final : public MotionContender {
public:
    GrazeCast() : MotionContender(std::string(kGrazeCast)) {}

    bool serves(const MotionBatch& batch) const override { return !batch.turns; }

    void load(const MotionBatch& batch) override {
        std::vector<Shape> shapes;
        for (const ShapeSpec& spec : batch.shapes) shapes.push_back(make_shape(spec));
        casts_.clear();
        for (const MotionPair& pair : batch.pairs)
            casts_.push_back({{shapes[pair.a], pair.rest},
                              {shapes[pair.b], pair.from},
                              pair.to.position - pair.from.position});
    }

    MotionReply answer(std::size_t pair) override {
        const Cast& cast = casts_[pair];
        const auto hit = translational_cast(cast.a, cast.b, cast.displacement);
        return hit ? MotionReply{true, hit->time.lower, hit->time.upper} : MotionReply{};
    }

private:
    struct Cast {
        Placed a;
        Placed b;
        Vec3 displacement{};
    };
    std::vector<Cast> casts_;
};

}  // namespace

void add_graze_motion(MotionContenders& contenders) {
    contenders.push_back(std::make_unique<GrazeMotion>());
    contenders.push_back(std::make_unique<GrazeCast>());
}

}  // namespace graze::bench
