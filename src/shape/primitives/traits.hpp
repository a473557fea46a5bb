// What every part of the library needs to know about a primitive, in one place: the specialisation of
// PrimitiveTraits for its struct, in the header of its name in this folder. Local frame throughout. `margin`
// is the shape's margin as `measure` gave it.
//
// Each specialisation P ↦ PrimitiveTraits<P> has
// - kType, kName: its type; its name in files, messages and to_string
// - kFields: the numbers of the struct, in order, under their names in files
// - kSizes: whether the numbers are sizes, not negative; else they are coordinates
// - kMargin, kPolytopeCore: whether its margin may be above zero; whether its core is the hull of finitely
//   many points
// - kSmoothCore: whether the support point of its core follows the direction without jumps
// - measure(p): centre, margin, reach and error of support points, for valid numbers
// - clearance(p, x): see `clearance` in verify/membership.hpp
// and, all but the half-space, which has no support mapping,
// - core_support(p, margin, d): support point of the core in doubles; any d, zero included, only its
//   direction matters
// - support_value(p, d): contains the maximum of d · x over the shape, for every d in the box
// - heights(p, d): lowest and highest d · x, within 9 eps of the sum of the terms' absolute values
// What follows is for primitives that have it; without it the general method, in parentheses, is used:
// - fault(p): a rule beyond those of single numbers that the values break (none is checked)
// - core_member<S>(p, margin, d): the exact core point near core_support, in intervals or double-double
//   (core_support as it is)
// - core_corners(p): corners of a polytope core (it is searched by its support points)
// - balls(p): balls of different radii whose hull it is (the corners of its core with the margin, or a ball
//   around it)
// - flat_corners(p): corners of a flat shape without a margin, as a loop (it has no passage proofs)
// - core_half_extents(p): where the core is a box around the origin, maybe flat (searched)
// - core_member_near(p, margin, x): a box around one exact core point near the closest one to x (searched)
// - face(p, d, level, face): the face, edge or point that faces d (the support point)
// - inner_ball(p, margin): a large ball in the core (the point `centre`)
// - core_curvature(p, margin, frame): second derivative of a smooth core's support height (zero)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "graze/math/interval.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

template <class P> struct PrimitiveTraits;

/// One member of a primitive's struct.
struct PrimitiveField {
    std::string_view name;       ///< As in the struct.
    std::size_t components = 1;  ///< 1: a number, 3: a vector.
};

/// What the solvers need to know of a primitive beyond its numbers: see the members of `Shape` of these
/// names.
struct PrimitiveMeasure {
    Vec3 centre{};
    double margin = 0;
    double core_reach = 0;
    double support_error = 0;
};

/// Lowest and highest d · x over a shape.
struct Heights {
    double low = 0;
    double high = 0;
};

struct PrimitiveBall {
    Vec3 centre{};
    double radius = 0;
};

/// Every point within `radius` of `centre` is in the core, up to the shape's support error.
struct InnerBall {
    Vec3 centre{};
    double radius = 0;    ///< Zero for flat shapes, and when nothing is known.
    Vec3 touch{1, 0, 0};  ///< Unit: a guess at the direction, or its opposite, in which the ball comes
                          ///< nearest to the boundary.
};

/// Second derivative of a core's support height on the plane of two directions s, t: how fast the support
/// point moves as the direction turns. Symmetric, not negative.
struct SupportCurvature {
    double ss = 0;
    double st = 0;
    double tt = 0;
};

/// A unit direction d, and unit s and t perpendicular to it and to each other.
struct DirectionFrame {
    Vec3 d{};
    Vec3 s{};
    Vec3 t{};
};

/// A support point is picked or computed in at most 8 rounded operations on numbers no larger than the reach.
inline constexpr double kSupportRoundings = 8 * kEps;

// The braces of a struct's vectors are left out: the numbers fill them in order.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-braces"
/// The struct that a shape of that type was made from. Not by a copy of bytes, which compilers take through
/// memory.
template <class P> P primitive(const std::array<double, 12>& values) noexcept {
    return [&]<std::size_t... I>(std::index_sequence<I...>) { return P{values[I]...}; }
    (std::make_index_sequence<sizeof(P) / sizeof(double)>{});
}
#pragma GCC diagnostic pop

/// At least |p| of every point.
inline double farthest(std::span<const Vec3> points) noexcept {
    double largest = 0;
    for (const Vec3& p : points) largest = std::max(largest, length_sq(p));
    return std::sqrt(largest) * (1 + 4 * kEps);
}

inline Heights even_heights(double height) noexcept { return {-height, height}; }

inline Heights corner_heights(std::span<const Vec3> corners, const Vec3& d) noexcept {
    Heights heights{dot(d, corners[0]), dot(d, corners[0])};
    for (const Vec3& corner : corners.subspan(1)) {
        const double height = dot(d, corner);
        heights = {std::min(heights.low, height), std::max(heights.high, height)};
    }
    return heights;
}

/// Contains the maximum of d · x over the points.
inline Interval highest_corner(std::span<const Vec3> corners, const IntervalVec3& d) noexcept {
    Interval best{-std::numeric_limits<double>::infinity()};
    for (const Vec3& p : corners) best = max(best, dot(enclose(p), d));
    return best;
}

inline Vec3 best_of(const Vec3& direction, const Vec3& p, const Vec3& q) noexcept {
    return dot(direction, q) > dot(direction, p) ? q : p;
}

inline Interval positive_part(const Interval& a) noexcept { return max(a, Interval(0)); }

/// Minus the largest distance, as a clearance.
inline double outside_by(const Interval& distance) noexcept { return -distance.upper; }

/// The ends of the axis of a capsule, a cylinder or a cone.
inline std::array<Vec3, 2> axis_ends(double half_height) noexcept {
    return {Vec3{0, 0, -half_height}, Vec3{0, 0, half_height}};
}

/// Along the axis of the smallest of three sizes.
inline InnerBall ball_along_smallest(const Vec3& sizes) noexcept {
    const Vec3 axis = sizes.x <= sizes.y && sizes.x <= sizes.z ? Vec3{1, 0, 0}
                      : sizes.y <= sizes.z                     ? Vec3{0, 1, 0}
                                                               : Vec3{0, 0, 1};
    return {{}, std::min({sizes.x, sizes.y, sizes.z}), axis};
}

}  // namespace graze
