// A ball inside the difference of two cores, from a closed surface of triangles whose corners are exact
// members of it.
//
// The surface winds around the origin, counted by the triangles that a ray from there pierces. No triangle
// comes closer to the origin than r, each kept off by a plane of its own. So every point closer than r has
// the same winding number, not zero; a point outside of the corners' hull would have zero. The surface need
// not be convex, and slivers do no harm.
#include "verify/verify_certificate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>
#include <optional>
#include <vector>

#include "math/nearest.hpp"
#include "verify/verify_bounds.hpp"

namespace graze::verifying {
namespace {

using Triangles = std::vector<DepthCertificate::Triangle>;
using Corners = std::vector<IntervalVec3>;

/// Each undirected edge is used equally often in both directions: the triangles are a cycle without boundary.
bool closed_surface(const Triangles& triangles) {
    struct Edge {
        std::uint32_t low = 0;
        std::uint32_t high = 0;
        int direction = 0;
    };
    std::vector<Edge> edges;
    edges.reserve(3 * triangles.size());
    for (const auto& t : triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t from = t.vertices[i];
            const std::uint32_t to = t.vertices[(i + 1) % 3];
            edges.push_back({std::min(from, to), std::max(from, to), from < to ? 1 : from > to ? -1 : 0});
        }
    }
    std::sort(edges.begin(), edges.end(),
              [](const Edge& x, const Edge& y) { return x.low != y.low ? x.low < y.low : x.high < y.high; });
    for (std::size_t i = 0; i < edges.size();) {
        std::ptrdiff_t balance = 0;
        std::size_t j = i;
        for (; j < edges.size() && edges[j].low == edges[i].low && edges[j].high == edges[i].high; ++j)
            balance += edges[j].direction;
        if (balance != 0) return false;
        i = j;
    }
    return true;
}

int definite_sign(const Interval& x) noexcept { return x.lower > 0 ? 1 : x.upper < 0 ? -1 : 0; }

/// d · (p × q). p · (p × q) = q · (p × q) = 0, so d - p and d - q give the same, and of a needle that passes
/// by the origin next to d it is known best from the nearer one.
Interval around(const IntervalVec3& d, const IntervalVec3& p, const IntervalVec3& q) noexcept {
    const IntervalVec3 normal = cross(p, q);
    return intersect(intersect(dot(d - p, normal), dot(d - q, normal)), dot(d, normal));
}

/// A plane with a triangle on the side away from the origin.
struct PlaneBefore {
    Vec3 direction{};   ///< Not exactly unit.
    double height = 0;  ///< Distance from the origin, from below; nothing is shown when it is not positive.
};

/// Triangles that the ray from the origin along d pierces, counted by orientation; empty when an edge is too
/// close to the ray to decide, or a plane is nearly parallel to it. A pierced point x = t d of a triangle has
/// m · x > 0 for the direction m of its plane, so t has the sign of m · d.
std::optional<std::ptrdiff_t> winding_number(const Triangles& triangles,
                                             const std::vector<PlaneBefore>& planes, const Corners& corners,
                                             const Vec3& d) noexcept {
    const IntervalVec3 ray = enclose(d);
    std::ptrdiff_t count = 0;
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        // What is beyond a plane that the ray leaves behind is behind the origin.
        const int towards = definite_sign(dot(enclose(planes[i].direction), ray));
        if (towards < 0) continue;
        const auto& v = triangles[i].vertices;
        const IntervalVec3 &p = corners[v[0]], &q = corners[v[1]], &r = corners[v[2]];
        const int pq = definite_sign(around(ray, p, q)), qr = definite_sign(around(ray, q, r)),
                  rp = definite_sign(around(ray, r, p));
        // Two opposite signs are enough to pass by.
        if (pq * qr < 0 || qr * rp < 0 || rp * pq < 0) continue;
        if (towards == 0 || pq == 0 || qr == 0 || rp == 0) return std::nullopt;
        count += pq;
    }
    return count;
}

