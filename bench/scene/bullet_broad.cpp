// Bullet's dynamic tree in single precision. Its pairs are of fattened boxes, so the boxes themselves are
// compared once more.
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>

#include "broad_contender.hpp"

namespace graze::bench {
namespace {

btVector3 vector(const Vec3& v) {
    return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}

class BulletTree final : public BroadContender {
public:
    explicit BulletTree(std::size_t most_boxes) : BroadContender("bullet/dbvt"), most_boxes_(most_boxes) {}

    bool serves(std::size_t boxes) const override { return boxes <= most_boxes_; }
    void load(std::span<const Aabb> boxes) override {
        broad_ = std::make_unique<btDbvtBroadphase>();
        proxies_.clear();
        for (const Aabb& box : boxes)
            proxies_.push_back(
                broad_->createProxy(vector(box.min), vector(box.max), 0, nullptr, 1, 1, &dispatcher_));
        broad_->calculateOverlappingPairs(&dispatcher_);
    }
    std::size_t step(std::span<const Aabb> boxes) override {
        for (std::size_t i = 0; i < boxes.size(); ++i)
            broad_->setAabb(proxies_[i], vector(boxes[i].min), vector(boxes[i].max), &dispatcher_);
        broad_->calculateOverlappingPairs(&dispatcher_);
        std::size_t pairs = 0;
        btBroadphasePairArray& found = broad_->getOverlappingPairCache()->getOverlappingPairArray();
        for (int i = 0; i < found.size(); ++i) {
            const btBroadphaseProxy &a = *found[i].m_pProxy0, &b = *found[i].m_pProxy1;
            bool overlap = true;
            for (int k = 0; k < 3; ++k)
                overlap = overlap && a.m_aabbMin[k] <= b.m_aabbMax[k] && b.m_aabbMin[k] <= a.m_aabbMax[k];
            pairs += overlap ? 1 : 0;
        }
        return pairs;
    }

private:
    std::size_t most_boxes_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    std::unique_ptr<btDbvtBroadphase> broad_;
    std::vector<btBroadphaseProxy*> proxies_;
};

}  // namespace

void add_bullet_broad(BroadContenders& contenders, std::size_t most_boxes) {
    contenders.push_back(std::make_unique<BulletTree>(most_boxes));
}

}  // namespace graze::bench
