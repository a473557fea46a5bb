// Separating axes of two boxes: the overlap test, and the exact signed separation with its axis and witness
// points. Everything is in a's frame: a is centred at the origin with its faces along the axes, b is placed
// by `b_in_a`.
//
// Guarantee: `error` is the caller's bound of how far the true sets may lie from the boxes described by the
// arguments, and at least defect(b_in_a.rotation) times the sum of both boxes' sizes and the distance of
// their centres (CorePair::error). The functions add their own rounding. When the answer is not unique
// (several axes of equal overlap) a face axis wins over an edge axis within rounding only, then the lower
// index: a shallow edge contact is never replaced by a face contact. Method: the 15 axes of S. Gottschalk's
// OBB test (G. van den Bergen, Collision Detection in Interactive 3D Environments, 3.3).
#pragma once

#include <array>
#include <cstdint>

#include "graze/math/interval.hpp"
#include "graze/math/pose.hpp"

namespace graze {

enum class SatAnswer : std::uint8_t {
    separated,    ///< Proven: along some axis the gap is wider than all errors.
    overlapping,  ///< Proven: along every axis the overlap is deeper than all errors.
    close,        ///< Within the errors of touching, along the axes tested.
};

/// Gaps (< 0: overlaps) between the projections on the face axes of a. `m` holds the magnitudes of b's axes.
inline Vec3 face_gaps_of_a(const Vec3& half_a, const Vec3& half_b, const Pose& b_in_a,
                           const std::array<Vec3, 3>& m) noexcept {
    return abs(b_in_a.position) - (half_a + m[0] * half_b.x + m[1] * half_b.y + m[2] * half_b.z);
}

/// The same on those of b; `along` holds the magnitudes of the components of b's position along them.
inline Vec3 face_gaps_of_b(const Vec3& half_a, const Vec3& half_b, const Vec3& along,
                           const std::array<Vec3, 3>& m) noexcept {
    return along - (half_b + Vec3{dot(m[0], half_a), dot(m[1], half_a), dot(m[2], half_a)});
}

/// Whether the boxes overlap; leaves at the first axis that separates them.
SatAnswer boxes_overlap(const Vec3& half_a, const Vec3& half_b, const Pose& b_in_a, double error) noexcept;

/// The result of all 15 axes of two boxes. Frame of a.
struct BoxBoxSat {
    SatAnswer answer = SatAnswer::close;
    double separation = 0;  ///< Along `axis`: < 0 overlap, > 0 gap between the projections.
    Interval distance{};    ///< Contains the signed distance. Both ends are finite only when `answer` is
                            ///< overlapping: then it is the exact depth; else the lower end is what the axis
                            ///< shows and the upper end infinite.
    Vec3 axis{1, 0, 0};     ///< Unit, from a to b.
    Vec3 point_a{};         ///< On a's boundary and
    Vec3 point_b{};         ///< on b's, with point_b = point_a + separation * axis up to rounding. Only when
                            ///< overlapping.
    std::uint32_t axes = 15;  ///< Axes tested.
};

BoxBoxSat box_box_sat(const Vec3& half_a, const Vec3& half_b, const Pose& b_in_a, double error) noexcept;

}  // namespace graze
