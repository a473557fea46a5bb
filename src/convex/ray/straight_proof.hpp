// What a quick cast of two polytopes found, shown with error bounds. Along its plane the gap is linear in
// time: open at two moments, it is open in between. The bodies touch, up to rounding, when the triangle is
// entered; a moment after they share a point for certain: the corners and one behind are differences of their
// points and hold the origin. For both verbs that cast: translational casts and impacts of straight motions.
#pragma once

#include <array>

#include "convex/ray/cast_polytopes.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"

namespace graze {

/// Whether the quick cast serves a shape: a polytope without a margin.
bool quick_cast_serves(const Shape& shape) noexcept;

/// Bounds of the errors of differences of support points and their heights; as of a CorePair.
class StraightProof {
public:
    /// `defect` is the sum of the defects of both rotations. The pair outlives the proof.
    StraightProof(const StraightPair& pair, double defect) noexcept;

    /// Whether products of lengths stay in the range of double; nothing is to be asked otherwise.
    [[nodiscard]] bool in_range() const noexcept;
    /// Of heights over the whole time. Twice the error, since the normal is rounded when it is mapped to the
    /// world, and the displacement of b is rounded in the frame of a.
    [[nodiscard]] double height_error() const noexcept { return 2 * error_of(extent_); }
    /// Whether both ends of a stretch are open along the normal, and so all of it.
    [[nodiscard]] bool stays_open(const QuickCast& cast, const Interval& time) const noexcept;
    /// Whether the point of the triangle is where it is entered, up to rounding: the weights of a sliver may
    /// be off.
    [[nodiscard]] bool touches(const QuickCast& cast) const noexcept;
    /// Whether four differences hold the origin for certain when b is at the offset, in the frame of a.
    [[nodiscard]] bool overlap_at(const Vec3& offset, std::array<Vec3, 4> around) const noexcept;

private:
    /// For a pair as large as this.
    [[nodiscard]] double error_of(double extent) const noexcept;

    const StraightPair& pair_;
    double defect_;
    double reach_;   ///< Sum of the reaches of both shapes.
    double extent_;  ///< At least the reach and the longest offset together: what roundings count in.
};

/// Whether the tetrahedron holds a ball of this radius around the origin, rounding of the volumes accounted
/// for.
bool holds_ball(const std::array<Vec3, 4>& p, double radius) noexcept;

}  // namespace graze
