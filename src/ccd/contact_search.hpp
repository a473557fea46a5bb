// Whether contact near a moment can be shown, for two moving convex bodies that are close to each other
// there: by an overlap soon after, by a passage of flat bodies through each other, or, where bodies may be
// off their paths, by an overlap deeper than that. Every ending keeps the contract of an Impact.
#pragma once

#include <optional>

#include "ccd/closest_plane.hpp"
#include "ccd/impact_search.hpp"
#include "ccd/moving_gap.hpp"

namespace graze {

/// Where a search for the first contact ended.
struct ImpactEnding {
    Interval time{};  ///< Nothing touches before lower.
    ImpactAnswer answer = ImpactAnswer::within_tolerance;
    ContactProof proof = ContactProof::none;
    Status status = Status::converged;
    Vec3 point{};   ///< World frame, at time.lower.
    Vec3 normal{};  ///< The same.
};

/// A moment at which the bodies are close, with the plane across the closest points there. Refers to the
/// caller's present moment, which may move on between questions.
struct CloseMoment {
    MovingGap& gap;
    const MovingGap::Moment& now;
    WitnessPlane& plane;  ///< Made sharper where an ending needs it.
};

class ContactSearch {
public:
    ContactSearch(const MovingRef& a, const MovingRef& b, const ImpactOptions& options,
                  const ImpactWindow& window, ClosestPlane& nearest) noexcept;

    /// Contact when the window opens, or closer to it than can be decided. None when a sharper query has
    /// found a plane that can be followed.
    std::optional<ImpactEnding> at_start(const CloseMoment& close);

    /// Contact soon after a moment, when the closest points approach at this speed; by default at that of the
    /// plane's.
    std::optional<ImpactEnding> soon_after(const CloseMoment& close, double speed);
    std::optional<ImpactEnding> soon_after(const CloseMoment& close);

    /// Contact of bodies that may be off their paths, which can be proven only when the paths overlap deeply.
    std::optional<ImpactEnding> when_deep(const CloseMoment& close);

    /// Between a moment and this time nothing is decided; `status` says whether the search was completed.
    ImpactEnding undecided(const CloseMoment& close, double until, Status status);

    /// Where no step is left, or none is certain: with a narrow time interval where the bodies are within the
    /// requested tolerance.
    ImpactEnding out_of_steps(const CloseMoment& close);

    /// Whether the bodies are, as their paths have them at the last query. Rounding may hide a gap that is
    /// wider: of bodies that are small beside the coordinates of their places. Points have no size that a
    /// tolerance could be relative to: as close as planes can be followed is within it.
    [[nodiscard]] bool within_tolerance(const MovingGap& gap, const WitnessPlane& plane) const noexcept;

    /// Wanted width of the time interval; a little less than the tolerance, so that sums round below it.
    [[nodiscard]] double longest() const noexcept { return 0.999 * tolerance_; }

private:
    ImpactEnding ending(const CloseMoment& close, double until, ImpactAnswer answer);
    std::optional<ImpactEnding> passes_through(const CloseMoment& close, double until);
    std::optional<ImpactEnding> overlaps_deeply(const CloseMoment& close, const Interval& time, double wait);

    MovingRef a_;
    MovingRef b_;
    double tolerance_;
    double length_;  ///< What the tolerance is relative to.
    ClosestPlane& nearest_;
};

}  // namespace graze
