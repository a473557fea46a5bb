// Bullet in single precision: bullet/gjkepa is btGjkPairDetector with btGjkEpaPenetrationDepthSolver and
// margin 0, bullet/boxbox the SAT of its box-box algorithm. m_maximumDistanceSquared stays at its large
// default: the detector misjudges spheres and capsules when it is smaller than the squared sum of their
// radii, which Bullet keeps as margins.
#include <memory>
#include <vector>

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include "bullet_values.hpp"
#include "contender.hpp"

namespace graze::bench {
namespace {

std::unique_ptr<btConvexShape> without_margin(std::unique_ptr<btConvexShape> shape) {
    shape->setMargin(0);
    return shape;
}

std::unique_ptr<btConvexShape> make_shape(const ShapeSpec& spec) {
    const auto r = static_cast<btScalar>(spec.radius);
    const auto h = static_cast<btScalar>(spec.half_height);
    switch (spec.kind) {
        case Kind::sphere: return std::make_unique<btSphereShape>(r);
        case Kind::capsule: return std::make_unique<btCapsuleShapeZ>(r, 2 * h);
        case Kind::box: return without_margin(std::make_unique<btBoxShape>(bullet(spec.half_extents)));
        case Kind::cylinder: return without_margin(std::make_unique<btCylinderShapeZ>(btVector3(r, r, h)));
        case Kind::cone: return without_margin(std::make_unique<btConeShapeZ>(r, 2 * h));
        case Kind::hull: {
            auto hull = std::make_unique<btConvexHullShape>();
            for (const Vec3& v : spec.vertices) hull->addPoint(bullet(v), false);
            hull->recalcLocalAabb();
            return without_margin(std::move(hull));
        }
    }
    return nullptr;
}

// Keeps the deepest contact, as btStorageResult does.
struct Deepest final : btDiscreteCollisionDetectorInterface::Result {
    btScalar distance = BT_LARGE_FLOAT;
    btVector3 normal_on_b{0, 0, 0};

    void setShapeIdentifiersA(int, int) override {}
    void setShapeIdentifiersB(int, int) override {}
    void addContactPoint(const btVector3& normal, const btVector3&, btScalar depth) override {
        if (depth >= distance) return;
        distance = depth;
        normal_on_b = normal;
    }
};

class Bullet : public Contender {
public:
    using Contender::Contender;

    void load(const Batch& batch) override {
        batch_ = &batch;
        shapes_a_.clear();
        shapes_b_.clear();
        for (const ShapeSpec& spec : batch.shapes_a) shapes_a_.push_back(make_shape(spec));
        for (const ShapeSpec& spec : batch.shapes_b) shapes_b_.push_back(make_shape(spec));
        poses_.clear();
        for (const PairSpec& pair : batch.pairs) {
            poses_.push_back(bullet(pair.pose_a));
            poses_.push_back(bullet(pair.pose_b));
        }
    }

    void answer(Ask ask, std::span<Reply> replies) override {
        for (std::size_t i = 0; i < replies.size(); ++i) {
            const PairSpec& pair = batch_->pairs[i];
            btDiscreteCollisionDetectorInterface::ClosestPointInput input;
            input.m_transformA = poses_[2 * i];
            input.m_transformB = poses_[2 * i + 1];
            Deepest result;
            detect(*shapes_a_[pair.a], *shapes_b_[pair.b], input, result);
            Reply& reply = replies[i];
            reply.hit = result.distance <= 0;
            if (ask == Ask::boolean) continue;
            reply.distance = static_cast<double>(result.distance);
            reply.normal = {-double{result.normal_on_b.x()}, -double{result.normal_on_b.y()},
                            -double{result.normal_on_b.z()}};
            reply.failed = result.distance == BT_LARGE_FLOAT;
        }
    }

private:
    virtual void detect(const btConvexShape& a, const btConvexShape& b,
                        const btDiscreteCollisionDetectorInterface::ClosestPointInput& input,
                        Deepest& result) = 0;

    const Batch* batch_ = nullptr;
    std::vector<std::unique_ptr<btConvexShape>> shapes_a_;
    std::vector<std::unique_ptr<btConvexShape>> shapes_b_;
    btAlignedObjectArray<btTransform> poses_;  // a and b of each pair in turn
};

class GjkEpa final : public Bullet {
public:
    GjkEpa() : Bullet("bullet/gjkepa") {}
    bool serves(Ask, Kind, Kind) const override { return true; }

private:
    void detect(const btConvexShape& a, const btConvexShape& b,
                const btDiscreteCollisionDetectorInterface::ClosestPointInput& input,
                Deepest& result) override {
        btGjkPairDetector detector(&a, &b, &simplex_, &epa_);
        detector.getClosestPoints(input, result, nullptr);
    }

    btVoronoiSimplexSolver simplex_;
    btGjkEpaPenetrationDepthSolver epa_;
};

class BoxBox final : public Bullet {
public:
    BoxBox() : Bullet("bullet/boxbox") {}
    bool serves(Ask ask, Kind a, Kind b) const override {
        return ask != Ask::distance && a == Kind::box && b == Kind::box;
    }

private:
    void detect(const btConvexShape& a, const btConvexShape& b,
                const btDiscreteCollisionDetectorInterface::ClosestPointInput& input,
                Deepest& result) override {
        btBoxBoxDetector detector(static_cast<const btBoxShape*>(&a), static_cast<const btBoxShape*>(&b));
        detector.getClosestPoints(input, result, nullptr);
    }
};

}  // namespace

void add_bullet(Contenders& contenders) {
    contenders.push_back(std::make_unique<GjkEpa>());
    contenders.push_back(std::make_unique<BoxBox>());
}

}  // namespace graze::bench
