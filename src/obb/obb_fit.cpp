// Fits by covariance. For a surface with area weights w that sum to 1, mean C and d_j = V_j - C, a triangle
// adds w / 12 (Σ_j Σ_k d_j d_kᵀ + Σ_j d_j d_jᵀ), the exact integral over it.
#include "graze/obb/obb_tree.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/symmetric_eigen.hpp"
#include "obb/obb_fit_set.hpp"

namespace graze {
namespace {

void add_product(Mat3& sum, const Vec3& d, double weight) noexcept {
    for (std::size_t j = 0; j < 3; ++j) sum.columns[j] += d * (d[j] * weight);
}

double area_of(const ObbFitSet& set, const std::array<std::uint32_t, 3>& t) noexcept {
    const Vec3& a = set.points[t[0]];
    return length(cross(set.points[t[1]] - a, set.points[t[2]] - a));
}

/// Moves the corners of the triangles to about unit size around the origin, each vertex once.
bool gather(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
            ObbFitSet& set) {
    std::vector<std::uint32_t> used;
    for (const auto& t : triangles) {
        for (const std::uint32_t v : t) {
            if (v >= vertices.size() || !is_finite(vertices[v])) return false;
            used.push_back(v);
        }
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    Vec3 low = vertices[used[0]], high = low;
    for (const std::uint32_t v : used) {
        low = min(low, vertices[v]);
        high = max(high, vertices[v]);
    }
    const Vec3 middle = low * 0.5 + high * 0.5;
    const double size = max_component(high * 0.5 - low * 0.5);
    const double scale = size > 0 ? std::ldexp(1.0, -std::clamp(std::ilogb(size), -1000, 1000)) : 1;
    for (const std::uint32_t v : used) set.points.push_back((vertices[v] - middle) * scale);
    for (const auto& t : triangles) {
        const auto place = [&](std::uint32_t v) {
            return static_cast<std::uint32_t>(std::lower_bound(used.begin(), used.end(), v) - used.begin());
        };
        set.triangles.push_back({place(t[0]), place(t[1]), place(t[2])});
    }
    return true;
}

}  // namespace

Mat3 point_axes(std::span<const Vec3> points) noexcept {
    const double weight = 1 / static_cast<double>(points.size());
    Vec3 mean{};
    for (const Vec3& p : points) mean += p * weight;
    Mat3 covariance{};
    for (const Vec3& p : points) add_product(covariance, p - mean, weight);
    return symmetric_eigen(covariance).vectors;
}

Mat3 surface_axes(const ObbFitSet& set) noexcept {
    double total = 0;
    Vec3 mean{};
    for (const auto& t : set.triangles) {
        const double area = area_of(set, t);
        total += area;
        mean += (set.points[t[0]] + set.points[t[1]] + set.points[t[2]]) * (area / 3);
    }
    // Areas of this size, in sets of unit size, are rounding.
    if (!(total > 1e-15)) return point_axes(set.points);
    mean *= 1 / total;
    Mat3 covariance{};
    for (const auto& t : set.triangles) {
        const double weight = area_of(set, t) / total / 12;
        const Vec3 d0 = set.points[t[0]] - mean, d1 = set.points[t[1]] - mean, d2 = set.points[t[2]] - mean;
        add_product(covariance, d0 + d1 + d2, weight);
        add_product(covariance, d0, weight);
        add_product(covariance, d1, weight);
        add_product(covariance, d2, weight);
    }
    return symmetric_eigen(covariance).vectors;
}

Mat3 fitted_axes(const ObbFitSet& set, ObbFit fit, FitHull& scratch) {
    const ObbFitSet& hull = scratch.of(set);
    switch (fit) {
        case ObbFit::points: return point_axes(hull.points);
        case ObbFit::triangles: return surface_axes(hull);
        case ObbFit::minimum_volume: break;
    }
    return turned_to_least_volume(hull.points, surface_axes(hull));
}

Obb fit_obb(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
            ObbFit fit) {
    ObbFitSet set;
    if (triangles.empty() || !gather(vertices, triangles, set)) return {};
    FitHull hull;
    const Mat3 axes = fitted_axes(set, fit, hull);
    std::vector<Vec3> corners;
    corners.reserve(3 * triangles.size());
    for (const auto& t : triangles)
        corners.insert(corners.end(), {vertices[t[0]], vertices[t[1]], vertices[t[2]]});
    return fit_obb(corners, axes);
}

}  // namespace graze
