// Pairs of parts that may come close, when at least one of two placed shapes is not convex. Searches run in
// a's frame, or in the frame of the side that has a tree; what rounding and near-rotations do to lengths is
// added to the reach, so that no pair is missed.
#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "convex/core_pair.hpp"
#include "convex/triangle/triangle_triangle.hpp"
#include "core/pair_work.hpp"
#include "core/work_budget.hpp"
#include "graze/bounds/aabb.hpp"
#include "graze/core/function_ref.hpp"
#include "graze/shape/shape.hpp"
#include "graze/tree/box_tree.hpp"
#include "mesh/placed_parts.hpp"
#include "verify/verify_cover.hpp"

namespace graze {

/// The numbers of two parts.
struct PartPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// Two placed shapes as parts. Keeps references to both.
struct PartPairs {
    PartPairs(const Placed& first, const Placed& second) noexcept
        : a(first), b(second), poses(first, second) {
        bounded = make_core_pair(first, second, poses, pair);
    }

    PlacedParts a;
    PlacedParts b;
    PoseCheck poses;
    CorePair pair;         ///< The whole shapes: relative pose, extent and error. Cores are not used.
    bool bounded = false;  ///< Usable, and no half-space.
    /// What searches of this pair may do; null: as much as they need. A search that exhausts it ends early,
    /// and its answer is meaningless: the caller that sets a budget must test it after each search.
    WorkBudget* work = nullptr;
    PairWork* counted = nullptr;  ///< Receives what searches of this pair cost, when not null.

