// The point of a simplex (1 to 4 points of the difference of two cores) nearest the origin.
//
// The direction of the answer matters more than its length: close to contact the length cancels while the direction must
// stay good to rounding, because the lower bound of the distance is the support height along it. So the answer on a
// triangle is taken from the triangle's normal, and on an edge it is made orthogonal to the edge a second time.
// After: van den Bergen, Collision Detection in Interactive 3D Environments, 4.3.3; the case analysis is our own.
#pragma once

#include <array>
#include <cstdint>

#include "graze/math/vec.hpp"

namespace graze {

/// A point of the difference with where it comes from. Frame and scale of the CorePair.
struct SimplexPoint {
    Vec3 w{};          ///< a - b.
    Vec3 a{};          ///< Support point of core a along `direction`.
    Vec3 b{};          ///< Support point of core b along its opposite.
    Vec3 direction{};  ///< Frame of a; any length.
};

struct Simplex {
    std::array<SimplexPoint, 4> points{};  ///< The first `size` count.
    std::array<double, 4> weights{};       ///< Of the nearest point; positive, sum 1 (up to rounding). Set by `shrink`.
    std::uint32_t size = 0;
};

/// Nearest point v of the simplex to the origin, as a direction that is accurate even when v is tiny.
struct Nearest {
    Vec3 v{};
    double length_sq = 0;
    std::array<double, 3> weights{};      ///< Of the points that carry v; positive.
    std::array<std::uint8_t, 3> index{};  ///< Those points, ascending.
    std::uint8_t size = 0;                ///< How many: 1 to 3; 4 when the origin is in the tetrahedron, v is zero then.
};

/// Of all `size` points, the newest last.
Nearest nearest_to_origin(const Simplex& simplex) noexcept;

/// The weighted sum of the simplex's points: the difference of the witness points.
inline Vec3 weighted_point(const Simplex& simplex) noexcept {
    Vec3 point{};
    for (std::uint32_t i = 0; i < simplex.size; ++i) point += simplex.weights[i] * simplex.points[i].w;
    return point;
}

/// Keeps only the points that carry the nearest one, with their weights.
inline void shrink(Simplex& simplex, const Nearest& nearest) noexcept {
    for (std::uint32_t i = 0; i < nearest.size && nearest.size < 4; ++i) {
        if (nearest.index[i] != i) simplex.points[i] = simplex.points[nearest.index[i]];
        simplex.weights[i] = nearest.weights[i];
    }
    simplex.size = nearest.size;
}

}  // namespace graze
