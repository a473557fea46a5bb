// Casts and impacts of two shapes made of parts. Two sets of triangles that translate: brute force over
// features, an estimate in doubles and rationals where it differs. Any motion: no overlap before the lower
// end, at times where the overlap is there whatever rounding does.
#include <algorithm>
#include <cmath>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "math/exact.hpp"
#include "oracle/fault_text.hpp"
#include "oracle/generators.hpp"
#include "oracle/parts/judge_part_hits.hpp"
#include "oracle/parts/part_timing.hpp"
#include "oracle/parts/part_truth.hpp"
#include "oracle/quadric_oracle.hpp"
#include "oracle/random_motions.hpp"

namespace graze::test {
namespace {

constexpr double kUlp = 0x1p-52;

/// Whether the two overlap, and still do when b is moved a little along every axis: no rounding of poses
/// explains it.
bool robustly_overlap(const Placed& a, const Placed& b, double shift) {
    if (!overlaps(a, b)) return false;
    for (std::size_t k = 0; k < 6; ++k) {
        Placed moved = b;
        moved.pose.position[k / 2] += k % 2 == 0 ? shift : -shift;
        if (!overlaps(a, moved)) return false;
    }
    return true;
}

double finite_reach(const Placed& p) { return std::isfinite(p.shape.reach()) ? p.shape.reach() : 1; }

class CastJudge {
public:
    CastJudge(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result)
        : parts_(parts),
          options_(options),
          result_(result),
          timed_(result),
          truth_(parts.a, parts.b, parts.on_grid),
          random_(options.seed) {
        size_ = std::max(finite_reach(parts.a), finite_reach(parts.b));
        const Vec3 displacement = (parts.a.pose.position - parts.b.pose.position) * random_.uniform(0, 2) +
                                  random_.uniform(0, 2) * size_ * random_.direction();
        displacement_ = parts.on_grid ? 4 * parts.grid *
                                            Vec3{std::round(displacement.x / (4 * parts.grid)),
                                                 std::round(displacement.y / (4 * parts.grid)),
                                                 std::round(displacement.z / (4 * parts.grid))}
                                      : displacement;
        const double extent = pair_extent(parts.a, parts.b) + length(parts.a.pose.position) +
                              length(parts.b.pose.position) + length(displacement_);
        slack_ = 256 * kUlp * extent;
    }

    void run() {
        prefix_ = "cast along " + literal(displacement_) + ": ";
        if (length_sq(displacement_) == 0) return;
        const bool at_start = overlaps(parts_.a, parts_.b);
        result_.overlapping = at_start;
        // The normal of an overlap at the start is that of its depth, which takes a search of its own.
        if (at_start && !options_.depths && !truth_.both_skins()) return;
        const auto hit =
            timed_(Verb::cast, [&] { return translational_cast(parts_.a, parts_.b, displacement_); });
        const auto swapped =
            timed_(Verb::cast, [&] { return translational_cast(parts_.b, parts_.a, -displacement_); });
        check_cast(hit, at_start, "");
        check_cast(swapped, at_start, "swapped: ");
        if (hit && swapped &&
            !(hit->time.lower <= swapped->time.upper + time_slack() &&
              swapped->time.lower <= hit->time.upper + time_slack()))
            fault("the swapped cast hits at another time", hit->time.lower, swapped->time.lower);
        if (hit && !timed_(Verb::verify, [&] { return verify(*hit, parts_.a, parts_.b, displacement_); }))
            result_.not_shown.push_back("cast");
        result_.overlapping = hit.has_value();
        if (options_.changed_input) check_straight_impact(hit);
        if (options_.brute) check_turning_impact();
    }

private:
    void fault(const std::string& what, double x = 0, double y = 0) {
        result_.faults.push_back(prefix_ + text(what, x, y));
    }
    [[nodiscard]] double time_slack() const { return slack_ / length(displacement_) + 4 * kUlp; }

    [[nodiscard]] Placed at(double t) const {
        Placed moved = parts_.b;
        moved.pose.position += t * displacement_;
        return moved;
    }

    void check_cast(const std::optional<CastHit>& hit, bool at_start, const std::string& order) {
        if (hit && (!std::isfinite(hit->time.upper) || !is_finite(hit->point) || !is_finite(hit->normal)))
            return fault(order + "not finite");
        if (hit && !(0 <= hit->time.lower && hit->time.lower <= hit->time.upper && hit->time.upper <= 1))
            fault(order + "times out of order", hit->time.lower, hit->time.upper);
        const double lower = hit ? hit->time.lower : 2;
        if (at_start && parts_.on_grid && lower > 0)
            fault(order + "an overlap at the start is no hit at once", lower);
        // Quarters of the way keep a case on its grid: decisions are exact there.
        for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0})
            if (t < lower &&
                (parts_.on_grid ? overlaps(parts_.a, at(t)) : robustly_overlap(parts_.a, at(t), 16 * slack_)))
                fault(order + "overlap before the hit", t, lower);
        if (hit && hit->time.lower > 0 &&
            robustly_overlap(parts_.a, at(0.999 * hit->time.lower), 16 * slack_))
            fault(order + "overlap just before the hit", 0.999 * hit->time.lower, hit->time.lower);
        if (!at_start && truth_.both_triangles() && truth_.margin() == 0)
            check_first_contact(hit ? std::optional(hit->time) : std::nullopt, true, order);
        else if (hit && !at_start)
            check_contact_at(hit->time, order);
    }

