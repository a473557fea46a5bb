// Distances: the lower end from the normal, the upper end from points of the sets, from all facets of simple
// differences, or from the polytope that a certificate describes. For shapes that are not convex, two
// parts show the upper end: a subset is no closer.
#include <algorithm>
#include <cmath>
#include <optional>

#include "graze/verify/verify.hpp"
#include "mesh/placed_parts.hpp"
#include "verify/verify_bounds.hpp"
#include "verify/verify_certificate.hpp"
#include "verify/verify_composite.hpp"
#include "verify/verify_crossing.hpp"

namespace graze {
namespace {

using namespace verifying;

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

/// The core points that directions in a's frame and weights describe: exact members of the cores whatever
/// those numbers are.
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

/// Rounding that reported world points may carry: a few dozen operations on numbers of the pair's extent and
/// position.
double point_slack(const Separation& s, const Placed& a, const Placed& b) noexcept {
    const double positions = length(a.pose.position) + length(b.pose.position);
    const double width = s.distance.width();
    if (!std::isfinite(width)) return kInfinity;
    return width + 64 * kEps * (extent(a, b) + positions) + 4 * distortion(a, b);
}

bool near(const IntervalVec3& p, const IntervalVec3& q, double tolerance) noexcept {
    return norm(p - q).upper <= tolerance;
}

/// Whose points show the upper end: the shapes themselves, or the parts of shapes that are not convex.
struct Witnesses {
    Placed a;
    Placed b;
    bool of_wholes = true;            ///< No parts are named.
    std::optional<CorePoints> cores;  ///< Described by the terms.
};

/// Empty when a part is named that there is not.
std::optional<Witnesses> witnesses_of(const Separation& s, const Placed& a, const Placed& b) {
    const bool convex = a.shape.convex() && b.shape.convex();
    const PlacedParts in_a(a);
    const PlacedParts in_b(b);
    const bool unnamed = s.part_a == kNoPart && s.part_b == kNoPart;
    if (!unnamed && (s.part_a >= in_a.count() || s.part_b >= in_b.count())) return std::nullopt;
    Witnesses w{unnamed ? a : placed_part(in_a, s.part_a), unnamed ? b : placed_part(in_b, s.part_b),
                convex || unnamed, std::nullopt};
    if ((convex || !unnamed) && usable_terms(s) && !has_half_space(a, b)) w.cores = core_points(s, w.a, w.b);
    return w;
}

/// Whether the points are those that the witnesses' terms describe, moved by the margins, or lie in the
/// witnesses themselves: ties between support points may be broken differently.
bool points_lie_in(const Separation& s, const Witnesses& w, double slack) noexcept {
    const IntervalVec3 n = enclose(s.normal);
    const IntervalVec3 p = enclose(s.point_a);
    const IntervalVec3 q = enclose(s.point_b);
    const bool made = w.cores && near(p, w.cores->a + exact_margin(w.a.shape) * n, slack);
    if (made && near(q, w.cores->b - exact_margin(w.b.shape) * n, slack)) return true;
    return lies_in(w.a, p - enclose(w.a.pose.position), s.normal, slack) &&
           lies_in(w.b, q - enclose(w.b.pose.position), -s.normal, slack);
}

/// point_b = point_a + distance * normal, and the points lie where they should: on the parts of a gap,
/// anywhere in sets that overlap.
bool consistent(const Separation& s, const Witnesses& w, const Placed& a, const Placed& b) noexcept {
    const double slack = point_slack(s, a, b);
    const IntervalVec3 difference = enclose(s.point_b) - enclose(s.point_a);
    if (std::isfinite(s.distance.middle()) &&
        !spans(difference, s.distance, s.normal, a.shape.margin() + b.shape.margin(), slack))
        return false;
    if (w.of_wholes || s.distance.upper > 0) return points_lie_in(s, w, slack);
    return points_lie_in(s, {a, b, true, std::nullopt}, slack);
}

/// Whether two flat shapes have a common point, by exact signs.
bool flat_shapes_intersect(const Placed& a, const Placed& b) noexcept {
    const std::optional<Feature> of_a = flat_feature(a.shape);
    const std::optional<Feature> of_b = flat_feature(b.shape);
    return of_a && of_b && features_intersect({*of_a, *of_b}, a, b);
}

/// Whether the signed distance of the witnesses is at most `upper`. It is no less than that of the shapes
/// they are parts of.
bool show_upper(const Witnesses& w, const PointPair& points, double upper) noexcept {
    const CorePoints* cores = w.cores ? &*w.cores : nullptr;
    const auto by_points = [&] {
        if (cores && (norm(cores->difference) - margin_below(w.a) - margin_below(w.b)).upper <= upper)
            return true;
        return (upper >= 0 && flat_shapes_intersect(w.a, w.b)) || points_show(points, w.a, w.b, upper);
    };
    // What most likely shows it comes first: points lie no deeper in boxes than their half sizes.
    const bool deep = upper < -(w.a.shape.margin() + w.b.shape.margin());
    if (deep &&
        (zonotope_distance_above(w.a, w.b) <= upper || parallel_axes_distance_above(w.a, w.b) <= upper))
        return true;
    if (by_points() || (!deep && zonotope_distance_above(w.a, w.b) <= upper)) return true;
    // Parts are named without terms that always prove contact: a separate search finds a common point.
    return upper >= 0 && !w.of_wholes &&
           come_within(w.a, w.b, enclose(w.b.pose.position) - enclose(w.a.pose.position), upper);
}

bool well_formed(const Separation& s, const Placed& a, const Placed& b) noexcept {
    return meaningful(a) && meaningful(b) && s.distance.lower <= s.distance.upper && nearly_unit(s.normal) &&
           is_finite(s.point_a) && is_finite(s.point_b) && s.status != Status::invalid_input &&
           s.status != Status::unsupported;
}

bool verify_with(const Separation& s, const DepthCertificate* certificate, const Placed& a, const Placed& b) {
    if (!well_formed(s, a, b)) return false;
    const Interval along = gap_along(a, b, s.normal);
    if (!(along.lower >= s.distance.lower) && !composite_lower_end(s, a, b)) return false;
    const std::optional<Witnesses> witnesses = witnesses_of(s, a, b);
    if (!witnesses || !consistent(s, *witnesses, a, b)) return false;
    const double upper = s.distance.upper;
    if (upper == kInfinity) return true;
    if (has_half_space(a, b)) {
        const bool bounded = std::isfinite(along.upper);
        return along.upper <= upper && (!bounded || follows_half_space(s.normal, a, b));
    }
    const PointPair points{s.point_a, s.point_b, s.normal};
    if (show_upper(*witnesses, points, upper)) return true;
    return certificate != nullptr && certified_distance_above(*certificate, a, b) <= upper;
}

}  // namespace

bool verify(const Separation& separation, const Placed& a, const Placed& b) noexcept {
    return verify_with(separation, nullptr, a, b);
}

bool verify(const CertifiedSeparation& certified, const Placed& a, const Placed& b) noexcept {
    return verify_with(certified.separation, &certified.certificate, a, b);
}

}  // namespace graze
