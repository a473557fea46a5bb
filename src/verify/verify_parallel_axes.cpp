// The depth of two cylinders or cones with nearly parallel axes, from below. World frame.
//
// With both replaced by exact solids of revolution about parallel axes their difference is a solid of
// revolution too, and its depth around the origin is the least height of its edges' planes: the edges of both
// sections through the axes. The replacement moves no point of either set by more than a length that is
// bounded here, and the depth by no more than both lengths.
#include <algorithm>
#include <array>
#include <cmath>

#include "verify/verify_bounds.hpp"

namespace graze::verifying {
namespace {

/// A direction in the plane of the axes: across them, not negative, and along a's.
struct SectionNormal {
    Interval across{0};
    Interval along{0};
};

bool is_round(const Shape& shape) noexcept {
    return shape.type() == ShapeType::cylinder || shape.type() == ShapeType::cone;
}

/// Support value of a solid whose +z axis points along `up` = 1 or -1.
Interval section_height(const Shape& shape, const SectionNormal& n, double up) noexcept {
    const Interval side = Interval(shape.values()[0]) * n.across;
    const Interval end = Interval(up * shape.values()[1]) * n.along;
    return shape.type() == ShapeType::cone ? max(end, side - end) : side + abs(end);
}

/// The slant's normal, pointing out of the cone, for an axis along `up`.
SectionNormal slant_normal(const Shape& cone, double up) noexcept {
    const Interval radius(cone.values()[0]), height = Interval(2) * Interval(cone.values()[1]);
    const Interval size = sqrt(square(radius) + square(height));
    return {height / size, Interval(up) * (radius / size)};
}

bool is_dot(const Shape& shape) noexcept { return shape.values()[0] == 0 && shape.values()[1] == 0; }

/// How far a near-rotation may be, for points at a distance of 1, from a rotation that turns z into `axis`
/// (of length 1): from its own nearest rotation, and that one's axis from the given one.
Interval distance_from_rotation(const Mat3& m, const IntervalVec3& axis) noexcept {
    const Interval factor = stretch(m);
    const Interval defect = max(abs(factor.lower - Interval(1)), abs(factor.upper - Interval(1)));
    return defect + defect + norm(enclose(m.columns[2]) - axis);
}

/// With b turned about its origin until its axis is parallel to a's.
double distance_above_along_a(const Placed& a, const Placed& b) noexcept {
    const double up = dot(a.pose.rotation.columns[2], b.pose.rotation.columns[2]) < 0 ? -1 : 1;
    const IntervalVec3 column = enclose(a.pose.rotation.columns[2]);
    const Interval size = norm(column);
    if (!(size.lower > 0)) return kInfinity;
    const IntervalVec3 axis{column.x / size, column.y / size, column.z / size};
    const IntervalVec3 apart = enclose(b.pose.position) - enclose(a.pose.position);
    const Interval along = dot(axis, apart);
    const Interval across = norm(apart - along * axis);
    std::array<SectionNormal, 5> normals{};
    std::size_t count = 0;
    normals[count++] = {Interval(0), Interval(1)};
    normals[count++] = {Interval(0), Interval(-1)};
    if (a.shape.type() == ShapeType::cylinder || b.shape.type() == ShapeType::cylinder)
        normals[count++] = {Interval(1), Interval(0)};
    if (a.shape.type() == ShapeType::cone && !is_dot(a.shape)) normals[count++] = slant_normal(a.shape, 1);
    if (b.shape.type() == ShapeType::cone && !is_dot(b.shape)) normals[count++] = slant_normal(b.shape, -up);
    double depth = kInfinity;
    for (std::size_t i = 0; i < count; ++i) {
        const SectionNormal& n = normals[i];
        const Interval height = section_height(a.shape, n, 1) +
                                section_height(b.shape, {n.across, -n.along}, up) - n.across * across -
                                n.along * along;
        depth = std::min(depth, height.lower);
    }
    if (!(depth > 0)) return kInfinity;
    const IntervalVec3 turned{Interval(up) * axis.x, Interval(up) * axis.y, Interval(up) * axis.z};
    // Reaches are rounded.
    const auto reach = [](const Placed& placed) {
        return Interval(placed.shape.reach()) * Interval(1 + 8 * kEps);
    };
    const Interval moved = distance_from_rotation(a.pose.rotation, axis) * reach(a) +
                           distance_from_rotation(b.pose.rotation, turned) * reach(b);
    return (moved - Interval(depth)).upper;
}

}  // namespace

double parallel_axes_distance_above(const Placed& a, const Placed& b) noexcept {
    if (!is_round(a.shape) || !is_round(b.shape)) return kInfinity;
    return std::min(distance_above_along_a(a, b), distance_above_along_a(b, a));
}

}  // namespace graze::verifying
