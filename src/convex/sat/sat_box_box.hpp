// Separating axes of two boxes: the overlap test, and the exact signed separation with its axis and witness
// points. Everything is in a's frame: a is centred at the origin with its faces along the axes, b is placed
// by `b_in_a`.
//
// Guarantee: `error` is the caller's bound of how far the true sets may lie from the boxes described by the
// arguments, and at least defect(b_in_a.rotation) times the sum of both boxes' sizes and the distance of
// their centres (CorePair::error). The functions add their own rounding. When the answer is not unique
// (several axes of equal overlap) a face axis wins over an edge axis within rounding only, then the lower
// index: a shallow edge contact is never replaced by a face contact. Method: the 15 axes of S. Gottschalk's
// OBB test (G. van den Bergen, Collision Detection in Interactive 3D Environments, 3.3). `overlaps` of two
// boxes by these axes takes 0.64 of the instructions that it takes by the portal walk (gjk/portal.hpp), and
// 0.44 of those by GJK with thresholds, on random pairs.
#pragma once

#include <cstdint>

#include "convex/sat/sat_box_box_axes.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/pose.hpp"

namespace graze {

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
