// FCL's dynamic tree. Boxes without rotation are moved by their transforms.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>

#include "broad_contender.hpp"

namespace graze::bench {
namespace {

class FclTree final : public BroadContender {
public:
    FclTree() : BroadContender("fcl/dynamic tree") {}

    void load(std::span<const Aabb> boxes) override {
        manager_ = std::make_unique<fcl::DynamicAABBTreeCollisionManagerd>();
        objects_.clear();
        std::vector<fcl::CollisionObjectd*> all;
        for (const Aabb& box : boxes) {
            const Vec3 size = box.max - box.min;
            objects_.push_back(
                std::make_unique<fcl::CollisionObjectd>(std::make_shared<fcl::Boxd>(size.x, size.y, size.z)));
            place(*objects_.back(), box);
            all.push_back(objects_.back().get());
        }
        manager_->registerObjects(all);
        manager_->setup();
    }
    std::size_t step(std::span<const Aabb> boxes) override {
        for (std::size_t i = 0; i < boxes.size(); ++i) place(*objects_[i], boxes[i]);
        manager_->update();
        std::size_t pairs = 0;
        manager_->collide(&pairs, [](fcl::CollisionObjectd*, fcl::CollisionObjectd*, void* count) {
            ++*static_cast<std::size_t*>(count);
            return false;
        });
        return pairs;
    }

private:
    static void place(fcl::CollisionObjectd& object, const Aabb& box) {
        const Vec3 middle = 0.5 * (box.min + box.max);
        object.setTranslation({middle.x, middle.y, middle.z});
        object.computeAABB();
    }

    std::unique_ptr<fcl::DynamicAABBTreeCollisionManagerd> manager_;
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
};

}  // namespace

void add_fcl_broad(BroadContenders& contenders) { contenders.push_back(std::make_unique<FclTree>()); }

}  // namespace graze::bench
