// What verification asks of meshes, compounds and height fields as sets: their heights, and how deep a point is in them. Every statement is
// about the parts of the given doubles; trees take no part.
#include <algorithm>
#include <limits>

#include "graze/convex/primitive_closest.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/support.hpp"
#include "solid/inside.hpp"
#include "verify/membership.hpp"

namespace graze {
namespace {

constexpr double kNothing = -std::numeric_limits<double>::infinity();

/// Distance of every x of the interval to the range of three numbers, from below.
double distance_below(const Interval& x, double p, double q, double r) noexcept {
    return std::max({0.0, std::min({p, q, r}) - x.upper, x.lower - std::max({p, q, r})});
}

/// The better of `best` and the triangle's; a triangle that is farther away along one axis is not asked.
double better_room(const Triangle& t, const IntervalVec3& x, double best) noexcept {
    const double apart = std::max(
        {distance_below(x.x, t.a.x, t.b.x, t.c.x), distance_below(x.y, t.a.y, t.b.y, t.c.y), distance_below(x.z, t.a.z, t.b.z, t.c.z)});
    return apart < -best ? std::max(best, clearance(Shape(t), x)) : best;
}

/// A lower bound of the distance from a point to a triangle, by the plane across the way to its closest point; `enough` or more when a box
/// shows that already.
double distance_below(const Triangle& t, const Vec3& p, double enough) noexcept {
    const IntervalVec3 x = enclose(p);
    const double apart = std::max(
        {distance_below(x.x, t.a.x, t.b.x, t.c.x), distance_below(x.y, t.a.y, t.b.y, t.c.y), distance_below(x.z, t.a.z, t.b.z, t.c.z)});
    if (apart >= enough) return enough;
    const IntervalVec3 n = enclose(p - closest_on_triangle(p, t).point);
    Interval least = dot(n, x - enclose(t.a));
    for (const Vec3& corner : {t.b, t.c}) least = min(least, dot(n, x - enclose(corner)));
    const Interval length = norm(n);
    return length.lower > 0 ? std::max(apart, (least / length).lower) : apart;
}

Interval higher(const Triangle& t, const IntervalVec3& direction, const Interval& best) noexcept {
    return max(best, max(dot(enclose(t.a), direction), max(dot(enclose(t.b), direction), dot(enclose(t.c), direction))));
}

}  // namespace

Interval MeshData::height(const IntervalVec3& direction) const noexcept {
    Interval best{kNothing};
    for (std::size_t i = 0; i < triangles.size(); ++i) best = higher(triangle(i), direction, best);
    return best;
}

double MeshData::room(const IntervalVec3& x) const noexcept {
    double best = kNothing;
    for (std::size_t i = 0; i < triangles.size(); ++i) best = better_room(triangle(i), x, best);
    if (options.kind != MeshKind::solid || best >= 0 || !is_finite(middle(x))) return best;
    if (inside_detail::side_by_all_triangles(*this, Pose::identity(), {nullptr, middle(x)}) == PointSide::outside) return best;
    double distance = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < triangles.size(); ++i) distance = std::min(distance, distance_below(triangle(i), middle(x), distance));
    return std::max(best, (Interval(distance) - norm(x - enclose(middle(x)))).lower);
}

Interval HeightFieldData::height(const IntervalVec3& direction) const noexcept {
    Interval best{kNothing};
    for (std::size_t i = 0; i < triangle_count(); ++i) best = higher(triangle(i), direction, best);
    return best;
}

double HeightFieldData::room(const IntervalVec3& x) const noexcept {
    double best = kNothing;
    for (std::size_t i = 0; i < triangle_count(); ++i) best = better_room(triangle(i), x, best);
    return best;
}

Interval CompoundData::height(const IntervalVec3& direction) const noexcept {
    Interval best{kNothing};
    for (const Shape& part : parts) best = max(best, support_value(part, direction));
    return best;
}

double CompoundData::room(const IntervalVec3& x) const noexcept {
    double best = kNothing;
    for (const Shape& part : parts) best = std::max(best, clearance(part, x));
    return best;
}

}  // namespace graze
