// A simplex of GJK: 1 to 4 points of a convex set, each with where it comes from, and the weights of the
// nearest point to the origin.
#pragma once

#include <array>
#include <cstdint>

#include "math/nearest_to_origin.hpp"

namespace graze {

/// A point of the difference with where it comes from. Frame and scale of the CorePair.
struct SimplexPoint {
    using Scalar = double;
    Vec3 w{};          ///< a - b.
    Vec3 a{};          ///< Support point of core a along `direction`.
    Vec3 b{};          ///< Support point of core b along its opposite.
    Vec3 direction{};  ///< Frame of a; any length.
};

/// `Point` has a place `w` of the scalar `Point::Scalar`, and carries along whatever else is needed.
template <class Point> struct BasicSimplex {
    using Scalar = typename Point::Scalar;
    std::array<Point, 4> points{};  ///< The first `size` count.
    /// Of the nearest point; positive, sum 1 (up to rounding). Set by `shrink`.
    std::array<Scalar, 4> weights{};
    std::uint32_t size = 0;
};
using Simplex = BasicSimplex<SimplexPoint>;

/// Of all `size` points, the newest last.
template <class Point>
BasicNearest<typename Point::Scalar> nearest_to_origin(const BasicSimplex<Point>& simplex) noexcept {
    const auto& p = simplex.points;
    return nearest_to_origin(simplex.size, p[0].w, p[1].w, p[2].w, p[3].w);
}

/// The weighted sum of the simplex's points: the difference of the witness points.
template <class Point>
BasicVec3<typename Point::Scalar> weighted_point(const BasicSimplex<Point>& simplex) noexcept {
    BasicVec3<typename Point::Scalar> point{};
    for (std::uint32_t i = 0; i < simplex.size; ++i) point += simplex.weights[i] * simplex.points[i].w;
    return point;
}

/// Keeps only the points that carry the nearest one, with their weights. Four points around the origin stay,
/// without weights.
template <class Point>
void shrink(BasicSimplex<Point>& simplex, const BasicNearest<typename Point::Scalar>& nearest) noexcept {
    for (std::uint32_t i = 0; i < nearest.size && nearest.size < 4; ++i) {
        if (nearest.index[i] != i) simplex.points[i] = simplex.points[nearest.index[i]];
        simplex.weights[i] = nearest.weights[i];
    }
    simplex.size = nearest.size;
}

/// Whether the simplex has a point at w already: then the search cannot come closer.
template <class Point>
bool contains(const BasicSimplex<Point>& simplex, const BasicVec3<typename Point::Scalar>& w) noexcept {
    for (std::uint32_t i = 0; i < simplex.size; ++i) {
        if (simplex.points[i].w == w) return true;
    }
    return false;
}

}  // namespace graze
