// Depths by kind of core: closed forms, heights under the facets of solids, distances to segments and
// triangles.
#include "convex/epa/point_depth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "convex/primitives/point_solid.hpp"
#include "graze/math/predicates.hpp"
#include "math/degeneracy/thin_triangle.hpp"
#include "math/nearest.hpp"

namespace graze {
namespace {

PointDepth depth_of(const PointSolid& found) noexcept { return {-found.distance, found.outward}; }

/// From a point of the core that is near.
PointDepth depth_beside(const Vec3& nearest, const Vec3& p) noexcept {
    return {-length(p - nearest), unit(p - nearest)};
}

PointDepth depth_at_segment(const Vec3& a, const Vec3& b, const Vec3& p) noexcept {
    const double part = nearest_on_segment(a, b, p);
    return depth_beside((1 - part) * a + part * b, p);
}

PointDepth depth_at_triangle(const std::array<Vec3, 3>& t, const Vec3& p) noexcept {
    const TrianglePoint y = nearest_on_triangle(t, p);
    PointDepth depth = depth_beside(t[0] + y.u * (t[1] - t[0]) + y.v * (t[2] - t[0]), p);
    depth.touch = unit(cross(t[1] - t[0], t[2] - t[0]));  // for points of the plane
    return depth;
}

void keep_larger(PointDepth& best, const PointDepth& other) noexcept {
    if (other.depth > best.depth) best = other;
}

/// Hulls that leave less depth than this share of their size are searched.
constexpr double kFlat = 1e-10;

constexpr PointDepth kNoDepth{-std::numeric_limits<double>::infinity()};

PointDepth depth_in_tetrahedron(const std::array<Vec3, 4>& v, const Vec3& p) noexcept {
    PointDepth inside{std::numeric_limits<double>::infinity()};
    PointDepth beside = kNoDepth;
    bool member = true;  // by exact signs: the heights of a flat one are noise
    for (std::size_t i = 0; i < 4; ++i) {
        const std::array<Vec3, 3> face{v[(i + 1) % 4], v[(i + 2) % 4], v[(i + 3) % 4]};
        const Vec3 normal = unit(cross(face[1] - face[0], face[2] - face[0]));
        const Sign corner = orient3d(face[0], face[1], face[2], v[i]);
        const Vec3 out = corner == Sign::positive ? -normal : normal;
        const double height = least_height(out, face[0] - p, face[1] - p, face[2] - p);
        if (height < inside.depth) inside = {height, out};
        const Sign side = orient3d(face[0], face[1], face[2], p);
        member = member && (side == Sign::positive || side == Sign::negative) && side == corner;
        keep_larger(beside, depth_at_triangle(face, p));
    }
    return member && inside.depth > 0 ? inside : beside;
}

PointDepth depth_in_hull(const HullData& hull, const Vec3& p) noexcept {
    const auto& v = hull.vertices;
    if (hull.triangles.empty()) return depth_at_segment(v.front(), v.back(), p);
    if (const auto inside = depth_inside(hull, p)) return *inside;
    PointDepth beside = kNoDepth;
    for (const auto& t : hull.triangles)
        keep_larger(beside, depth_at_triangle({v[t[0]], v[t[1]], v[t[2]]}, p));
    return beside;
}

}  // namespace

std::optional<PointDepth> depth_under_facets(const HullData& hull, const Vec3& p) noexcept {
    if (hull.dimension < 3) return std::nullopt;
    PointDepth inside{std::numeric_limits<double>::infinity()};
    for (const Plane& plane : hull.facet_planes) {
        const double depth = -plane(p) - hull.planarity;
        if (!(depth > 0)) return std::nullopt;
        if (depth < inside.depth) inside = {depth, plane.normal};
    }
    const double size = max_component(abs(hull.vertices[hull.triangles[0][0]] - p));
    if (!(inside.depth > kFlat * size)) return std::nullopt;
    return inside;
}

std::optional<PointDepth> depth_inside(const HullData& hull, const Vec3& p) noexcept {
    const std::optional<PointDepth> inside = depth_under_facets(hull, p);
    if (!inside) return std::nullopt;
    // Facets of a hull that is flat up to rounding may all face one way, and vertices that were merged into
    // one may be below it by more than the vertices of its loop.
    const auto& v = hull.vertices;
    const bool member = std::all_of(hull.triangles.begin(), hull.triangles.end(), [&](const auto& t) {
        return orient3d(v[t[0]], v[t[1]], v[t[2]], p) == Sign::negative;
    });
    return member ? inside : std::nullopt;
}

std::optional<PointDepth> plain_depth_at(const Shape& shape, const Vec3& p) noexcept {
    const auto& v = shape.values();
    const auto corner = [&](std::size_t i) { return shape.vector(i); };
    switch (shape.type()) {
        case ShapeType::point:
        case ShapeType::sphere: return depth_beside(shape.centre(), p);
        case ShapeType::segment: return depth_at_segment(corner(0), corner(1), p);
        case ShapeType::capsule: return depth_at_segment({0, 0, -v[1]}, {0, 0, v[1]}, p);
        case ShapeType::triangle: return depth_at_triangle({corner(0), corner(1), corner(2)}, p);
        case ShapeType::tetrahedron:
            return depth_in_tetrahedron({corner(0), corner(1), corner(2), corner(3)}, p);
        case ShapeType::polygon:
        case ShapeType::hull: return depth_in_hull(static_cast<const HullData&>(*shape.payload()), p);
        case ShapeType::box: return depth_of(point_box(corner(0), p));
        case ShapeType::cylinder: return depth_of(point_cylinder(v[0], v[1], p));
        case ShapeType::cone: return depth_of(point_cone(v[0], v[1], p));
        case ShapeType::rounded: return plain_depth_at(shape.children()[0], p);
        default: return std::nullopt;
    }
}

}  // namespace graze
