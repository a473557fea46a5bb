// What a path certificate is made of: statements about one pair over one stretch of time, in outward-rounded
// intervals about the exact path.
#pragma once

#include <optional>

#include "graze/motion/joint_path.hpp"
#include "verify/moving/path_enclosures.hpp"

namespace graze::verifying {

/// A lower bound of the gap along the cell's plane throughout its time; -inf where nothing is shown. The
/// better of two: the gap in the middle less what both can move, and the line between the gaps at the ends
/// less what acceleration allows. The second only between two knots of the path, where speeds do not jump,
/// and only when the first is less than `enough`.
double least_gap(PathEnclosures& enclosures, const BodyPair& pair, const PathCell& cell, double enough);

/// Two bodies placed in doubles in the middle of a stretch, a grown by `distance` and by as much as both can
/// move until its ends, rounding included: when they do not overlap, the bodies stay farther apart than
/// `distance` throughout.
struct StillBodies {
    Placed a;
    Placed b;
};
std::optional<StillBodies> still_bodies(PathEnclosures& enclosures, const BodyPair& pair,
                                        const Interval& time, double distance);

/// A body where `place` has it.
Placed placed_at(const CellModel& cell, std::uint32_t body, const JointPath& path, double t);

/// Whether the pair must be shown to stay apart.
bool is_tested(const CellModel& cell, const BodyPair& pair) noexcept;

}  // namespace graze::verifying