    /// At the upper end the two are as near as the width of the times allows.
    void check_contact_at(const Interval& time, const std::string& order) {
        const Placed moved = at(time.upper);
        if (overlaps(parts_.a, moved)) return;
        const double gap = separation(parts_.a, moved).distance.lower;
        if (gap > time.width() * length(displacement_) + slack_)
            fault(order + "apart at the hit", gap, time.upper);
    }

    /// `time`: where contact is reported, nothing for a miss. `proven`: it has been reached by the upper end.
    void check_first_contact(const std::optional<Interval>& time, bool proven, const std::string& order) {
        const auto estimate = estimated_contact(truth_.triangles_a(), truth_.triangles_b(), displacement_);
        const bool same = time.has_value() == estimate.has_value();
        const bool alike = same && (!time || (time->lower <= *estimate + time_slack() &&
                                              (!proven || *estimate <= time->upper + time_slack())));
        if (alike && !options_.exact) return;
        const auto first = exact_contact(truth_.triangles_a(), truth_.triangles_b(), displacement_);
        if (first && !time) return fault(order + "misses an exact contact at", first->get_d());
        if (first && mpq_class(time->lower) > *first)
            return fault(order + "later than the exact contact", time->lower, first->get_d());
        if (!time || !proven || (first && first->get_d() <= time->upper + time_slack())) return;
        check_contact_at(*time, order);
    }

    void check_straight_impact(const std::optional<CastHit>& hit) {
        const Moving a{parts_.a.shape, LinearMotion{parts_.a.pose, {}}},
            b{parts_.b.shape, LinearMotion{parts_.b.pose, displacement_}};
        const Impact impact = timed_(Verb::impact, [&] { return time_of_impact(a, b); });
        prefix_ = "impact along " + literal(displacement_) + ": ";
        check_impact(impact, a, b);
        if (truth_.both_triangles() && truth_.margin() == 0 && !overlaps(parts_.a, parts_.b))
            check_first_contact(impact.hit ? std::optional(impact.time) : std::nullopt,
                                impact.answer == ImpactAnswer::contact, "");
        if (impact.answer == ImpactAnswer::contact && !hit)
            fault("contact, but the cast misses", impact.time.lower, impact.time.upper);
        if (!impact.hit && hit && hit->status == Status::converged &&
            robustly_overlap(parts_.a, at(hit->time.upper), 16 * slack_))
            fault("a miss, but the cast hits", hit->time.lower, hit->time.upper);
        if (impact.hit && hit && impact.time.lower > hit->time.upper + time_slack())
            fault("later than the cast", impact.time.lower, hit->time.upper);
    }

    void check_turning_impact() {
        const Motion motion = random_motion(random_, parts_.b.pose, size_);
        const Moving a{parts_.a.shape, LinearMotion{parts_.a.pose, {}}}, b{parts_.b.shape, motion};
        prefix_ = "turning impact, seed " + std::to_string(options_.seed) + ": ";
        const Impact impact = timed_(Verb::impact, [&] { return time_of_impact(a, b); });
        check_impact(impact, a, b);
        const Impact swapped = timed_(Verb::impact, [&] { return time_of_impact(b, a); });
        prefix_ += "swapped: ";
        check_impact(swapped, b, a);
        if (impact.answer == ImpactAnswer::contact && swapped.answer == ImpactAnswer::contact &&
            !(impact.time.lower <= swapped.time.upper && swapped.time.lower <= impact.time.upper))
            fault("another time", impact.time.lower, swapped.time.lower);
        if ((impact.answer == ImpactAnswer::contact && !swapped.hit) ||
            (swapped.answer == ImpactAnswer::contact && !impact.hit))
            fault("contact in one order, a miss in the other", impact.time.lower, swapped.time.lower);
        if (!options_.depths) return;
        const CertifiedImpact certified =
            timed_(Verb::impact, [&] { return certified_time_of_impact(a, b); });
        if (!timed_(Verb::verify, [&] { return verify(certified, a, b); }))
            result_.not_shown.push_back("impact");
    }

    void check_impact(const Impact& impact, const Moving& a, const Moving& b) {
        if (impact.status == Status::invalid_input) return fault("a valid motion is refused");
        if (!(0 <= impact.time.lower && impact.time.lower <= impact.time.upper && impact.time.upper <= 1))
            return fault("times out of order", impact.time.lower, impact.time.upper);
        if (impact.hit != (impact.answer != ImpactAnswer::miss)) fault("hit and answer differ");
        if (impact.hit && (!is_finite(impact.point) || !is_finite(impact.normal))) return fault("not finite");
        const double lower = impact.hit ? impact.time.lower : 2, shift = 64 * slack_ + 1e-9 * size_;
        const auto placed = [](const Moving& m, double t) { return Placed{m.shape, pose_at(m.motion, t)}; };
        for (const double t : {0.0, 0.1, 0.35, 0.6, 0.8, 1.0, 0.99 * impact.time.lower})
            if (t < lower && robustly_overlap(placed(a, t), placed(b, t), shift))
                fault("overlap before the impact", t, lower);
        const bool shown = impact.answer == ImpactAnswer::contact && impact.proof == ContactProof::overlap;
        if (shown && !overlaps(placed(a, impact.time.upper), placed(b, impact.time.upper)))
            fault("no overlap at the upper end of a proven contact", impact.time.lower, impact.time.upper);
    }

    const PartCase& parts_;
    const PartJudgeOptions& options_;
    PartJudgement& result_;
    CallClock timed_;
    PartTruth truth_;
    Random random_;
    Vec3 displacement_{};
    double size_ = 1;
    double slack_ = 0;
    std::string prefix_;
};

}  // namespace

void judge_casts(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result) {
    CastJudge(parts, options, result).run();
}

}  // namespace graze::test
