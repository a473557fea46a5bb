// Frames of a kinematic tree at one moment and over some time, and how fast what hangs on them moves.
//
// In a frame c, a point X that hangs on a chain of axes 1 .. k moves as X = A1(q1) ... Ak(qk) x. Let Y
// be the same point in the frame behind axis i, where |Y'| <= V and |Y''| <= K. Before the axis, if it turns
// with |q'| <= v, |q''| <= a, and the point is never farther than r from it,
//     |X'| <= v r + V    and    |X''| <= a r + v² r + 2 v V + K,
// and if it shifts, |X'| <= v + V and |X''| <= a + K. From the end of the chain to c this bounds both, and
// r itself: in the frame behind the axis the point is no farther than V h from where it is h earlier or
// later. docs/notes/robots.md has the proof.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/math/interval.hpp"
#include "graze/math/pose.hpp"
#include "graze/motion/joint_path.hpp"
#include "graze/motion/robot.hpp"

namespace graze {

/// The last frame that both hang on.
std::uint32_t common_frame(const KinematicTree& tree, std::uint32_t a, std::uint32_t b) noexcept;

/// Whether a whole turn of the value leaves every frame where it is: each of its axes turns by a whole
/// multiple of it.
bool is_periodic(const KinematicTree& tree, std::size_t coordinate) noexcept;

using IntervalPose = BasicPose<Interval>;

/// The given doubles, as point intervals.
inline IntervalPose enclose(const Pose& pose) noexcept {
    return {enclose(pose.rotation), enclose(pose.position)};
}

/// Contains the rotation by every angle of the interval about the exact direction of an axis.
IntervalMat3 turn_about(const Vec3& direction, const Interval& angle) noexcept;

/// Contains the frame behind an axis in the frame before it for all configurations of the box.
IntervalPose frame_behind(const RobotAxis& axis, std::span<const Interval> configuration) noexcept;

/// Contains frame `frame` in frame `ancestor` for all configurations of the box.
IntervalPose frame_in(const KinematicTree& tree, std::span<const Interval> configuration,
                      std::uint32_t ancestor, std::uint32_t frame) noexcept;

/// The frame behind an axis, rounded; `direction` is the axis' own, made unit.
inline Pose frame_behind(const RobotAxis& axis, const Vec3& u, double value, const Pose& before) noexcept {
    const Pose joint = before * axis.origin;
    if (!axis.turns) return {joint.rotation, joint.rotation * (value * u) + joint.position};
    const double half = std::sin(0.5 * value), s = std::sin(value), v = 2 * half * half, c = 1 - v;
    const double xy = v * u.x * u.y, yz = v * u.y * u.z, zx = v * u.z * u.x;
    const Mat3 turn = Mat3::from_rows({c + v * u.x * u.x, xy - s * u.z, zx + s * u.y},
                                      {xy + s * u.z, c + v * u.y * u.y, yz - s * u.x},
                                      {zx - s * u.y, yz + s * u.x, c + v * u.z * u.z});
    return {joint.rotation * turn, joint.position};
}

/// `place` with the unit directions of the axes at hand.
inline void place_frames(const KinematicTree& tree, std::span<const Vec3> directions,
                         std::span<const double> configuration, std::span<Pose> frames) noexcept {
    frames[0] = Pose::identity();
    for (std::size_t i = 0; i < tree.axes.size(); ++i) {
        const RobotAxis& axis = tree.axes[i];
        const double given = axis.coordinate < configuration.size() ? configuration[axis.coordinate] : 0;
        frames[i + 1] =
            frame_behind(axis, directions[i], axis.multiplier * given + axis.offset, frames[axis.before]);
    }
}

/// Contains the configuration at one time of a path.
std::vector<Interval> configuration_at(const JointPath& path, double t);

/// Upper bounds on a set of points, per unit of t.
struct ChainRates {
    double speed = 0;
    double acceleration = 0;
};

/// Adds an axis before the chain that the rates are of. `lever`: an upper bound of the distance of the points
/// from the axis, when it turns.
inline ChainRates before_axis(const ChainRates& behind, bool turns, const JointRates& value,
                              double lever) noexcept {
    if (!turns) return {behind.speed + value.speed, behind.acceleration + value.acceleration};
    const double around = value.speed * lever;
    return {behind.speed + around,
            behind.acceleration + value.acceleration * lever + value.speed * (around + 2 * behind.speed)};
}

/// What the matrices of a chain of so many axes, which are rotations up to rounding, and the roundings of
/// `before_axis` add to rates, relatively.
constexpr double chain_stretch(std::size_t axes) noexcept {
    return 1 + 64 * kEps * (static_cast<double>(axes) + 1);
}

}  // namespace graze
