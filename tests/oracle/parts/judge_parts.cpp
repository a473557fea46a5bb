// The laws of distances and decisions. Rays, casts and contacts: judge_part_rays.cpp, judge_part_casts.cpp,
// judge_part_contacts.cpp.
#include "oracle/parts/judge_parts.hpp"
#include "oracle/fault_text.hpp"

#include <algorithm>
#include <cmath>

#include "graze/query/query.hpp"
#include "graze/result/proof.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/parts/judge_part_changes.hpp"
#include "oracle/parts/judge_part_hits.hpp"
#include "oracle/parts/judge_part_worlds.hpp"
#include "oracle/parts/part_timing.hpp"
#include "oracle/parts/part_truth.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

constexpr double kUlp = 0x1p-52;

bool half_space(const Placed& p) { return p.shape.type() == ShapeType::half_space; }

/// Distance of a point of the world to a set of triangles, in doubles.
double point_distance(const Vec3& world, const PlacedTriangles& target) {
    const Vec3 point = world - target.origin();
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < target.size(); ++i)
        best = std::min(best, point_triangle_square(point, target.rounded(i)));
    return std::sqrt(best);
}

class DistanceJudge {
public:
    DistanceJudge(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result)
        : parts_(parts),
          options_(options),
          result_(result),
          truth_(parts.a, parts.b, parts.on_grid),
          timed_(result),
          delta_(64 * kUlp * pair_extent(parts.a, parts.b)) {}

    void run() {
        const Placed &a = parts_.a, &b = parts_.b;
        if (!options_.depths && !truth_.both_skins() && overlaps(a, b)) {
            // Everything but the depth: an interval that holds of every overlap stands for it.
            Separation contact;
            contact.distance = {-std::numeric_limits<double>::infinity(), delta_};
            check_truth(contact.distance, "overlaps: ");
            check_decisions(contact);
            check_triangles(contact);
            result_.overlapping = true;
            return;
        }
        const Separation s = timed_(Verb::separation, [&] { return separation(a, b); });
        const Separation swapped = timed_(Verb::separation, [&] { return separation(b, a); });
        check_separation(s, a, b, "");
        check_separation(swapped, b, a, "swapped: ");
        if (!(s.distance.lower <= swapped.distance.upper && swapped.distance.lower <= s.distance.upper))
            fault("the swapped distance disagrees", s.distance.lower, swapped.distance.lower);
        check_truth(s.distance, "");
        check_truth(swapped.distance, "swapped: ");
        check_decisions(s);
        check_triangles(s);
        if (options_.changed_input)
            for (std::string& found : changed_input_faults(parts_, s, options_.seed, timed_))
                result_.faults.push_back(std::move(found));
        const double reach = larger_reach(a, b);
        result_.width = reach > 0 ? s.distance.width() / reach : 0;
        result_.overlapping = s.distance.upper <= 0;
        result_.converged = s.status == Status::converged;
    }

private:
    void fault(const char* what, double x = 0, double y = 0) { result_.faults.push_back(text(what, x, y)); }
    void fault(const std::string& prefix, const std::string& what) {
        if (!what.empty()) result_.faults.push_back(prefix + what);
    }
    void not_shown(std::string_view kind) { result_.not_shown.push_back(kind); }

    void check_separation(const Separation& s, const Placed& a, const Placed& b, const std::string& prefix) {
        const Interval& d = s.distance;
        if (!(d.lower <= d.upper)) return fault(prefix, text("bounds out of order", d.lower, d.upper));
        if (!is_finite(s.point_a) || !is_finite(s.point_b) || !is_finite(s.normal))
            return fault(prefix, "a vector is not finite");
        if (!(std::abs(length(s.normal) - 1) <= 1e-14))
            fault(prefix, text("the normal is not unit", length(s.normal), 1));
        if (s.status != Status::converged && s.status != Status::budget_reached)
            fault(prefix, "status " + std::string(to_string(s.status)));
        check_witnesses(s, a, prefix);
        // The checks take most of the time of a case: the second order is checked on the share of cases that
        // have more to do.
        if (!prefix.empty() && !options_.changed_input) return;
        if (timed_(Verb::verify, [&] { return verify(s, a, b); })) return;
        not_shown(d.lower > 0 ? "gap" : d.upper < 0 ? "depth" : "contact");
    }

