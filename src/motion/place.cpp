// Forward kinematics: of one configuration, rounded, and of boxes of configurations.
#include "graze/motion/robot.hpp"
#include "motion/kinematics.hpp"

namespace graze {

void place(const KinematicTree& tree, std::span<const double> configuration,
           std::span<Pose> frames) noexcept {
    frames[0] = Pose::identity();
    for (std::size_t i = 0; i < tree.axes.size(); ++i) {
        const RobotAxis& axis = tree.axes[i];
        const double given = axis.coordinate < configuration.size() ? configuration[axis.coordinate] : 0;
        frames[i + 1] = frame_behind(axis, unit(axis.direction), axis.multiplier * given + axis.offset,
                                     frames[axis.before]);
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
