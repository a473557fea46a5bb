// Spheres around points. The smallest one is the sphere of a basis of at most four points (Welzl, 1991). It
// is found by pivoting on the farthest point (Gärtner, "Fast and robust smallest enclosing balls", 1999): the
// new basis is the best of the spheres through the farthest point and some of the old basis. The radius rises
// with every pivot, which ends the search; the final radius is measured around the rounded centre, so
// rounding can cost tightness but never containment.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/bounds/aabb.hpp"
#include "graze/bounds/bounding_volumes.hpp"
#include "math/degeneracy/sine_limits.hpp"

namespace graze {
namespace {

/// At most five points: a basis, and the farthest point that joins it.
struct Basis {
    std::array<Vec3, 5> points{};
    std::size_t count = 0;
};

/// The centre of the sphere through the points whose bits are set, in their affine hull; not finite when they
/// do not span one. Gram-Schmidt from the first point: each step moves the centre along a new orthogonal
/// direction until the next point is as far away as the first. Differences of points are taken first, so
/// needle triangles keep their digits.
Vec3 circumcentre(const Basis& basis, unsigned subset) noexcept {
    std::array<Vec3, 3> axes{};
    std::size_t dimension = 0;
    const Vec3* first = nullptr;
    Vec3 centre{};  // relative to the first point
    for (std::size_t i = 0; i < basis.count; ++i) {
        if ((subset >> i & 1) == 0) continue;
        if (first == nullptr) {
            first = &basis.points[i];
            continue;
        }
        const Vec3 d = basis.points[i] - *first;
        Vec3 left = d;
        for (int pass = 0; pass < 2; ++pass) {  // twice is enough to orthogonality at rounding level
            for (std::size_t k = 0; k < dimension; ++k) left -= axes[k] * dot(axes[k], left);
        }
        const double height = length(left);
        if (!(height > kRoundedSine * length(d))) return {std::numeric_limits<double>::quiet_NaN(), 0, 0};
        axes[dimension] = left * (1 / height);
        // The first step ends in the middle of the two points, which needs no root.
        centre =
            dimension == 0 ? d * 0.5 : centre + axes[dimension] * (dot(d, d - centre * 2.0) / (2 * height));
        ++dimension;
    }
    return *first + centre;
}

double farthest_distance_sq(std::span<const Vec3> points, const Vec3& centre) noexcept {
    double farthest = 0;
    for (const Vec3& point : points) farthest = std::max(farthest, length_sq(point - centre));
    return farthest;
}

/// Replaces the basis, whose last point is new, by the subset that carries the smallest sphere around all of
/// them. The optimal centre is the circumcentre of some subset and every centre's radius is at least the
/// optimum, so the smallest radius wins: no tolerance.
BoundingSphere reduce(Basis& basis) noexcept {
    const std::span<const Vec3> points(basis.points.data(), basis.count);
    const unsigned newest = 1U << (basis.count - 1);
    BoundingSphere best{basis.points[basis.count - 1], 0};
    double best_sq = std::numeric_limits<double>::infinity();
    unsigned best_subset = newest;
    for (unsigned size = 1; size <= 4; ++size) {  // small subsets first: they win ties
        for (unsigned earlier = 0; earlier < newest; ++earlier) {
            const unsigned subset = earlier | newest;
            if (static_cast<unsigned>(__builtin_popcount(subset)) != size) continue;
            const Vec3 centre = circumcentre(basis, subset);
            if (!is_finite(centre)) continue;
            const double radius_sq = farthest_distance_sq(points, centre);
            if (radius_sq < best_sq) {
                best_sq = radius_sq;
                best_subset = subset;
                best.centre = centre;
            }
        }
    }
    Basis kept;
    for (std::size_t i = 0; i < basis.count; ++i) {
        if (best_subset >> i & 1) kept.points[kept.count++] = basis.points[i];
    }
    basis = kept;
    best.radius = std::sqrt(best_sq);
    return best;
}

/// The radius around a given centre that contains every point, rounded up. Only the points within rounding of
/// the farthest are measured with intervals.
double covering_radius(std::span<const Vec3> points, const Vec3& centre) noexcept {
    const double farthest = farthest_distance_sq(points, centre);
    double radius = 0;
    for (const Vec3& point : points) {
        // A computed square is off by 5 kEps; what is below the farthest by more than twice that is nearer
        // for certain. Squares below 2^-900 may have lost digits to underflow, so all of those are measured.
        if (farthest > 0x1p-900 && length_sq(point - centre) < farthest * (1 - 16 * kEps)) continue;
        radius = std::max(radius, norm(enclose(point) - enclose(centre)).upper);
    }
    return radius;
}

bool all_finite(std::span<const Vec3> points) noexcept {
    return std::all_of(points.begin(), points.end(), [](const Vec3& p) { return is_finite(p); });
}

/// The sphere of the best basis found, radius not yet certified. At least one point.
BoundingSphere pivot(std::span<const Vec3> points) noexcept {
    Basis basis{{points[0]}, 1};
    BoundingSphere sphere{points[0], 0};
    // Random sets take about ten pivots, sets of nearly cospherical points a few dozen; the radius is
    // certified afterwards in any case.
    constexpr int kMaxPivots = 500;
    for (int i = 0; i < kMaxPivots; ++i) {
        const auto nearer = [&](const Vec3& p, const Vec3& q) {
            return length_sq(p - sphere.centre) < length_sq(q - sphere.centre);
        };
        const Vec3& farthest = *std::max_element(points.begin(), points.end(), nearer);
        if (!(length(farthest - sphere.centre) > sphere.radius * (1 + 2 * kEps))) break;
        basis.points[basis.count++] = farthest;
        const BoundingSphere next = reduce(basis);
        if (!(next.radius > sphere.radius)) break;  // rounding has the last word
        sphere = next;
    }
    return sphere;
}

}  // namespace

BoundingSphere smallest_sphere(std::span<const Vec3> points) noexcept {
    if (points.empty() || !all_finite(points)) return {};
    const Vec3 centre = pivot(points).centre;
    return {centre, covering_radius(points, centre)};
}

BoundingSphere fit_bounding_sphere(std::span<const Vec3> points) noexcept {
    if (points.empty() || !all_finite(points)) return {};
    std::array<Vec3, 26> extremal{};
    for (std::size_t i = 0; i < extremal.size(); ++i) {
        const Vec3 direction = grid_direction(i < 13 ? i : i + 1);
        extremal[i] = *std::max_element(points.begin(), points.end(), [&](const Vec3& p, const Vec3& q) {
            return dot(direction, p) < dot(direction, q);
        });
    }
    BoundingSphere sphere = pivot(extremal);
    for (const Vec3& point : points) {
        const double distance = length(point - sphere.centre);
        if (!(distance > sphere.radius)) continue;
        // The smallest sphere around the old one and the point.
        const double radius = 0.5 * (sphere.radius + distance);
        sphere.centre += (point - sphere.centre) * ((radius - sphere.radius) / distance);
        sphere.radius = radius;
    }
    return {sphere.centre, covering_radius(points, sphere.centre)};
}

}  // namespace graze
