// Many placed objects, and queries of all of them. Answers are always about the current objects: the caller
// does not have to call an update. Answers and their order do not depend on the broad phase or on the number
// of threads. (`respond` starts its searches where those of the last round ended: distances may differ within
// their bounds.)
//
// Questions take a pointer to counters, to which they add what they cost; null: nothing is measured, and
// answers are the same. Pairs are n (n - 1) / 2 of n objects, those with an
// object that moves, or those of one thing (an object, a ray, a region, a moving shape) with all objects.
//
// Const members may run at the same time; `respond` and the members that change objects need exclusive
// access. Callbacks of `respond` may change the scene and query it. Changes that cannot be made (an unknown
// id, a pose with a NaN) answer an error and change nothing. After van den Bergen, "Collision Detection in
// Interactive 3D Environments", chapter 6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/core/error.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/scene/broad_phase.hpp"
#include "graze/scene/response_table.hpp"
#include "graze/scene/scene_types.hpp"

namespace graze {

struct SceneOptions {
    unsigned threads = 1;  ///< Of questions about the whole scene; 0: one per core.
    /// The broad phase; null: the default, a DynamicTree. For the queries of scenes no other is faster at any
    /// number of boxes, moving fraction or range of sizes: docs/notes/broad_phases.md. Answers do not depend
    /// on it.
    std::unique_ptr<BroadPhase> broad_phase;
};

class Scene {
public:
    explicit Scene(SceneOptions options = {});
    Scene(Scene&&) noexcept;
    Scene& operator=(Scene&&) noexcept;
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;
    ~Scene();

    /// The new object's id, or the empty id when the shape or the placement cannot be used: `try_add` reports
    /// why.
    ObjectId add(const Shape& shape, const Pose& pose, const ObjectOptions& options = {});
    ObjectId add(const Shape& shape, const Affine& placement, const ObjectOptions& options = {});
    expected<ObjectId, SceneError> try_add(const Shape& shape, const Pose& pose,
                                           const ObjectOptions& options = {});
    /// Scaled, sheared or mirrored by the map's linear part.
    expected<ObjectId, SceneError> try_add(const Shape& shape, const Affine& placement,
                                           const ObjectOptions& options = {});
    expected<void, SceneError> remove(const ObjectId& object);

    /// Puts the object elsewhere. A pose keeps the shape as it was given, without the scale of an earlier
    /// map.
    expected<void, SceneError> move(const ObjectId& object, const Pose& pose);
    /// A map that differs by a rotation from the one that the scaled shape was made with keeps that shape, as
    /// fast as a pose: `placed` then has the rotation in its pose, and both make up the map within 8
    /// roundings of its columns. Any other map makes a new shape.
    expected<void, SceneError> move(const ObjectId& object, const Affine& placement);
    /// A position and a quaternion, which is normalised.
    expected<void, SceneError> move(const ObjectId& object, const Vec3& position, const Quat& orientation);
    /// A matrix in columns, as graphics interfaces have it: its last row is taken for 0 0 0 1.
    expected<void, SceneError> move(const ObjectId& object, std::span<const float, 16> matrix);
    expected<void, SceneError> move(const ObjectId& object, std::span<const double, 16> matrix);
    /// Many at once, one pose for each: all or, at the first error, none. Lists of different lengths are an
    /// error.
    expected<void, SceneError> move(std::span<const ObjectId> objects, std::span<const Pose> poses);

    expected<void, SceneError> set_shape(const ObjectId& object, const Shape& shape);
    expected<void, SceneError> set_margin(const ObjectId& object, double margin);
    expected<void, SceneError> set_filter(const ObjectId& object, std::uint32_t group, std::uint32_t mask);
    expected<void, SceneError> set_user_data(const ObjectId& object, std::uint64_t user_data);
    /// Moves the vertices of a mesh, one for each: every object that was given this very mesh, a copy of it
    /// or either rounded follows, and keeps what scales, rounds and grows it. Images that were made before
    /// (`transformed`) are meshes of their own. Returns the new mesh, which identifies it from now on; an
    /// error when no object has the mesh, as after an earlier `deform` of it. Other scenes keep the mesh as
    /// it was; `graze::deform` changes all that have it.
    expected<Mesh, SceneError> deform(const Mesh& mesh, const VertexView& vertices);

