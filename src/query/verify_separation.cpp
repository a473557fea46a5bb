// Distances: the lower end from the normal, the upper end from points of the sets, from all facets of simple differences, or
// from the polytope that a certificate describes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "graze/query/verify.hpp"
#include "query/verify_bounds.hpp"
#include "query/verify_certificate.hpp"
#include "query/verify_composite.hpp"

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

/// The core points that directions in a's frame and weights describe: exact members of the cores whatever those numbers are.
CorePoints points_from_first(const Separation& s, const Placed& a, const Placed& b) noexcept {
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

/// The core points that the terms describe, from whichever shape they were found.
CorePoints core_points(const Separation& s, const Placed& a, const Placed& b) noexcept {
    if (!s.terms_from_b) return points_from_first(s, a, b);
    const CorePoints turned = points_from_first(s, b, a);
    return {turned.b, turned.a, -turned.difference};
}

/// Rounding that reported world points may carry: a few dozen operations on numbers of the pair's extent and position.
double point_slack(const Separation& s, const Placed& a, const Placed& b) noexcept {
    const double positions = length(a.pose.position) + length(b.pose.position);
    const double width = s.distance.width();
    if (!std::isfinite(width)) return kNothing;
    return width + 64 * kEps * (extent(a, b) + positions) + 4 * distortion(a, b);
}

bool near(const IntervalVec3& p, const IntervalVec3& q, double tolerance) noexcept { return norm(p - q).upper <= tolerance; }

/// point_b = point_a + distance * normal, and the points are the core points moved by the margins.
bool consistent(const Separation& s, const CorePoints* cores, const Placed& a, const Placed& b) noexcept {
    const double slack = point_slack(s, a, b);
    const IntervalVec3 n = enclose(s.normal);
    const IntervalVec3 p = enclose(s.point_a);
    const IntervalVec3 q = enclose(s.point_b);
    if (std::isfinite(s.distance.middle()) && !spans(q - p, s.distance, s.normal, a.shape.margin() + b.shape.margin(), slack)) return false;
    const bool made = cores && near(p, cores->a + exact_margin(a.shape) * n, slack);
    if (made && near(q, cores->b - exact_margin(b.shape) * n, slack)) return true;
    // Not described by terms, or ties between support points were broken another way: the points have to be in the shapes.
    return lies_in(a, p - enclose(a.pose.position), s.normal, slack) && lies_in(b, q - enclose(b.pose.position), -s.normal, slack);
}

/// Whether the points show a distance of at most distance.upper: the core points they are made of, or what lies near or around them.
bool witnesses_show_upper(const Separation& s, const CorePoints* cores, const Placed& a, const Placed& b) noexcept {
    if (cores && (norm(cores->difference) - margin_below(a) - margin_below(b)).upper <= s.distance.upper) return true;
    return points_show({s.point_a, s.point_b, s.normal}, a, b, s.distance.upper);
}

bool well_formed(const Separation& s, const Placed& a, const Placed& b) noexcept {
    return meaningful(a) && meaningful(b) && s.distance.lower <= s.distance.upper && nearly_unit(s.normal) && is_finite(s.point_a) &&
           is_finite(s.point_b) && s.status != Status::invalid_input && s.status != Status::unsupported;
}

bool verify_with(const Separation& s, const DepthCertificate* certificate, const Placed& a, const Placed& b) noexcept {
    if (!well_formed(s, a, b)) return false;
    const Interval along = gap_along(a, b, s.normal);
    if (!(along.lower >= s.distance.lower) && !composite_lower_end(s, a, b)) return false;
    const std::optional<CorePoints> points = usable_terms(s) && !has_half_space(a, b) ? std::optional(core_points(s, a, b)) : std::nullopt;
    const CorePoints* cores = points ? &*points : nullptr;
    if (!consistent(s, cores, a, b)) return false;
    if (s.distance.upper == kNothing) return true;
    if (has_half_space(a, b)) {
        const bool bounded = std::isfinite(along.upper);
        return along.upper <= s.distance.upper && (!bounded || follows_half_space(s.normal, a, b));
    }
    // What most likely shows it comes first: points lie no deeper in boxes than their half sizes.
    const bool deep = s.distance.upper < -(a.shape.margin() + b.shape.margin());
    if (deep && (zonotope_distance_above(a, b) <= s.distance.upper || parallel_axes_distance_above(a, b) <= s.distance.upper)) return true;
    if (witnesses_show_upper(s, cores, a, b) || (!deep && zonotope_distance_above(a, b) <= s.distance.upper)) return true;
    return certificate != nullptr && certified_distance_above(*certificate, a, b) <= s.distance.upper;
}

}  // namespace

bool verify(const Separation& separation, const Placed& a, const Placed& b) noexcept { return verify_with(separation, nullptr, a, b); }

bool verify(const CertifiedSeparation& certified, const Placed& a, const Placed& b) noexcept {
    return verify_with(certified.separation, &certified.certificate, a, b);
}

}  // namespace graze
