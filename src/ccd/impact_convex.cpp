// First contact of two convex bodies by conservative advancement: at each time the plane across the closest
// points is followed until it may close, and a new one is taken there. Polytopes are examined ahead, where
// they seem to touch, and the plane there is shown to be open before. Steps are those of a root search on the
// gap, so a few suffice; docs/notes/motion.md.
#include <algorithm>
#include <cmath>
#include <vector>

#include "ccd/body_plane.hpp"
#include "ccd/closest_plane.hpp"
#include "ccd/deep_contact.hpp"
#include "ccd/impact_search.hpp"
#include "ccd/impact_straight.hpp"
#include "ccd/moving_gap.hpp"
#include "ccd/step_budget.hpp"
#include "verify/moving/verify_passage.hpp"

namespace graze {
namespace {

/// Limit of contact searches, one after each step there: bodies that come no closer than rounding resolves
/// would advance in tiny steps.
constexpr int kMostRefusals = 64;
/// Bodies this share of their size apart have passed each other: more steps may be granted.
constexpr double kFarApart = 1e-4;
/// Evaluations at later times from one certain time: three or four are usual.
constexpr int kChaseQueries = 8;
/// Of a time that was too far ahead, what to try next; 0.7 to 0.85 make no difference.
constexpr double kRetreat = 0.8;
/// The least share of the tolerance to wait for contact: enough for a point in common that is more than
/// rounding.
constexpr double kSoonest = 0.02;

/// The search over all pieces of both motions.
class Advancement {
public:
    Advancement(const MovingRef& a, const MovingRef& b, const ImpactOptions& options,
                const ImpactWindow& window, std::vector<TimeCell>* cells) noexcept
        : a_(a),
          b_(b),
          window_(window),
          cells_(cells),
          tolerance_(options.tolerance),
          longest_(0.999 * options.tolerance),
          budget_(options.max_steps),
          nearest_(a, b, options.tolerance, window.length),
          witness_(nearest_.witness),
          slack_(nearest_.slack()) {}

    Impact run() {
        search();
        impact_.work.separations = nearest_.queries;
        return impact_;
    }

private:
    using Moment = MovingGap::Moment;

    /// How a stretch of time was left: through its end, at the end of the search, or within it, where no step
    /// is certain.
    enum class Passage : std::uint8_t { through, ended, stuck };

    void search() {
        double t = window_.time.lower;
        double longest = 1;  // stretch that bounds of curved pieces are taken over
        double piece_end = 0;
        while (t < window_.time.upper) {
            const MotionPiece& pa = a_.motion.piece_at(t);
            const MotionPiece& pb = b_.motion.piece_at(t);
            if (t >= piece_end) {
                piece_end = std::min(pa.time.upper, pb.time.upper);
                budget_.enter_piece(spent());
            }
            const Interval time{t, std::min({pa.time.upper, pb.time.upper, window_.time.upper, t + longest})};
            MovingGap gap(a_.shape, b_.shape, {pa, pb}, time, slack_);
            const Passage passage = pass(gap, t);
            if (passage == Passage::ended) return;
            if (passage == Passage::stuck) {
                longest = 0.25 * time.width();
                ++impact_.work.bisections;
            } else if (longest < 1) {
                longest *= 2;
            }
        }
    }

    /// Ends the search between a moment and a time, with the plane at the first.
    void report(MovingGap& gap, const Moment& now, double until, ImpactAnswer answer) {
        const Interval time{now.time, until};
        if (time.lower > 0) nearest_.refine(gap, now);
        impact_.hit = true;
        impact_.answer = answer;
        impact_.proof = answer == ImpactAnswer::contact ? ContactProof::overlap : ContactProof::none;
        impact_.time = time;
        impact_.normal = witness_.normal;
        impact_.point = nearest_.point(time.lower);
    }

    /// Contact when the window opens, or closer to it than can be decided; false when a sharper query has
    /// found a plane that can be followed.
    bool touch_at_start(MovingGap& gap, const Moment& now) {
        const bool overlap = nearest_.overlap_at(gap, now.time);
        if (!overlap && nearest_.update_tight(gap, now)) return false;
        if (!overlap && shows_later(gap, now, {now.time, 1}, longest_)) return true;
        if (!overlap && !within_tolerance(gap)) {
            out_of_budget(gap, now);
            return true;
        }
        report(gap, now, now.time, overlap ? ImpactAnswer::contact : ImpactAnswer::within_tolerance);
        return true;
    }

