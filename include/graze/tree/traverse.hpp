// Searches of one tree (in a box, near a point, along a ray), of two trees at once, and of one against
// itself. Visitors get leaves, a few primitives at a time, and return whether to continue; where the search
// has a limit they may lower it. No primitive is missed: a leaf is passed over only when its box, which
// contains the boxes of its primitives, is shown to be out of reach. A visited leaf's own box is within reach
// up to float rounding (a millionth of the tree's size), but not each of its primitives need be. The order of
// visits is the same on every machine. A visitor that throws ends the search.
#pragma once

#include <limits>

#include "graze/math/pose.hpp"
#include "graze/tree/box_tree.hpp"

namespace graze {

/// Part of a ray: origin + t * direction for t in [t_min, t_max].
struct RaySegment {
    Vec3 origin{};
    Vec3 direction{1, 0, 0};  ///< Finite, not zero; need not be unit.
    double t_min = 0;         ///< >= 0.
    double t_max = std::numeric_limits<double>::infinity();
    double margin = 0;  ///< Boxes are grown by this length on every side. Not negative.
};

/// Leaves whose boxes overlap the given one.
TreeStats visit_box(const BoxTree& tree, const Aabb& box, LeafVisitor visit);

/// Leaves within `max_distance` of the point, near ones first: a leaf's primitives are `lower` away at the
/// least, and the limit is the distance.
TreeStats visit_near(const BoxTree& tree, const Vec3& point, double max_distance, BoundedLeafVisitor visit);

/// Leaves along a ray, near ones first: the ray is in none of the leaf's primitives before `lower`, and the
/// limit is t_max. For any hit, answer `Continue::no` at the first.
TreeStats visit_ray(const BoxTree& tree, const RaySegment& ray, BoundedLeafVisitor visit);

// Searches of pairs visit pairs of leaves that may overlap, or that are near. The second tree is placed by an
// affine map into the first one's coordinates; lengths are those of the first.

/// Which axes may separate two boxes. Fewer let more pairs pass.
enum class BoxTest : std::uint8_t {
    faces,            ///< The six face normals.
    faces_and_edges,  ///< And the nine cross products of edges: the full test, for general affine maps too.
};

struct PairOptions {
    /// Boxes closer than this overlap too (and some that are not much farther). Not negative.
    double margin = 0;
    BoxTest test = BoxTest::faces;
};

/// Pairs of leaves whose boxes overlap.
TreeStats visit_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, const PairOptions& options,
                      LeafPairVisitor visit);

/// A visitor of near pairs that knows more of the trees than their boxes.
struct NearPairVisitor {
    BoundedLeafPairVisitor visit;
    ChildrenApart apart;
};

/// Pairs of leaves within `max_distance`, near ones first, up to a sixteenth of the distance; the limit is
/// the distance. Bounds are tight for rigid maps, true for all.
TreeStats visit_near_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double max_distance,
                           BoundedLeafPairVisitor visit);
/// The same without what the visitor knows to be apart. Then the first pair of leaves is only likely to be
/// near.
TreeStats visit_near_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double max_distance,
                           const NearPairVisitor& visitor);

/// Pairs of leaves of one tree whose boxes are within `margin` along every axis, each unordered pair once,
/// and every leaf with itself.
TreeStats visit_self_pairs(const BoxTree& tree, double margin, LeafPairVisitor visit);

}  // namespace graze