    /// Two objects that are never tested together, whatever their groups.
    expected<void, SceneError> exclude(const ObjectId& a, const ObjectId& b);
    expected<void, SceneError> include(const ObjectId& a, const ObjectId& b);

    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] bool contains(const ObjectId& object) const noexcept;
    /// All of them in order.
    [[nodiscard]] std::vector<ObjectId> objects() const;
    /// The object as queries use it, with its scale and margin; an invalid shape for an unknown id. Valid
    /// until the next change of the scene.
    [[nodiscard]] const Placed& placed(const ObjectId& object) const noexcept;
    /// Around the object, margin included; the empty box for an unknown id.
    [[nodiscard]] Aabb bounds(const ObjectId& object) const noexcept;
    [[nodiscard]] ObjectOptions options(const ObjectId& object) const noexcept;

    // Queries on pairs ask the verb for each pair that is near, each within a budget of its own: the answer
    // for a pair is that of the verb, whatever else is in the scene and however many threads it has. So a
    // query takes as long as its pairs together, up to a second for each pair of parts whose depth cannot
    // be determined; `max_iterations` of the options limits every pair.

    /// Whether the boxes of two objects that may collide (groups, masks, exclusions) overlap. False for
    /// unknown ids.
    [[nodiscard]] bool near(const ObjectId& a, const ObjectId& b) const noexcept;
    /// All pairs of which `near` is true, in order.
    [[nodiscard]] std::vector<ObjectPair> near_pairs(CascadeCounters* counters = nullptr) const;
    /// All pairs of objects that overlap and may collide, in order; too close to call counts.
    [[nodiscard]] std::vector<ObjectPair> overlapping_pairs(CascadeCounters* counters = nullptr) const;
    /// The contacts of all pairs that have any, in order.
    [[nodiscard]] std::vector<ObjectContacts> contacts(const ContactOptions& options = {},
                                                       CascadeCounters* counters = nullptr) const;
    /// All pairs that may collide and are no farther apart than `clearance` >= 0, in order.
    [[nodiscard]] std::vector<ObjectSeparation> pairs_within(double clearance,
                                                             const SeparationOptions& options = {},
                                                             CascadeCounters* counters = nullptr) const;
    /// The pair with the smallest signed distance, of all or of those with one object; of equals the first.
    /// Empty when there is none that may collide. With counters the search runs on one thread: what several
    /// leave out depends on which is first.
    [[nodiscard]] std::optional<ObjectSeparation> closest_pair(CascadeCounters* counters = nullptr) const;
    [[nodiscard]] std::optional<ObjectSeparation> closest_pair(const ObjectId& object,
                                                               CascadeCounters* counters = nullptr) const;

    /// The first object along a ray; of those at the same t the smaller id. `mask`: objects of other groups
    /// are ignored.
    [[nodiscard]] std::optional<ObjectRayHit> raycast(const Ray& ray, std::uint32_t mask = ~std::uint32_t{0},
                                                      CascadeCounters* counters = nullptr) const;
    /// Whether there is any for t in [0, max_t].
    [[nodiscard]] bool raycast_any(const Ray& ray, double max_t = std::numeric_limits<double>::infinity(),
                                   std::uint32_t mask = ~std::uint32_t{0},
                                   CascadeCounters* counters = nullptr) const;
    /// The first hits of all objects for t in [0, max_t], by growing t, then id.
    [[nodiscard]] std::vector<ObjectRayHit> raycast_all(
        const Ray& ray, double max_t = std::numeric_limits<double>::infinity(),
        std::uint32_t mask = ~std::uint32_t{0}, CascadeCounters* counters = nullptr) const;
    /// One answer for each ray.
    [[nodiscard]] std::vector<std::optional<ObjectRayHit>> raycast(std::span<const Ray> rays,
                                                                   std::uint32_t mask = ~std::uint32_t{0},
                                                                   CascadeCounters* counters = nullptr) const;

