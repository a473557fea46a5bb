// Membership in an ellipsoid by its defining inequality; a point outside by an exact member near the closest
// one.
#include "shape/primitives/ellipsoid.hpp"

#include <limits>

namespace graze {
namespace {

/// Σ (x_i / radii_i)²; a flattened axis counts as infinite off zero.
Interval ellipsoid_level(const Vec3& radii, const IntervalVec3& x) noexcept {
    Interval level(0);
    for (std::size_t i = 0; i < 3; ++i) {
        if (radii[i] > 0)
            level += square(x[i] / Interval(radii[i]));
        else if (!(x[i] == Interval(0)))
            return {0, std::numeric_limits<double>::infinity()};
    }
    return level;
}

/// The nearest point of the ellipsoid to a p outside of it, up to rounding: y_i = p_i / (1 + t / radii_i²)
/// with the t > 0 that puts y on the surface. Newton's steps from t = 0 approach it from below, as the level
/// is convex and falling in t.
Vec3 nearest_on_ellipsoid(const Vec3& radii, const Vec3& p) noexcept {
    constexpr int kSteps = 64;  // each at least halves the excess of the level; in the end they square it
    double t = 0;
    Vec3 y{};
    for (int step = 0; step < kSteps; ++step) {
        double level = -1;
        double slope = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            if (!(radii[i] > 0)) continue;
            const double shrink = 1 + t / radii[i] / radii[i];
            y[i] = p[i] / shrink;
            const double share = (y[i] / radii[i]) * (y[i] / radii[i]);
            level += share;
            slope += 2 * share / shrink / radii[i] / radii[i];
        }
        const double next = t + level / slope;
        if (!(level > 0) || !(next > t) || !std::isfinite(next)) break;
        t = next;
    }
    return y;
}

}  // namespace

double ellipsoid_clearance(const Vec3& radii, const IntervalVec3& x) noexcept {
    const Interval level = ellipsoid_level(radii, x);
    if (level.upper <= 1) {
        // The ball of radius 1 - s around x / radii lies in the unit ball; its image holds the same times the
        // smallest radius.
        const double least = std::min({radii.x, radii.y, radii.z});
        return std::max(0.0, (Interval(least) * (Interval(1) - sqrt(level))).lower);
    }
    // Drawn towards the centre until it is shown to be inside: an exact member.
    const Vec3 y = nearest_on_ellipsoid(radii, middle(x));
    if (!is_finite(y)) return -std::numeric_limits<double>::infinity();
    const Interval size = sqrt(ellipsoid_level(radii, enclose(y)));
    const Interval factor = size.upper <= 1 ? Interval(1) : Interval(1) / Interval(size.upper);
    return outside_by(norm(x - factor * enclose(y)));
}

}  // namespace graze