/// Rays through the middles of some triangles; one that hits no edge decides.
bool winds_around_origin(const Triangles& triangles, const std::vector<PlaneBefore>& planes,
                         const Corners& corners) noexcept {
    constexpr std::size_t kRays = 16;
    const std::size_t step = std::max<std::size_t>(1, triangles.size() / kRays);
    for (std::size_t i = 0; i < triangles.size(); i += step) {
        const auto& v = triangles[i].vertices;
        // Off the centre: symmetric surfaces have edges opposite to it.
        const Vec3 d =
            0.41 * middle(corners[v[0]]) + 0.33 * middle(corners[v[1]]) + 0.26 * middle(corners[v[2]]);
        if (const auto count = winding_number(triangles, planes, corners, d)) return *count != 0;
    }
    return false;
}

/// The triangle's least height along a direction, the best of three. The given one matters for slivers, whose
/// normal computed from other roundings of the corners tilts.
PlaneBefore plane_before(const IntervalVec3& p, const IntervalVec3& q, const IntervalVec3& r,
                         const Vec3& given) noexcept {
    const std::array<Vec3, 3> t{middle(p), middle(q), middle(r)};
    const TrianglePoint near = nearest_on_triangle(t, {});
    const Vec3 nearest = t[0] + near.u * (t[1] - t[0]) + near.v * (t[2] - t[0]);
    PlaneBefore best;
    for (const Vec3& direction : {unit(given), unit(nearest), unit(cross(t[1] - t[0], t[2] - t[0]))}) {
        const IntervalVec3 m = enclose(direction);
        const Interval height = min(min(dot(m, p), dot(m, q)), dot(m, r));
        const double shown = (height / norm(m)).lower;
        if (shown > best.height) best = {direction, shown};
    }
    return best;
}

/// Radius of a ball around the origin inside the difference of the cores, 0 when none is shown.
double certified_core_depth(const DepthCertificate& certificate, const Placed& a, const Placed& b) {
    if (certificate.triangles.empty() || has_half_space(a, b)) return 0;
    for (const auto& t : certificate.triangles) {
        if (std::any_of(t.vertices.begin(), t.vertices.end(),
                        [&](std::uint32_t i) { return i >= certificate.vertices.size(); }) ||
            !is_finite(t.normal))
            return 0;
    }
    if (!closed_surface(certificate.triangles)) return 0;
    const IntervalMat3 rotation_a = enclose(a.pose.rotation);
    const IntervalMat3 rotation_b = enclose(b.pose.rotation);
    const IntervalVec3 apart = enclose(a.pose.position) - enclose(b.pose.position);
    Corners corners;
    corners.reserve(certificate.vertices.size());
    for (const auto& v : certificate.vertices) {
        if (!is_finite(v.direction_a) || !is_finite(v.direction_b)) return 0;
        corners.push_back(rotation_a * core_support_enclosure(a.shape, v.direction_a) -
                          rotation_b * core_support_enclosure(b.shape, v.direction_b) + apart);
    }
    std::vector<PlaneBefore> planes;
    planes.reserve(certificate.triangles.size());
    double least = std::numeric_limits<double>::infinity();
    for (const auto& t : certificate.triangles) {
        planes.push_back(
            plane_before(corners[t.vertices[0]], corners[t.vertices[1]], corners[t.vertices[2]], t.normal));
        least = std::min(least, planes.back().height);
    }
    return least > 0 && winds_around_origin(certificate.triangles, planes, corners) ? least : 0;
}

}  // namespace

double certified_distance_above(const DepthCertificate& certificate, const Placed& a,
                                const Placed& b) noexcept {
    try {
        const double depth = certified_core_depth(certificate, a, b);
        return depth > 0 ? (-Interval(depth) - margin_below(a) - margin_below(b)).upper : kInfinity;
    } catch (const std::bad_alloc&) {
        return kInfinity;
    }
}

}  // namespace graze::verifying