    void check_witnesses(const Separation& s, const Placed& first, const std::string& prefix) {
        if (half_space(parts_.a) || half_space(parts_.b) || !std::isfinite(s.distance.lower)) return;
        // Witnesses are points of the world, rounded there: the distance from its origin counts too.
        const double slack =
            s.distance.width() +
            256 * kUlp * (pair_extent(parts_.a, parts_.b) + length(s.point_a - first.pose.position)) +
            4 * kUlp * (length(s.point_a) + length(s.point_b));
        const Vec3 between = s.point_b - s.point_a;
        const bool exact_parts = truth_.both_triangles() && truth_.margin() == 0;
        // A gap of round cores that is known up to a width leaves room across the normal: see Separation.
        const double along = exact_parts ? length(between) : dot(between, s.normal);
        const double core = s.distance.upper + std::min(parts_.a.shape.reach(), parts_.b.shape.reach());
        if (s.distance.lower > 0 && !(along >= s.distance.lower - slack && along <= s.distance.upper + slack))
            fault(prefix,
                  text("the witnesses are not as far apart as the distance", along, s.distance.lower));
        if (s.distance.lower > 0 &&
            length(between - along * s.normal) > slack + 2 * std::sqrt(2 * slack * core))
            fault(prefix, text("the witnesses are not across each other along the normal",
                               length(between - along * s.normal), slack));
        const bool gap = s.distance.lower > 0 || truth_.both_skins();
        if (!gap || !exact_parts) return;
        const bool straight = &first == &parts_.a;
        const double off_a =
            point_distance(s.point_a, straight ? truth_.triangles_a() : truth_.triangles_b());
        const double off_b =
            point_distance(s.point_b, straight ? truth_.triangles_b() : truth_.triangles_a());
        if (s.distance.lower <= 0 && std::max(off_a, off_b) > slack) return not_shown("common_point");
        if (!(off_a <= slack)) fault(prefix, text("point_a is not on a", off_a, slack));
        if (!(off_b <= slack)) fault(prefix, text("point_b is not on b", off_b, slack));
    }

    void check_truth(const Interval& distance, const std::string& prefix) {
        if (truth_.both_triangles())
            fault(prefix, truth_.triangle_fault(distance, options_.exact));
        else if (options_.brute || options_.exact)
            fault(prefix, truth_.convex_fault(distance));
    }

    void check_decisions(const Separation& s) {
        bool both = true, either = false;
        for (const bool swapped : {false, true}) {
            const Placed &x = swapped ? parts_.b : parts_.a, &y = swapped ? parts_.a : parts_.b;
            const std::string prefix = swapped ? "swapped " : "";
            const bool touch = timed_(Verb::overlaps, [&] { return overlaps(x, y); });
            both = both && touch;
            either = either || touch;
            if (!touch && s.distance.upper <= 0)
                fault(prefix, text("overlaps is false at distance", s.distance.lower, s.distance.upper));
            if (touch && s.distance.lower > delta_)
                fault(prefix, text("overlaps is true at distance", s.distance.lower, delta_));
            check_verdict(x, y, touch, s, prefix);
            if (!swapped && s.distance.lower > 0 && touch && truth_.both_triangles() && truth_.margin() == 0)
                fault(prefix, text("overlaps is true at a positive distance of exact parts", s.distance.lower,
                                   delta_));
        }
        const bool exact_parts = truth_.both_triangles() && truth_.margin() == 0;
        if (both != either &&
            (exact_parts || !(std::abs(s.distance.lower) <= delta_ || std::abs(s.distance.upper) <= delta_)))
            fault("overlaps depends on the order", s.distance.lower, s.distance.upper);
        const Relation relation = timed_(Verb::relation, [&] { return graze::relation(parts_.a, parts_.b); });
        if (relation == Relation::disjoint && both)
            fault("relation is disjoint, overlaps true", s.distance.lower, s.distance.upper);
        if (relation != Relation::disjoint && s.distance.lower > delta_)
            fault("relation is not disjoint at distance", s.distance.lower);
        if (options_.exact && exact_parts && relation == Relation::a_inside_b)
            check_inside(truth_.triangles_b(), truth_.triangles_a());
        if (options_.exact && exact_parts && relation == Relation::b_inside_a)
            check_inside(truth_.triangles_a(), truth_.triangles_b());
    }

