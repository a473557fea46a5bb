// First contact of two convex bodies by conservative advancement: at each time the plane across the closest
// points is followed until it may close, and a new one is taken there. For polytopes the search first guesses
// the time of contact, then proves that the plane there was open before. Steps are those of a root search on
// the gap, so a few suffice; docs/notes/motion.md.
#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>
#include <vector>

#include "ccd/body_plane.hpp"
#include "ccd/closest_plane.hpp"
#include "ccd/contact_search.hpp"
#include "ccd/impact_search.hpp"
#include "ccd/impact_straight.hpp"
#include "ccd/moving_gap.hpp"
#include "ccd/step_budget.hpp"

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
/// Where one plane was followed to, and how the next one may be found.
struct Stride {
    MovingGap::Moment to{};
    /// Speed of closing, when `to` was reached by planes of later times and is as close to contact as
    /// requested.
    std::optional<double> arrived{};
};

/// What is remembered between the stretches of a search.
struct Pursuit {
    std::optional<WitnessPlane> plane{};  ///< Of the present time, once one was needed.
    double tight_at = -1;                 ///< The last time that was examined as sharply as numbers allow.
    int refusals = 0;                     ///< Times that contact was not shown where it seemed near.
};

/// The search over all pieces of both motions.
class Advancement {
public:
    Advancement(const MovingRef& a, const MovingRef& b, const ImpactOptions& options,
                const ImpactWindow& window, std::vector<TimeCell>* cells) noexcept
        : a_(a),
          b_(b),
          window_(window),
          tolerance_(options.tolerance),
          cells_(cells),
          budget_(options.max_steps),
          nearest_(a, b, options.tolerance, window.length),
          contact_(a, b, options, window, nearest_) {}

    Impact run() {
        const std::optional<ImpactEnding> ending = search();
        Impact impact;
        impact.work = work_;
        impact.work.separations = nearest_.queries();
        if (!ending) return impact;
        impact.hit = true;
        impact.answer = ending->answer;
        impact.proof = ending->proof;
        impact.time = ending->time;
        impact.point = ending->point;
        impact.normal = ending->normal;
        impact.status = ending->status;
        return impact;
    }

private:
    using Moment = MovingGap::Moment;

    /// How a stretch of time was left: through its end, or within it, where no step is certain.
    enum class Passage : std::uint8_t { through, stuck };
    /// Or by the end of the search.
    using Outcome = std::variant<Passage, ImpactEnding>;

    /// None for a miss.
    std::optional<ImpactEnding> search() {
        double t = window_.time.lower;
        double longest = 1;  // stretch that bounds of curved pieces are taken over
        double piece_end = 0;
        Pursuit pursuit;
        while (t < window_.time.upper) {
            const MotionPiece& pa = a_.motion.piece_at(t);
            const MotionPiece& pb = b_.motion.piece_at(t);
            if (t >= piece_end) {
                piece_end = std::min(pa.time.upper, pb.time.upper);
                budget_.enter_piece(spent());
            }
            const Interval time{t, std::min({pa.time.upper, pb.time.upper, window_.time.upper, t + longest})};
            MovingGap gap(a_.shape, b_.shape, {pa, pb}, time, nearest_.slack());
            const Outcome outcome = pass(gap, t, pursuit);
            if (const auto* ending = std::get_if<ImpactEnding>(&outcome)) return *ending;
            if (std::get<Passage>(outcome) == Passage::stuck) {
                longest = 0.25 * time.width();
                ++work_.bisections;
            } else if (longest < 1) {
                longest *= 2;
            }
        }
        return std::nullopt;
    }

    /// From t on through one smooth stretch of both motions; both t and the plane of the pursuit are kept up
    /// to date.
    Outcome pass(MovingGap& gap, double& t, Pursuit& pursuit) {
        if (const auto n = gap.plane_between_balls()) {
            keep({gap.time(), *n, true});
            t = gap.time().upper;
            pursuit.plane.reset();
            return Passage::through;
        }
        const Moment now = gap.moment(t);
        if (pursuit.plane)
            pursuit.plane->gap = gap.along(pursuit.plane->normal, now);
        else
            pursuit.plane = nearest_.update(gap, now, 0, {});
        if (t == window_.time.lower && !(pursuit.plane->distance.lower > 0))
            if (const auto ending = contact_.at_start({gap, now, *pursuit.plane})) return *ending;
        return advance(gap, now, pursuit, t);
    }

