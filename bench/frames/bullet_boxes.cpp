#include "bullet_boxes.hpp"

#ifdef GRAZE_BENCH_BULLET
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <btBulletCollisionCommon.h>

#include <deque>
#include <vector>

namespace graze::bench {
namespace {

btVector3 bullet(const Vec3& v) {
    return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}

struct AnyContact final : btDiscreteCollisionDetectorInterface::Result {
    bool hit = false;
    void setShapeIdentifiersA(int, int) override {}
    void setShapeIdentifiersB(int, int) override {}
    void addContactPoint(const btVector3&, const btVector3&, btScalar depth) override {
        hit = hit || depth <= 0;
    }
};

}  // namespace

struct BulletBoxes::Boxes {
    std::deque<btBoxShape> shapes;
    std::vector<btTransform> poses;
};

BulletBoxes::BulletBoxes() : boxes_(std::make_unique<Boxes>()) {}
BulletBoxes::~BulletBoxes() = default;

bool BulletBoxes::available() { return true; }

void BulletBoxes::add(const Vec3& half_extents, const Pose& pose) {
    boxes_->shapes.emplace_back(bullet(half_extents));
    boxes_->shapes.back().setMargin(0);
    btMatrix3x3 rotation;
    for (int row = 0; row < 3; ++row) {
        const auto r = static_cast<std::size_t>(row);
        rotation[row] = bullet(Vec3{pose.rotation(r, 0), pose.rotation(r, 1), pose.rotation(r, 2)});
    }
    boxes_->poses.emplace_back(rotation, bullet(pose.position));
}

bool BulletBoxes::overlap(std::size_t i, std::size_t j) {
    btDiscreteCollisionDetectorInterface::ClosestPointInput input;
    input.m_transformA = boxes_->poses[i];
    input.m_transformB = boxes_->poses[j];
    btBoxBoxDetector detector(&boxes_->shapes[i], &boxes_->shapes[j]);
    AnyContact result;
    detector.getClosestPoints(input, result, nullptr);
    return result.hit;
}

}  // namespace graze::bench

#else

namespace graze::bench {

struct BulletBoxes::Boxes {};
BulletBoxes::BulletBoxes() = default;
BulletBoxes::~BulletBoxes() = default;
bool BulletBoxes::available() { return false; }
void BulletBoxes::add(const Vec3&, const Pose&) {}
bool BulletBoxes::overlap(std::size_t, std::size_t) { return false; }

}  // namespace graze::bench

#endif
