// First contact of two half-spaces. They overlap unless their normals are exactly opposite, which `decide`
// answers exactly for placed ones: while neither turns it stays so, and the gap between them is a polynomial
// of time; when one turns they overlap at once.
#include <algorithm>
#include <cmath>
#include <vector>

#include "ccd/deep_contact.hpp"
#include "ccd/impact_search.hpp"
#include "ccd/open_gap.hpp"
#include "motion/motion_piece.hpp"
#include "query/decide.hpp"
#include "query/dispatch.hpp"
#include "shape/pose_check.hpp"
#include "verify/moving/verify_offset.hpp"
#include "verify/verify_bounds.hpp"

namespace graze {
namespace {

/// Cuts of time before the search gives up: enough for each of a handful of pieces to be cut down to the
/// smallest tolerance, and for paths that graze.
constexpr std::uint32_t kDefaultSteps = 2000;

class HalfSpaces {
public:
    HalfSpaces(const Moving& a, const Moving& b, const ImpactOptions& options, std::vector<TimeCell>* cells)
        : a_(a),
          b_(b),
          cells_(cells),
          longest_(0.999 * options.tolerance),
          slack_(a.motion.deviation() + b.motion.deviation()),
          budget_(options.max_steps > 0 ? options.max_steps : kDefaultSteps) {}

    Impact run() {
        if (answer_at(0) != Answer::disjoint) {
            if (overlap_at(0)) return ended({0, 0}, true);
            return overlap_later(0) ? impact_ : ended({0, 0}, false);
        }
        double t = 0;
        while (t < 1) {
            const MotionPiece& pa = a_.motion.piece_at(t);
            const MotionPiece& pb = b_.motion.piece_at(t);
            const double end = std::min(pa.time.upper, pb.time.upper);
            if (turns(pa) || turns(pb)) return leave(t, end);
            if (pass(pa, pb, {t, end})) return impact_;
            t = end;
        }
        return impact_;
    }

private:
    [[nodiscard]] Placed at(const Moving& moving, double t) const {
        return {moving.shape, pose_at(moving.motion, t)};
    }
    /// Undecided where the drift makes a matrix that is too far from a rotation to be usable, between two
    /// times at which it is.
    [[nodiscard]] Answer answer_at(double t) const {
        const Placed a = at(a_, t), b = at(b_, t);
        return usable(a) && usable(b) ? pair_verdict(a, b).answer : Answer::undecided;
    }

    /// Whether they do for certain: deeper in each other than they may be off their paths.
    [[nodiscard]] bool overlap_at(double t) const {
        return slack_ > 0 ? deep_overlap_at({a_.shape, a_.motion}, {b_.shape, b_.motion}, t, {1, 0, 0})
                          : answer_at(t) == Answer::intersecting;
    }

    /// Ends with contact that is proven some time after t. At t the possible deviation from the paths left it
    /// undecided.
    bool overlap_later(double t) {
        if (!(slack_ > 0)) return false;
        const auto until =
            deep_overlap_within({a_.shape, a_.motion}, {b_.shape, b_.motion}, {t, 1}, longest_, {1, 0, 0});
        if (!until) return false;
        ended({t, *until}, true);
        if (impact_.time.width() > longest_) impact_.status = Status::budget_reached;
        return true;
    }

    /// Through a stretch in which neither turns. True when the search has ended.
    bool pass(const MotionPiece& pa, const MotionPiece& pb, const Interval& stretch) {
        const MotionRates rates_a = rates_over(pa, stretch), rates_b = rates_over(pb, stretch);
        const double acceleration = (rates_a.path_acceleration + rates_b.path_acceleration) * (1 + 8 * kEps);
        const Placed fixed_a{a_.shape, {pa.start, {}}}, fixed_b{b_.shape, {pb.start, {}}};
        const Vec3 normal = unit(pa.start * a_.shape.vector(0));
        const auto gap = [&](double t) {
            const IntervalVec3 apart = verifying::origin_offset(pa, pb, Interval(t));
            const Interval slack = Interval(a_.motion.deviation()) + Interval(b_.motion.deviation());
            return (verifying::gap_along(fixed_a, fixed_b, normal, apart) - slack).lower;
        };
        std::vector<Interval> stack{stretch};
        while (!stack.empty()) {
            const Interval time = stack.back();
            stack.pop_back();
            if (impact_.work.cells + impact_.work.bisections >= budget_) return give_up(time.lower);
            const double first = gap(time.lower), last = gap(time.upper);
            const double rounding = 16 * kEps * std::max(std::abs(first), std::abs(last));
            if (least_between(first, last, acceleration, time.width() * (1 + 4 * kEps)) > rounding) {
                ++impact_.work.cells;
                if (cells_ != nullptr) cells_->push_back({time, normal, false});
                continue;
            }
            const double m = time.middle();
            if (time.width() <= longest_ || !(time.lower < m && m < time.upper)) return touches(time);
            ++impact_.work.bisections;
            stack.push_back({m, time.upper});
            stack.push_back({time.lower, m});
        }
        return false;
    }

    /// A short time in which they may touch.
    bool touches(const Interval& time) {
        const double later = std::min(1.0, time.lower + longest_);
        for (const double upper : {time.upper, later}) {
            if (!overlap_at(upper)) continue;
            ended({time.lower, upper}, true);
            return true;
        }
        if (!overlap_later(time.lower)) ended({time.lower, std::max(time.upper, later)}, false);
        return true;
    }

    /// From t on one of them turns, unless both turn alike, which doubles do not show.
    Impact leave(double t, double end) {
        const double soon = std::min(end, t + longest_);
        if (overlap_at(soon)) return ended({t, soon}, true);
        give_up(t);
        return impact_;
    }

    static bool turns(const MotionPiece& piece) noexcept {
        return piece.blended || piece.rate != 0 || !(piece.drift == Mat3{});
    }

    bool give_up(double t) {
        ended({t, 1}, false);
        impact_.status = Status::budget_reached;
        return true;
    }

    Impact ended(const Interval& time, bool overlapping) {
        const Separation s = pair_separation(at(a_, time.lower), at(b_, time.lower));
        ++impact_.work.separations;
        impact_.hit = true;
        impact_.answer = overlapping ? ImpactAnswer::contact : ImpactAnswer::within_tolerance;
        impact_.proof = overlapping ? ContactProof::overlap : ContactProof::none;
        impact_.time = time;
        impact_.normal = s.normal;
        impact_.point = s.point_a;
        return impact_;
    }

    const Moving& a_;
    const Moving& b_;
    std::vector<TimeCell>* cells_;
    double longest_;  ///< Wanted width of the time interval; a little less, so that sums round below it.
    double slack_;    ///< Sum of the lengths by which the bodies may be off their paths.
    std::uint32_t budget_;
    Impact impact_{};
};

}  // namespace

Impact half_spaces_impact(const Moving& a, const Moving& b, const ImpactOptions& options,
                          std::vector<TimeCell>* cells) {
    return HalfSpaces(a, b, options, cells).run();
}

}  // namespace graze
