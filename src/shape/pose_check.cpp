// The checks of a pair for one shape.
#include "shape/pose_check.hpp"

namespace graze {

bool usable(const Placed& placed) noexcept {
    return placed.shape.valid() && pose_usable(placed.pose, orthonormality_defect(placed.pose.rotation));
}

double placement_error(const Placed& placed) noexcept {
    const double reach = placed.shape.reach();
    return placed.shape.support_error() +
           (kPairRoundings + orthonormality_defect(placed.pose.rotation)) * reach;
}

}  // namespace graze