    /// Containment means corners that are inside, or within rounding of the surface.
    void check_inside(const PlacedTriangles& outer, const PlacedTriangles& inner) {
        if (!outer.solid()) return fault("relation is inside of a skin");
        for (std::size_t i = 0; i < inner.size(); ++i)
            if (!exactly_inside(outer, inner.exact(i)[0]) &&
                point_distance(inner.rounded(i)[0] + inner.origin(), outer) > delta_)
                return fault("relation is inside, but a corner is not", static_cast<double>(i));
    }

    void check_verdict(const Placed& x, const Placed& y, bool touch, const Separation& s,
                       const std::string& prefix) {
        const Verdict v = timed_(Verb::decide, [&] { return decide(x, y); });
        if (v.status == Status::invalid_input) return fault(prefix, "decide refuses the input");
        if (v.answer == Answer::disjoint && s.distance.upper <= 0 && truth_.both_triangles() &&
            truth_.margin() == 0)
            fault(prefix, text("decide: disjoint at distance", s.distance.lower, s.distance.upper));
        if (v.answer == Answer::disjoint && s.distance.upper < -delta_)
            fault(prefix, text("decide: disjoint at distance", s.distance.lower, s.distance.upper));
        if (v.answer == Answer::intersecting && s.distance.lower > delta_)
            fault(prefix, text("decide: intersecting at distance", s.distance.lower, s.distance.upper));
        if (v.answer == Answer::intersecting && !touch) fault(prefix, "decide: intersecting, overlaps false");
        const bool finished = v.status == Status::converged && s.status == Status::converged;
        if (v.answer == Answer::undecided && (s.distance.lower > delta_ || s.distance.upper < -delta_) &&
            finished)
            fault(prefix, text("decide: undecided at distance", s.distance.lower, s.distance.upper));
        result_.undecided = result_.undecided || v.answer == Answer::undecided;
        check_common_point(v, x, y, prefix);
        if (!prefix.empty() && !options_.changed_input) return;
        if (timed_(Verb::verify, [&] { return verify(v, x, y); })) return;
        if (std::holds_alternative<std::monostate>(v.proof))
            not_shown(v.answer == Answer::undecided  ? "undecided"
                      : v.answer == Answer::disjoint ? "disjoint"
                                                     : "intersecting");
        else
            fault(prefix, std::string("decide: its proof is refused, answer ") +
                              std::to_string(static_cast<int>(v.answer)) + ", proof kind " +
                              std::to_string(v.proof.index()));
    }

    void check_common_point(const Verdict& v, const Placed& x, const Placed& y, const std::string& prefix) {
        const auto common = timed_(Verb::decide, [&] { return common_point(v, x, y); });
        if (common.has_value() != (v.answer != Answer::disjoint))
            return fault(prefix, "common point: of a disjoint pair, or none of another");
        if (!common) return;
        if (!is_finite(common->point) || !(common->distance >= 0))
            fault(prefix, "common point: a number is not one");
        if (common->kind == CommonPointKind::unknown) return not_shown("point_of_both");
        if (!timed_(Verb::verify, [&] { return verify(*common, x, y); }))
            fault(prefix,
                  text("common point: does not verify; kind, proof", static_cast<double>(common->kind),
                       static_cast<double>(common->proof.index())));
    }

