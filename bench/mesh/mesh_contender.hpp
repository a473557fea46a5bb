// The queries of a library in the mesh rows, and which library answers. Models and poses are handed over
// before the timing starts. World frame; the first model rests at the origin, the second one is posed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graze/math/pose.hpp"
#include "graze/mesh/generate.hpp"
#include "models.hpp"

namespace graze::bench {

enum class MeshAsk : std::uint8_t {
    boolean,    ///< Do the surfaces intersect: up to the first pair found.
    all_pairs,  ///< All pairs of triangles that intersect, or all contacts.
    distance,   ///< Of surfaces that do not intersect.
};

struct MeshReply {
    bool hit = false;
    std::size_t pairs =
        0;  ///< What all_pairs counted: pairs of triangles, or contacts, by the library's own rule.
    double distance = 0;
};

class MeshContender {
public:
    explicit MeshContender(std::string name) : name_(std::move(name)) {}
    MeshContender(const MeshContender&) = delete;
    MeshContender& operator=(const MeshContender&) = delete;
    virtual ~MeshContender() = default;

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] virtual bool serves(MeshAsk ask) const = 0;
    /// Whether `pairs` counts pairs of triangles, so that counts can be compared.
    [[nodiscard]] virtual bool counts_triangle_pairs() const { return false; }
    /// Builds what queries on this model need: the timed build rows. Replaces the model of that side (0 or
    /// 1).
    virtual void build(int side, const TriangleSoup& model) = 0;
    virtual void set_poses(std::span<const Pose> poses) = 0;
    virtual MeshReply answer(MeshAsk ask, std::size_t pose) = 0;

private:
    std::string name_;
};
using MeshContenders = std::vector<std::unique_ptr<MeshContender>>;

void add_graze_mesh(MeshContenders& contenders);
void add_fcl_mesh(MeshContenders& contenders);
void add_bullet_mesh(MeshContenders& contenders);
void add_ode_mesh(MeshContenders& contenders);
void add_cgal_mesh(MeshContenders& contenders);

/// Two objects of a scene that a broad phase has found close.
struct ClosePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// What a step of a scene found, for comparison.
struct StepReply {
    std::size_t hits = 0;       ///< Pairs that intersect.
    std::size_t triangles = 0;  ///< all_pairs only.
    double distances = 0;       ///< Sum over pairs that do not intersect; distance only.
};

/// The narrow phase of a scene of many meshes that move a little from step to step.
class SceneContender {
public:
    explicit SceneContender(std::string name) : name_(std::move(name)) {}
    SceneContender(const SceneContender&) = delete;
    SceneContender& operator=(const SceneContender&) = delete;
    virtual ~SceneContender() = default;

    [[nodiscard]] const std::string& name() const { return name_; }
    /// Object i is models[i]; equal pointers may share what is built.
    virtual void build(const std::vector<const TriangleSoup*>& models) = 0;
    /// Not timed.
    virtual void place(std::span<const Pose> poses) = 0;
    virtual StepReply step(MeshAsk ask, std::span<const ClosePair> pairs) = 0;

private:
    std::string name_;
};
using SceneContenders = std::vector<std::unique_ptr<SceneContender>>;

void add_graze_scene(SceneContenders& contenders);
void add_fcl_scene(SceneContenders& contenders);

/// A hundred meshes of thousands of triangles, one close pair for each, moving coherently.
void moving_rows(SceneContenders& contenders, int steps);

/// Closest hits of rays that start outside or inside of one model.
class RayContender {
public:
    explicit RayContender(std::string name) : name_(std::move(name)) {}
    RayContender(const RayContender&) = delete;
    RayContender& operator=(const RayContender&) = delete;
    virtual ~RayContender() = default;

    [[nodiscard]] const std::string& name() const { return name_; }
    virtual void build(const TriangleSoup& model) = 0;
    /// The parameter of the first hit in multiples of the unit direction; infinite on a miss.
    virtual double cast(const Vec3& origin, const Vec3& direction) = 0;

private:
    std::string name_;
};
using RayContenders = std::vector<std::unique_ptr<RayContender>>;

/// Many rays at a model, and many points at a solid, in one call.
void batch_rows(std::vector<Model> models, RayContenders& peers, int repetitions);

/// Memory, and compact meshes against plain ones.
void compact_rows(std::vector<Model> models, int repetitions);

void add_graze_rays(RayContenders& contenders);
void add_embree_rays(RayContenders& contenders);
void add_bullet_rays(RayContenders& contenders);

}  // namespace graze::bench
