// FCL: its dynamic tree, and `collide` for every pair that the tree names. Contacts: up to four of two convex
// shapes, all of two meshes.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

#include <algorithm>
#include <limits>
#include <map>

#include "step_contender.hpp"

namespace graze::bench {
namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

fcl::Vector3d eigen(const Vec3& v) { return {v.x, v.y, v.z}; }

fcl::Matrix3d eigen(const Mat3& m) {
    fcl::Matrix3d to;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
            to(row, column) = m(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
    }
    return to;
}

Geometry hull_of(const TriangleSoup& soup) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const Vec3& v : soup.vertices) vertices->push_back(eigen(v));
    auto faces = std::make_shared<std::vector<int>>();
    for (const auto& triangle : soup.triangles) {
        faces->push_back(3);
        for (const std::uint32_t index : triangle) faces->push_back(static_cast<int>(index));
    }
    return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(soup.triangles.size()), faces, false);
}

Geometry mesh_of(const TriangleSoup& soup) {
    std::vector<fcl::Vector3d> vertices;
    for (const Vec3& v : soup.vertices) vertices.push_back(eigen(v));
    std::vector<fcl::Triangle> triangles;
    for (const auto& t : soup.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    auto mesh = std::make_shared<fcl::BVHModel<fcl::OBBd>>();
    mesh->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    mesh->addSubModel(vertices, triangles);
    mesh->endModel();
    return mesh;
}

Geometry geometry_of(const Body& body) {
    const Vec3& h = body.half_extents;
    switch (body.kind) {
        case Body::Kind::box: return std::make_shared<fcl::Boxd>(2 * h.x, 2 * h.y, 2 * h.z);
        case Body::Kind::sphere: return std::make_shared<fcl::Sphered>(body.radius);
        case Body::Kind::capsule: return std::make_shared<fcl::Capsuled>(body.radius, 2 * body.half_height);
        case Body::Kind::cylinder: return std::make_shared<fcl::Cylinderd>(body.radius, 2 * body.half_height);
        case Body::Kind::hull: return hull_of(*body.soup);
        case Body::Kind::mesh: return mesh_of(*body.soup);
    }
    return nullptr;
}

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
        std::map<const TriangleSoup*, Geometry> heavy;
        std::vector<fcl::CollisionObjectd*> all;
        for (std::size_t i = 0; i < world.bodies().size(); ++i) {
            const Body& body = world.bodies()[i];
            if (body.kind == Body::Kind::mesh) most_contacts_ = std::numeric_limits<int>::max();
            Geometry geometry = body.soup ? heavy[body.soup.get()] : nullptr;
            if (!geometry) geometry = geometry_of(body);
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
        object.setRotation(eigen(pose.rotation));
        object.setTranslation(eigen(pose.position));
        object.computeAABB();
    }

    int most_contacts_ = 4;
    std::unique_ptr<fcl::DynamicAABBTreeCollisionManagerd> manager_;
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
};

}  // namespace

void add_fcl_step(StepContenders& contenders) { contenders.push_back(std::make_unique<FclStep>()); }

}  // namespace graze::bench
