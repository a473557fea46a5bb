// Rays against the shapes with flat faces: box, half-space, point, segment, triangle, tetrahedron, polygon
// and hull, by clipping against face planes with bounded errors. Flat sets (a triangle, a segment) are hit
// where signed volumes leave no other answer.
#include <algorithm>
#include <array>
#include <cmath>

#include "convex/ray/ray_local.hpp"
#include "graze/shape/hull.hpp"

namespace graze {

namespace {

Span clip_box(const LocalRay& ray, const Shape& shape) noexcept {
    Span span;
    for (std::size_t i = 0; i < 3; ++i) {
        const Approx half = shape.values()[i] * ray.scale;
        Vec3 normal{};
        normal[i] = 1;
        span = both(span, clip_plane(ray.base[i] - half, ray.slope[i], ray.range, normal));
        span = both(span, clip_plane(-ray.base[i] - half, -ray.slope[i], ray.range, -normal));
    }
    return span;
}

Span clip_half_space(const LocalRay& ray, const Shape& shape) noexcept {
    const Vec3 normal = shape.vector(0);
    const Approx offset = shape.values()[3] * ray.scale;
    const Approx height = dot(approximate(normal), ray.base) - offset;
    const Approx rate = dot(approximate(normal), ray.slope);
    // A ray that may be parallel and starts outside hits the plane, if at all, no sooner than the steepest
    // rate allows.
    const double steepest = rate.error - rate.value;
    if (height.positive() && rate.may_be_zero() && steepest > 0) {
        Span far = Span::undecided();
        far.enter.lower = (height / Approx(steepest * approx::kUp)).interval().lower;
        far.normal = normal;
        return far;
    }
    return clip_plane(height, rate, ray.range, normal);
}

/// The line through a point: the parameter where it is nearest, if the cross product allows a hit.
Span clip_point(const LocalRay& ray, const ApproxVec3& point) noexcept {
    const ApproxVec3 off = point - ray.base;
    const ApproxVec3 area = cross(off, ray.slope);
    if (!may_be_zero(area)) return Span::none();
    Span span;
    span.enter = span.leave = (dot(off, ray.slope) / dot(ray.slope, ray.slope)).interval();
    span.normal = -value(ray.slope);
    span.sure = false;
    return span;
}

/// Where the line may intersect the segment pq.
Span clip_segment(const LocalRay& ray, const ApproxVec3& p, const ApproxVec3& q) noexcept {
    const ApproxVec3 edge = q - p;
    const ApproxVec3 off = p - ray.base;
    const ApproxVec3 normal = cross(ray.slope, edge);
    Span span;
    span.sure = false;
    const Approx normal_sq = dot(normal, normal);
    if (normal_sq.positive()) {
        if (!dot(off, normal).may_be_zero()) return Span::none();
        const Approx along = dot(cross(off, ray.slope), normal) / normal_sq;
        if (along.value - along.error > 1 || along.negative()) return Span::none();
        span.enter = span.leave = (dot(cross(off, edge), normal) / normal_sq).interval();
        const Vec3 n = value(normal);
        const Vec3 side = cross(n, value(edge));  // in the plane of both, across the edge
        span.normal = dot(side, value(ray.slope)) > 0 ? -side : side;
        return span;
    }
    // Parallel as far as can be decided: every point of the segment must be able to lie on the line.
    const ApproxVec3 area = cross(off, ray.slope) - normal * Approx(0.5, 0.5);
    if (!may_be_zero(area)) return Span::none();
    const Approx slope_sq = dot(ray.slope, ray.slope);
    const Interval t_p = (dot(off, ray.slope) / slope_sq).interval();
    const Interval t_q = (dot(q - ray.base, ray.slope) / slope_sq).interval();
    const bool collinear = normal_sq.value == 0 && normal_sq.error == 0;
    span.enter = collinear ? min(t_p, t_q) : hull(t_p, t_q);
    span.leave = collinear ? max(t_p, t_q) : hull(t_p, t_q);
    span.normal = -value(ray.slope);
    return span;
}

/// A flat convex loop that the ray may lie in: it enters through an edge.
template <std::size_t N>
Span clip_edges(const LocalRay& ray, const std::array<ApproxVec3, N>& loop) noexcept {
    Span span = Span::none();
    for (std::size_t i = 0; i < N; ++i) span = either(span, clip_segment(ray, loop[i], loop[(i + 1) % N]));
    return span;
}

Span clip_triangle(const LocalRay& ray, const std::array<ApproxVec3, 3>& p) noexcept {
    const ApproxVec3 normal = cross(p[1] - p[0], p[2] - p[0]);
    const Approx rate = dot(normal, ray.slope);
    const Approx height = dot(normal, p[0] - ray.base);
    if (rate.may_be_zero()) {
        if (!(height - Approx(0, ray.range) * rate).may_be_zero()) return Span::none();
        return clip_edges(ray, p);
    }
    const double side = rate.positive() ? 1 : -1;
    Span span;
    for (std::size_t i = 0; i < 3; ++i) {
        const ApproxVec3 from = p[i] - ray.base;
        const Approx volume = Approx(side) * dot(cross(from, p[(i + 1) % 3] - p[i]), ray.slope);
        if (volume.negative()) return Span::none();
        span.sure = span.sure && volume.value >= volume.error;
    }
    span.enter = span.leave = (height / rate).interval();
    span.normal = value(normal) * -side;
    return span;
}

Span clip_tetrahedron(const LocalRay& ray, const std::array<ApproxVec3, 4>& p) noexcept {
    static constexpr std::array<std::array<std::size_t, 4>, 4> kFaces{
        {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}}};
    const Approx volume6 = dot(cross(p[1] - p[0], p[2] - p[0]), p[3] - p[0]);
    if (volume6.may_be_zero()) {
        Span span = Span::none();
        for (const auto& f : kFaces) span = either(span, clip_triangle(ray, {p[f[0]], p[f[1]], p[f[2]]}));
        return span;
    }
    Span span;
    for (const auto& f : kFaces) {
        ApproxVec3 normal = cross(p[f[1]] - p[f[0]], p[f[2]] - p[f[0]]);
        if (dot(value(normal), value(p[f[3]] - p[f[0]])) > 0) normal = -normal;
        span = both(span, clip_plane(dot(normal, ray.base - p[f[0]]), dot(normal, ray.slope), ray.range,
                                     value(normal)));
    }
    return span;
}

ApproxVec3 scaled_point(const Vec3& v, double scale) noexcept { return approximate(v * scale); }

/// The flat hulls: a fan of triangles, a segment between the ends, a point.
Span clip_flat_hull(const LocalRay& ray, const HullData& body) noexcept {
    const auto vertex = [&](std::uint32_t i) { return scaled_point(body.vertices[i], ray.scale); };
    if (body.dimension == 0 || body.vertices.size() == 1) return clip_point(ray, vertex(0));
    Span span = Span::none();
    if (body.dimension == 1 || body.vertices.size() == 2 || body.triangles.empty()) {
        for (std::uint32_t i = 1; i < body.vertices.size(); ++i)
            span = either(span, clip_segment(ray, vertex(0), vertex(i)));
        return span;
    }
    for (const auto& t : body.triangles)
        span = either(span, clip_triangle(ray, {vertex(t[0]), vertex(t[1]), vertex(t[2])}));
    return span;
}

/// Solid hulls have many faces, so this clips in doubles with one error bound for all planes, then encloses
/// the entry by the triangles of the face found: a triangle of vertices is inside the hull, so a certain
/// crossing is a certain upper bound.
Span clip_hull(const LocalRay& ray, const HullData& body) noexcept {
    if (body.dimension < 3) return clip_flat_hull(ray, body);
    const Vec3 base = value(ray.base);
    const Vec3 slope = value(ray.slope);
    // Products and sums of numbers up to 2, plus the widths of the enclosures; planes are unit up to
    // rounding.
    const double reach = length(base) + 2;
    const double error = 16 * kEps * reach + error_sum(ray.base);
    const double slope_error = 16 * kEps + error_sum(ray.slope);
    const double above = (body.concavity + 8 * kEps * length(body.vertices[0])) * ray.scale + error;
    const double below = (body.planarity + 8 * kEps * length(body.vertices[0])) * ray.scale + error;
    Span span;
    std::size_t face = body.facet_planes.size();
    for (std::size_t i = 0; i < body.facet_planes.size(); ++i) {
        const Plane& plane = body.facet_planes[i];
        const double height = dot(plane.normal, base) + plane.offset * ray.scale;
        const double rate = dot(plane.normal, slope);
        const Span clip = clip_plane({height + 0.5 * (below - above), 0.5 * (above + below)},
                                     {rate, slope_error}, ray.range, plane.normal);
        if (clip.enter.lower > span.enter.lower) face = i;
        span = both(span, clip);
        if (span.empty) return span;
    }
    if (face == body.facet_planes.size()) return span;
    const auto& loop = body.facets[face];
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
        const Span hit = clip_triangle(ray, {scaled_point(body.vertices[loop[0]], ray.scale),
                                             scaled_point(body.vertices[loop[i]], ray.scale),
                                             scaled_point(body.vertices[loop[i + 1]], ray.scale)});
        if (!hit.sure || hit.empty) continue;
        span.sure = true;
        span.enter.upper = std::min(span.enter.upper, hit.enter.upper);
        break;
    }
    return span;
}

}  // namespace

std::optional<Span> clip_flat_shape(const LocalRay& ray, const Shape& shape) noexcept {
    const auto vertex = [&](std::size_t i) { return scaled_point(shape.vector(i), ray.scale); };
    switch (shape.type()) {
        case ShapeType::point: return clip_point(ray, vertex(0));
        case ShapeType::segment: return clip_segment(ray, vertex(0), vertex(1));
        case ShapeType::triangle: return clip_triangle(ray, {vertex(0), vertex(1), vertex(2)});
        case ShapeType::tetrahedron:
            return clip_tetrahedron(ray, {vertex(0), vertex(1), vertex(2), vertex(3)});
        case ShapeType::box: return clip_box(ray, shape);
        case ShapeType::half_space: return clip_half_space(ray, shape);
        case ShapeType::polygon:
        case ShapeType::hull: return clip_hull(ray, static_cast<const HullData&>(*shape.payload()));
        default: return std::nullopt;
    }
}

}  // namespace graze
