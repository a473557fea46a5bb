#include "ccd/contact_search.hpp"

#include <algorithm>

#include "ccd/deep_contact.hpp"
#include "verify/moving/verify_passage.hpp"

namespace graze {
namespace {

/// The least share of the tolerance to wait for contact: enough for a point in common that is more than
/// rounding.
constexpr double kSoonest = 0.02;

/// Speed at which the closest points approach, length per unit of t. An estimate, no bound.
double speed_of(const CloseMoment& close) noexcept {
    return close.gap.closing(close.plane.normal, close.now, close.plane.on_a, close.plane.on_b).speed;
}

}  // namespace

ContactSearch::ContactSearch(const MovingRef& a, const MovingRef& b, const ImpactOptions& options,
                             const ImpactWindow& window, ClosestPlane& nearest) noexcept
    : a_(a), b_(b), tolerance_(options.tolerance), length_(window.length), nearest_(nearest) {}

ImpactEnding ContactSearch::ending(const CloseMoment& close, double until, ImpactAnswer answer) {
    const Interval time{close.now.time, until};
    if (time.lower > 0) close.plane = nearest_.refine(close.gap, close.now, close.plane);
    const ContactProof proof = answer == ImpactAnswer::contact ? ContactProof::overlap : ContactProof::none;
    const Vec3 point = nearest_.point(close.plane, time.lower);
    return {time, answer, proof, Status::converged, point, close.plane.normal};
}

ImpactEnding ContactSearch::undecided(const CloseMoment& close, double until, Status status) {
    ImpactEnding open = ending(close, until, ImpactAnswer::within_tolerance);
    open.status = status;
    return open;
}

bool ContactSearch::within_tolerance(const MovingGap& gap, const WitnessPlane& plane) const noexcept {
    const double within = length_ > 0 ? tolerance_ * length_ : 4 * kFollowedErrors * gap.error();
    return plane.distance.lower + nearest_.slack() <= within;
}

std::optional<ImpactEnding> ContactSearch::at_start(const CloseMoment& close) {
    const double start = close.now.time;
    if (nearest_.overlap_at(close.gap, close.plane, start))
        return ending(close, start, ImpactAnswer::contact);
    const TightPlane tight = nearest_.update_tight(close.gap, close.now, close.plane);
    close.plane = tight.plane;
    if (tight.open) return std::nullopt;
    if (const auto contact = when_deep(close)) return contact;
    const bool within = within_tolerance(close.gap, close.plane);
    return within ? undecided(close, start, Status::converged) : undecided(close, 1, Status::budget_reached);
}

ImpactEnding ContactSearch::out_of_steps(const CloseMoment& close) {
    if (!within_tolerance(close.gap, close.plane)) return undecided(close, 1, Status::budget_reached);
    if (const auto contact = soon_after(close)) return *contact;
    return undecided(close, std::min(1.0, close.now.time + longest()), Status::converged);
}

std::optional<ImpactEnding> ContactSearch::soon_after(const CloseMoment& close) {
    return soon_after(close, speed_of(close));
}

std::optional<ImpactEnding> ContactSearch::soon_after(const CloseMoment& close, double speed) {
    const double slack = nearest_.slack(), start = close.now.time;
    // The overlap is shown along the normal that is reported.
    if (slack > 0 && start > 0) close.plane = nearest_.refine(close.gap, close.now, close.plane);
    const double open = std::max(0.0, close.plane.distance.upper) + 4 * close.gap.error() + 2 * slack;
    // First not so soon that the point they share is one of rounding; but what is thin may have passed by
    // then.
    const double soon = speed > 0 ? 1.5 * open / speed : longest();
    const double late = std::max(soon, kSoonest * longest());
    double tried = 0;
    for (const double wait : {late, soon, longest()}) {
        if (wait > longest() || wait == tried) continue;
        tried = wait;
        const double until = std::min(1.0, start + wait);
        if (nearest_.overlap_at(close.gap, close.plane, until))
            return ending(close, until, ImpactAnswer::contact);
    }
    if (slack > 0) {
        if (soon <= longest()) return std::nullopt;
        return overlaps_deeply(close, {start, std::min(1.0, start + 2 * soon)}, soon);
    }
    const double end = close.gap.time().upper;
    if (const auto passage = passes_through(close, std::min({start + soon, start + longest(), end})))
        return passage;
    return passes_through(close, std::min(start + longest(), end));
}

/// Contact of flat bodies, which are through each other at no double.
std::optional<ImpactEnding> ContactSearch::passes_through(const CloseMoment& close, double until) {
    const Interval time{close.now.time, until};
    if (!verifying::pass_through_by(a_.shape, a_.motion, b_.shape, b_.motion, time)) return std::nullopt;
    ImpactEnding passage = ending(close, until, ImpactAnswer::contact);
    passage.proof = ContactProof::passage;
    return passage;
}

std::optional<ImpactEnding> ContactSearch::when_deep(const CloseMoment& close) {
    return overlaps_deeply(close, {close.now.time, 1}, longest());
}

std::optional<ImpactEnding> ContactSearch::overlaps_deeply(const CloseMoment& close, const Interval& time,
                                                           double wait) {
    if (!(nearest_.slack() > 0)) return std::nullopt;
    if (close.now.time > 0) close.plane = nearest_.refine(close.gap, close.now, close.plane);
    const auto until = deep_overlap_within(a_, b_, time, wait, close.plane.normal);
    if (!until) return std::nullopt;
    ImpactEnding deep = ending(close, *until, ImpactAnswer::contact);
    if (deep.time.width() > tolerance_) deep.status = Status::budget_reached;
    return deep;
}

}  // namespace graze
