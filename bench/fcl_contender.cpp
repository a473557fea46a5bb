// FCL: fcl/ccd is its default solver (libccd's GJK and MPR), fcl/indep its own GJK and EPA. Both use the
// closed forms FCL has. Geometries and transforms are made once; collide and distance are called on
// geometries, which skips the broad phase's objects.
#include <memory>
#include <vector>

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include "contender.hpp"

namespace graze::bench {
namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

fcl::Vector3d eigen(const Vec3& v) { return {v.x, v.y, v.z}; }

fcl::Transform3d eigen(const Pose& pose) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            transform.linear()(row, column) =
                pose.rotation(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
        }
    }
    transform.translation() = eigen(pose.position);
    return transform;
}

Geometry make_hull(const ShapeSpec& spec) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const Vec3& v : spec.vertices) vertices->push_back(eigen(v));
    auto faces = std::make_shared<std::vector<int>>();
    for (const auto& triangle : spec.triangles) {
        faces->push_back(3);
        for (const std::uint32_t index : triangle) faces->push_back(static_cast<int>(index));
    }
    return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(spec.triangles.size()), faces, true);
}

// FCL takes full side lengths and full heights; its cone has the apex at +z too.
Geometry make_geometry(const ShapeSpec& spec) {
    const Vec3& h = spec.half_extents;
    switch (spec.kind) {
        case Kind::sphere: return std::make_shared<fcl::Sphered>(spec.radius);
        case Kind::box: return std::make_shared<fcl::Boxd>(2 * h.x, 2 * h.y, 2 * h.z);
        case Kind::capsule: return std::make_shared<fcl::Capsuled>(spec.radius, 2 * spec.half_height);
        case Kind::cylinder: return std::make_shared<fcl::Cylinderd>(spec.radius, 2 * spec.half_height);
        case Kind::cone: return std::make_shared<fcl::Coned>(spec.radius, 2 * spec.half_height);
        case Kind::hull: return make_hull(spec);
    }
    return nullptr;
}

class Fcl final : public Contender {
public:
    Fcl(std::string name, fcl::GJKSolverType solver) : Contender(std::move(name)) {
        boolean_.gjk_solver_type = solver;
        boolean_.enable_contact = false;
        depth_.gjk_solver_type = solver;
        depth_.enable_contact = true;
        distance_.gjk_solver_type = solver;
        distance_.enable_nearest_points = true;
    }

    bool serves(Ask, Kind, Kind) const override { return true; }

    void load(const Batch& batch) override {
        batch_ = &batch;
        shapes_a_.clear();
        shapes_b_.clear();
        for (const ShapeSpec& spec : batch.shapes_a) shapes_a_.push_back(make_geometry(spec));
        for (const ShapeSpec& spec : batch.shapes_b) shapes_b_.push_back(make_geometry(spec));
        poses_.clear();
        for (const PairSpec& pair : batch.pairs) {
            poses_.push_back(eigen(pair.pose_a));
            poses_.push_back(eigen(pair.pose_b));
        }
    }

    void answer(Ask ask, std::span<Reply> replies) override {
        for (std::size_t i = 0; i < replies.size(); ++i) {
            try {
                one(ask, i, replies[i]);
            } catch (const std::exception&) {
                replies[i].failed = true;
            }
        }
    }

private:
    void one(Ask ask, std::size_t i, Reply& reply) {
        const PairSpec& pair = batch_->pairs[i];
        const fcl::CollisionGeometryd* a = shapes_a_[pair.a].get();
        const fcl::CollisionGeometryd* b = shapes_b_[pair.b].get();
        if (ask == Ask::distance) {
            distance_result_.clear();
            reply.distance =
                fcl::distance(a, poses_[2 * i], b, poses_[2 * i + 1], distance_, distance_result_);
            return;
        }
        collision_result_.clear();
        fcl::collide(a, poses_[2 * i], b, poses_[2 * i + 1], ask == Ask::boolean ? boolean_ : depth_,
                     collision_result_);
        reply.hit = collision_result_.isCollision();
        if (ask == Ask::boolean) return;
        reply.failed = collision_result_.numContacts() == 0;
        if (reply.failed) return;
        const fcl::Contactd& contact = collision_result_.getContact(0);
        reply.distance = -contact.penetration_depth;
        reply.normal = {contact.normal.x(), contact.normal.y(), contact.normal.z()};
    }

    const Batch* batch_ = nullptr;
    std::vector<Geometry> shapes_a_;
    std::vector<Geometry> shapes_b_;
    std::vector<fcl::Transform3d, Eigen::aligned_allocator<fcl::Transform3d>>
        poses_;  // a and b of each pair in turn
    fcl::CollisionRequestd boolean_;
    fcl::CollisionRequestd depth_;
    fcl::DistanceRequestd distance_;
    fcl::CollisionResultd collision_result_;
    fcl::DistanceResultd distance_result_;
};

}  // namespace

void add_fcl(Contenders& contenders) {
    contenders.push_back(std::make_unique<Fcl>("fcl/ccd", fcl::GST_LIBCCD));
    contenders.push_back(std::make_unique<Fcl>("fcl/indep", fcl::GST_INDEP));
}

}  // namespace graze::bench