    /// From t on through one smooth stretch of both motions. `witness_` is the plane at t, once one was
    /// needed; both are kept up to date.
    Passage pass(MovingGap& gap, double& t) {
        const double end = gap.time().upper;
        if (const auto n = gap.plane_between_balls()) {
            keep({gap.time(), *n, true});
            t = end;
            witness_known_ = false;
            return Passage::through;
        }
        Moment now = gap.moment(t);
        if (witness_known_)
            witness_.gap = gap.along(witness_.normal, now);
        else
            nearest_.update(gap, now, 0);
        witness_known_ = true;
        if (t == window_.time.lower && !(witness_.distance.lower > 0) && touch_at_start(gap, now))
            return Passage::ended;
        return advance(gap, now, t);
    }

    Passage advance(MovingGap& gap, Moment& now, double& t) {
        const double end = gap.time().upper;
        // Closer than this no plane can be followed.
        const double floor = kFollowedErrors * gap.error();
        double wanted = tolerance_ * window_.length;
        while (t < end) {
            if (budget_.is_spent(spent()) && !grant_more()) return out_of_budget(gap, now);
            if (witness_.by_simplex) now = chase(gap, now, wanted);
            if (now.time > t && arrived_.at == now.time) {
                t = now.time;
                if (close_at(gap, now, arrived_.speed)) return Passage::ended;
                wanted = std::max(wanted / 64, floor);
                continue;
            }
            const double open = witness_.gap;
            const MovingGap::OpenGoal goal =
                goal_of(gap, gap.closing(witness_.normal, now, witness_.on_a, witness_.on_b), wanted);
            const double fine = goal.gap;
            if (open > gap.error()) now = step(gap, now, goal);
            const bool moved = now.time > t;
            t = now.time;
            if (moved && t == end) return Passage::through;
            if (witness_.distance.upper > 4 * fine) {
                if (moved) continue;
                if (open > 4 * fine && end - t > 1e-9) return Passage::stuck;
            }
            if (close_at(gap, now, gap.closing(witness_.normal, now, witness_.on_a, witness_.on_b).speed))
                return Passage::ended;
            if (++refusals_ >= kMostRefusals && within_tolerance(gap)) return out_of_budget(gap, now);
            if (moved || fine > floor) {
                wanted = std::max(wanted / 64, floor);
                continue;
            }
            if (sharp_at_ != t) {
                sharp_at_ = t;
                if (nearest_.update_tight(gap, now)) continue;
            }
            if (shows_later(gap, now, {t, 1}, longest_)) return Passage::ended;
            if (!within_tolerance(gap)) return out_of_budget(gap, now);
            report(gap, now, std::min(1.0, t + longest_), ImpactAnswer::within_tolerance);
            return Passage::ended;
        }
        return Passage::through;
    }

    /// Whether the bodies are, as their paths have them at the last query. Rounding may hide a gap that is
    /// wider: of bodies that are small beside the coordinates of their places. Points have no size that a
    /// tolerance could be relative to: as close as planes can be followed is within it.
    [[nodiscard]] bool within_tolerance(const MovingGap& gap) const noexcept {
        const double within =
            window_.length > 0 ? tolerance_ * window_.length : 4 * kFollowedErrors * gap.error();
        return witness_.distance.lower + slack_ <= within;
    }

    [[nodiscard]] MovingGap::OpenGoal goal_of(const MovingGap& gap, const MovingGap::Closing& closing,
                                              double wanted) const noexcept {
        return {std::max(kFollowedErrors * gap.error(),
                         0.25 * std::min(wanted, std::abs(closing.speed) * tolerance_)),
                closing};
    }

