// How deep a point lies in meshes, compounds and height fields. Every statement is about the parts of the
// given doubles; trees take no part, and the inside of a solid is decided by the parity of the triangles that
// a segment crosses, counted here.
#include "verify/membership.hpp"

#include <algorithm>
#include <limits>

#include "graze/math/vec.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "math/nearest.hpp"
#include "mesh/triangle_crossing.hpp"

namespace graze {
namespace {

/// Distance of every x of the interval to the range of three numbers, from below.
double distance_below(const Interval& x, double p, double q, double r) noexcept {
    return std::max({0.0, std::min({p, q, r}) - x.upper, x.lower - std::max({p, q, r})});
}

/// The better of `best` and the triangle's; a triangle that is farther away along one axis is not evaluated.
double better_depth(const Triangle& t, const IntervalVec3& x, double best) noexcept {
    const double apart =
        std::max({distance_below(x.x, t.a.x, t.b.x, t.c.x), distance_below(x.y, t.a.y, t.b.y, t.c.y),
                  distance_below(x.z, t.a.z, t.b.z, t.c.z)});
    return apart < -best ? std::max(best, clearance(Shape(t), x)) : best;
}

/// Up to rounding.
Vec3 nearest_point(const Triangle& t, const Vec3& p) noexcept {
    const TrianglePoint y = nearest_on_triangle({t.a, t.b, t.c}, p);
    return t.a + y.u * (t.b - t.a) + y.v * (t.c - t.a);
}

/// Whether a segment from the point to one beyond the mesh crosses an even number of triangles. Exact; points
/// of the surface count as inside.
bool lies_outside(const MeshData& solid, const Vec3& point) noexcept {
    Vec3 highest = solid.triangle(0).a;
    double size = 0;
    for (std::size_t i = 0; i < solid.triangles.size(); ++i) {
        const Triangle t = solid.triangle(i);
        for (const Vec3& corner : {t.a, t.b, t.c}) {
            highest = max(highest, corner);
            size = std::max(size, max_component(abs(corner)));
        }
    }
    // Beyond the mesh by more than its size: never on the surface.
    const double off = std::max(2 * size, kSmallestServed);
    const Pose here = Pose::identity();
    crossing::ExactSegment segment({nullptr, point}, {nullptr, highest + Vec3{off, 0.9 * off, 0.8 * off}},
                                   nullptr);
    bool odd = false;
    for (std::size_t i = 0; i < solid.triangles.size(); ++i) {
        const crossing::TriangleCrossing found = segment.with(here, solid.triangle(i), true);
        if (found == crossing::TriangleCrossing::boundary) return false;
        if (found == crossing::TriangleCrossing::crossed) odd = !odd;
    }
    return !odd;
}

/// A lower bound of the distance from a point to a triangle, by the plane orthogonal to the offset from its
/// closest point; `enough` or more when a box shows that already.
double distance_below(const Triangle& t, const Vec3& p, double enough) noexcept {
    const IntervalVec3 x = enclose(p);
    const double apart =
        std::max({distance_below(x.x, t.a.x, t.b.x, t.c.x), distance_below(x.y, t.a.y, t.b.y, t.c.y),
                  distance_below(x.z, t.a.z, t.b.z, t.c.z)});
    if (apart >= enough) return enough;
    const IntervalVec3 n = enclose(p - nearest_point(t, p));
    Interval least = dot(n, x - enclose(t.a));
    for (const Vec3& corner : {t.b, t.c}) least = min(least, dot(n, x - enclose(corner)));
    const Interval length = norm(n);
    return length.lower > 0 ? std::max(apart, (least / length).lower) : apart;
}

double clearance_in(const MeshData& mesh, const IntervalVec3& x) noexcept {
    double best = -kInfinity;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) best = better_depth(mesh.triangle(i), x, best);
    if (mesh.options.kind != MeshKind::solid || best >= 0 || !is_finite(middle(x))) return best;
    if (lies_outside(mesh, middle(x))) return best;
    double distance = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
        distance = std::min(distance, distance_below(mesh.triangle(i), middle(x), distance));
    return std::max(best, (Interval(distance) - norm(x - enclose(middle(x)))).lower);
}

double clearance_in(const HeightFieldData& field, const IntervalVec3& x) noexcept {
    double best = -kInfinity;
    for (std::size_t i = 0; i < field.triangle_count(); ++i) best = better_depth(field.triangle(i), x, best);
    return best;
}

double clearance_in(const CompoundData& compound, const IntervalVec3& x) noexcept {
    double best = -kInfinity;
    for (const Shape& part : compound.parts) best = std::max(best, clearance(part, x));
    return best;
}

}  // namespace

double clearance_in_parts(const Shape& shape, const IntervalVec3& x) noexcept {
    if (const MeshData* mesh = mesh_data(shape)) return clearance_in(*mesh, x);
    if (const HeightFieldData* field = height_field_data(shape)) return clearance_in(*field, x);
    return clearance_in(*compound_data(shape), x);
}

}  // namespace graze
