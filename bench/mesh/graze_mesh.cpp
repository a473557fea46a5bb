// graze itself, through its public verbs.
#include <limits>
#include <map>
#include <optional>

#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
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
            case MeshAsk::distance:
                reply.distance = separation(*placed_[0], *placed_[1]).distance.upper;
                break;
        }
        return reply;
    }

private:
    std::optional<Placed> placed_[2];
    std::vector<Pose> poses_;
};

/// Keeps a cache for each pair, as a scene does; or none.
class GrazeScene final : public SceneContender {
public:
    explicit GrazeScene(bool warm) : SceneContender(warm ? "graze" : "graze/cold"), warm_(warm) {}

    void build(const std::vector<const TriangleSoup*>& models) override {
        std::map<const TriangleSoup*, Mesh> built;
        placed_.clear();
        for (const TriangleSoup* soup : models) {
            if (!built.contains(soup)) built.emplace(soup, *Mesh::build(soup->vertices, soup->triangles, {}));
            placed_.push_back({built.at(soup), Pose::identity()});
        }
        caches_.clear();
    }
    void place(std::span<const Pose> poses) override {
        for (std::size_t i = 0; i < poses.size(); ++i) placed_[i].pose = poses[i];
    }
    StepReply step(MeshAsk ask, std::span<const ClosePair> pairs) override {
        StepReply reply;
        for (const ClosePair& pair : pairs) {
            const Placed &a = placed_[pair.a], &b = placed_[pair.b];
            PairCache* cache = warm_ ? &caches_[{pair.a, pair.b}] : nullptr;
            switch (ask) {
                case MeshAsk::boolean: reply.hits += overlaps(a, b, cache) ? 1 : 0; break;
                case MeshAsk::all_pairs: {
                    const std::size_t found = intersecting_triangles(a, b).size();
                    reply.triangles += found;
                    reply.hits += found > 0 ? 1 : 0;
                    break;
                }
                case MeshAsk::distance: {
                    const double upper = separation(a, b, {}, cache).distance.upper;
                    reply.distances += upper;
                    reply.hits += upper > 0 ? 0 : 1;
                    break;
                }
            }
        }
        return reply;
    }

private:
    bool warm_;
    std::vector<Placed> placed_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, PairCache> caches_;
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
void add_graze_scene(SceneContenders& contenders) {
    contenders.push_back(std::make_unique<GrazeScene>(true));
    contenders.push_back(std::make_unique<GrazeScene>(false));
}
void add_graze_rays(RayContenders& contenders) { contenders.push_back(std::make_unique<GrazeRays>()); }

}  // namespace graze::bench
