// Vertices, faces and edge directions of each shape that SAT serves, moved into the frame of the search;
// parallel edges count once.
#include <algorithm>
#include <cmath>
#include <span>

#include "convex/sat/sat_polytope.hpp"
#include "graze/shape/hull.hpp"
#include "math/degeneracy/sine_limits.hpp"
#include "math/degeneracy/triangle_normal.hpp"

namespace graze {
namespace {

using Face = PolytopeView::Face;
using Edge = PolytopeView::Edge;

bool add_vertex(PolytopeView& view, const Vec3& x) noexcept {
    view.reach = std::max(view.reach, length(x));
    return view.vertices.push(x);
}

bool add_segment(PolytopeView& view, std::size_t i, std::size_t j) noexcept {
    if (!view.segments.push({static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)})) return false;
    const Vec3 difference = view.vertices[j] - view.vertices[i];
    if (difference == Vec3{}) return true;
    const Edge edge{unit(difference), length(difference)};
    for (const Edge& known : view.edges) {
        if (cross(known.direction, edge.direction) == Vec3{} && known.length >= edge.length) return true;
    }
    return view.edges.push(edge);
}

/// The plane through three vertices, away from `inner` when that is off the plane. Collinear ones have none.
bool add_face(PolytopeView& view, const std::array<std::size_t, 3>& corners, const Vec3& inner) noexcept {
    const Vec3& origin = view.vertices[corners[0]];
    const Vec3 u = view.vertices[corners[1]] - origin;
    const Vec3 v = view.vertices[corners[2]] - origin;
    const Vec3 w = v - u;
    // The two shortest sides make the best conditioned normal.
    const double uu = length_sq(u);
    const double vv = length_sq(v);
    const double ww = length_sq(w);
    Vec3 n = uu >= vv && uu >= ww ? corner_normal(v, w)
             : vv >= ww           ? corner_normal(u, w)
                                  : corner_normal(u, v);
    const double sine = length(n);
    if (!(sine > kFaceSine)) {
        view.exact_faces = false;
        return true;
    }
    n *= 1 / sine;
    if (dot(n, inner - origin) > 0) n = -n;
    return view.faces.push({n, dot(n, origin), kRoundedSine / sine});
}

bool view_simplex(std::span<const Vec3> corners, const Pose& pose, PolytopeView& view) noexcept {
    for (const Vec3& x : corners) add_vertex(view, pose * x);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        for (std::size_t j = i + 1; j < corners.size(); ++j) add_segment(view, i, j);
    }
    view.flat = corners.size() < 4;
    if (corners.size() == 3) add_face(view, {0, 1, 2}, view.vertices[0]);
    if (corners.size() == 4) {
        add_face(view, {0, 1, 2}, view.vertices[3]);
        add_face(view, {0, 1, 3}, view.vertices[2]);
        add_face(view, {0, 2, 3}, view.vertices[1]);
        add_face(view, {1, 2, 3}, view.vertices[0]);
        // Four points in a plane, or nearly: the axes inside that plane are needed as well.
        for (std::size_t i = 1; i < view.faces.size(); ++i) {
            view.flat = view.flat || length(cross(view.faces[0].normal, view.faces[i].normal)) < kFaceSine;
        }
        view.flat = view.flat || view.faces.size() < 4;
    }
    return true;
}

bool view_box(const Vec3& half, const Pose& pose, PolytopeView& view) noexcept {
    view.box = true;
    view.flat = half.x == 0 || half.y == 0 || half.z == 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3& axis = pose.rotation.columns[i];
        view.half_axes[i] = axis * half[i];
        const double norm = length(axis);
        const Vec3 n = axis * (1 / norm);
        view.faces.push({n, dot(n, pose.position) + half[i] * norm, 0});
        if (half[i] > 0) view.edges.push({n, 2 * half[i] * norm});
    }
    for (std::size_t corner = 0; corner < 8; ++corner) {
        const Vec3 x{corner & 1 ? half.x : -half.x, corner & 2 ? half.y : -half.y,
                     corner & 4 ? half.z : -half.z};
        add_vertex(view, pose * x);
        for (const std::size_t bit : {1u, 2u, 4u}) {
            if (!(corner & bit))
                view.segments.push(
                    {static_cast<std::uint16_t>(corner), static_cast<std::uint16_t>(corner | bit)});
        }
    }
    return true;
}

bool view_hull(const HullData& hull, const Pose& pose, PolytopeView& view) noexcept {
    view.exact_faces = false;
    view.flat = hull.dimension < 3;
    for (const Vec3& x : hull.vertices) {
        if (!add_vertex(view, pose * x)) return false;
    }
    if (hull.dimension < 2) return hull.vertices.size() < 2 || add_segment(view, 0, 1);
    for (std::size_t f = 0; f < hull.facets.size(); ++f) {
        if (view.flat && f > 0) break;  // the other side of the same polygon
        const Vec3 n = unit(pose.rotation * hull.facet_planes[f].normal);
        const std::vector<std::uint32_t>& loop = hull.facets[f];
        double height = -INFINITY;
        for (const std::uint32_t v : loop) height = std::max(height, dot(n, view.vertices[v]));
        if (!view.faces.push({n, height, kRoundedSine})) return false;
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const std::size_t from = loop[i];
            const std::size_t to = loop[i + 1 == loop.size() ? 0 : i + 1];
            // Each edge bounds two facets of a solid, in opposite senses.
            if ((view.flat || from < to) && !add_segment(view, from, to)) return false;
        }
    }
    return true;
}

}  // namespace

bool make_polytope_view(const Shape& shape, const Pose& pose, PolytopeView& view) noexcept {
    const auto simplex = [&](std::size_t corners) {
        const std::array<Vec3, 4> points{shape.vector(0), shape.vector(1), shape.vector(2), shape.vector(3)};
        return view_simplex(std::span(points).first(corners), pose, view);
    };
    bool made = false;
    switch (shape.type()) {
        case ShapeType::point: made = simplex(1); break;
        case ShapeType::segment: made = simplex(2); break;
        case ShapeType::triangle: made = simplex(3); break;
        case ShapeType::tetrahedron: made = simplex(4); break;
        case ShapeType::box: made = view_box(shape.vector(0), pose, view); break;
        case ShapeType::polygon:
        case ShapeType::hull:
            made = view_hull(static_cast<const HullData&>(*shape.payload()), pose, view);
            break;
        default: break;
    }
    if (!made) return false;
    if (view.box) {
        view.centre = pose.position;
    } else {
        for (const Vec3& x : view.vertices)
            view.centre += x * (1 / static_cast<double>(view.vertices.size()));
    }
    return true;
}

bool sat_serves(const PolytopeView& a, const PolytopeView& b) noexcept {
    return a.faces.size() + b.faces.size() + a.edges.size() * b.edges.size() <= kMaxSatAxes;
}

}  // namespace graze
