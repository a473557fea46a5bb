// Convex sets by their support mappings, and GJK's loop over any of them: the one walk from support point to
// nearest point that every search of the library for the shortest vector of a convex set takes. The set
// chooses the scalar, the goal when to stop and what to report.
//
// double (gjk.hpp), moving polytopes in double (cast_simplex.hpp) and double-double (precise_search.hpp) are
// instantiations; tests add float and exact rationals. The loop itself takes no root, has no tolerance and
// proves nothing: bounds are the goal's.
// After: Gilbert, Johnson, Keerthi 1988; van den Bergen, Collision Detection in Interactive 3D Environments,
// 4.3.
#pragma once

#include <concepts>

#include "convex/simplex/simplex.hpp"

namespace graze {

/// A convex set: `support(axis, p)` fills p, a point with its place p.w, with the farthest one along -axis.
/// The axis is not zero. It leads from the origin to the set, so the support point is where the set is
/// nearest to the origin as far as the axis shows.
template <class Map>
concept SupportMap = requires(const Map& map, const BasicVec3<typename Map::Point::Scalar>& axis,
                              typename Map::Point& p) {
    map.support(axis, p);
    { p.w } -> std::same_as<BasicVec3<typename Map::Point::Scalar>&>;
};

/// When a search over the set ends, and what it keeps.
/// - `ends_at_support`: whether to end with the support point p along -axis known, but not in the simplex.
///   May replace p by another point.
/// - `accepts`: whether the new nearest point is progress. If not, the search ends with the simplex of the
///   step before.
/// - `ends_at_nearest`: whether to end with the simplex, which carries the nearest point now. With four
///   points it ends in any case.
template <class Goal, class Point>
concept GjkStop = requires(Goal& goal, const BasicVec3<typename Point::Scalar>& axis, Point& p,
                           BasicSimplex<Point>& simplex,
                           const BasicNearest<typename Point::Scalar>& nearest) {
    { goal.ends_at_support(axis, p) } -> std::same_as<bool>;
    { goal.accepts(nearest) } -> std::same_as<bool>;
    { goal.ends_at_nearest(simplex, nearest) } -> std::same_as<bool>;
};

/// Searches the set's nearest point to the origin, first along -axis, then towards the origin from the
/// nearest point of the simplex so far. The simplex may hold points of the set to start from; then `axis` is
/// their nearest point.
template <SupportMap Map, GjkStop<typename Map::Point> Goal>
void search_nearest(const Map& map, BasicVec3<typename Map::Point::Scalar> axis,
                    BasicSimplex<typename Map::Point>& simplex, Goal& goal) noexcept {
    while (true) {
        // Straight into the next free place of the simplex; it counts only once it has brought the simplex
        // closer.
        auto& p = simplex.points[simplex.size];
        map.support(axis, p);
        if (goal.ends_at_support(axis, p)) return;
        ++simplex.size;
        const auto nearest = nearest_to_origin(simplex);
        if (!goal.accepts(nearest)) {
            --simplex.size;
            return;
        }
        shrink(simplex, nearest);
        if (goal.ends_at_nearest(simplex, nearest) || nearest.size == 4) return;
        axis = nearest.v;
    }
}

}  // namespace graze
