// Steps of the differential equation p' = v, R' = [w] R, and what lies between them: two paths with the same
// ends and second derivatives of at most K1 and K2 are within (K1 + K2) h² / 8 of each other.
#include "graze/motion/motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/motion_piece.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

/// A change of pose: p' and R'.
struct Slope {
    Vec3 position{};
    Mat3 rotation{};
};

Slope slope_at(double t, const Pose& pose, const Vec3& pivot,
               const std::function<BodyVelocity(double, const Pose&)>& velocity) {
    const BodyVelocity v = velocity(t, pose);
    Slope slope;
    for (std::size_t i = 0; i < 3; ++i)
        slope.rotation.columns[i] = cross(v.angular, pose.rotation.columns[i]);
    slope.position = v.linear - cross(v.angular, pose.rotation * pivot);
    return slope;
}

Pose moved(const Pose& pose, const Slope& slope, double h) noexcept {
    Pose result{pose.rotation, pose.position + h * slope.position};
    for (std::size_t i = 0; i < 3; ++i) result.rotation.columns[i] += h * slope.rotation.columns[i];
    return result;
}

/// Gram and Schmidt, by columns; the third follows from the first two, on its own side.
Mat3 orthonormalized(const Mat3& m) noexcept {
    const Vec3 x = unit(m.columns[0]);
    const Vec3 y = unit(m.columns[1] - dot(x, m.columns[1]) * x);
    const Vec3 z = cross(x, y);
    return {{x, y, dot(z, m.columns[2]) < 0 ? -z : z}};
}

Slope mean(const Slope& a, const Slope& b, const Slope& c, const Slope& d) noexcept {
    const auto blend = [](const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
        return (p + 2.0 * (q + r) + s) * (1.0 / 6);
    };
    Slope result;
    result.position = blend(a.position, b.position, c.position, d.position);
    for (std::size_t i = 0; i < 3; ++i) {
        result.rotation.columns[i] =
            blend(a.rotation.columns[i], b.rotation.columns[i], c.rotation.columns[i], d.rotation.columns[i]);
    }
    return result;
}

/// Nothing of something without end is nothing.
double product(double a, double b) noexcept { return a == 0 || b == 0 ? 0 : a * b; }

}  // namespace

expected<SampledMotion, BuildError> integrate(
    const Pose& start, const std::function<BodyVelocity(double, const Pose&)>& velocity,
    const IntegrationOptions& options) {
    if (options.steps == 0) {
        return unexpected<BuildError>({Rule::too_few, Element::whole, 0,
                                       "a motion cannot be integrated in no steps; give at least one"});
    }
    SampledMotion path;
    path.poses.push_back(start);
    const double h = 1.0 / options.steps;
    for (std::uint32_t i = 0; i < options.steps; ++i) {
        const Pose& pose = path.poses.back();
        const double t = h * i;
        const auto at = [&](double time, const Pose& there) {
            return slope_at(time, there, options.pivot, velocity);
        };
        Slope slope = at(t, pose);
        if (options.method == Integrator::runge_kutta) {
            const Slope second = at(t + 0.5 * h, moved(pose, slope, 0.5 * h));
            const Slope third = at(t + 0.5 * h, moved(pose, second, 0.5 * h));
            slope = mean(slope, second, third, at(t + h, moved(pose, third, h)));
        }
        Pose next = moved(pose, slope, h);
        next.rotation = orthonormalized(next.rotation);
        path.poses.push_back(next);
    }
    if (auto fault = Motion(path).fault()) return unexpected<BuildError>(*std::move(fault));
    return path;
}

double sampling_deviation(const SampledMotion& path, const MotionLimits& limits, double reach) noexcept {
    const Motion motion(path);
    const bool fine = limits.linear_acceleration >= 0 && limits.angular_velocity >= 0 &&
                      limits.angular_acceleration >= 0 && reach >= 0;
    if (!motion.valid() || !fine) return std::numeric_limits<double>::infinity();
    // |R''| <= |w'| + |w|² of the real motion; the path itself turns at the constant speed of its piece.
    const double turning = limits.angular_acceleration + limits.angular_velocity * limits.angular_velocity;
    const double real = limits.linear_acceleration + product(reach, turning);
    double worst = 0;
    for (const MotionPiece& piece : motion.pieces()) {
        const double h = piece.time.width();
        const MotionRates rates = rates_over(piece, piece.time);
        worst = std::max(
            worst, (real + rates.path_acceleration + product(rates.angular_acceleration, reach)) * h * h / 8);
    }
    return worst * (1 + 64 * kEps);
}

}  // namespace graze
