// Distances of input points that are not vertices.
#include <algorithm>
#include <cmath>
#include <limits>

#include "math/nearest.hpp"
#include "shape/hull/hull_build.hpp"

namespace graze::hulls {
namespace {

double segment_distance(const Vec3& p, const Vec3& a, const Vec3& b) {
    return length(p - (a + nearest_on_segment(a, b, p) * (b - a)));
}

double hull_distance(const HullData& data, const Vec3& p) {
    double best = std::numeric_limits<double>::infinity();
    for (const Vec3& v : data.vertices) best = std::min(best, length(p - v));
    if (data.dimension == 1) best = segment_distance(p, data.vertices[0], data.vertices[1]);
    for (const auto& [a, b, c] : data.triangles)
        best = std::min(best, triangle_distance(p, data.vertices[a], data.vertices[b], data.vertices[c]));
    return best;
}

}  // namespace

double triangle_distance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    return std::sqrt(nearest_on_triangle({a, b, c}, p).distance_sq);
}

double worst_dropped_distance(const HullData& data, std::span<const Vec3> points, const Spread& spread) {
    const double rounding = kDistanceRoundings * kEps * spread.magnitude;
    std::vector<bool> kept(points.size(), false);
    for (const std::uint32_t i : data.source) kept[i] = true;
    double worst = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (!kept[i]) worst = std::max(worst, hull_distance(data, points[i]) + rounding);
    if (data.dimension < 2) return worst;
    // A narrow polygon blurs the distances. But along one coordinate axis, no steeper than 1 : sqrt(2) to the
    // plane, every point has a point of the hull before or behind it, and both are within the thickness of
    // the plane.
    return std::min(worst, 2 * std::sqrt(3.0) * (spread.thickness + rounding));
}

}  // namespace graze::hulls