    /// Probes ahead to where the bodies seem to touch, again and again from there; the last plane mostly
    /// serves for all of the time. Where it does not, the first one is followed for some of it.
    Moment chase(MovingGap& gap, const Moment& first, double wanted) {
        const WitnessPlane start = witness_;
        const Moment last = probe_ahead(gap, first, wanted);
        if (!(last.time > first.time)) return first;
        const WitnessPlane there = witness_;
        if (bridge(gap, first, last, there)) return last;
        witness_ = start;
        const MovingGap::Closing closing = gap.closing(start.normal, first, start.on_a, start.on_b);
        const MovingGap::Opening opening = follow(gap, first, goal_of(gap, closing, wanted));
        const Moment& between = opening.until;
        if (between.time > first.time && between.time < last.time && bridge(gap, between, last, there)) {
            witness_ = there;
            return last;
        }
        renew(gap, first, opening);
        return between;
    }

    /// Whether the plane at the second moment is open since the first one; notes it when it is.
    bool bridge(MovingGap& gap, const Moment& first, const Moment& last, const WitnessPlane& there) {
        if (!gap.stays_open(there.normal, gap.along(there.normal, first), there.gap, last.time - first.time))
            return false;
        keep({{first.time, last.time}, there.normal, false});
        return true;
    }

    /// The last time evaluated before contact, with the plane there; neither is certain.
    Moment probe_ahead(MovingGap& gap, const Moment& first, double wanted) noexcept {
        Moment last = first;
        double too_far = 2;
        for (int step = 0; step < kChaseQueries; ++step) {
            const MovingGap::OpenGoal goal = goal_of(gap, gap.closing(last, nearest_.simplex()), wanted);
            if (witness_.distance.upper <= 4 * goal.gap) {
                arrived_ = {last.time, goal.closing.speed};
                break;
            }
            double next = gap.arrival(witness_.normal, last.time, witness_.gap, goal);
            if (!(next < too_far)) next = last.time + kRetreat * (too_far - last.time);
            if (!(next > last.time && next < gap.time().upper)) break;
            const Moment ahead = gap.moment(next);
            if (nearest_.update_fast(gap, ahead))
                last = ahead;
            else
                too_far = next;
        }
        return last;
    }

    /// Follows the plane at a moment as far as it is certain to stay open. A plane that moves with one of the
    /// bodies is taken when it goes twice as far.
    MovingGap::Opening follow(MovingGap& gap, const Moment& now, const MovingGap::OpenGoal& goal) {
        TimeCell cell{{now.time, now.time}, witness_.normal, false, TimeCell::Moves::not_at_all};
        MovingGap::Opening opening = gap.open_until(witness_.normal, now, witness_.gap, goal);
        if (budget_.is_long(spent()) && opening.until.time < gap.time().upper) {
            const BodyPlaneStretch stretch{a_, b_, gap.time(), slack_};
            for (const auto moves : {TimeCell::Moves::with_a, TimeCell::Moves::with_b}) {
                const auto turning = open_by_body_plane(stretch, moves, witness_.normal, now, goal);
                if (!turning ||
                    !(turning->opening.until.time - now.time > 2 * (opening.until.time - now.time)))
                    continue;
                opening = turning->opening;
                cell.normal = turning->normal;
                cell.moves = moves;
            }
        }
        cell.time.upper = opening.until.time;
        if (opening.until.time > now.time) keep(cell);
        return opening;
    }

    /// Takes a new plane where one that was followed ends.
    void renew(MovingGap& gap, const Moment& from, const MovingGap::Opening& opening) {
        const double t = opening.until.time;
        if (t > from.time && t < window_.time.upper) nearest_.update(gap, opening.until, opening.gap);
    }

    Moment step(MovingGap& gap, const Moment& now, const MovingGap::OpenGoal& goal) {
        const MovingGap::Opening opening = follow(gap, now, goal);
        renew(gap, now, opening);
        return opening.until;
    }

