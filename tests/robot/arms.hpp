// Arms made in code, for the tests of what links do to each other.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graze/graze.hpp"

namespace graze::test {

inline Pose turned(const Vec3& axis, double angle, const Vec3& position = {}) {
    return Pose::from(Quat::from_axis_angle(axis, angle), position);
}
inline Pose shifted(const Vec3& position) { return Pose::translation(position); }

/// A capsule from the origin to `end`.
inline Placed bone(const Vec3& end, double radius) {
    const Vec3 z{0, 0, 1}, along = unit(end);
    const Vec3 axis = cross(z, along);
    const double angle = std::atan2(length(axis), dot(z, along));
    const Pose pose = length(axis) > 0 ? turned(axis, angle, 0.5 * end) : shifted(0.5 * end);
    return {Capsule{radius, 0.5 * length(end)}, pose};
}

/// A planar arm about z: two bones of length 1 and radius 0.1 that start 0.3 behind their joints, on a base
/// with a ball of radius 0.2 at a distance from the shoulder. The tip reaches as far as 0.3 + 2.6 + 0.1.
struct PlanarArm {
    static constexpr double kReach = 2.7;  ///< To the surface of the tip.
    double ball = 3;                       ///< Distance of its centre from the shoulder.
    double scale = 1;
    double angle = 0.4;  ///< Of the ball's direction.
    Interval shoulder{-3, 3};
    Interval elbow{-2.5, 2.5};

