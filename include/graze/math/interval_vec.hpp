// Vectors and matrices of intervals: boxes around exact ones. Every function returns what contains the exact result for every choice
// of members.
#pragma once

#include "graze/math/interval.hpp"
#include "graze/math/mat.hpp"

namespace graze {

using IntervalVec3 = BasicVec3<Interval>;
using IntervalMat3 = BasicMat3<Interval>;

/// The given doubles, as point intervals.
constexpr IntervalVec3 enclose(const Vec3& v) noexcept { return {Interval(v.x), Interval(v.y), Interval(v.z)}; }
constexpr IntervalMat3 enclose(const Mat3& m) noexcept { return {{enclose(m.columns[0]), enclose(m.columns[1]), enclose(m.columns[2])}}; }

/// A member near the centre of the box, when that is finite.
constexpr Vec3 middle(const IntervalVec3& v) noexcept { return {v.x.middle(), v.y.middle(), v.z.middle()}; }

/// |v| for every v in the box: tighter than `length`, which treats the two factors of a square as
/// independent.
inline Interval norm(const IntervalVec3& v) noexcept { return sqrt(square(v.x) + square(v.y) + square(v.z)); }

/// det[b - a, c - a, d - a]: > 0 when (b, c, d) appears counter-clockwise from a.
Interval volume(const IntervalVec3& a, const IntervalVec3& b, const IntervalVec3& c, const IntervalVec3& d) noexcept;

/// Contains m⁻¹ v (by Cramer's rule); everything when m is not shown to be regular.
IntervalVec3 solve(const Mat3& m, const IntervalVec3& v) noexcept;

/// Contains |m u| for every unit u. The lower end is 0 when m is not shown to be regular.
Interval stretch(const Mat3& m) noexcept;

}  // namespace graze
