// FCL's trees of oriented boxes, of swept rectangles, and of both.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <limits>
#include <map>

#include "mesh_contender.hpp"

namespace graze::bench {
namespace {

fcl::Transform3d eigen(const Pose& pose) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
            transform.linear()(row, column) =
                pose.rotation(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
    }
    transform.translation() = fcl::Vector3d{pose.position.x, pose.position.y, pose.position.z};
    return transform;
}

template <class Volume> std::shared_ptr<fcl::BVHModel<Volume>> fcl_model(const TriangleSoup& model) {
    std::vector<fcl::Vector3d> vertices;
    for (const Vec3& v : model.vertices) vertices.emplace_back(v.x, v.y, v.z);
    std::vector<fcl::Triangle> triangles;
    for (const auto& t : model.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    auto mesh = std::make_shared<fcl::BVHModel<Volume>>();
    mesh->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    mesh->addSubModel(vertices, triangles);
    mesh->endModel();
    return mesh;
}

using Transforms = std::vector<fcl::Transform3d, Eigen::aligned_allocator<fcl::Transform3d>>;

template <class Volume> class FclMesh final : public MeshContender {
public:
    FclMesh(std::string name, bool collides, bool measures)
        : MeshContender(std::move(name)), collides_(collides), measures_(measures) {
        all_.num_max_contacts = std::numeric_limits<int>::max();
        all_.enable_contact = false;
    }

    bool serves(MeshAsk ask) const override { return ask == MeshAsk::distance ? measures_ : collides_; }
    bool counts_triangle_pairs() const override { return true; }

    void build(int side, const TriangleSoup& model) override { models_[side] = fcl_model<Volume>(model); }

    void set_poses(std::span<const Pose> poses) override {
        poses_.clear();
        for (const Pose& pose : poses) poses_.push_back(eigen(pose));
    }

    MeshReply answer(MeshAsk ask, std::size_t pose) override {
        if (ask == MeshAsk::distance) {
            distance_result_.clear();
            MeshReply reply;
            reply.distance = fcl::distance(models_[0].get(), rest_, models_[1].get(), poses_[pose], distance_,
                                           distance_result_);
            return reply;
        }
        result_.clear();
        const std::size_t count = fcl::collide(models_[0].get(), rest_, models_[1].get(), poses_[pose],
                                               ask == MeshAsk::boolean ? first_ : all_, result_);
        return {count > 0, count, 0};
    }

private:
    bool collides_;
    bool measures_;
    std::shared_ptr<fcl::BVHModel<Volume>> models_[2];
    fcl::Transform3d rest_ = fcl::Transform3d::Identity();
    Transforms poses_;
    fcl::CollisionRequestd first_;
    fcl::CollisionRequestd all_;
    fcl::DistanceRequestd distance_;
    fcl::CollisionResultd result_;
    fcl::DistanceResultd distance_result_;
};

/// The tree that is the fastest of FCL's for the question: oriented boxes, and swept rectangles for
/// distances.
class FclScene final : public SceneContender {
public:
    FclScene() : SceneContender("fcl") {
        all_.num_max_contacts = std::numeric_limits<int>::max();
        all_.enable_contact = false;
    }

    void build(const std::vector<const TriangleSoup*>& models) override {
        std::map<const TriangleSoup*, std::size_t> first;
        boxes_.clear();
        swept_.clear();
        for (std::size_t i = 0; i < models.size(); ++i) {
            const auto [at, added] = first.emplace(models[i], i);
            boxes_.push_back(added ? fcl_model<fcl::OBBd>(*models[i]) : boxes_[at->second]);
            swept_.push_back(added ? fcl_model<fcl::RSSd>(*models[i]) : swept_[at->second]);
        }
    }
    void place(std::span<const Pose> poses) override {
        poses_.clear();
        for (const Pose& pose : poses) poses_.push_back(eigen(pose));
    }
    StepReply step(MeshAsk ask, std::span<const ClosePair> pairs) override {
        StepReply reply;
        for (const auto& [a, b] : pairs) {
            if (ask == MeshAsk::distance) {
                distance_result_.clear();
                const double found = fcl::distance(swept_[a].get(), poses_[a], swept_[b].get(), poses_[b],
                                                   distance_, distance_result_);
                reply.distances += std::max(found, 0.0);
                reply.hits += found > 0 ? 0 : 1;
                continue;
            }
            result_.clear();
            const std::size_t count = fcl::collide(boxes_[a].get(), poses_[a], boxes_[b].get(), poses_[b],
                                                   ask == MeshAsk::boolean ? first_ : all_, result_);
            reply.hits += count > 0 ? 1 : 0;
            if (ask == MeshAsk::all_pairs) reply.triangles += count;
        }
        return reply;
    }

private:
    std::vector<std::shared_ptr<fcl::BVHModel<fcl::OBBd>>> boxes_;
    std::vector<std::shared_ptr<fcl::BVHModel<fcl::RSSd>>> swept_;
    Transforms poses_;
    fcl::CollisionRequestd first_;
    fcl::CollisionRequestd all_;
    fcl::DistanceRequestd distance_;
    fcl::CollisionResultd result_;
    fcl::DistanceResultd distance_result_;
};

}  // namespace

void add_fcl_scene(SceneContenders& contenders) { contenders.push_back(std::make_unique<FclScene>()); }
void add_fcl_mesh(MeshContenders& contenders) {
    contenders.push_back(std::make_unique<FclMesh<fcl::OBBd>>("fcl/OBB", true, false));
    contenders.push_back(std::make_unique<FclMesh<fcl::OBBRSSd>>("fcl/OBBRSS", true, true));
    // A swept rectangle takes 100 times as long for a boolean as the others: it is only asked for distances.
    contenders.push_back(std::make_unique<FclMesh<fcl::RSSd>>("fcl/RSS", false, true));
}

}  // namespace graze::bench
