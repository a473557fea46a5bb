// Points that lie deep in both of two placed shapes, one of them moved by a translation. World frame.
// A ball of radius r in a and one of radius s in b, around the same point, overlap after every further
// translation shorter than r + s. A point outside of a side counts as a ball of negative radius: some point
// of the side is that near.
#pragma once

#include <limits>

#include "query/composite/part_pairs.hpp"

namespace graze {

/// How deep a point is in one side.
struct DepthBound {
    /// A ball of this radius around the point belongs to the side; when negative, a point of the side is no
    /// farther away than that.
    double depth = -std::numeric_limits<double>::infinity();
    Vec3 out{};  ///< Unit: along which the depth shrinks fastest. Zero where that is not known.
};

/// Counted on `work`, if there is one.
DepthBound depth_lower_bound_at(const PlacedParts& side, const Vec3& point,
                                WorkBudget* work = nullptr) noexcept;

/// Whether a sum of two unit exits has a direction: a sum shorter than a thousandth is that of walls which
/// face each other, and leads hardly anywhere.
inline bool has_direction(const Vec3& sum) noexcept { return length_sq(sum) > 1e-6; }

/// A point and how deep it is in both sides.
struct DeepPoint {
    Vec3 point{};
    double depth = -std::numeric_limits<double>::infinity();  ///< Translations of b shorter than this leave
                                                              ///< the two overlapping.
    Vec3 out_a{};                                             ///< Directions out, as for `DepthBound`.
    Vec3 out_b{};
};

/// At a point, b being moved by `translation`.
DeepPoint depth_at(const PartPairs& pairs, const Vec3& translation, const Vec3& point) noexcept;

/// The deepest point found by ascending from `start`, in at most `steps` evaluations, fewer when the pair's
/// work is spent. A local maximum, roughly.
DeepPoint climb(const PartPairs& pairs, const Vec3& translation, const DeepPoint& start, int steps) noexcept;

}  // namespace graze