    /// Whether contact soon after a moment can be shown, when the bodies close at this speed.
    bool close_at(MovingGap& gap, const Moment& now, double speed) {
        if (slack_ > 0 && now.time > 0)
            nearest_.refine(gap, now);  // the overlap is shown along the normal that is reported
        const double open = std::max(0.0, witness_.distance.upper) + 4 * gap.error() + 2 * slack_;
        // First not so soon that the point they share is one of rounding; but what is thin may have passed by
        // then.
        const double soon = speed > 0 ? 1.5 * open / speed : longest_,
                     late = std::max(soon, kSoonest * longest_);
        double tried = 0;
        for (const double wait : {late, soon, longest_}) {
            if (wait > longest_ || wait == tried) continue;
            tried = wait;
            const double until = std::min(1.0, now.time + wait);
            if (!nearest_.overlap_at(gap, until)) continue;
            report(gap, now, until, ImpactAnswer::contact);
            return true;
        }
        if (slack_ > 0)
            return soon > longest_ &&
                   shows_later(gap, now, {now.time, std::min(1.0, now.time + 2 * soon)}, soon);
        const double end = gap.time().upper;
        return passes_through(gap, now, std::min({now.time + soon, now.time + longest_, end})) ||
               passes_through(gap, now, std::min(now.time + longest_, end));
    }

    /// Contact of flat bodies, which are through each other at no double.
    bool passes_through(MovingGap& gap, const Moment& now, double until) {
        if (!verifying::pass_through_by(a_.shape, a_.motion, b_.shape, b_.motion, {now.time, until}))
            return false;
        report(gap, now, until, ImpactAnswer::contact);
        impact_.proof = ContactProof::passage;
        return true;
    }

    /// Contact of bodies that may be off their paths, which shows only once those are deep in each other.
    bool shows_later(MovingGap& gap, const Moment& now, const Interval& time, double wait) {
        if (!(slack_ > 0)) return false;
        if (now.time > 0) nearest_.refine(gap, now);
        const auto until = deep_overlap_within(a_, b_, time, wait, witness_.normal);
        if (!until) return false;
        report(gap, now, *until, ImpactAnswer::contact);
        if (impact_.time.width() > tolerance_) impact_.status = Status::budget_reached;
        return true;
    }

    /// Steps that were used up while the bodies passed each other are not missed when they are far apart
    /// again.
    bool grant_more() noexcept {
        return witness_.distance.lower > kFarApart * window_.length && budget_.grant_more(spent());
    }

    /// Ends where no step is left, or none is certain: with a narrow time interval where the bodies are
    /// within the requested tolerance.
    Passage out_of_budget(MovingGap& gap, const Moment& now) {
        const bool within = within_tolerance(gap);
        if (within &&
            close_at(gap, now, gap.closing(witness_.normal, now, witness_.on_a, witness_.on_b).speed))
            return Passage::ended;
        report(gap, now, within ? std::min(1.0, now.time + longest_) : 1, ImpactAnswer::within_tolerance);
        if (!within) impact_.status = Status::budget_reached;
        return Passage::ended;
    }

    [[nodiscard]] std::uint32_t spent() const noexcept {
        return nearest_.queries + impact_.work.cells + impact_.work.bisections;
    }

    void keep(const TimeCell& cell) {
        ++impact_.work.cells;
        if (cells_) cells_->push_back(cell);
    }

    MovingRef a_;
    MovingRef b_;
    ImpactWindow window_;
    std::vector<TimeCell>* cells_;
    double tolerance_;
    double longest_;  ///< Wanted width of the time interval; a little less than the tolerance, so that sums
                      ///< round below it.
    StepBudget budget_;
    int refusals_ = 0;  ///< Times that contact was not shown where it seemed near.
    ClosestPlane nearest_;
    WitnessPlane& witness_;       ///< Of the last query.
    double slack_;                ///< By which both may be off their paths.
    double sharp_at_ = -1;        ///< The last time that was examined as sharply as numbers allow.
    bool witness_known_ = false;  ///< Whether `witness_` is of the present time.
    struct {
        double at = -1;    ///< The last later time evaluated, when it is as close to contact as requested.
        double speed = 0;  ///< Of closing, then.
    } arrived_;
    Impact impact_{};
};

}  // namespace

Impact convex_impact(const MovingRef& a, const MovingRef& b, const ImpactOptions& options,
                     const ImpactWindow& window, std::vector<TimeCell>* cells) {
    if (const auto quick = straight_impact(a, b, options, window, cells)) return *quick;
    return Advancement(a, b, options, window, cells).run();
}

}  // namespace graze
