// The demands on one pair, each a sentence when it fails: numbers, widths, witnesses, membership, truth,
// verdicts, certificates and hits.
#include "oracle/judge.hpp"
#include "oracle/fault_text.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge_hits.hpp"
#include "oracle/precise_support.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

/// Vertices, faces and edges of a hull; of the other polytopes no more than a box has.
struct PartCounts {
    std::size_t vertices = 8, faces = 6, edges = 12;
};

PartCounts part_counts(const Shape& shape) {
    if (shape.type() != ShapeType::hull && shape.type() != ShapeType::polygon) return {};
    const auto& hull = static_cast<const HullData&>(*shape.payload());
    return {hull.vertices.size(), hull.facets.size(), hull.neighbours.size() / 2 + hull.vertices.size()};
}

/// Whether SAT may decline by the limits published with `supports`. Parallel edges count once there, so this
/// errs to "may".
bool beyond_sat_limits(const Placed& a, const Placed& b) {
    const PartCounts p = part_counts(a.shape), q = part_counts(b.shape);
    const bool large = std::max({p.vertices, p.faces, p.edges, q.vertices, q.faces, q.edges}) > 256;
    const double extent = pair_extent(a, b);
    return large || p.faces + q.faces + p.edges * q.edges > 4096 || extent < 1e-29 || extent > 1e29;
}

/// The unit in which rounding counts: one last place of the pair's extent.
constexpr double kUlp = 0x1p-52;

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// By the wall, which is cheap to ask for; `judge` compares with the CPU time of all calls together.
template <class Call> auto timed(double& slowest, const Call& call) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    auto result = call();
    slowest = std::max(slowest, std::chrono::duration<double>(Clock::now() - start).count());
    return result;
}

bool half_space(const Placed& p) { return p.shape.type() == ShapeType::half_space; }

/// Height of the shape along the world direction n, measured from `origin`.
double height(const Placed& p, const Vec3& n, const Vec3& origin) {
    const auto d = convert<long double>(n);
    const auto offset = convert<long double>(p.pose.position) - convert<long double>(origin);
    return static_cast<double>(dot(turned_support<long double>(p, d) + offset, d));
}

void check_numbers(const Separation& s, std::vector<std::string>& faults) {
    const Interval& d = s.distance;
    if (std::isnan(d.lower) || std::isnan(d.upper)) faults.push_back("the distance is NaN");
    if (!(d.lower <= d.upper)) faults.push_back(text("bounds out of order", d.lower, d.upper));
    if (!is_finite(s.point_a) || !is_finite(s.point_b) || !is_finite(s.normal))
        faults.push_back("a vector is not finite");
    if (!(std::abs(length(s.normal) - 1) <= 1e-14))
        faults.push_back(text("the normal is not unit", length(s.normal)));
    if (s.status != Status::converged && s.status != Status::budget_reached)
        faults.push_back("status " + std::string(to_string(s.status)));
}

/// The witness points are where the shapes end along the normal, and differ by distance * normal.
void check_witnesses(const Separation& s, const Placed& a, const Placed& b,
                     std::vector<std::string>& faults) {
    const double extent = pair_extent(a, b), width = s.distance.width();
    const double slack = width + 128 * kUlp * (extent + length(s.point_a - a.pose.position));
    const double middle = s.distance.middle();
    const Vec3 off = s.point_b - s.point_a - middle * s.normal;
    const double along = std::abs(dot(off, s.normal));
    if (!(along <= slack))
        faults.push_back(text("witnesses do not span the distance along the normal", along, slack));
    // A gap d of the cores that is known up to w leaves space for sqrt(2 w d) across the normal. An overlap
    // is found on a surface curved with a radius up to the extent: a facet of height w over it is sqrt(2 w
    // extent) wide, on either shape.
    const double across = length(off - dot(off, s.normal) * s.normal);
    const double core = middle + a.shape.margin() + b.shape.margin();
    const double sideways = slack + 2 * std::sqrt(2 * slack * (s.distance.lower > 0 ? core : extent));
    if (!(across <= sideways))
        faults.push_back(text("witnesses are not across each other along the normal", across, sideways));
    if (!half_space(a)) {
        const double past = dot(s.normal, s.point_a - a.pose.position) - height(a, s.normal, a.pose.position);
        if (!(std::abs(past) <= slack))
            faults.push_back(text("point_a is not where a ends along the normal", past, slack));
    }
    if (!half_space(b)) {
        const double past =
            -dot(s.normal, s.point_b - b.pose.position) - height(b, -s.normal, b.pose.position);
        if (!(std::abs(past) <= slack))
            faults.push_back(text("point_b is not where b ends along the normal", past, slack));
    }
}

/// A witness point may lie outside its shape by no more than the width and rounding.
void check_membership(const Placed& shape, const Vec3& point, double slack, const char* what,
                      std::vector<std::string>& faults) {
    const Interval outside =
        enclose_distance(shape, Placed{Point{}, Pose::translation(point)}, Precision::fast);
    if (outside.lower > slack) faults.push_back(text(what, outside.lower, slack));
}

