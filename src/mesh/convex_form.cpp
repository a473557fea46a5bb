// A solid A with the hull H of its vertices, all of A's surface being within delta of H's: the points of H
// that are deeper than delta are connected and none is on the surface, so one of them inside of A means that
// all are. That each triangle is within delta follows from its own normal: H does not reach beyond it by
// more.
#include "mesh/convex_form.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "graze/shape/hull.hpp"
#include "math/degeneracy/triangle_normal.hpp"
#include "mesh/point_side.hpp"

namespace graze {
namespace {

/// Relative to the size of the mesh: what coordinates from single precision leave of flat faces.
constexpr double kMostConcave = 1e-6;

std::vector<Vec3> used_vertices(const MeshData& mesh) {
    std::vector<bool> used(mesh.vertices.size(), false);
    for (const auto& t : mesh.triangles) {
        for (const std::uint32_t corner : t) used[corner] = true;
    }
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (used[i]) points.push_back(mesh.vertices[i]);
    }
    return points;
}

/// Whether some triangle of a few has a vertex far above it.
bool seems_convex(const MeshData& mesh, const std::vector<Vec3>& points, double most) noexcept {
    const std::size_t count = std::min<std::size_t>(mesh.triangles.size(), 64);
    for (std::size_t i = 0; i < count; ++i) {
        const Triangle t = mesh.triangle(i * mesh.triangles.size() / count);
        const std::optional<Vec3> normal = rounded_normal(t.a, t.b, t.c);
        if (!normal) return false;
        const double top = dot(*normal, t.a) + most;
        if (std::any_of(points.begin(), points.end(), [&](const Vec3& p) { return dot(*normal, p) > top; }))
            return false;
    }
    return true;
}

/// How far the hull reaches beyond a triangle, at most; infinite when a triangle has no normal.
double largest_gap(const MeshData& mesh, const HullData& hull) noexcept {
    double gap = 0;
    std::uint32_t vertex = 0;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        const Triangle t = mesh.triangle(i);
        const std::optional<Vec3> normal = rounded_normal(t.a, t.b, t.c);
        if (!normal) return std::numeric_limits<double>::infinity();
        vertex = support_vertex(hull, *normal, vertex);
        for (const Vec3& corner : {t.a, t.b, t.c})
            gap = std::max(gap, dot(*normal, hull.vertices[vertex] - corner));
    }
    // The normal is unit, and the differences and products exact, up to a few roundings.
    return gap + hull.dropped_distance + hull.climb_error + 32 * kEps * mesh.reach;
}

}  // namespace

std::optional<ConvexForm> convex_form(const MeshData& mesh) {
    const double most = kMostConcave * max_component(mesh.tree.bounds().max - mesh.tree.bounds().min);
    if (mesh.options.kind != MeshKind::solid || !(most > 0)) return std::nullopt;
    const std::vector<Vec3> points = used_vertices(mesh);
    if (!seems_convex(mesh, points, most)) return std::nullopt;
    const auto built = ConvexHull::build(points);
    if (!built) return std::nullopt;
    const HullData& hull = built->data();
    const double gap = largest_gap(mesh, hull);
    if (!(gap <= most)) return std::nullopt;
    Vec3 centre{};
    for (const Vec3& v : hull.vertices) centre += v * (1.0 / static_cast<double>(hull.vertices.size()));
    double clearance = std::numeric_limits<double>::infinity();
    for (const Plane& plane : hull.facet_planes) clearance = std::min(clearance, -plane(centre));
    double radius = 0;
    for (const Vec3& v : hull.vertices) radius = std::max(radius, length(v - centre));
    clearance -= hull.concavity + hull.planarity + 32 * kEps * mesh.reach;
    if (!(clearance > 2 * gap) || side_of(mesh, centre) != PointSide::inside) return std::nullopt;
    // (1 - s) H + s centre, with s = gap / clearance, is deeper in H than gap: a ball of radius gap around
    // each of its points does not leave H.
    return ConvexForm{*built, 1.001 * gap / clearance * radius};
}

}  // namespace graze
