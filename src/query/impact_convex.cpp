// First contact of two convex bodies by conservative advancement: at each time the plane across the closest points is followed until it may
// close, and a new one is taken there. Steps are those of a root search on the gap, so a few suffice; docs/notes/motion.md.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/query/query.hpp"
#include "motion/moving_gap.hpp"
#include "motion/verify_passage.hpp"
#include "query/impact.hpp"
#include "query/impact_straight.hpp"
#include "query/surely_meet.hpp"

namespace graze {
namespace {

constexpr std::uint32_t kDefaultSteps = 2000;
/// Of the distance at the reported time: on a surface as round as the shape is large, points are known to the root of twice this.
constexpr double kPointTolerance = 1e-10;

/// The search over all pieces of both motions.
class Advancement {
public:
    Advancement(const MovingRef& a, const MovingRef& b, const ImpactOptions& options, const ImpactWindow& window,
                std::vector<TimeCell>* cells)
        : motion_a_(a.motion),
          motion_b_(b.motion),
          a_{a.shape, {}},
          b_{b.shape, {}},
          window_(window),
          cells_(cells),
          tolerance_(options.tolerance),
          longest_(0.999 * options.tolerance),
          budget_(options.max_steps > 0 ? options.max_steps : kDefaultSteps) {}

    Impact run() {
        if (start()) return impact_;
        double t = window_.time.lower;
        double longest = 1;  // stretch that bounds of curved pieces are taken over
        while (t < window_.time.upper) {
            const MotionPiece& pa = motion_a_.piece_at(t);
            const MotionPiece& pb = motion_b_.piece_at(t);
            const Interval time{t, std::min({pa.time.upper, pb.time.upper, window_.time.upper, t + longest})};
            MovingGap gap(a_.shape, pa, b_.shape, pb, time, motion_a_.deviation() + motion_b_.deviation());
            const Passage passage = pass(gap, t);
            if (passage == Passage::ended) return impact_;
            if (passage == Passage::stuck) {
                longest = 0.25 * time.width();
                ++impact_.work.bisections;
            } else if (longest < 1) {
                longest *= 2;
            }
        }
        return impact_;
    }

private:
    /// How a stretch of time was left: through its end, at the end of the search, or on the way, with no certain step in it.
    enum class Passage : std::uint8_t { through, ended, stuck };

    /// At time t, where the gap is no smaller than `open`: its direction need not be sharper than what is left to go.
    Separation separation_at(double t, double open) noexcept {
        return separation_with(std::clamp(0.02 * open / window_.length, 0.02 * tolerance_, 1e-3), t);
    }

    Separation separation_with(double tolerance, double t) noexcept {
        ++impact_.work.separations;
        SeparationOptions options;
        options.tolerance = tolerance;
        place(t);
        return separation(a_, b_, options, &cache_);
    }

    [[nodiscard]] bool meets_at(double t) noexcept {
        place(t);
        return surely_meet(a_, b_, nearest_.normal) || decide(a_, b_).answer == Answer::intersecting;
    }

    void place(double t) noexcept {
        a_.pose = pose_at(motion_a_, t);
        b_.pose = pose_at(motion_b_, t);
    }

    /// Ends the search between the two times with the separation at the first.
    void report(const Interval& time, ImpactAnswer answer) noexcept {
        const bool polytopes = a_.shape.polytope_core() && b_.shape.polytope_core();
        if (!polytopes && time.lower > 0) nearest_ = separation_with(kPointTolerance, time.lower);
        const Separation& s = nearest_;
        impact_.hit = true;
        impact_.answer = answer;
        impact_.proof = answer == ImpactAnswer::contact ? ContactProof::overlap : ContactProof::none;
        impact_.time = time;
        impact_.normal = s.normal;
        impact_.point = s.distance.lower > 0 ? s.point_a : 0.5 * (s.point_a + s.point_b);
    }

    /// Contact when the window opens, or closer to it than can be told.
    bool start() noexcept {
        const double t = window_.time.lower;
        nearest_ = separation_at(t, 0);
        if (nearest_.distance.lower > 0) return false;
        const bool meets = nearest_.distance.upper <= 0 || meets_at(t);
        report({t, t}, meets ? ImpactAnswer::contact : ImpactAnswer::within_tolerance);
        return true;
    }