    Outcome advance(MovingGap& gap, Moment now, Pursuit& pursuit, double& t) {
        const double end = gap.time().upper;
        // Closer than this no plane can be followed.
        const double floor = kFollowedErrors * gap.error();
        double wanted = tolerance_ * window_.length;
        WitnessPlane& plane = *pursuit.plane;
        const CloseMoment close{gap, now, plane};
        while (t < end) {
            if (budget_.is_spent(spent()) && !grant_more(plane)) return contact_.out_of_steps(close);
            if (plane.by_simplex) {
                const Stride chased = chase(gap, now, plane, wanted);
                now = chased.to;
                if (now.time > t && chased.arrived) {
                    t = now.time;
                    if (const auto ending = contact_.soon_after(close, *chased.arrived)) return *ending;
                    wanted = std::max(wanted / 64, floor);
                    continue;
                }
            }
            const double open = plane.gap;
            const MovingGap::OpenGoal goal = goal_of(gap, closing_of(gap, now, plane), wanted);
            const double fine = goal.gap;
            if (open > gap.error()) now = step(gap, now, plane, goal);
            const bool moved = now.time > t;
            t = now.time;
            if (moved && t == end) return Passage::through;
            if (plane.distance.upper > 4 * fine) {
                if (moved) continue;
                if (open > 4 * fine && end - t > 1e-9) return Passage::stuck;
            }
            if (const auto ending = contact_.soon_after(close)) return *ending;
            if (++pursuit.refusals >= kMostRefusals && contact_.within_tolerance(gap, plane))
                return contact_.out_of_steps(close);
            if (moved || fine > floor)
                wanted = std::max(wanted / 64, floor);
            else if (!tighten(close, pursuit))
                return closest(close);
        }
        return Passage::through;
    }

    /// Whether a plane as sharp as numbers allow can be followed; examined once at each time.
    bool tighten(const CloseMoment& close, Pursuit& pursuit) {
        if (pursuit.tight_at == close.now.time) return false;
        pursuit.tight_at = close.now.time;
        const TightPlane tight = nearest_.update_tight(close.gap, close.now, close.plane);
        close.plane = tight.plane;
        return tight.open;
    }

    /// The ending where no plane can be followed and no contact was shown.
    ImpactEnding closest(const CloseMoment& close) {
        if (const auto deep = contact_.when_deep(close)) return *deep;
        if (!contact_.within_tolerance(close.gap, close.plane)) return contact_.out_of_steps(close);
        return contact_.undecided(close, std::min(1.0, close.now.time + contact_.longest()),
                                  Status::converged);
    }

    [[nodiscard]] static MovingGap::Closing closing_of(const MovingGap& gap, const Moment& now,
                                                       const WitnessPlane& plane) noexcept {
        return gap.closing(plane.normal, now, plane.on_a, plane.on_b);
    }

    [[nodiscard]] MovingGap::OpenGoal goal_of(const MovingGap& gap, const MovingGap::Closing& closing,
                                              double wanted) const noexcept {
        return {std::max(kFollowedErrors * gap.error(),
                         0.25 * std::min(wanted, std::abs(closing.speed) * tolerance_)),
                closing};
    }

    /// Probes ahead to where the bodies seem to touch, again and again from there; the last plane mostly
    /// serves for all of the time. Where it does not, the first one is followed for some of it. `plane` is
    /// that of the first moment, then of the last.
    Stride chase(MovingGap& gap, const Moment& first, WitnessPlane& plane, double wanted) {
        const WitnessPlane start = plane;
        const Stride ahead = probe_ahead(gap, first, plane, wanted);
        const Moment& last = ahead.to;
        if (!(last.time > first.time)) return {first, std::nullopt};
        if (bridge(gap, first, last, plane)) return ahead;
        const WitnessPlane there = plane;
        plane = start;
        const MovingGap::Opening opening =
            follow(gap, first, start, goal_of(gap, closing_of(gap, first, start), wanted));
        const Moment& between = opening.until;
        if (between.time > first.time && between.time < last.time && bridge(gap, between, last, there)) {
            plane = there;
            return ahead;
        }
        renew(gap, first, opening, plane);
        return {between, std::nullopt};
    }

