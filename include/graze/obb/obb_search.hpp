// Oriented boxes and triangles at rest against each other, pair by pair and in whole trees: whether they
// overlap, and every place where they do. World frame. All sets are closed.
// Source: D. Eberly, Dynamic Collision Detection using Oriented Bounding Boxes; van den Bergen, Collision
// Detection in Interactive 3D Environments, 5.3. Corrections: docs/notes/oriented_trees.md.
#pragma once

#include <cstdint>
#include <optional>

#include "graze/bounds/obb.hpp"
#include "graze/core/error.hpp"
#include "graze/core/function_ref.hpp"
#include "graze/core/stop_request.hpp"
#include "graze/math/pose.hpp"
#include "graze/obb/obb_tree.hpp"
#include "graze/shape/primitives.hpp"
#include "graze/simd/box_node.hpp"

namespace graze {

// Single pairs: yes or no, and a point that both have in common. `overlaps_*`: false is a theorem about the
// doubles given; true may be wrong by rounding, for a gap below about 1e-13 of the sizes and distance of the
// pair; between nearly parallel edges of two boxes up to 1e-6 (see `overlaps(Obb, Obb)`). `find_*` answers as
// `overlaps*` does; its point lies in both sets up to that error (any of the common points: the mean of the
// corners of what they have in common, or the middle of the gap).

/// The six face axes only ("SAT lite"): boxes that only a pair of edges keeps apart count as overlapping.
bool overlaps_lite(const Obb& a, const Obb& b) noexcept;

/// A point of both boxes; nothing when one of the fifteen axes separates them.
std::optional<Vec3> find_obb_obb(const Obb& a, const Obb& b) noexcept;

/// The thirteen axes: the triangle's normal, the box's three, their products with the edges. Degenerate
/// triangles and flat boxes too.
bool overlaps_triangle_obb(const Triangle& triangle, const Obb& box) noexcept;
std::optional<Vec3> find_triangle_obb(const Triangle& triangle, const Obb& box) noexcept;

/// A point of two triangles that intersect, exactly by sign, coplanar ones included: the middle of the common
/// segment, or a corner of the common polygon. Nothing when they are apart.
std::optional<Vec3> find_common_point(const Triangle& a, const Triangle& b) noexcept;

/// A unit normal for a contact at x: that of the ellipsoid through x with the box's axes and the ratios of
/// its half extents. Along a flat direction where the box has one; the first axis at the centre.
Vec3 normal_at(const Obb& box, const Vec3& x) noexcept;

// Two placed trees. Verdicts on pairs of triangles are exact for the sets { R x + p } of the given doubles,
// whatever the options; boxes only pass over pairs that are shown to be apart. Each pair of triangles (or, at
// a depth limit, of boxes) that overlaps is visited once: the search opens one side at a time. The order of
// visits is the same on every machine.

/// A tree in its place. The tree is borrowed.
struct PlacedTree {
    const ObbTree& tree;
    Pose pose{};
};

/// How a pair of boxes is separated, cheapest stage first.
enum class ObbTest : std::uint8_t {
    sat,              ///< Six faces, then nine pairs of edges.
    sat_lite,         ///< The faces only: a few more boxes, each for less.
    sphere_sat,       ///< The spheres around the nodes first.
    sphere_sat_lite,  ///< The spheres, then the faces.
};

struct FindOptions {
    /// Levels of each tree to go down: at the limit a node's box is taken for the object, and boxes that
    /// overlap are a collision. 0: the root's box. Negative: all the way. Triangles reached before the limit
    /// stay triangles.
    std::int32_t depth_a = -1;
    std::int32_t depth_b = -1;
    ObbTest test = ObbTest::sat;
    /// A search that it ends counts as one that the visitor ended.
    const StopRequest* stop = nullptr;
};

/// A triangle, or a node's box at a depth limit.
struct TreeElement {
    std::uint32_t index = 0;  ///< Of the triangle in the input of the tree's build; of the node.
    bool is_box = false;

    friend constexpr bool operator==(const TreeElement&, const TreeElement&) = default;
};

/// Where two elements intersect. World frame.
struct TreeContact {
    TreeElement a{};
    TreeElement b{};
    Vec3 point{};  ///< In both, up to rounding: of two triangles the middle of the common segment, where
                   ///< rounding leaves one.
    /// Of a's element at the point: unit. A triangle's: (b - a) × (c - a), zero for one without area. A
    /// box's: that of an ellipsoid, see `normal_at`.
    Vec3 normal_a{};
    Vec3 normal_b{};  ///< Of b's element.
};

/// One stage of a cascade of tests: who does not pass is apart, who passes goes on to the next.
struct StageStats {
    std::uint64_t tests = 0;
    std::uint64_t failures = 0;  ///< Tests that failed to show the pair apart.

    friend constexpr bool operator==(const StageStats&, const StageStats&) = default;
};

/// The work of a search. In the base `node_tests` counts nodes opened, `box_tests` pairs of boxes,
/// `leaf_tests` pairs that overlapped and were passed to the visitor.
struct ObbTreeStats : TreeStats {
    std::uint64_t box_failures = 0;  ///< Pairs of boxes that could not be separated.
    StageStats spheres{};  ///< Of the pairs of boxes, by stage; stages that were not requested stay at zero.
    StageStats faces{};
    StageStats edges{};
    StageStats triangle_boxes{};        ///< A triangle against a box, thirteen axes.
    StageStats triangles{};             ///< Pairs of triangles; failures are pairs that overlap.
    Status status = Status::converged;  ///< invalid_input when a pose is not finite, too far or not rigid
                                        ///< within 1e-6: nothing is visited.

    friend constexpr bool operator==(const ObbTreeStats&, const ObbTreeStats&) = default;
};

/// What one test of each stage costs, in operations. Defaults: the book's 11 for spheres and at most 200 for
/// two boxes, the change of frame among them, which the faces pay for; counted for the rest.
struct CascadeCosts {
    double spheres = 11;
    double faces = 130;
    double edges = 70;
    double triangle_boxes = 150;
    double triangles = 200;
};

/// Σ tests × cost over all stages: the book's model, in which a stage is paid for by those that failed the
/// ones before.
double cascade_cost(const ObbTreeStats& stats, const CascadeCosts& costs = {}) noexcept;

struct CollisionTest {
    bool hit =
        false;  ///< True for invalid input too, as in `overlaps`, and when `FindOptions::stop` ended it.
    ObbTreeStats stats{};

    explicit operator bool() const noexcept { return hit; }
};

/// Whether anything overlaps; ends at the first pair that does.
CollisionTest test_collision(const PlacedTree& a, const PlacedTree& b,
                             const FindOptions& options = {}) noexcept;

/// Gets pairs of elements that overlap.
using TreeContactVisitor = FunctionRef<Continue(const TreeContact& contact)>;

/// Visits every pair of elements that overlaps, until the visitor has enough. What it throws ends the search.
ObbTreeStats find_collisions(const PlacedTree& a, const PlacedTree& b, const FindOptions& options,
                             TreeContactVisitor visit);

}  // namespace graze