    /// From t on through one smooth stretch of both motions. `nearest_` is the separation at t; both are kept up to date.
    Passage pass(MovingGap& gap, double& t) {
        const double end = gap.time().upper;
        if (const auto n = gap.plane_between_balls()) {
            keep({gap.time(), *n, true});
            t = end;
            if (t < window_.time.upper) nearest_ = separation_at(t, 0);
            return Passage::through;
        }
        // Closer than this no plane can be followed.
        const double floor = 4 * gap.error();
        double wanted = tolerance_ * window_.length;
        while (t < end) {
            if (impact_.work.separations + impact_.work.cells + impact_.work.bisections >= budget_) return out_of_budget(t);
            const Vec3 n = nearest_.normal;
            const double now = gap.along(n, t);
            const double speed = gap.closing_speed(n, t, nearest_.point_a, nearest_.point_b);
            const double fine = std::max(floor, 0.25 * std::min(wanted, std::abs(speed) * tolerance_));
            const double next = now > gap.error() ? gap.open_until(n, t, now, {fine, speed}) : t;
            const bool moved = next > t;
            if (moved) {
                keep({{t, next}, n, false});
                t = next;
                if (t < window_.time.upper) nearest_ = separation_at(t, gap.along(n, t));
                if (t == end) return Passage::through;
            }
            if (nearest_.distance.upper > 4 * fine) {
                if (moved) continue;
                if (now > 4 * fine && end - t > 1e-9) return Passage::stuck;
            }
            if (close_at(gap, t)) return Passage::ended;
            if (moved || fine > floor) {
                wanted = std::max(wanted / 64, floor);
                continue;
            }
            // Rounding may hide a gap that is wider than the tolerance: paths from far away, matrices from single precision.
            if (nearest_.distance.lower > tolerance_ * window_.length) return out_of_budget(t);
            report({t, std::min(1.0, t + longest_)}, ImpactAnswer::within_tolerance);
            return Passage::ended;
        }
        return Passage::through;
    }

    /// Whether contact soon after t can be shown.
    bool close_at(MovingGap& gap, double t) noexcept {
        const double speed = gap.closing_speed(nearest_.normal, t, nearest_.point_a, nearest_.point_b);
        const double open = std::max(0.0, nearest_.distance.upper) + 4 * gap.error();
        const double soon = speed > 0 ? 1.5 * open / speed : longest_;
        for (const double wait : {soon, longest_}) {
            if (wait > longest_) continue;
            const double until = std::min(1.0, t + wait);
            if (!meets_at(until)) continue;
            report({t, until}, ImpactAnswer::contact);
            return true;
        }
        return passes_through({t, std::min({t + soon, t + longest_, gap.time().upper})}) ||
               passes_through({t, std::min(t + longest_, gap.time().upper)});
    }

    /// Contact of flat bodies, which are through each other at no double.
    bool passes_through(const Interval& time) {
        if (!verifying::pass_through_by(a_.shape, motion_a_, b_.shape, motion_b_, time)) return false;
        report(time, ImpactAnswer::contact);
        impact_.proof = ContactProof::passage;
        return true;
    }

    Passage out_of_budget(double t) noexcept {
        report({t, 1}, ImpactAnswer::within_tolerance);
        impact_.status = Status::budget_reached;
        return Passage::ended;
    }

    void keep(const TimeCell& cell) {
        ++impact_.work.cells;
        if (cells_) cells_->push_back(cell);
    }

    const Motion& motion_a_;
    const Motion& motion_b_;
    Placed a_;  ///< Where they are at the time last asked for.
    Placed b_;
    ImpactWindow window_;
    std::vector<TimeCell>* cells_;
    double tolerance_;
    double longest_;  ///< Wanted width of the time interval; a little less than the tolerance, so that sums round below it.
    std::uint32_t budget_;
    Separation nearest_{};
    PairCache cache_{};
    Impact impact_{};
};

}  // namespace

Impact convex_impact(const MovingRef& a, const MovingRef& b, const ImpactOptions& options, const ImpactWindow& window,
                     std::vector<TimeCell>* cells) {
    if (const auto quick = straight_impact(a, b, options, window, cells)) return *quick;
    return Advancement(a, b, options, window, cells).run();
}

}  // namespace graze