    [[nodiscard]] RobotDescription description() const {
        RobotDescription d;
        d.links.push_back(
            {"base",
             {{Sphere{0.2 * scale}, shifted(scale * ball * Vec3{std::cos(angle), std::sin(angle), 0})}}});
        d.links.push_back({"upper", {bone(scale * Vec3{1.3, 0, 0}, 0.1 * scale)}});
        d.links.push_back({"lower", {bone(scale * Vec3{1.3, 0, 0}, 0.1 * scale)}});
        d.joints.push_back({.name = "shoulder",
                            .type = JointType::revolute,
                            .parent = "base",
                            .child = "upper",
                            .limits = shoulder});
        d.joints.push_back({.name = "elbow",
                            .type = JointType::revolute,
                            .parent = "upper",
                            .child = "lower",
                            .origin = shifted(scale * Vec3{1.3, 0, 0}),
                            .limits = elbow});
        return d;
    }
    [[nodiscard]] Robot robot() const { return Robot::build(description()).value(); }
};

/// Seven joints, one of them a slide, with a gripper of two fingers, of which one follows the other.
inline RobotDescription gripper_arm(double scale = 1) {
    RobotDescription d;
    const auto at = [scale](double x, double y, double z) { return scale * Vec3{x, y, z}; };
    const std::vector<Vec3> corners{at(-0.05, -0.05, 0),   at(0.05, -0.05, 0),   at(0, 0.07, 0),
                                    at(-0.04, -0.04, 0.2), at(0.04, -0.04, 0.2), at(0, 0.05, 0.25)};
    d.links = {{"base", {{Box{at(0.15, 0.15, 0.05)}, shifted(at(0, 0, 0.05))}}},
               {"column", {{Cylinder{0.07 * scale, 0.12 * scale}, shifted(at(0, 0, 0.12))}}},
               {"upper", {bone(at(0, 0, 0.35), 0.05 * scale)}},
               {"slide", {{Box{at(0.03, 0.03, 0.1)}, shifted(at(0, 0, 0.1))}}},
               {"fore", {{ConvexHull::build(corners).value(), {}}}},
               {"wrist", {{Sphere{0.045 * scale}, {}}}},
               {"hand", {{Box{at(0.02, 0.08, 0.02)}, shifted(at(0, 0, 0.07))}}},
               {"left", {{Box{at(0.01, 0.005, 0.03)}, shifted(at(0, 0.007, 0.13))}}},
               {"right", {{Box{at(0.01, 0.005, 0.03)}, shifted(at(0, -0.007, 0.13))}}}};
    const Vec3 y{0, 1, 0};
    const auto add = [&](RobotJoint joint) { d.joints.push_back(std::move(joint)); };
    const JointType turns = JointType::revolute, slides = JointType::prismatic;
    add({"j1", turns, "base", "column", shifted(at(0, 0, 0.11)), {0, 0, 1}, {-2.9, 2.9}});
    add({"j2", turns, "column", "upper", shifted(at(0, 0, 0.25)), y, {-1.7, 1.7}});
    add({"j3", slides, "upper", "slide", shifted(at(0, 0, 0.3)), {0, 0, 1}, {0, 0.2 * scale}});
    add({"j4", turns, "slide", "fore", shifted(at(0, 0, 0.26)), y, {-2.2, 2.2}});
    add({"j5", JointType::continuous, "fore", "wrist", shifted(at(0, 0, 0.3)), {0, 0, 1}});
    add({"j6", turns, "wrist", "hand", {}, y, {-1, 1}});
    add({"j7", slides, "hand", "left", {}, y, {0, 0.04 * scale}});
    add({.name = "follower",
         .type = slides,
         .parent = "hand",
         .child = "right",
         .axis = {0, -1, 0},
         .mimic = JointMimic{"j7", 1, 0}});
    return d;
}

inline Mesh box_of(const Vec3& half_extents, MeshKind kind) {
    const TriangleSoup soup = box_mesh(half_extents);
    return Mesh::build(soup.vertices, soup.triangles, {.kind = kind}).value();
}

/// The distance of two links, the least of all their shapes.
inline double link_distance(const Robot& robot, std::uint32_t a, std::uint32_t b,
                            const std::vector<double>& configuration) {
    const std::vector<Pose> poses = place(robot, configuration);
    double least = std::numeric_limits<double>::infinity();
    for (const Placed& x : robot.links()[a].shapes)
        for (const Placed& y : robot.links()[b].shapes)
            least = std::min(
                least, separation({x.shape, poses[a] * x.pose}, {y.shape, poses[b] * y.pose}).distance.upper);
    return least;
}
inline bool links_overlap(const Robot& robot, std::uint32_t a, std::uint32_t b,
                          const std::vector<double>& configuration) {
    const std::vector<Pose> poses = place(robot, configuration);
    for (const Placed& x : robot.links()[a].shapes)
        for (const Placed& y : robot.links()[b].shapes)
            if (overlaps({x.shape, poses[a] * x.pose}, {y.shape, poses[b] * y.pose})) return true;
    return false;
}

/// What the matrix has about two links, by name.
inline const SelfCollisionPair& pair_of(const SelfCollisionMatrix& matrix, const Robot& robot,
                                        std::string_view a, std::string_view b) {
    const auto x = robot.find_link(a).value(), y = robot.find_link(b).value();
    for (const SelfCollisionPair& pair : matrix.pairs)
        if (pair.link_a == std::min(x, y) && pair.link_b == std::max(x, y)) return pair;
    throw std::out_of_range("no such pair of links");
}

inline std::size_t plane_count(const SelfCollisionPair& pair) {
    std::size_t count = 0;
    for (const LinkProof::Walk& walk : pair.proof.walks) count += walk.witnesses.size();
    return count;
}

/// A fork of three boxes around the origin, open along x.
inline Compound fork_of_boxes() {
    const std::vector<CompoundPart> parts{{Box{{0.2, 0.02, 0.05}}, {Mat3::identity(), {0, 0.1, 0}}},
                                          {Box{{0.2, 0.02, 0.05}}, {Mat3::identity(), {0, -0.1, 0}}},
                                          {Box{{0.02, 0.1, 0.05}}, {Mat3::identity(), {-0.2, 0, 0}}}};
    return Compound::build(parts).value();
}

}  // namespace graze::test