void check_truth(const Separation& s, const Placed& a, const Placed& b, const Truth& truth,
                 std::vector<std::string>& faults) {
    if (!truth.allows(s.distance)) {
        char buffer[240];
        std::snprintf(buffer, sizeof buffer, "the distance [%.17g, %.17g] misses the truth %.17g .. %.17g",
                      s.distance.lower, s.distance.upper, truth.enclosure.lower, truth.enclosure.upper);
        faults.push_back(buffer);
    }
    const double slack = s.distance.width() + 128 * kUlp * pair_extent(a, b);
    check_membership(a, s.point_a, slack, "point_a is outside a", faults);
    check_membership(b, s.point_b, slack, "point_b is outside b", faults);
}

/// `by` names the method that was requested. Of the separation only the distance is examined: the pair may be
/// swapped.
void check_verdict(const Verdict& v, const Placed& a, const Placed& b, const Separation& s,
                   const Truth* truth, const std::string& by, std::vector<std::string>& faults) {
    if (v.status != Status::converged && v.status != Status::budget_reached)
        faults.push_back(by + "verdict status " + std::string(to_string(v.status)));
    if (!verify(v, a, b))
        faults.push_back(by + text("the verdict's proof does not verify; answer, proof",
                                   static_cast<double>(v.answer), static_cast<double>(v.proof.index())));
    if (v.answer == Answer::disjoint && s.distance.upper <= 0)
        faults.push_back(by + "disjoint, but the distance says overlap");
    if (v.answer == Answer::intersecting && s.distance.lower > 0)
        faults.push_back(by + "intersecting, but the distance says apart");
    const double delta = 64 * kUlp * pair_extent(a, b);
    if (v.answer == Answer::undecided && (s.distance.lower > delta || s.distance.upper < -delta))
        faults.push_back(by + text("undecided, but the distance is known to be larger than delta",
                                   s.distance.lower, s.distance.upper));
    if (!truth) return;
    if (v.answer == Answer::disjoint && truth->surely_overlapping())
        faults.push_back(by + "wrong verdict: disjoint");
    if (v.answer == Answer::intersecting && truth->surely_disjoint())
        faults.push_back(by + "wrong verdict: intersecting");
    if (v.answer == Answer::undecided && !truth->allows({-delta, delta}))
        faults.push_back(by + text("undecided beyond delta", truth->enclosure.lower, delta));
}

/// Every pair that is not disjoint has a common point that verifies; a member of both is one by the oracle.
void check_common_point(const Verdict& v, const Placed& a, const Placed& b, const Truth* truth,
                        const std::string& by, std::vector<std::string>& faults) {
    const auto common = common_point(v, a, b);
    if (common.has_value() != (v.answer != Answer::disjoint))
        faults.push_back(by + "a common point of a disjoint pair, or none of another");
    if (!common) return;
    if (!is_finite(common->point) || !(common->distance >= 0)) faults.push_back(by + "a number is not one");
    if (!verify(*common, a, b))
        faults.push_back(by + text("the common point does not verify; kind, proof",
                                   static_cast<double>(common->kind),
                                   static_cast<double>(common->proof.index())));
    if (!truth || common->kind != CommonPointKind::member) return;
    const Placed point{Point{}, Pose::translation(common->point)};
    for (const Placed* each : {&a, &b})
        if (truth_of(*each, point).surely_disjoint()) faults.push_back(by + "the common point is no member");
}

/// Overlaps no deeper than the margins, and gaps, are shown by the witness points alone.
bool shown_without_certificate(const Separation& s, const Placed& a, const Placed& b) {
    return s.distance.lower > -0.999 * (a.shape.margin() + b.shape.margin()) || s.distance.lower > 0;
}

}  // namespace

bool Truth::allows(const Interval& interval) const {
    if (exact) return contains(interval, *exact);
    return interval.lower <= enclosure.upper && enclosure.lower <= interval.upper;
}

Truth truth_of(const Placed& a, const Placed& b) {
    Truth truth;
    if (half_space(a) && half_space(b)) return truth;
    const auto x = half_space(a) ? std::nullopt : exact_points(a),
               y = half_space(b) ? std::nullopt : exact_points(b);
    if (half_space(a) && y) truth.exact = exact_distance_to_half_space(a, b);
    if (half_space(b) && x) truth.exact = exact_distance_to_half_space(b, a);
    if (x && y && x->points.size() <= kExactVertices && y->points.size() <= kExactVertices)
        truth.exact = exact_distance(*x, *y);
    if (truth.exact) {
        const double d = truth.exact->approximate();
        truth.enclosure = widened(d, 4 * kUlp * std::abs(d));
    } else {
        truth.enclosure = enclose_distance(a, b, Precision::fast);
    }
    return truth;
}

double default_width(const Placed& a, const Placed& b) {
    return a.shape.polytope_core() && b.shape.polytope_core() ? 1e-9 : 1e-6;
}

