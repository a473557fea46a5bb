// graze itself, through its public verbs.
#include <limits>
#include <optional>

#include "graze/mesh/mesh.hpp"
#include "graze/query/mesh_query.hpp"
#include "mesh_contender.hpp"

namespace graze::bench {
namespace {

class GrazeMesh final : public MeshContender {
public:
    GrazeMesh() : MeshContender("graze") {}

    bool serves(MeshAsk) const override { return true; }
    bool counts_triangle_pairs() const override { return true; }

    void build(int side, const TriangleSoup& model) override {
        const auto mesh = Mesh::build(model.vertices, model.triangles, {});
        placed_[side].emplace(Placed{*mesh, Pose::identity()});
    }
    void set_poses(std::span<const Pose> poses) override { poses_.assign(poses.begin(), poses.end()); }

    MeshReply answer(MeshAsk ask, std::size_t pose) override {
        placed_[1]->pose = poses_[pose];
        MeshReply reply;
        switch (ask) {
            case MeshAsk::boolean: reply.hit = overlaps(*placed_[0], *placed_[1]); break;
            case MeshAsk::all_pairs:
                reply.pairs = intersecting_triangles(*placed_[0], *placed_[1]).size();
                reply.hit = reply.pairs > 0;
                break;
            case MeshAsk::distance: reply.distance = separation(*placed_[0], *placed_[1]).distance.upper; break;
        }
        return reply;
    }

private:
    std::optional<Placed> placed_[2];
    std::vector<Pose> poses_;
};

class GrazeRays final : public RayContender {
public:
    GrazeRays() : RayContender("graze") {}

    void build(const TriangleSoup& model) override {
        placed_.emplace(Placed{*Mesh::build(model.vertices, model.triangles, {}), Pose::identity()});
    }
    double cast(const Vec3& origin, const Vec3& direction) override {
        const auto hit = raycast(Ray{origin, direction}, *placed_);
        return hit ? hit->t : std::numeric_limits<double>::infinity();
    }

private:
    std::optional<Placed> placed_;
};

}  // namespace

void add_graze_mesh(MeshContenders& contenders) { contenders.push_back(std::make_unique<GrazeMesh>()); }
void add_graze_rays(RayContenders& contenders) { contenders.push_back(std::make_unique<GrazeRays>()); }

}  // namespace graze::bench
