// FCL's trees of oriented boxes, of swept rectangles, and of both.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <limits>

#include "mesh_contender.hpp"

namespace graze::bench {
namespace {

fcl::Transform3d eigen(const Pose& pose) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
            transform.linear()(row, column) = pose.rotation(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
    }
    transform.translation() = fcl::Vector3d{pose.position.x, pose.position.y, pose.position.z};
    return transform;
}

template <class Volume> class FclMesh final : public MeshContender {
public:
    FclMesh(std::string name, bool collides, bool measures) : MeshContender(std::move(name)), collides_(collides), measures_(measures) {
        all_.num_max_contacts = std::numeric_limits<int>::max();
        all_.enable_contact = false;
    }

    bool serves(MeshAsk ask) const override { return ask == MeshAsk::distance ? measures_ : collides_; }
    bool counts_triangle_pairs() const override { return true; }

    void build(int side, const TriangleSoup& model) override {
        std::vector<fcl::Vector3d> vertices;
        for (const Vec3& v : model.vertices) vertices.emplace_back(v.x, v.y, v.z);
        std::vector<fcl::Triangle> triangles;
        for (const auto& t : model.triangles) triangles.emplace_back(t[0], t[1], t[2]);
        auto mesh = std::make_shared<fcl::BVHModel<Volume>>();
        mesh->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
        mesh->addSubModel(vertices, triangles);
        mesh->endModel();
        models_[side] = std::move(mesh);
    }

    void set_poses(std::span<const Pose> poses) override {
        poses_.clear();
        for (const Pose& pose : poses) poses_.push_back(eigen(pose));
    }

    MeshReply answer(MeshAsk ask, std::size_t pose) override {
        if (ask == MeshAsk::distance) {
            distance_result_.clear();
            MeshReply reply;
            reply.distance = fcl::distance(models_[0].get(), rest_, models_[1].get(), poses_[pose], distance_, distance_result_);
            return reply;
        }
        result_.clear();
        const std::size_t count =
            fcl::collide(models_[0].get(), rest_, models_[1].get(), poses_[pose], ask == MeshAsk::boolean ? first_ : all_, result_);
        return {count > 0, count, 0};
    }

private:
    bool collides_;
    bool measures_;
    std::shared_ptr<fcl::BVHModel<Volume>> models_[2];
    fcl::Transform3d rest_ = fcl::Transform3d::Identity();
    std::vector<fcl::Transform3d, Eigen::aligned_allocator<fcl::Transform3d>> poses_;
    fcl::CollisionRequestd first_;
    fcl::CollisionRequestd all_;
    fcl::DistanceRequestd distance_;
    fcl::CollisionResultd result_;
    fcl::DistanceResultd distance_result_;
};

}  // namespace

void add_fcl_mesh(MeshContenders& contenders) {
    contenders.push_back(std::make_unique<FclMesh<fcl::OBBd>>("fcl/OBB", true, false));
    contenders.push_back(std::make_unique<FclMesh<fcl::OBBRSSd>>("fcl/OBBRSS", true, true));
    // A swept rectangle takes 100 times as long for a boolean as the others: it is only asked for distances.
    contenders.push_back(std::make_unique<FclMesh<fcl::RSSd>>("fcl/RSS", false, true));
}

}  // namespace graze::bench