    /// In lengths of the world.
    [[nodiscard]] double error() const noexcept { return pair.error / pair.scale; }
};

/// The view of b's triangles from a, with the budget of the pair. Both sides are made of triangles.
inline TriangleView triangle_view(const PartPairs& pairs) noexcept {
    return {pairs.a.placed.pose, pairs.b.placed.pose, pairs.b.placed.shape.core_reach(), pairs.work};
}

/// The parts that a cache remembers, where it can mean these shapes.
inline std::optional<PartPair> remembered_parts(const PartPairs& pairs, const PairCache* cache) noexcept {
    if (cache == nullptr || !cache->parts_known || cache->parts[0] >= pairs.a.count() ||
        cache->parts[1] >= pairs.b.count())
        return {};
    return PartPair{cache->parts[0], cache->parts[1]};
}
inline void remember(PairCache* cache, const PartPair& parts) noexcept {
    if (cache == nullptr) return;
    cache->parts = {parts.a, parts.b};
    cache->parts_known = true;
}

/// What the distance of two convex parts has cost: curved ones take up to a thousand steps.
inline std::uint64_t work_of(const Separation& found) noexcept {
    return work::kConvexPair + work::kConvexStep * std::uint64_t{found.iterations};
}

namespace detail {

/// Nothing for null.
inline void count_boxes(PairWork* counted, const TreeStats& stats) noexcept {
    if (counted != nullptr) counted->box_tests += stats.box_tests;
}
/// Adds the nodes of a search that has ended to what was spent on its leaves.
inline void count(const PartPairs& pairs, const TreeStats& stats) noexcept {
    spend(pairs.work, stats.node_tests * work::kNode);
    count_boxes(pairs.counted, stats);
}
/// The visitor of a search as a test of primitives that is counted and timed.
template <class Visit> auto counted_visit(PairWork& work, Visit& visit) {
    return [&work, &visit](auto&&... parts) {
        const TimedScope timed = timed_primitives(&work, 1);
        return visit(parts...);
    };
}
/// At a leaf or a pair of leaves: whether there is nothing left to spend on it.
inline bool ends_at_leaf(const PartPairs& pairs) noexcept {
    spend(pairs.work, work::kLeaf);
    return spent(pairs.work);
}

/// The box of a convex shape in the frame of the tree that it is searched in, grown by `by`.
inline Aabb query_box(const Placed& convex, const Pose& tree_pose, double by) {
    const Aabb box = fit_aabb(convex.shape, Affine::from(relative(tree_pose, convex.pose)));
    const Vec3 grow{by, by, by};
    return minkowski_sum(box, {-grow, grow});
}

/// visit(i, j) for the parts of two leaves, until it answers `Continue::no`.
template <class Visit>
Continue visit_leaf_parts(std::span<const std::uint32_t> in_a, std::span<const std::uint32_t> in_b,
                          const Visit& visit) {
    for (const std::uint32_t i : in_a) {
        for (const std::uint32_t j : in_b) {
            if (visit(i, j) == Continue::no) return Continue::no;
        }
    }
    return Continue::yes;
}

template <class Visit> void visit_close_parts_of(const PartPairs& pairs, double reach, Visit&& visit) {
    const PlacedParts& a = pairs.a;
    const PlacedParts& b = pairs.b;
    const double grow = reach + a.margin() + b.margin() + 2 * pairs.error();
    if (a.tree() != nullptr && b.tree() != nullptr) {
        const auto visit_leaves = [&](LeafSlots in_a, LeafSlots in_b) {
            if (detail::ends_at_leaf(pairs)) return Continue::no;
            return visit_leaf_parts(a.tree()->primitives(in_a), b.tree()->primitives(in_b), visit);
        };
        detail::count(pairs, visit_pairs(*a.tree(), *b.tree(), Affine::from(pairs.pair.b_in_a),
                                         {.margin = grow}, visit_leaves));
        return;
    }
    const bool tree_in_a = a.tree() != nullptr;
    const PlacedParts& many = tree_in_a ? pairs.a : pairs.b;
    const Placed& one = tree_in_a ? pairs.b.placed : pairs.a.placed;
    detail::count(
        pairs, visit_box(*many.tree(), detail::query_box(one, many.placed.pose, grow), [&](LeafSlots leaf) {
            if (detail::ends_at_leaf(pairs)) return Continue::no;
            for (const std::uint32_t i : many.tree()->primitives(leaf)) {
                if ((tree_in_a ? visit(i, 0U) : visit(0U, i)) == Continue::no) return Continue::no;
            }
            return Continue::yes;
        }));
}

template <class Visit> void visit_nearest_parts_of(const PartPairs& pairs, Visit&& visit) {
    const PlacedParts& a = pairs.a;
    const PlacedParts& b = pairs.b;
    const double slack = a.margin() + b.margin() + 2 * pairs.error();
    double limit = std::numeric_limits<double>::infinity();
    if (a.tree() != nullptr && b.tree() != nullptr) {
        const auto visit_leaves = [&](LeafSlots in_a, LeafSlots in_b, double /*lower*/, double& bound) {
            if (detail::ends_at_leaf(pairs)) return Continue::no;
            const Continue on =
                visit_leaf_parts(a.tree()->primitives(in_a), b.tree()->primitives(in_b),
                                 [&](std::uint32_t i, std::uint32_t j) { return visit(i, j, limit); });
            bound = limit + slack;
            return on;
        };
        detail::count(pairs, visit_near_pairs(*a.tree(), *b.tree(), Affine::from(pairs.pair.b_in_a), limit,
                                              visit_leaves));
        return;
    }
    const bool tree_in_a = a.tree() != nullptr;
    const PlacedParts& many = tree_in_a ? pairs.a : pairs.b;
    const Placed& one = tree_in_a ? pairs.b.placed : pairs.a.placed;
    // From the middle of the convex shape: what is within `limit` of the shape is within `limit` and its
    // radius of the middle.
    const Vec3 middle = relative(many.placed.pose, one.pose) * one.shape.centre();
    const double radius = one.shape.reach() + length(one.shape.centre());
    detail::count(
        pairs, visit_near(*many.tree(), middle, limit, [&](LeafSlots leaf, double /*lower*/, double& bound) {
            if (detail::ends_at_leaf(pairs)) return Continue::no;
            for (const std::uint32_t i : many.tree()->primitives(leaf)) {
                if ((tree_in_a ? visit(i, 0U, limit) : visit(0U, i, limit)) == Continue::no)
                    return Continue::no;
            }
            bound = limit + radius + slack;
            return Continue::yes;
        }));
}

}  // namespace detail

/// Calls visit(part of a, part of b) -> Continue for every pair of parts within `reach` of each other, and
/// some more. Bounded pairs only.
template <class Visit> void visit_close_parts(const PartPairs& pairs, double reach, Visit&& visit) {
    if (pairs.counted == nullptr) return detail::visit_close_parts_of(pairs, reach, visit);
    const auto counted = detail::counted_visit(*pairs.counted, visit);
    const FunctionRef<Continue(std::uint32_t, std::uint32_t)> shared = counted;
    detail::visit_close_parts_of(pairs, reach, shared);
}

/// The same, near pairs first: visit(part of a, part of b, limit) -> Continue, where `limit` starts as
/// infinite and may be lowered; pairs that are farther apart than it are left out, as far as boxes decide it.
template <class Visit> void visit_nearest_parts(const PartPairs& pairs, Visit&& visit) {
    if (pairs.counted == nullptr) return detail::visit_nearest_parts_of(pairs, visit);
    const auto counted = detail::counted_visit(*pairs.counted, visit);
    const FunctionRef<Continue(std::uint32_t, std::uint32_t, double&)> shared = counted;
    detail::visit_nearest_parts_of(pairs, shared);
}

/// How far a set of parts reaches along a direction: the largest direction · (x - position) over the shape,
/// between two bounds.
struct FarthestPart {
    /// Reaches as far as `reached`. Others may reach farther by what rounding leaves open.
    std::uint32_t part = 0;
    double reached = -std::numeric_limits<double>::infinity();
    double height = -std::numeric_limits<double>::infinity();  ///< No part reaches farther.
};
/// World frame; the direction need not be unit. Counted on the budget, but not ended by it.
FarthestPart farthest_part(const PlacedParts& parts, const IntervalVec3& direction,
                           WorkBudget* work = nullptr) noexcept;
inline FarthestPart farthest_part(const PlacedParts& parts, const Vec3& direction,
                                  WorkBudget* work = nullptr) noexcept {
    return farthest_part(parts, enclose(direction), work);
}

/// A set of parts at a half-space.
struct HalfSpaceGap {
    std::uint32_t part = 0;  ///< Reaches deepest, or comes nearest, up to rounding.
    Interval distance{};     ///< Contains the signed distance of the whole set.
};
HalfSpaceGap half_space_gap(const PlacedParts& parts, const Placed& half_space) noexcept;

}  // namespace graze
