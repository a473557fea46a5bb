// CGAL's trees under rigid motion, with its default exact predicates.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>

#include <optional>

#include "mesh_contender.hpp"

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;

class CgalMesh final : public MeshContender {
public:
    CgalMesh() : MeshContender("cgal/rigid") {}

    bool serves(MeshAsk ask) const override { return ask == MeshAsk::boolean; }

    void build(int side, const TriangleSoup& model) override {
        surfaces_[side].clear();
        std::vector<Surface::Vertex_index> indices;
        for (const Vec3& v : model.vertices) indices.push_back(surfaces_[side].add_vertex({v.x, v.y, v.z}));
        for (const auto& t : model.triangles)
            surfaces_[side].add_face(indices[t[0]], indices[t[1]], indices[t[2]]);
        // Both sides are needed before the trees are; the time of the second build is that of both.
        detection_.reset();
        if (surfaces_[0].is_empty() || surfaces_[1].is_empty()) return;
        detection_.emplace();
        detection_->add_mesh(surfaces_[0]);
        detection_->add_mesh(surfaces_[1]);
    }

    void set_poses(std::span<const Pose> poses) override {
        poses_.clear();
        for (const Pose& pose : poses) {
            const Mat3& r = pose.rotation;
            const Vec3& p = pose.position;
            poses_.emplace_back(r(0, 0), r(0, 1), r(0, 2), p.x, r(1, 0), r(1, 1), r(1, 2), p.y, r(2, 0),
                                r(2, 1), r(2, 2), p.z);
        }
    }

    MeshReply answer(MeshAsk, std::size_t pose) override {
        detection_->set_transformation(1, poses_[pose]);
        const bool hit = !detection_->get_all_intersections(1).empty();
        return {hit, 0, 0};
    }

private:
    Surface surfaces_[2];
    std::optional<CGAL::Rigid_triangle_mesh_collision_detection<Surface>> detection_;
    std::vector<Kernel::Aff_transformation_3> poses_;
};

}  // namespace

void add_cgal_mesh(MeshContenders& contenders) { contenders.push_back(std::make_unique<CgalMesh>()); }

}  // namespace graze::bench