std::vector<std::string> faults_of(const Separation& s, const Placed& a, const Placed& b, double wanted,
                                   const Truth* truth) {
    std::vector<std::string> faults;
    check_numbers(s, faults);
    if (!faults.empty() || (half_space(a) && half_space(b))) return faults;
    // Rounding, and what rotations that are products of rounded ones do to lengths: no interval can be
    // narrower.
    const double defect = orthonormality_defect(a.pose.rotation) + orthonormality_defect(b.pose.rotation);
    const double reach = larger_reach(a, b), floor = (256 * kUlp + 8 * defect) * pair_extent(a, b);
    const double allowed = (s.status == Status::converged ? wanted : 1e-3) * reach + floor;
    if (!(s.distance.width() <= allowed))
        faults.push_back(text("the interval is too wide", s.distance.width(), allowed));
    check_witnesses(s, a, b, faults);
    if (shown_without_certificate(s, a, b) && !verify(s, a, b))
        faults.push_back("the separation does not verify");
    if (truth) check_truth(s, a, b, *truth, faults);
    return faults;
}

Judgement judge(const PairCase& pair, const JudgeOptions& options) {
    const double start = cpu_seconds();
    Judgement result;
    const Placed &a = pair.a, &b = pair.b;
    const auto keep = [&](std::vector<std::string> more, const char* prefix) {
        for (std::string& fault : more) result.faults.push_back(prefix + fault);
    };
    std::optional<Truth> truth;
    if (options.with_oracle) truth = truth_of(a, b);
    const Truth* known = truth ? &*truth : nullptr;
    if (known) result.truth = known->enclosure;

    const Separation s = timed(result.slowest, [&] { return separation(a, b); });
    const Separation flipped = timed(result.slowest, [&] { return separation(b, a); });
    result.separation = s;
    result.relative_width = s.distance.width() / larger_reach(a, b);
    const double delta = 64 * kUlp * pair_extent(a, b);
    keep(faults_of(s, a, b, default_width(a, b), known), "");
    keep(faults_of(flipped, b, a, default_width(a, b), known), "swapped: ");
    if (!(s.distance.lower <= flipped.distance.upper && flipped.distance.lower <= s.distance.upper))
        result.faults.push_back("the swapped distance disagrees");

    for (const bool swapped : {false, true}) {
        const Placed &x = swapped ? b : a, &y = swapped ? a : b;
        const std::string prefix = swapped ? "swapped " : "";
        const Verdict v = timed(result.slowest, [&] { return decide(x, y); });
        if (!swapped) result.answer = v.answer;
        check_verdict(v, x, y, s, known, prefix + "decide: ", result.faults);
        check_common_point(v, x, y, known, prefix + "common point: ", result.faults);
        const bool overlapping = timed(result.slowest, [&] { return overlaps(x, y); });
        if (!overlapping && (s.distance.upper <= 0 || v.answer == Answer::intersecting ||
                             (known && known->surely_overlapping())))
            result.faults.push_back(prefix + "overlaps misses a contact");
        if (overlapping && (s.distance.lower > delta ||
                            (known && known->surely_disjoint() && !known->allows({-delta, delta}))))
            result.faults.push_back(prefix + "overlaps reports a false contact");
    }

    if (options.with_methods)
        for (const Method method : {Method::gjk, Method::sat}) {
            const Verdict named = timed(result.slowest, [&] { return decide(a, b, method); });
            if (!supports(Query::decide, a.shape.type(), b.shape.type(), method)) {
                if (named.status != Status::unsupported)
                    result.faults.push_back("an unsupported method answered");
                continue;
            }
            if (method == Method::sat && named.status == Status::unsupported) {
                if (!beyond_sat_limits(a, b))
                    result.faults.push_back("sat declines a pair within its limits");
                continue;
            }
            if (named.method != method) result.faults.push_back("another method than the named one answered");
            check_verdict(named, a, b, s, known, method == Method::gjk ? "gjk: " : "sat: ", result.faults);
        }
    if (options.with_certificate && !(half_space(a) && half_space(b))) {
        const CertifiedSeparation certified =
            timed(result.slowest, [&] { return certified_separation(a, b); });
        keep(faults_of(certified.separation, a, b, default_width(a, b), known), "certified: ");
        if (!verify(certified, a, b)) result.faults.push_back("the certified separation does not verify");
    }
    if (options.with_hits) {
        Random random(options.seed);
        keep(contact_faults(a, b, s), "");
        keep(ray_faults(a, random), "");
        keep(ray_faults(b, random), "");
        keep(cast_faults(a, b, random), "");
    }
    // Where the thread had to wait for others, the wall shows nothing.
    result.slowest = std::min(result.slowest, cpu_seconds() - start);
    return result;
}

std::string describe(const PairCase& pair) {
    return std::string(to_string(pair.arrangement)) + "\nconst Placed a = " + literal(pair.a) +
           ";\nconst Placed b = " + literal(pair.b) + ";\n";
}

}  // namespace graze::test