    /// Whether the plane at the second moment is open since the first one; notes it when it is.
    bool bridge(MovingGap& gap, const Moment& first, const Moment& last, const WitnessPlane& there) {
        if (!gap.stays_open(there.normal, gap.along(there.normal, first), there.gap, last.time - first.time))
            return false;
        keep({{first.time, last.time}, there.normal, false});
        return true;
    }

    /// The last time evaluated before contact, with the plane there; neither is certain.
    Stride probe_ahead(MovingGap& gap, const Moment& first, WitnessPlane& plane, double wanted) noexcept {
        Moment last = first;
        double too_far = 2;
        for (int step = 0; step < kChaseQueries; ++step) {
            const MovingGap::OpenGoal goal = goal_of(gap, gap.closing(last, nearest_.simplex()), wanted);
            if (plane.distance.upper <= 4 * goal.gap) return {last, goal.closing.speed};
            double next = gap.arrival(plane.normal, last.time, plane.gap, goal);
            if (!(next < too_far)) next = last.time + kRetreat * (too_far - last.time);
            if (!(next > last.time && next < gap.time().upper)) break;
            const Moment ahead = gap.moment(next);
            if (const auto found = nearest_.update_fast(gap, ahead)) {
                plane = *found;
                last = ahead;
            } else {
                too_far = next;
            }
        }
        return {last, std::nullopt};
    }

    /// Follows a plane as far as it is certain to stay open. A plane that moves with one of the bodies is
    /// taken when it goes twice as far.
    MovingGap::Opening follow(MovingGap& gap, const Moment& now, const WitnessPlane& plane,
                              const MovingGap::OpenGoal& goal) {
        TimeCell cell{{now.time, now.time}, plane.normal, false, TimeCell::Moves::not_at_all};
        MovingGap::Opening opening = gap.open_until(plane.normal, now, plane.gap, goal);
        if (budget_.is_long(spent()) && opening.until.time < gap.time().upper) {
            const BodyPlaneStretch stretch{a_, b_, gap.time(), nearest_.slack()};
            for (const auto moves : {TimeCell::Moves::with_a, TimeCell::Moves::with_b}) {
                const auto turning = open_by_body_plane(stretch, moves, plane.normal, now, goal);
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
    void renew(MovingGap& gap, const Moment& from, const MovingGap::Opening& opening, WitnessPlane& plane) {
        const double t = opening.until.time;
        if (t > from.time && t < window_.time.upper)
            plane = nearest_.update(gap, opening.until, opening.gap, plane);
    }

    Moment step(MovingGap& gap, const Moment& now, WitnessPlane& plane, const MovingGap::OpenGoal& goal) {
        const MovingGap::Opening opening = follow(gap, now, plane, goal);
        renew(gap, now, opening, plane);
        return opening.until;
    }

    /// Steps that were used up while the bodies passed each other are not missed when they are far apart
    /// again.
    bool grant_more(const WitnessPlane& plane) noexcept {
        return plane.distance.lower > kFarApart * window_.length && budget_.grant_more(spent());
    }

    [[nodiscard]] std::uint32_t spent() const noexcept {
        return nearest_.queries() + work_.cells + work_.bisections;
    }

    void keep(const TimeCell& cell) {
        ++work_.cells;
        if (cells_) cells_->push_back(cell);
    }

    const MovingRef a_;
    const MovingRef b_;
    const ImpactWindow window_;
    const double tolerance_;
    std::vector<TimeCell>* const cells_;
    StepBudget budget_;
    ClosestPlane nearest_;
    ContactSearch contact_;
    ImpactWork work_{};
};

}  // namespace

Impact convex_impact(const MovingRef& a, const MovingRef& b, const ImpactOptions& options,
                     const ImpactWindow& window, std::vector<TimeCell>* cells) {
    if (const auto quick = straight_impact(a, b, options, window, cells)) return *quick;
    return Advancement(a, b, options, window, cells).run();
}

}  // namespace graze
