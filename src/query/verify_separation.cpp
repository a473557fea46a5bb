// Distances: the lower end from the normal, the upper end from points of the sets, from all facets of simple differences, or
// from the polytope that a certificate describes.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>
#include <vector>

#include "graze/query/verify.hpp"
#include "query/verify_bounds.hpp"

namespace graze {
namespace {

using namespace verifying;

constexpr double kNothing = std::numeric_limits<double>::infinity();

/// Two exact core points, world frame, and what is between them.
struct CorePoints {
    IntervalVec3 a{};
    IntervalVec3 b{};
    IntervalVec3 difference{};  ///< a - b, free of the rounding of large positions.
};

bool usable_terms(const Separation& s) noexcept {
    if (s.terms == 0 || s.terms > s.weights.size()) return false;
    double largest = 0;
    for (std::size_t i = 0; i < s.terms; ++i) {
        if (!(s.weights[i] >= 0) || !std::isfinite(s.weights[i]) || !is_finite(s.directions[i])) return false;
        largest = std::max(largest, s.weights[i]);
    }
    return largest > 0;
}

/// The core points that the directions and weights describe: exact members of the cores whatever those numbers are.
CorePoints core_points(const Separation& s, const Placed& a, const Placed& b) noexcept {
    const Mat3 b_in_a = relative(a.pose, b.pose).rotation;
    IntervalVec3 sum_a{};
    IntervalVec3 sum_b{};
    Interval total(0);
    for (std::size_t i = 0; i < s.terms; ++i) {
        const Interval weight = s.weights[i];
        sum_a += weight * core_support_enclosure(a.shape, s.directions[i]);
        sum_b += weight * core_support_enclosure(b.shape, transpose_times(b_in_a, -s.directions[i]));
        total += weight;
    }
    const IntervalVec3 local_a{sum_a.x / total, sum_a.y / total, sum_a.z / total};
    const IntervalVec3 local_b{sum_b.x / total, sum_b.y / total, sum_b.z / total};
    const IntervalVec3 apart = enclose(a.pose.position) - enclose(b.pose.position);
    return {place(a.pose, local_a), place(b.pose, local_b),
            enclose(a.pose.rotation) * local_a - enclose(b.pose.rotation) * local_b + apart};
}

/// Rounding that reported world points may carry: a few dozen operations on numbers of the pair's extent and position.
double point_slack(const Separation& s, const Placed& a, const Placed& b) noexcept {
    const double positions = length(a.pose.position) + length(b.pose.position);
    return s.distance.width() + 64 * kEps * (extent(a, b) + positions) + 4 * distortion(a, b);
}

bool near(const IntervalVec3& p, const IntervalVec3& q, double tolerance) noexcept { return norm(p - q).upper <= tolerance; }

/// point_b = point_a + distance * normal, and the points are the core points moved by the margins.
bool consistent(const Separation& s, const Placed& a, const Placed& b) noexcept {
    const double slack = point_slack(s, a, b);
    const IntervalVec3 n = enclose(s.normal);
    const IntervalVec3 p = enclose(s.point_a);
    const IntervalVec3 q = enclose(s.point_b);
    const double distance = s.distance.middle();
    if (std::isfinite(distance)) {
        // The difference v of the core points has |v| <= upper and v · n >= lower, so it lies within
        // sqrt(upper² - lower²) <= sqrt(width * 2 upper) of n's line: all that bounds of this width say across the normal.
        const double core = std::max(std::abs(s.distance.lower), std::abs(s.distance.upper)) + a.shape.margin() + b.shape.margin();
        const double across = slack + std::sqrt(2 * s.distance.width() * core);
        if (!(abs(dot(q - p, n) - Interval(distance)).upper <= slack) || !near(q - p, Interval(distance) * n, across)) return false;
    }
    if (!usable_terms(s)) return true;
    const CorePoints cores = core_points(s, a, b);
    return near(p, cores.a + exact_margin(a.shape) * n, slack) && near(q, cores.b - exact_margin(b.shape) * n, slack);
}

/// From the witnesses: core points when they are decomposed, else what lies near or around the points.
double witness_distance_above(const Separation& s, const Placed& a, const Placed& b) noexcept {
    if (usable_terms(s)) return (norm(core_points(s, a, b).difference) - margin_below(a) - margin_below(b)).upper;
    const IntervalVec3 p = enclose(s.point_a) - enclose(a.pose.position);
    const IntervalVec3 q = enclose(s.point_b) - enclose(a.pose.position);
    // The centres of the balls that touch there: a point of a sphere's or capsule's core.
    const IntervalVec3 core_p = p - enclose(a.shape.margin() * s.normal);
    const IntervalVec3 core_q = q + enclose(b.shape.margin() * s.normal);
    return std::min({distance_above(a, p, b, q), distance_above(a, core_p, b, core_q), distance_above(a, core_p, b, core_p),
                     distance_above(a, core_q, b, core_q)});
}

/// The half-space's normal, out of it, within rounding and what the pose's defect does to it.
bool follows_half_space(const Vec3& normal, const Placed& a, const Placed& b) noexcept {
    const bool first = a.shape.type() == ShapeType::half_space;
    const Placed& half_space = first ? a : b;
    const IntervalVec3 m = solve(transpose(half_space.pose.rotation), enclose(half_space.shape.vector(0)));
    const Interval size = norm(m);
    const IntervalVec3 out = first ? m : -m;
    return near(enclose(normal), {out.x / size, out.y / size, out.z / size},
                64 * kEps + 4 * orthonormality_defect(half_space.pose.rotation));
}

bool well_formed(const Separation& s, const Placed& a, const Placed& b) noexcept {
    return meaningful(a) && meaningful(b) && s.distance.lower <= s.distance.upper && nearly_unit(s.normal) && is_finite(s.point_a) &&
           is_finite(s.point_b) && s.status != Status::invalid_input && s.status != Status::unsupported;
}

/// Each undirected edge is used equally often in both directions: the triangles are a cycle without boundary.
bool closed_surface(const std::vector<DepthCertificate::Triangle>& triangles) {
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
    std::sort(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) { return x.low != y.low ? x.low < y.low : x.high < y.high; });
    for (std::size_t i = 0; i < edges.size();) {
        std::ptrdiff_t balance = 0;
        std::size_t j = i;
        for (; j < edges.size() && edges[j].low == edges[i].low && edges[j].high == edges[i].high; ++j) balance += edges[j].direction;
        if (balance != 0) return false;
        i = j;
    }
    return true;
}

/// Radius of a ball around the origin inside the difference of the cores, 0 or less when none is shown.
/// The origin sees each triangle from its inner side, so the closed surface winds around it; and no triangle comes closer than
/// its lowest corner along any fixed direction, here its rounded normal, so the surface winds around the whole ball up to
/// there. What it winds around lies in the hull of the vertices: those are exact members of the difference.
double certified_core_depth(const DepthCertificate& certificate, const Placed& a, const Placed& b) {
    if (certificate.triangles.empty() || has_half_space(a, b)) return 0;
    for (const auto& t : certificate.triangles) {
        if (std::any_of(t.vertices.begin(), t.vertices.end(), [&](std::uint32_t i) { return i >= certificate.vertices.size(); })) return 0;
    }
    if (!closed_surface(certificate.triangles)) return 0;
    const IntervalMat3 turn_a = enclose(a.pose.rotation);
    const IntervalMat3 turn_b = enclose(b.pose.rotation);
    const IntervalVec3 apart = enclose(a.pose.position) - enclose(b.pose.position);
    std::vector<IntervalVec3> points;
    points.reserve(certificate.vertices.size());
    for (const auto& v : certificate.vertices) {
        if (!is_finite(v.direction_a) || !is_finite(v.direction_b)) return 0;
        points.push_back(turn_a * core_support_enclosure(a.shape, v.direction_a) - turn_b * core_support_enclosure(b.shape, v.direction_b) +
                         apart);
    }
    double least = kNothing;
    for (const auto& t : certificate.triangles) {
        const IntervalVec3& p = points[t.vertices[0]];
        const IntervalVec3& q = points[t.vertices[1]];
        const IntervalVec3& r = points[t.vertices[2]];
        const IntervalVec3 normal = cross(q - p, r - p);
        if (!(dot(normal, p).lower > 0)) return 0;
        const IntervalVec3 fixed = enclose(unit({normal.x.middle(), normal.y.middle(), normal.z.middle()}));
        const double lowest = std::min({dot(fixed, p).lower, dot(fixed, q).lower, dot(fixed, r).lower});
        least = std::min(least, (Interval(lowest) / norm(fixed)).lower);
    }
    return least;
}

double certificate_distance_above(const DepthCertificate& certificate, const Placed& a, const Placed& b) noexcept {
    try {
        const double depth = certified_core_depth(certificate, a, b);
        return depth > 0 ? (-Interval(depth) - margin_below(a) - margin_below(b)).upper : kNothing;
    } catch (const std::bad_alloc&) {
        return kNothing;
    }
}

bool verify_with(const Separation& s, const DepthCertificate* certificate, const Placed& a, const Placed& b) noexcept {
    if (!well_formed(s, a, b)) return false;
    const Interval along = gap_along(a, b, s.normal);
    if (!(along.lower >= s.distance.lower) || !consistent(s, a, b)) return false;
    if (s.distance.upper == kNothing) return true;
    if (has_half_space(a, b)) {
        const bool bounded = std::isfinite(along.upper);
        return along.upper <= s.distance.upper && (!bounded || follows_half_space(s.normal, a, b));
    }
    if (witness_distance_above(s, a, b) <= s.distance.upper || zonotope_distance_above(a, b) <= s.distance.upper) return true;
    return certificate != nullptr && certificate_distance_above(*certificate, a, b) <= s.distance.upper;
}

}  // namespace

bool verify(const Separation& separation, const Placed& a, const Placed& b) noexcept { return verify_with(separation, nullptr, a, b); }

bool verify(const CertifiedSeparation& certified, const Placed& a, const Placed& b) noexcept {
    return verify_with(certified.separation, &certified.certificate, a, b);
}

}  // namespace graze
