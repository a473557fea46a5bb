// Separating axes of two oriented boxes in stages, for searches that test many pairs: bounding spheres,
// faces, edges. Everything along the axes of box a, from its centre.
//
// Guarantee: "apart" is a theorem when `slack` bounds what every length in the comparison may be off by: see
// `obb_slack`.
#pragma once

#include <cmath>
#include <cstddef>

#include "graze/math/vec.hpp"

namespace graze {

/// Two boxes in the form that the separating axis test uses.
struct ObbPair {
    Vec3 half_a{};
    Vec3 half_b{};
    Mat3 m{};  ///< Columns: b's axes.
    Vec3 c{};  ///< b's centre.
    double slack = 0;
};

/// What gaps must exceed, for boxes (or triangles) within `lengths` of each other and of the frames they came
/// from, after a few changes of frame. `defects`: the sum of the orthonormality defects of all matrices
/// involved. Terms: coordinates pass through at most three rotations and differences, under 40 eps of the
/// lengths; each axis along which a reach is taken has length at most √2, and where entries of m are used as
/// products of axes (faces of b, edges) the reach of a box is off by at most 3 √3 √2 times the defects, in
/// Frobenius norm: at most 1.5 times the result of `orthonormality_defect`, plus its rounding. 256 eps and 12
/// times the defects leave a reserve. The slack does not shrink with the axis: edges that are nearly
/// parallel, whose product is mostly rounding, separate nothing.
inline double obb_slack(double lengths, double defects) noexcept {
    return (256 * kEps + 12 * (defects + 64 * kEps)) * lengths + 0x1p-1000;
}

/// Axes with a defect past this are none: nothing is shown to be apart.
inline constexpr double kMaxObbDefect = 0.01;

/// Whether spheres with these radii, whose centres differ by `between`, are apart.
inline bool apart_by_spheres(const Vec3& between, double radius_a, double radius_b, double slack) noexcept {
    const double reach = radius_a + radius_b + slack;
    return length_sq(between) > reach * reach;
}

/// The six face axes.
inline bool apart_by_faces(const ObbPair& pair) noexcept {
    const Vec3 &a = pair.half_a, &b = pair.half_b, &c = pair.c;
    const Mat3& m = pair.m;
    const Vec3 q0 = abs(m.columns[0]), q1 = abs(m.columns[1]), q2 = abs(m.columns[2]);
    const Vec3 reach = a + q0 * b.x + q1 * b.y + q2 * b.z;
    if (std::abs(c.x) > reach.x + pair.slack || std::abs(c.y) > reach.y + pair.slack ||
        std::abs(c.z) > reach.z + pair.slack)
        return true;
    return std::abs(dot(m.columns[0], c)) > b.x + dot(q0, a) + pair.slack ||
           std::abs(dot(m.columns[1], c)) > b.y + dot(q1, a) + pair.slack ||
           std::abs(dot(m.columns[2], c)) > b.z + dot(q2, a) + pair.slack;
}

/// The nine products of edges.
inline bool apart_by_edges(const ObbPair& pair) noexcept {
    const Vec3 &a = pair.half_a, &b = pair.half_b, &c = pair.c;
    const Mat3& m = pair.m;
    const Mat3 q{{abs(m.columns[0]), abs(m.columns[1]), abs(m.columns[2])}};
    for (std::size_t j = 0; j < 3; ++j) {
        const Vec3 &u = m.columns[j], &v = q.columns[j];
        // Along e_i × u, for all i at once: b's centre, a's reach, b's reach through its other two axes.
        const Vec3 gap = abs(cross(u, c));
        const Vec3 reach_a{a.y * v.z + a.z * v.y, a.z * v.x + a.x * v.z, a.x * v.y + a.y * v.x};
        const std::size_t k = (j + 1) % 3, l = (j + 2) % 3;
        const Vec3 reach = reach_a + q.columns[l] * b[k] + q.columns[k] * b[l];
        if (gap.x > reach.x + pair.slack || gap.y > reach.y + pair.slack || gap.z > reach.z + pair.slack)
            return true;
    }
    return false;
}

/// A point of two boxes that are not shown to be apart: see find_obb_obb. Along a's axes, from its centre.
Vec3 common_point(const ObbPair& pair) noexcept;

}  // namespace graze
