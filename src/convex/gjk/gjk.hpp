// GJK: distance between two cores with bounds at every step, or just the decision on which side of a
// threshold it lies.
//
// Works on the difference of the cores in a's frame. Every direction searched gives a lower bound of the
// distance (its support height), every simplex an upper bound (its nearest point). The gap of the two is the
// stop test and the result. Never loops: the nearest point must come strictly closer in every step, otherwise
// the previous one is kept and the search ends. After: van den Bergen, Collision Detection in Interactive 3D
// Environments, 4.3; Gilbert, Johnson, Keerthi 1988.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "convex/core_pair.hpp"
#include "convex/simplex/simplex.hpp"
#include "graze/result/separation.hpp"

namespace graze {

enum class GjkOutcome : std::uint8_t {
    apart,  ///< The cores' distance is in [lower, upper]; lower > the pair's error unless the budget ran out.
    overlapping,  ///< The origin is in the simplex, or the nearest point is closer than the error; for
                  ///< slivers `upper` is its distance.
    decided,      ///< Stopped early at a threshold of the goal.
};

/// When to stop. Lengths in the scale of the pair.
struct GjkGoal {
    double tolerance = 0;  ///< Wanted gap of the bounds.
    /// Stop as soon as the lower bound exceeds this.
    double apart_above = std::numeric_limits<double>::infinity();
    double overlap_below = -1;  ///< Stop as soon as the upper bound falls below this.
    std::uint32_t max_iterations = 128;
    Vec3 start{};  ///< First axis, from b's core to a's; zero: from the centres.
    /// Directions (frame of a, at most 3) whose support points start the simplex.
    std::span<const Vec3> warm{};
    Trace* trace = nullptr;
};

struct GjkResult {
    GjkOutcome outcome = GjkOutcome::apart;
    Simplex simplex;     ///< Carries the nearest point, with weights.
    Vec3 axis{1, 0, 0};  ///< From b's core to a's: along which `lower` was found. Not normalised, not zero.
    /// Support height along the axis: the cores are at least this far apart, up to the pair's error.
    double lower = 0;
    double upper = 0;  ///< Length of the nearest point of the simplex, or of the witness where it is longer:
                       ///< at most this far, up to the pair's error.
    std::uint32_t iterations = 0;
    bool budget_reached = false;
};

GjkResult gjk(const CorePair& pair, const GjkGoal& goal) noexcept;

}  // namespace graze