    /// The objects that overlap a box of the world's axes, or a placed shape, in order.
    [[nodiscard]] std::vector<ObjectId> objects_in(const Aabb& box, std::uint32_t mask = ~std::uint32_t{0},
                                                   CascadeCounters* counters = nullptr) const;
    [[nodiscard]] std::vector<ObjectId> objects_in(const Placed& region,
                                                   std::uint32_t mask = ~std::uint32_t{0},
                                                   CascadeCounters* counters = nullptr) const;
    /// The first object that a moving shape hits, by the time before which it certainly does not; of equals
    /// the smaller id.
    [[nodiscard]] std::optional<ObjectCastHit> cast(const Moving& moving, const ImpactOptions& options = {},
                                                    std::uint32_t mask = ~std::uint32_t{0},
                                                    CascadeCounters* counters = nullptr) const;

    /// When objects first touch while some of them move and the others rest: every pair that may collide and
    /// does, by growing time.lower, then pair. An error when an object is unknown, named twice, or its motion
    /// cannot be used. Shapes are as `placed` has them: motions move the scaled shape with its margin, and
    /// one that continues from where the object is starts at the pose of `placed`.
    [[nodiscard]] expected<std::vector<ObjectImpact>, SceneError> impacts(
        std::span<const ObjectMotion> motions, const ImpactOptions& options = {},
        CascadeCounters* counters = nullptr) const;
    /// The same, after which every moving object is where its motion ends.
    expected<std::vector<ObjectImpact>, SceneError> step(std::span<const ObjectMotion> motions,
                                                         const ImpactOptions& options = {},
                                                         CascadeCounters* counters = nullptr);

    /// Calls the responses of a table for all pairs that overlap, in the order of the pairs, and answers how
    /// many it called. Pairs are those that were near at the beginning, and the table is read then; each pair
    /// is examined as it is when its turn comes, and left out when one of its objects is gone. Where a proof
    /// is wanted, pairs are left out that are too close for `overlaps` but proven to be apart. What a
    /// callback throws comes out, and the scene is as the callbacks left it. Counters are of the pairs that
    /// had their turn, of n objects at the beginning, without the time of callbacks; nothing is added when a
    /// callback throws.
    std::size_t respond(const ResponseTable& table, CascadeCounters* counters = nullptr);

    /// Takes changes into the broad phase now, rather than in pieces when they are many. No answer depends on
    /// it: only time, and from when to when the events of a SweepAndPrune report.
    void update();
    /// As of the last time that changes were taken in: at `update`, at `respond`, and when they were many.
    [[nodiscard]] const BroadPhase& broad_phase() const noexcept;

private:
    friend expected<Mesh, SceneError> deform(const Mesh& mesh, const VertexView& vertices);
    friend std::vector<std::byte> to_bytes(const Scene& scene);
    friend expected<Scene, BuildError> scene_from_bytes(std::span<const std::byte> bytes,
                                                        SceneOptions options);

    struct State;
    class ClosestSearch;
    std::unique_ptr<State> state_;
};

/// `Scene::deform` in every scene that has the mesh, all or none of them: needs exclusive access to all
/// these. A mesh that no scene has is deformed too; an error when scenes have only states of it after an
/// earlier `deform`. This is the notice that a borrowed array has changed, or that another one takes its
/// place.
expected<Mesh, SceneError> deform(const Mesh& mesh, const VertexView& vertices);

// Scenes as bytes, to be kept and loaded again: objects with their shapes, placements, options, ids and
// exclusions. Little-endian on every machine, versioned, with a checksum. A loaded scene answers every
// question as the saved one did, object by object in the same order, bit by bit, and goes on as it would
// have: new objects get the same places. Layout and what is checked: docs/notes/scene_bytes.md.

inline constexpr std::uint32_t kSceneBytesVersion = 1;

/// The same bytes for scenes with the same objects in the same places that share the same shapes, whatever
/// their broad phase, threads and earlier queries. Not kept: the scene's own number, caches, response tables,
/// numbers of threads.
std::vector<std::byte> to_bytes(const Scene& scene);

/// The scene again, with a number of its own, or the first fault found. The ids of its objects have the index
/// and generation that they had; `objects` lists them in the order in which the saved scene did. Objects that
/// shared a shape share it. Memory is taken only for what the bytes really hold, at most some hundred times
/// their number.
expected<Scene, BuildError> scene_from_bytes(std::span<const std::byte> bytes, SceneOptions options = {});

}  // namespace graze
