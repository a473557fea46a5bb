// How far the input points that are not vertices lie outside the hull.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/math/predicates.hpp"
#include "shape/hull_build.hpp"

namespace graze::hull {
namespace {

double segment_distance(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double square = length_sq(along);
    const double t = square > 0 ? std::clamp(dot(p - a, along) / square, 0.0, 1.0) : 0;
    return length(p - (a + t * along));
}

double triangle_distance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 normal = unit(cross(b - a, c - a));
    const bool above = dot(cross(b - a, p - a), normal) >= 0 && dot(cross(c - b, p - b), normal) >= 0 && dot(cross(a - c, p - c), normal) >= 0;
    if (above) return std::abs(dot(p - a, normal));
    return std::min({segment_distance(p, a, b), segment_distance(p, b, c), segment_distance(p, c, a)});
}

double hull_distance(const HullData& data, const Vec3& p) {
    double best = std::numeric_limits<double>::infinity();
    for (const Vec3& v : data.vertices) best = std::min(best, length(p - v));
    if (data.dimension == 1) best = segment_distance(p, data.vertices[0], data.vertices[1]);
    for (const auto& [a, b, c] : data.triangles) best = std::min(best, triangle_distance(p, data.vertices[a], data.vertices[b], data.vertices[c]));
    return best;
}

/// Inside by exact signs: not above any triangle.
bool inside(const HullData& data, const Vec3& p) {
    if (data.dimension < 3) return false;
    return std::none_of(data.triangles.begin(), data.triangles.end(), [&](const auto& t) {
        return orient3d(data.vertices[t[0]], data.vertices[t[1]], data.vertices[t[2]], p) == Sign::positive;
    });
}

double height_over_planes(const HullData& data, const Vec3& p) {
    double height = -std::numeric_limits<double>::infinity();
    for (const Plane& plane : data.facet_planes) height = std::max(height, plane(p));
    return height;
}

}  // namespace

double worst_dropped_distance(const HullData& data, std::span<const Vec3> points, double magnitude) {
    // Plane heights and the distances below are off by a few roundings of the coordinates.
    const double rounding = 16 * kEps * magnitude;
    std::vector<bool> kept(points.size(), false);
    for (const std::uint32_t i : data.source) kept[i] = true;
    double worst = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (kept[i]) continue;
        if (data.dimension == 3 && height_over_planes(data, points[i]) < -rounding - data.planarity) continue;
        if (inside(data, points[i])) continue;
        worst = std::max(worst, hull_distance(data, points[i]) + rounding);
    }
    return worst;
}

}  // namespace graze::hull
