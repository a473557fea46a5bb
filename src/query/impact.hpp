// Parts of `time_of_impact`: two convex bodies, and sets of them.
#pragma once

#include <vector>

#include "graze/query/impact_query.hpp"

namespace graze {

/// A shape and a motion that belong to somebody else.
struct MovingRef {
    const Shape& shape;
    const Motion& motion;
};

/// The part of a search that is asked for.
struct ImpactWindow {
    Interval time{0, 1};  ///< Contact before it is known not to happen, after it not of interest.
    double length = 0;    ///< What the tolerance is relative to.
};

/// Reach of the larger of two shapes, as far as they are bounded: what tolerances are relative to.
double impact_length(const Shape& a, const Shape& b) noexcept;

/// Both shapes convex and valid, both motions valid, the tolerance positive. `cells` receives the proof of the lower end when not null.
Impact convex_impact(const MovingRef& a, const MovingRef& b, const ImpactOptions& options, const ImpactWindow& window,
                     std::vector<TimeCell>* cells);

/// The same when at least one of them is not convex.
Impact composite_impact(const Moving& a, const Moving& b, const ImpactOptions& options);

}  // namespace graze
