// Yes or no for a ball against another solid: gaps are compared squared, without their direction. In the
// solid's frame.
#include <algorithm>
#include <cmath>

#include "convex/closed_form/closed_form.hpp"
#include "convex/core_pair.hpp"
#include "shape/ball.hpp"

namespace graze {
namespace {

// Extents whose squares keep all digits, and those of their roundings too.
constexpr double kLeastSquarable = 1e-130;
constexpr double kLargestSquarable = 1e150;

using ClosedForm = Separation (*)(const Placed&, const Placed&) noexcept;

/// Whether ball a overlaps b. `within(p, r)`: whether a point in b's frame is no farther than r from b; r
/// includes all errors, so that close calls count as overlaps.
template <ClosedForm separate_by, class Within>
bool ball_overlaps(const Placed& a, const Placed& b, Within&& within) noexcept {
    const PoseCheck poses(a, b);
    if (!poses.usable) return true;
    const Vec3 centre = transpose_times(b.pose.rotation, ball_centre(a, b.pose.position));
    const Vec3 apart = abs(centre);
    const double extent = a.shape.reach() + b.shape.reach() + (apart.x + apart.y + apart.z);
    if (!(extent > kLeastSquarable && extent < kLargestSquarable))
        return !(separate_by(a, b).distance.lower > 0);
    // As for a CorePair; the comparison of squares is among the roundings.
    return within(centre,
                  a.shape.margin() + a.shape.support_error() + (kPairRoundings + poses.defect) * extent);
}

double positive(double x) noexcept { return std::max(x, 0.0); }

/// rho, z: distance from the axis, height. Nothing is normalised: lengths along the slant carry its length as
/// a factor, and so are not squared, which would leave the range.
bool within_cone(double radius, double half, double rho, double z, double r) noexcept {
    const double out = rho - radius;
    if (!(radius > 0 && half > 0)) {  // a disk, a segment or a point: no slant to be on the inner side of
        const double beyond = positive(std::abs(z) - half);
        return positive(out) * positive(out) + beyond * beyond <= r * r;
    }
    const double up = z + half;
    const double height = 2 * half;
    const double slant_sq = radius * radius + height * height;
    const double side = out * height + up * radius;
    const double along = up * height - out * radius;  // from the rim to the apex
    if (side > 0 && along >= slant_sq) return rho * rho + (z - half) * (z - half) <= r * r;
    if (side > 0 && along >= 0) return side <= r * std::sqrt(slant_sq);
    if (up >= 0 && side <= 0) return true;
    return positive(out) * positive(out) + up * up <= r * r;
}

}  // namespace

bool overlaps_sphere_box(const Placed& a, const Placed& b) noexcept {
    return ball_overlaps<separation_sphere_box>(a, b, [&](const Vec3& p, double r) {
        const Vec3 out = max(abs(p) - b.shape.vector(0), Vec3{});
        return length_sq(out) <= r * r;
    });
}

bool overlaps_sphere_capsule(const Placed& a, const Placed& b) noexcept {
    return ball_overlaps<separation_sphere_capsule>(a, b, [&](const Vec3& p, double r) {
        const double beyond = positive(std::abs(p.z) - b.shape.values()[1]);
        const double reached = b.shape.margin() + r;
        return p.x * p.x + p.y * p.y + beyond * beyond <= reached * reached;
    });
}

bool overlaps_sphere_cylinder(const Placed& a, const Placed& b) noexcept {
    return ball_overlaps<separation_sphere_cylinder>(a, b, [&](const Vec3& p, double r) {
        const double out = positive(std::sqrt(p.x * p.x + p.y * p.y) - b.shape.values()[0]);
        const double beyond = positive(std::abs(p.z) - b.shape.values()[1]);
        return out * out + beyond * beyond <= r * r;
    });
}

bool overlaps_sphere_cone(const Placed& a, const Placed& b) noexcept {
    return ball_overlaps<separation_sphere_cone>(a, b, [&](const Vec3& p, double r) {
        return within_cone(b.shape.values()[0], b.shape.values()[1], std::sqrt(p.x * p.x + p.y * p.y), p.z,
                           r);
    });
}

}  // namespace graze
