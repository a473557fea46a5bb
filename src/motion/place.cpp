// Forward kinematics: of one configuration, rounded, and of boxes of configurations.
#include <cmath>

#include "graze/motion/robot.hpp"
#include "motion/kinematics.hpp"

namespace graze {

void place(const KinematicTree& tree, std::span<const double> configuration,
           std::span<Pose> frames) noexcept {
    frames[0] = Pose::identity();
    for (std::size_t i = 0; i < tree.axes.size(); ++i) {
        const RobotAxis& axis = tree.axes[i];
        const double given = axis.coordinate < configuration.size() ? configuration[axis.coordinate] : 0;
        const double value = axis.multiplier * given + axis.offset;
        const Pose joint = frames[axis.before] * axis.origin;
        const Vec3 u = unit(axis.direction);
        if (!axis.turns) {
            frames[i + 1] = {joint.rotation, joint.rotation * (value * u) + joint.position};
            continue;
        }
        const double s = std::sin(value), half = std::sin(0.5 * value), v = 2 * half * half, c = 1 - v;
        const double xy = v * u.x * u.y, yz = v * u.y * u.z, zx = v * u.z * u.x;
        const Mat3 turn = Mat3::from_rows({c + v * u.x * u.x, xy - s * u.z, zx + s * u.y},
                                          {xy + s * u.z, c + v * u.y * u.y, yz - s * u.x},
                                          {zx - s * u.y, yz + s * u.x, c + v * u.z * u.z});
        frames[i + 1] = {joint.rotation * turn, joint.position};
    }
}

std::vector<Pose> place(const Robot& robot, std::span<const double> configuration) {
    std::vector<Pose> frames(robot.tree().frame_count());
    place(robot.tree(), configuration, frames);
    std::vector<Pose> links;
    links.reserve(robot.links().size());
    for (const Robot::Link& link : robot.links()) links.push_back(frames[link.frame] * link.in_frame);
    return links;
}

std::vector<PoseBounds> bounds_over(const Robot& robot, std::span<const Interval> configurations) {
    std::vector<PoseBounds> links;
    links.reserve(robot.links().size());
    for (const Robot::Link& link : robot.links()) {
        const IntervalPose pose =
            frame_in(robot.tree(), configurations, 0, link.frame) * enclose(link.in_frame);
        links.push_back({pose.rotation, pose.position});
    }
    return links;
}

}  // namespace graze
