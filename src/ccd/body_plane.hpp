// The gap behind a plane that moves with one of two bodies. Where a face rotates towards another body, the
// far end of the face soon reaches a plane at rest, and a pair that passes closely takes thousands of them;
// the plane of the face, which rotates with it, may separate the bodies for much longer.
#pragma once

#include <optional>

#include "ccd/impact_search.hpp"
#include "ccd/moving_gap.hpp"

namespace graze {

/// Two convex bodies over a time within one piece of each motion.
struct BodyPlaneStretch {
    const MovingRef& a;
    const MovingRef& b;
    Interval time{};
    double slack = 0;  ///< Sum of the lengths by which the bodies may be off their paths.
};

struct BodyPlaneOpening {
    MovingGap::Opening opening{};
    Vec3 normal{};  ///< Outward, in the frame of the body that the plane moves with.
};

/// How long the gap is certain to stay open behind the plane of one body that has this normal (world frame,
/// from a to b) now. Nothing when the body does not rotate, has no such plane, or the gap is not open.
std::optional<BodyPlaneOpening> open_by_body_plane(const BodyPlaneStretch& stretch, TimeCell::Moves moves,
                                                   const Vec3& normal, const MovingGap::Moment& now,
                                                   const MovingGap::OpenGoal& goal);

}  // namespace graze
