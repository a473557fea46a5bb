// Faces of primitives by their traits; of hulls the most level face, else the most level edge at the highest
// corner, else that corner.
#include "convex/manifold/support_face.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "math/degeneracy/sine_limits.hpp"
#include "shape/primitives/list.hpp"

namespace graze {
namespace {

void hull_face(const HullData& hull, const Vec3& direction, const LevelAngle& level,
               SupportFace& face) noexcept {
    std::size_t best = hull.facets.size();
    double height = level.cosine;
    for (std::size_t f = 0; f < hull.facets.size(); ++f) {
        const double level_of = dot(hull.facet_planes[f].normal, direction);
        if (level_of < height || (best < hull.facets.size() && level_of == height)) continue;
        height = level_of;
        best = f;
    }
    if (best < hull.facets.size()) {
        const auto& loop = hull.facets[best];
        // Facets with very many corners are thinned evenly: the polygon stays inside.
        const std::size_t step = (loop.size() + SupportFace::kMaxPoints - 1) / SupportFace::kMaxPoints;
        for (std::size_t i = 0; i < loop.size(); i += step) face.add(hull.vertices[loop[i]], loop[i]);
        face.id = static_cast<std::uint32_t>(best);
        return;
    }
    const std::uint32_t top = support_vertex(hull, direction);
    face.add(hull.vertices[top], top);
    face.id = static_cast<std::uint32_t>(hull.facets.size()) + top;
    double least_slope = level.sine;
    std::uint32_t other = top;
    for (std::uint32_t n = hull.neighbour_start[top]; n < hull.neighbour_start[top + 1]; ++n) {
        const Vec3 edge = hull.vertices[hull.neighbours[n]] - hull.vertices[top];
        const double slope = std::abs(dot(edge, direction)) / length(edge);
        if (!(slope <= least_slope) || (other != top && slope == least_slope)) continue;
        least_slope = slope;
        other = hull.neighbours[n];
    }
    if (other != top) face.add(hull.vertices[other], other);
}

void add_face(const Shape& shape, const Vec3& direction, const LevelAngle& level,
              SupportFace& face) noexcept {
    const auto of_primitive = [&]<class P>(const P& p) {
        if constexpr (requires { PrimitiveTraits<P>::face(p, direction, level, face); })
            PrimitiveTraits<P>::face(p, direction, level, face);
        else
            face.add(support(shape, direction), 0);
    };
    visit_primitive(shape, of_primitive, [&] {
        const bool listed = shape.type() == ShapeType::polygon || shape.type() == ShapeType::hull;
        if (listed) return hull_face(static_cast<const HullData&>(*shape.payload()), direction, level, face);
        composite_support_face(shape, direction, level, face);
    });
}

/// A loop without an inside (a cap of radius zero, a needle) becomes the edge or the point that it is.
void collapse(SupportFace& face) noexcept {
    const auto farthest_from = [&](std::size_t start) {
        std::size_t best = start;
        for (std::size_t i = 0; i < face.size(); ++i) {
            if (length_sq(face.points[i] - face.points[start]) >
                length_sq(face.points[best] - face.points[start]))
                best = i;
        }
        return best;
    };
    const std::size_t p = farthest_from(0);
    const std::size_t q = farthest_from(p);
    const Vec3 along = face.points[q] - face.points[p];
    Vec3 sum{};
    for (std::size_t i = 1; i + 1 < face.size(); ++i)
        sum += cross(face.points[i] - face.points[0], face.points[i + 1] - face.points[0]);
    if (max_component(abs(sum)) > kEdgeThickness * length_sq(along)) return;
    const std::array<Vec3, 2> ends{face.points[p], face.points[q]};
    const std::array<std::uint32_t, 2> names{face.ids[p], face.ids[q]};
    const bool edge = face.size() >= 2 && length_sq(along) > 0;
    const std::uint32_t name = face.id;
    face.clear();
    face.id = name;
    for (std::size_t i = 0; i < (edge ? 2U : 1U); ++i) face.add(ends[i], names[i]);
}

}  // namespace

Vec3 face_normal(const SupportFace& face, const Vec3& direction) noexcept {
    if (face.size() < 3) return direction;
    Vec3 sum{};
    for (std::size_t i = 1; i + 1 < face.size(); ++i)
        sum += cross(face.points[i] - face.points[0], face.points[i + 1] - face.points[0]);
    if (sum == Vec3{}) return direction;
    const Vec3 n = unit(sum);
    return dot(n, direction) < 0 ? -n : n;
}

void triangle_face(std::span<const Vec3, 3> corners, const Vec3& normal, const Vec3& direction,
                   const LevelAngle& level, SupportFace& face) noexcept {
    face.clear();
    add_triangle_or_edge(corners, normal, direction, level, face);
    if (face.size() == 3) collapse(face);
}

void support_face(const Shape& shape, const Vec3& direction, const LevelAngle& level,
                  SupportFace& face) noexcept {
    face.clear();
    add_face(shape, direction, level, face);
    if (face.size() > 1) collapse(face);
}

}  // namespace graze
