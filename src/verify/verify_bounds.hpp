// What `verify` is made of: statements about placed shapes, evaluated in outward-rounded intervals. World
// frame.
//
// The signed distance of two closed convex sets A, B is the maximum over unit n of  -h_B(-n) - h_A(n)  with
// support functions h: a gap when positive, minus the penetration depth when negative. So every n gives a
// lower bound; and it only grows when the sets shrink, so balls inside the sets (or single points of them)
// give upper bounds. A placed set is exactly { R x + p }.
#pragma once

#include <array>
#include <optional>

#include "graze/result/proof.hpp"
#include "graze/shape/shape.hpp"
#include "verify/membership.hpp"

namespace graze::verifying {

/// A valid shape and a pose of finite numbers. R need not be a rotation: the statements hold for what it is.
bool meaningful(const Placed& placed) noexcept;

/// A unit vector up to 1e-6, the tolerance that poses are taken as rigid with.
bool nearly_unit(const Vec3& v) noexcept;

/// R x + p for every x in the box.
IntervalVec3 place(const Pose& pose, const IntervalVec3& x) noexcept;

/// `clearance` in the placed set of the world point that lies at `offset` from the pose's position.
double clearance_at(const Placed& placed, const IntervalVec3& offset) noexcept;

/// Contains (-h_B(-n) - h_A(n)) / |n|: its lower end is a lower bound of the signed distance. When one of the
/// shapes is a half-space its own normal is taken instead of n: then this contains the signed distance itself
/// ([-inf, -inf] for two half-spaces that do not face each other exactly).
Interval gap_along(const Placed& a, const Placed& b, const Vec3& normal) noexcept;
/// The same with b moved so that its origin is at `apart` from a's.
Interval gap_along(const Placed& a, const Placed& b, const Vec3& normal, const IntervalVec3& apart) noexcept;

/// Whether the vector from a point of a to one of b is distance * normal, within the slack along the normal,
/// and across it within what bounds of this width imply. `margins` is the sum of both.
bool spans(const IntervalVec3& difference, const Interval& distance, const Vec3& normal, double margins,
           double slack) noexcept;

/// from + t * direction - to, sharp also when large parts cancel.
IntervalVec3 shifted_difference(const Vec3& from, double t, const Vec3& direction, const Vec3& to) noexcept;

bool has_half_space(const Placed& a, const Placed& b) noexcept;
/// Of a pair with a half-space: whether the normal is the half-space's, from a to b, within rounding and what
/// the pose's defect does to it.
bool follows_half_space(const Vec3& normal, const Placed& a, const Placed& b) noexcept;

/// An upper bound of the signed distance from two world points (of the sets, or near them, or inside them),
/// each measured from a's position.
double distance_above(const Placed& a, const IntervalVec3& point_a, const Placed& b,
                      const IntervalVec3& point_b) noexcept;

/// Points of both sets in boxes: world axes, each measured from its own shape's position.
struct CloseMembers {
    IntervalVec3 of_a{};
    IntervalVec3 of_b{};
};
/// The combinations of support points that the weights describe: exact members of the sets, whatever the
/// numbers. Empty without weights and for half-spaces.
std::optional<CloseMembers> close_members(const Closeness& close, const Placed& a, const Placed& b) noexcept;

/// An upper bound of the signed distance from the combinations of support points that the weights describe:
/// exact members of the sets, whatever the numbers. Infinite without weights and for half-spaces.
double combination_distance_above(const Closeness& close, const Placed& a, const Placed& b) noexcept;

/// Whether an independent search finds points of both no farther apart than `wanted`: proves that sets touch,
/// not how deep. `apart` is b's origin relative to a's. Exact for half-spaces.
bool come_within(const Placed& a, const Placed& b, const IntervalVec3& apart, double wanted) noexcept;

/// Normals, from a to b, that may separate two bounded convex shapes: guesses by a search of its own, to be
/// checked. Zero where the shapes seem to overlap.
std::array<Vec3, 2> separating_guesses(const Placed& a, const Placed& b) noexcept;

/// Whether the hull of any four exact points in the boxes contains the origin; also for needles, whose faces
/// are too thin to be decided.
bool surrounds_origin(const std::array<IntervalVec3, 4>& points) noexcept;

/// Contain the weights, of sum 1, that combine any four exact points in the boxes to the origin; everything
/// where the boxes are too wide.
std::array<Interval, 4> weights_of_origin(const std::array<IntervalVec3, 4>& points) noexcept;

/// The support points that a tetrahedron names, in boxes: world axes, each measured from its own shape's
/// position.
struct SupportBoxes {
    std::array<IntervalVec3, 4> of_a{};
    std::array<IntervalVec3, 4> of_b{};
    std::array<IntervalVec3, 4> differences{};  ///< Of the world points, a's minus b's.
};
SupportBoxes support_boxes(const CommonTetrahedron& common, const Placed& a, const Placed& b) noexcept;

/// The length that rounding errors of the pair are counted in: both reaches and the distance of the origins,
/// rounded up. A half-space counts with the distance of its plane from its origin.
double extent(const Placed& a, const Placed& b) noexcept;

/// How far poses that are not quite rotations may distort the pair, in the same units.
double distortion(const Placed& a, const Placed& b) noexcept;

/// Lower bound of the radius of the ball summand after placing: a near-rotation makes an ellipsoid of the
/// ball.
Interval margin_below(const Placed& placed) noexcept;

/// Half extents of the core where that is a box around the origin, maybe flat; none for other shapes.
std::optional<Vec3> core_half_extents(const Shape& primitive) noexcept;

/// A member near `offset` of a core that is a box around the origin or a point, both relative to the pose's
/// position; none of other cores. The point itself is rounded in world coordinates, which far from the origin
/// are coarse; local coordinates within the bounds make an exact member.
std::optional<IntervalVec3> core_member_near(const Placed& placed, const Shape& shape,
                                             const Vec3& offset) noexcept;

/// An upper bound of the signed distance of two of these, of segments and triangles, or of cylinders and
/// cones, which are their own cores: from members near the offsets, each relative to its own pose's position,
/// improved by a few alternating projections. Rounded points, or contacts, may be off the nearest members by
/// an amount that does not change the distance. Infinite for other shapes.
double members_distance_above(const Placed& a, const Vec3& near_a, const Placed& b,
                              const Vec3& near_b) noexcept;

/// The point at `offset` from the pose's position lies in the placed shape within the slack. Where nothing
/// else shows it, it may be the end of the shape along the normal, or lie on the edge there: in these places
/// the search for members of sums and hulls of shapes is at its weakest.
bool lies_in(const Placed& placed, const IntervalVec3& offset, const Vec3& outward, double slack) noexcept;

/// A point of each shape, world frame, rounded, and the direction from a to b in which they are nearest.
struct PointPair {
    Vec3 a{};
    Vec3 b{};
    Vec3 normal{};
};

/// Whether the points show that the signed distance is at most `wanted`: they themselves, the balls around
/// them, or the members of the cores that they lie in front of.
bool points_show(const PointPair& points, const Placed& a, const Placed& b, double wanted) noexcept;

/// An upper bound of the signed distance of two overlapping boxes, capsules, spheres or roundings of them,
/// from all facets of the difference of their cores; infinite for other shapes and when the cores are not
/// shown to overlap.
double zonotope_distance_above(const Placed& a, const Placed& b) noexcept;

/// The same for two cylinders or cones with axes that are parallel up to a tilt, which costs its length times
/// the smaller reach; infinite for others and where they are not shown to overlap.
double parallel_axes_distance_above(const Placed& a, const Placed& b) noexcept;

}  // namespace graze::verifying