    void check_triangles(const Separation& s) {
        if (!truth_.both_triangles()) return;
        const auto pairs =
            timed_(Verb::triangles, [&] { return intersecting_triangles(parts_.a, parts_.b); });
        check_pairs(pairs);
        if (!pairs.empty() && s.distance.lower > 0)
            fault("triangles intersect at distance", s.distance.lower, s.distance.upper);
        if (truth_.both_skins() && pairs.empty() && s.distance.upper <= 0)
            fault("no triangles intersect at distance", s.distance.lower, s.distance.upper);
        if (truth_.both_skins() && pairs.empty() == overlaps(parts_.a, parts_.b))
            fault("overlaps differs from intersecting_triangles");
    }

    void check_swapped_pairs(const std::vector<TriangleIndices>& listed) {
        std::vector<TriangleIndices> mirrored;
        for (const TrianglePair& p :
             timed_(Verb::triangles, [&] { return intersecting_triangles(parts_.b, parts_.a); }))
            mirrored.push_back({p.triangle_b, p.triangle_a});
        std::sort(mirrored.begin(), mirrored.end());
        if (listed != mirrored)
            fault("intersecting triangles depend on the order of the pair",
                  static_cast<double>(listed.size()), static_cast<double>(mirrored.size()));
    }

    void check_pairs(const std::vector<TrianglePair>& pairs) {
        std::vector<TriangleIndices> listed;
        for (const TrianglePair& p : pairs) listed.push_back({p.triangle_a, p.triangle_b});
        if (!std::is_sorted(listed.begin(), listed.end())) fault("intersecting triangles are not in order");
        if (options_.changed_input) check_swapped_pairs(listed);
        const PlacedTriangles &a = truth_.triangles_a(), &b = truth_.triangles_b();
        auto next = listed.begin();
        const double near = truth_.tolerance() * truth_.tolerance();
        for (std::uint32_t i = 0; i < a.size(); ++i)
            for (std::uint32_t j = 0; j < b.size(); ++j) {
                const bool named = next != listed.end() && *next == TriangleIndices{i, j};
                if (named) ++next;
                if (!named && !boxes_touch(a.box(i), b.box(j))) continue;
                const double square = triangle_square(a.rounded(i), b.rounded(j));
                const bool sure = parts_.on_grid && !options_.exact;
                const bool differs = sure    ? named != (square == 0)
                                     : named ? square > near || options_.exact
                                             : square <= near;
                if (differs && exactly_intersect(a, i, b, j) != named)
                    fault(named ? "a pair of triangles is listed that does not intersect"
                                : "a pair of triangles that intersects is missing",
                          i, j);
            }
        if (next != listed.end()) fault("a pair of triangles is listed twice or out of range");
    }

    static bool boxes_touch(const Aabb& a, const Aabb& b) {
        for (std::size_t k = 0; k < 3; ++k)
            if (a.min[k] > b.max[k] || b.min[k] > a.max[k]) return false;
        return true;
    }

    const PartCase& parts_;
    const PartJudgeOptions& options_;
    PartJudgement& result_;
    PartTruth truth_;
    CallClock timed_;
    double delta_;
};

}  // namespace

std::string_view to_string(Verb verb) {
    constexpr std::string_view kNames[] = {"overlaps", "decide", "separation", "contacts",        "raycast",
                                           "cast",     "impact", "relation",   "signed_distance", "triangles",
                                           "trees",    "scene",  "verify"};
    return kNames[static_cast<std::size_t>(verb)];
}

std::string_view to_string(PartGroup group) {
    constexpr std::string_view kNames[] = {"distance", "rays", "casts", "contacts", "trees", "scenes"};
    return kNames[static_cast<std::size_t>(group)];
}

PartJudgement judge_parts(const PartCase& parts, const PartJudgeOptions& options) {
    PartJudgement result;
    switch (options.group) {
        case PartGroup::distance: DistanceJudge(parts, options, result).run(); break;
        case PartGroup::rays: judge_rays(parts, options, result); break;
        case PartGroup::casts: judge_casts(parts, options, result); break;
        case PartGroup::contacts: judge_contacts(parts, options, result); break;
        case PartGroup::trees: judge_trees(parts, options, result); break;
        case PartGroup::scenes: judge_scene(parts, options, result); break;
    }
    return result;
}

}  // namespace graze::test
