#include "convex/core_pair.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

/// The longest products of the solvers are squared volumes, six lengths, compared with eps² times their factors. Within these extents
/// they stay between 1e-212 and 1e180, with room to spare for simplices much smaller than the pair.
constexpr double kTameLow = 1e-30;
constexpr double kTameHigh = 1e30;

/// A power of two that brings x > 0 into 0.5 .. 1; subnormal x as far up as the range of double allows.
double power_of_two_to_one(double x) noexcept {
    int exponent = 0;
    std::frexp(x, &exponent);
    return std::ldexp(1.0, std::min(-exponent, 1000));
}

}  // namespace

bool usable(const Placed& placed) noexcept {
    return placed.shape.valid() && pose_usable(placed.pose, orthonormality_defect(placed.pose.rotation));
}

double placement_error(const Placed& placed) noexcept {
    const double reach = placed.shape.reach();
    return placed.shape.support_error() + (16 * kEps + orthonormality_defect(placed.pose.rotation)) * reach;
}

bool make_core_pair(const Placed& a, const Placed& b, CorePair& pair) noexcept {
    const double defect_a = orthonormality_defect(a.pose.rotation);
    const double defect_b = orthonormality_defect(b.pose.rotation);
    if (!a.shape.valid() || !b.shape.valid() || !pose_usable(a.pose, defect_a) || !pose_usable(b.pose, defect_b)) return false;
    pair.a = &a.shape;
    pair.b = &b.shape;
    pair.b_in_a = relative(a.pose, b.pose);
    pair.scale = 1;
    pair.margin = a.shape.margin() + b.shape.margin();
    const Vec3 apart = abs(pair.b_in_a.position);
    pair.extent = a.shape.reach() + b.shape.reach() + (apart.x + apart.y + apart.z);
    if (!(pair.extent < 1e101)) return false;  // a half-space: other reaches and distances in the served range sum to less
    // Supports are rotated (3 products and sums each), shifted and subtracted: 16 roundings of numbers no larger than the
    // extent, beside the shapes' own. The defects bound how far Rᵀ is from R⁻¹ and what R does to a ball.
    pair.error = a.shape.support_error() + b.shape.support_error() + (16 * kEps + defect_a + defect_b) * pair.extent;
    if ((pair.extent < kTameLow || pair.extent > kTameHigh) && pair.extent > 0) {
        pair.scale = power_of_two_to_one(pair.extent);
        pair.margin *= pair.scale;
        pair.extent *= pair.scale;
        pair.error *= pair.scale;
    }
    return true;
}

}  // namespace graze
