// Bullet: its subsimplex cast (straight ways only) and its conservative advancement, margins 0.
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include "../bullet_values.hpp"
#include "motion_contender.hpp"

namespace graze::bench {
namespace {

std::unique_ptr<btConvexShape> make_shape(const ShapeSpec& spec) {
    std::unique_ptr<btConvexShape> shape;
    if (spec.kind == Kind::box) {
        shape = std::make_unique<btBoxShape>(bullet(spec.half_extents));
    } else {
        auto hull = std::make_unique<btConvexHullShape>();
        for (const Vec3& v : spec.vertices) hull->addPoint(bullet(v), false);
        hull->recalcLocalAabb();
        shape = std::move(hull);
    }
    shape->setMargin(0);
    return shape;
}

class BulletMotion final : public MotionContender {
public:
    explicit BulletMotion(bool subsimplex)
        : MotionContender(subsimplex ? "bullet/subsimplex" : "bullet/continuous"), subsimplex_(subsimplex) {}

    bool serves(const MotionBatch& batch) const override { return !subsimplex_ || !batch.turns; }

    void load(const MotionBatch& batch) override {
        shapes_.clear();
        for (const ShapeSpec& spec : batch.shapes) shapes_.push_back(make_shape(spec));
        batch_ = &batch;
        poses_.clear();
        for (const MotionPair& pair : batch.pairs)
            poses_.push_back({bullet(pair.rest), bullet(pair.from), bullet(pair.to)});
    }

    MotionReply answer(std::size_t pair) override {
        const btConvexShape* a = shapes_[batch_->pairs[pair].a].get();
        const btConvexShape* b = shapes_[batch_->pairs[pair].b].get();
        const auto& [rest, from, to] = poses_[pair];
        btVoronoiSimplexSolver simplex;
        btConvexCast::CastResult result;
        bool hit = false;
        if (subsimplex_) {
            btSubsimplexConvexCast cast(b, a, &simplex);
            hit = cast.calcTimeOfImpact(from, to, rest, rest, result);
        } else {
            btGjkEpaPenetrationDepthSolver depth;
            btContinuousConvexCollision cast(b, a, &simplex, &depth);
            hit = cast.calcTimeOfImpact(from, to, rest, rest, result);
        }
        return {hit, result.m_fraction, result.m_fraction};
    }

private:
    bool subsimplex_;
    const MotionBatch* batch_ = nullptr;
    std::vector<std::unique_ptr<btConvexShape>> shapes_;
    std::vector<std::array<btTransform, 3>> poses_;
};

}  // namespace

void add_bullet_motion(MotionContenders& contenders) {
    contenders.push_back(std::make_unique<BulletMotion>(true));
    contenders.push_back(std::make_unique<BulletMotion>(false));
}

}  // namespace graze::bench
