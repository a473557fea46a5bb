#include "fcl_cell.hpp"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>

#include <algorithm>
#include <exception>

#include "../scene/fcl_geometry.hpp"

namespace graze::bench {

struct FclCell::Objects {
    const CellModel* model = nullptr;
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> all;  ///< In the order of the cell's bodies.
    std::vector<unsigned char> tested;                        ///< Of links a and b, at a * links + b.
    fcl::DynamicAABBTreeCollisionManagerd links, obstacles;
    std::vector<Pose> frames;
};

namespace {

/// What the trees' callbacks fill in.
struct Found {
    const std::vector<unsigned char>* tested = nullptr;
    std::size_t links = 0;
    fcl::CollisionRequestd request{};  // yes or no: one contact is enough, and none is made
    fcl::CollisionResultd result{};
};

bool test_pair(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* to) {
    auto& found = *static_cast<Found*>(to);
    try {
        fcl::collide(a, b, found.request, found.result);
    } catch (const std::exception&) {
        return false;  // libccd gives up on some pairs
    }
    return found.result.isCollision();
}

std::size_t number_of(const fcl::CollisionObjectd& object) {
    return static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(object.getUserData()));
}

bool test_links(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* to) {
    const auto& found = *static_cast<Found*>(to);
    if ((*found.tested)[number_of(*a) * found.links + number_of(*b)] == 0) return false;
    return test_pair(a, b, to);
}

}  // namespace

FclCell::FclCell(const ArmCell& cell) : objects_(std::make_unique<Objects>()) {
    Objects& o = *objects_;
    o.model = &cell.cell.model();
    const std::size_t links = o.model->link_bodies;
    o.frames.resize(o.model->tree.frame_count());
    o.tested.assign(links * links, 0);
    for (const auto& [a, b] : o.model->link_pairs) o.tested[a * links + b] = o.tested[b * links + a] = 1;
    for (std::size_t i = 0; i < cell.bodies.size(); ++i) {
        o.all.push_back(std::make_unique<fcl::CollisionObjectd>(
            fcl_geometry<fcl::OBBRSSd>(cell.bodies[i].body), fcl_transform(cell.bodies[i].in_link)));
        o.all.back()->setUserData(reinterpret_cast<void*>(i));
        o.all.back()->computeAABB();
        (i < links ? o.links : o.obstacles).registerObject(o.all.back().get());
    }
    o.links.setup();
    o.obstacles.setup();
}

FclCell::~FclCell() = default;

bool FclCell::overlaps(std::span<const double> configuration) {
    Objects& o = *objects_;
    place(o.model->tree, configuration, o.frames);
    for (std::size_t i = 0; i < o.model->link_bodies; ++i) {
        const CellBody& body = o.model->bodies[i];
        o.all[i]->setTransform(fcl_transform(o.frames[body.frame] * body.pose));
        o.all[i]->computeAABB();
    }
    o.links.update();
    Found found{.tested = &o.tested, .links = o.model->link_bodies};
    o.links.collide(&o.obstacles, &found, test_pair);
    if (!found.result.isCollision()) o.links.collide(&found, test_links);
    return found.result.isCollision();
}

}  // namespace graze::bench
