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
    std::array<SimplexPoint, 4> points{};
    std::array<double, 4> weights{};  ///< Of the nearest point; positive, sum 1 (up to rounding). Set by `reduce`.
    std::uint32_t size = 0;
};

/// Nearest point v of the simplex to the origin, as a direction that is accurate even when v is tiny.
struct Nearest {
    Vec3 v{};
    double length_sq = 0;
    bool inside = false;  ///< The origin is in the tetrahedron: v is zero.
};

/// Finds the nearest point and shrinks the simplex to the points that carry it.
Nearest reduce(Simplex& simplex) noexcept;

}  // namespace graze
