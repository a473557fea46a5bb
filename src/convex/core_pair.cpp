#include "convex/core_pair.hpp"

#include <cmath>

namespace graze {
namespace {

/// Beyond these extents products of four lengths leave the range of double.
constexpr double kTameLow = 1e-30;
constexpr double kTameHigh = 1e30;

double power_of_two_below(double x) noexcept {
    int exponent = 0;
    std::frexp(x, &exponent);
    return std::ldexp(1.0, exponent);
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
    if (!(pair.extent < 1e101)) return false;  // a half-space, or positions at opposite ends of the served range
    // Supports are rotated (3 products and sums each), shifted and subtracted: 16 roundings of numbers no larger than the
    // extent, beside the shapes' own. The defects bound how far Rᵀ is from R⁻¹ and what R does to a ball.
    pair.error = a.shape.support_error() + b.shape.support_error() + (16 * kEps + defect_a + defect_b) * pair.extent;
    if ((pair.extent < kTameLow || pair.extent > kTameHigh) && pair.extent > 0) {
        pair.scale = 1 / power_of_two_below(pair.extent);
        pair.margin *= pair.scale;
        pair.extent *= pair.scale;
        pair.error *= pair.scale;
    }
    return true;
}

}  // namespace graze
