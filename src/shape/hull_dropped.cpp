// Distances of input points that are not vertices.
#include <algorithm>
#include <cmath>
#include <limits>

#include "shape/hull_build.hpp"

namespace graze::hull {
namespace {

double segment_distance(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double square = length_sq(along);
    const double t = square > 0 ? std::clamp(dot(p - a, along) / square, 0.0, 1.0) : 0;
    return length(p - (a + t * along));
}

}  // namespace

double triangle_distance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const double edges = std::min({segment_distance(p, a, b), segment_distance(p, b, c), segment_distance(p, c, a)});
    const double size = max_component(max(abs(b - a), abs(c - a)));
    if (!(size > 0)) return edges;
    // The foot of the perpendicular, by orthogonalising at unit size. Whatever the rounding, a + s u + t v is a point of the
    // triangle when s, t >= 0 and s + t <= 1, and its distance an upper bound.
    const double scale = std::ldexp(1.0, -std::ilogb(size));
    const Vec3 u = scale * (b - a), v = scale * (c - a), w = scale * (p - a);
    const Vec3 along = unit(u);
    const Vec3 across = unit(v - dot(v, along) * along);
    const double t = dot(w, across) / dot(v, across), s = (dot(w, along) - t * dot(v, along)) / dot(u, along);
    if (!(s >= 0 && t >= 0 && s + t <= 1)) return edges;
    return std::min(edges, length(w - (s * u + t * v)) / scale);
}

namespace {

double hull_distance(const HullData& data, const Vec3& p) {
    double best = std::numeric_limits<double>::infinity();
    for (const Vec3& v : data.vertices) best = std::min(best, length(p - v));
    if (data.dimension == 1) best = segment_distance(p, data.vertices[0], data.vertices[1]);
    for (const auto& [a, b, c] : data.triangles)
        best = std::min(best, triangle_distance(p, data.vertices[a], data.vertices[b], data.vertices[c]));
    return best;
}

}  // namespace

double worst_dropped_distance(const HullData& data, std::span<const Vec3> points, const Spread& spread) {
    const double rounding = kDistanceRoundings * kEps * spread.magnitude;
    std::vector<bool> kept(points.size(), false);
    for (const std::uint32_t i : data.source) kept[i] = true;
    double worst = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (!kept[i]) worst = std::max(worst, hull_distance(data, points[i]) + rounding);
    if (data.dimension < 2) return worst;
    // A narrow polygon blurs the distances. But along one coordinate axis, no steeper than 1 : sqrt(2) to the plane, every point
    // has a point of the hull before or behind it, and both are within the thickness of the plane.
    return std::min(worst, 2 * std::sqrt(3.0) * (spread.thickness + rounding));
}

}  // namespace graze::hull
