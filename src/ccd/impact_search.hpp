// Parts of `time_of_impact`: two convex bodies, and sets of them.
#pragma once

#include <vector>

#include "ccd/moving_boxes.hpp"
#include "core/pair_work.hpp"
#include "core/work_budget.hpp"
#include "graze/ccd/time_of_impact.hpp"

namespace graze {

/// A shape and a motion, by reference; the caller owns them.
struct MovingRef {
    const Shape& shape;
    const Motion& motion;
};

/// The requested part of a search.
struct ImpactWindow {
    Interval time{0, 1};  ///< Contact before it is known not to happen, after it not of interest.
    double length = 0;    ///< What the tolerance is relative to.
};

/// Reach of the larger of two shapes, as far as they are bounded: what tolerances are relative to.
double impact_length(const Shape& a, const Shape& b) noexcept;

/// What a search cost, in the units of a WorkBudget.
inline std::uint64_t work_of(const ImpactWork& done) noexcept {
    return work::kMovingConvex * std::uint64_t{done.separations} +
           work::kMovingCell * (std::uint64_t{done.cells} + done.bisections) +
           work::kMovingBoxes * std::uint64_t{done.box_tests};
}

/// The inner entry point of `time_of_impact`: every pair, invalid ones refused.
Impact impact_of(const Moving& a, const Moving& b, const ImpactOptions& options,
                 PairWork* counted = nullptr) noexcept;
/// `time_of_impact`, and what it cost is added to `counted` when that is not null.
Impact counted_time_of_impact(const Moving& a, const Moving& b, const ImpactOptions& options,
                              PairWork* counted) noexcept;

/// As `convex_impact`, for two half-spaces.
Impact half_spaces_impact(const Moving& a, const Moving& b, const ImpactOptions& options,
                          std::vector<TimeCell>* cells);

/// Both shapes convex and valid, not two half-spaces, both motions valid, the tolerance positive. `cells`
/// receives the proof of the lower end when not null.
Impact convex_impact(const MovingRef& a, const MovingRef& b, const ImpactOptions& options,
                     const ImpactWindow& window, std::vector<TimeCell>* cells);

/// The same when at least one of them is not convex. `start` receives the proof of contact at the start when
/// not null, `counted` the test at the start and the time that parts took.
Impact composite_impact(const Moving& a, const Moving& b, const ImpactOptions& options, Proof* start,
                        PairWork* counted = nullptr);

/// Gives an impact of such bodies its covers, and the lower end that they show.
void add_covers(const Moving& a, const Moving& b, const ImpactOptions& options, CertifiedImpact& certified);

/// The beginning of a time interval that is within one piece of each motion, over which the acceleration of
/// both is bounded and they rotate at most a little.
Interval smooth_stretch(const MotionPiece& piece_a, const MotionPiece& piece_b, Interval time) noexcept;

/// Boxes of both bodies over a time; a half-space is known by its shape. `margin` is that of both sets of
/// parts.
MovingBoxes make_boxes(const Moving& a, const Moving& b, const PiecePair& pieces, const Interval& time,
                       double margin);

}  // namespace graze
