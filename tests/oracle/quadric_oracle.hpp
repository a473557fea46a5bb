// Signed distances of any two convex shapes, curved ones included, enclosed in high precision: GJK for gaps,
// EPA for depths, both with bounds shown by planes and points of the exact placed sets { R x + p }. A second,
// independent opinion on depths comes from a dense search over directions, and closed forms serve balls
// against the simple shapes.
#pragma once

#include <optional>
#include <span>

#include "graze/math/interval.hpp"
#include "graze/shape/shape.hpp"

namespace graze::test {

enum class Precision {
    fast,  ///< long double: the enclosure is about 1e-15 of the pair's extent wide where the optimum is
           ///< isolated.
    high,  ///< Real: about 1e-22.
};

/// Contains the exact signed distance; rounded outward to doubles. Wide where the search for the deepest
/// direction has no isolated optimum (coaxial, concentric). Everything for two half-spaces, whose overlap has
/// no depth.
Interval enclose_distance(const Placed& a, const Placed& b, Precision precision = Precision::high);

/// An upper bound of the depth (overlap along the best of several thousand directions, the best of them
/// refined); also a lower bound of a gap when negative. `starts` are more directions to try, from a to b.
/// Bounded shapes only.
double overlap_by_search(const Placed& a, const Placed& b, std::span<const Vec3> starts = {});

/// Overlap of a over b along one unit direction, accurate to 1e-18 of the extent: h_a(n) + h_b(-n).
long double overlap_along(const Placed& a, const Placed& b, const Vec3& direction);

/// Signed distance of a local point to a sphere, box, capsule, tapered capsule, cylinder, cone, ellipsoid or
/// half-space, < 0 inside, by its closed form (a bisected root for the ellipsoid). Accurate to 1e-17 of the
/// sizes. Empty for other types.
std::optional<long double> point_distance(const Shape& shape, const Vec3& point);

/// Reach of both shapes plus the distance of their origins: the length that rounding errors count in.
double pair_extent(const Placed& a, const Placed& b);

/// The larger reach of the two (a half-space has none): the length that widths are judged by.
double larger_reach(const Placed& a, const Placed& b);

}  // namespace graze::test
