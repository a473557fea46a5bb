// FCL: its dynamic tree, and `collide` for every pair that the tree names. Contacts: up to four of two convex
// shapes, all of two meshes.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>

#include <algorithm>
#include <limits>
#include <map>

#include "fcl_geometry.hpp"
#include "step_contender.hpp"

namespace graze::bench {
namespace {

/// What the tree's callback fills in.
struct Collected {
    fcl::CollisionRequestd request{};
    fcl::CollisionResultd result{};
    StepAnswer answer{};
};

bool collide_pair(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* to) {
    auto& collected = *static_cast<Collected*>(to);
    collected.result.clear();
    try {
        fcl::collide(a, b, collected.request, collected.result);
    } catch (const std::exception&) {
        return false;  // libccd gives up on some pairs
    }
    if (!collected.result.isCollision()) return false;
    ++collected.answer.pairs;
    double deepest = 0;
    for (std::size_t i = 0; collected.request.enable_contact && i < collected.result.numContacts(); ++i)
        deepest = std::max(deepest, std::abs(collected.result.getContact(i).penetration_depth));
    collected.answer.points += collected.request.enable_contact ? collected.result.numContacts() : 0;
    collected.answer.depth += deepest;
    return false;
}

class FclStep final : public StepContender {
public:
    FclStep() : StepContender("fcl") {}

    bool serves(StepAsk) const override { return true; }
    void load(const BodyWorld& world) override {
        manager_ = std::make_unique<fcl::DynamicAABBTreeCollisionManagerd>();
        objects_.clear();
        most_contacts_ = 4;
        std::map<const TriangleSoup*, FclGeometry> heavy;
        std::vector<fcl::CollisionObjectd*> all;
        for (std::size_t i = 0; i < world.bodies().size(); ++i) {
            const Body& body = world.bodies()[i];
            if (body.kind == Body::Kind::mesh) most_contacts_ = std::numeric_limits<int>::max();
            FclGeometry geometry = body.soup ? heavy[body.soup.get()] : nullptr;
            if (!geometry) geometry = fcl_geometry<fcl::OBBd>(body);
            if (body.soup) heavy[body.soup.get()] = geometry;
            objects_.push_back(std::make_unique<fcl::CollisionObjectd>(geometry));
            place(*objects_.back(), world.poses()[i]);
            all.push_back(objects_.back().get());
        }
        manager_->registerObjects(all);
        manager_->setup();
    }
    StepAnswer step(StepAsk ask, std::span<const Pose> poses) override {
        for (std::size_t i = 0; i < poses.size(); ++i) place(*objects_[i], poses[i]);
        manager_->update();
        Collected collected;
        collected.request.enable_contact = ask == StepAsk::contacts;
        collected.request.num_max_contacts =
            ask == StepAsk::contacts ? static_cast<std::size_t>(most_contacts_) : 1;
        manager_->collide(&collected, collide_pair);
        return collected.answer;
    }

private:
    static void place(fcl::CollisionObjectd& object, const Pose& pose) {
        object.setTransform(fcl_transform(pose));
        object.computeAABB();
    }

    int most_contacts_ = 4;
    std::unique_ptr<fcl::DynamicAABBTreeCollisionManagerd> manager_;
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
};

}  // namespace

void add_fcl_step(StepContenders& contenders) { contenders.push_back(std::make_unique<FclStep>()); }

}  // namespace graze::bench
