// Paths that certainly touch something thin at a random time, between the samples that planners take: needles
// that a link grazes, and wires and plates that a thin link passes through. They must never be free.
// GRAZE_ROBOT_EDGES makes it a long run.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "oracle/cell_oracle.hpp"
#include "oracle/random_robots.hpp"
#include "oracle/run_size.hpp"

namespace graze::test {
namespace {

constexpr double kWire = 1e-4;
constexpr std::size_t kSamples = 1000;

Quat along_z(const Vec3& direction) {
    const Vec3 axis = cross(Vec3{0, 0, 1}, direction);
    const double sine = length(axis);
    return sine > 1e-9 ? Quat::from_axis_angle(axis, std::atan2(sine, direction.z))
                       : Quat::from_axis_angle({1, 0, 0}, direction.z > 0 ? 0 : 3.141592653589793);
}

/// A wire of 0.1 mm, a plate of 0.1 mm, or a needle, whose point nearest to a link is `at`; it extends along
/// `away`, or across it.
Placed thin_obstacle(Random& random, std::size_t kind, const Vec3& at, const Vec3& away) {
    const Vec3 across = unit(cross(away, random.direction()));
    if (kind == 0) return {Capsule{kWire, 0.02}, Pose::from(along_z(across), at + kWire * away)};
    if (kind == 1) return {Box{{0.02, 0.5 * kWire, 0.02}}, Pose::from(along_z(away), at + 0.02 * away)};
    const std::vector<Vec3> needle{
        {0, 0, 0}, {kWire, 0, 0.05}, {-kWire, kWire, 0.05}, {-kWire, -kWire, 0.05}};
    return {*ConvexHull::build(needle), Pose::from(along_z(away), at)};
}

/// A body of a link where `place` has it.
Placed link_at(const CellInput& input, std::uint32_t body, const JointPath& path, double t) {
    return placed_bodies(input, {body, body}, path.at(t)).a;
}

/// Sideways of the motion of the point that it touches, and sunk in by a little.
std::optional<Placed> planted(Random& random, const CellInput& input, const JointPath& path, double t) {
    const auto body = static_cast<std::uint32_t>(random.index(input.robots[0].links().size() - 1));
    const Placed now = link_at(input, body, path, t), soon = link_at(input, body, path, t + 1e-6);
    const Vec3 side = random.direction();
    Vec3 velocity = soon.pose.position - now.pose.position, away{};
    Separation gap;
    for (int round = 0; round < 4; ++round) {
        if (!(length(velocity) > 1e-7)) return std::nullopt;
        away = unit(cross(velocity, side));
        // The point of the link that is farthest along that direction, from outside.
        const Placed probe{Sphere{1e-6}, Pose::translation(now.pose.position + 10.0 * away)};
        gap = separation(now, probe);
        const Vec3 local = transpose_times(now.pose.rotation, gap.point_a - now.pose.position);
        velocity = soon.pose * local - gap.point_a;
    }
    const double sunk = random.log_uniform(1e-7, 1e-5);
    return thin_obstacle(random, random.index(3), gap.point_a - sunk * away, away);
}

/// Whether the samples before and after a time touch.
bool neighbours_touch(const RobotCell& cell, const JointPath& path, double t) {
    const double before = std::floor(t * kSamples) / kSamples;
    return overlaps(cell, path.at(before)) || overlaps(cell, path.at(before + 1.0 / kSamples));
}

bool sampled_to_touch(const RobotCell& cell, const JointPath& path) {
    std::vector<double> values(path.joint_count());
    for (std::size_t k = 0; k <= kSamples; ++k) {
        path.at(static_cast<double>(k) / kSamples, values);
        if (overlaps(cell, values)) return true;
    }
    return false;
}

TEST(PlantedObstacles, AreNeverMissed) {
    Random random(41);
    const std::size_t edges = run_size("GRAZE_ROBOT_EDGES", 250);
    std::size_t planted_edges = 0, sampled = 0, missed = 0;
    const bool long_run = std::getenv("GRAZE_ROBOT_EDGES") != nullptr;
    std::array<std::size_t, 3> answers{};
    while (planted_edges < edges) {
        ArmOptions arm{.joints = 4 + planted_edges % 4};
        arm.link = static_cast<BodyKind>(planted_edges % kLinkKinds);
        CellInput input{{random_arm(random, arm)}, {}, {.self_collision = false}};
        const RobotCell bare = input.cell();
        const JointPath path = random_path(random, bare, random.uniform(0.3, 1));
        // Halfway between two samples, or nearly.
        const double t = (static_cast<double>(random.index(kSamples)) + random.uniform(0.4, 0.6)) / kSamples;
        const auto obstacle = planted(random, input, path, t);
        if (!obstacle) continue;
        input.obstacles = {{"thin", *obstacle}};
        const RobotCell cell = input.cell();
        if (!overlaps_by_pairs(input, path.at(t))) continue;
        if (planted_edges % 5 != 0 && neighbours_touch(cell, path, t)) continue;
        ++planted_edges;
        for (const PathGoal goal : {PathGoal::decide, PathGoal::measure}) {
            const PathClearance answer = path_clearance(cell, path, {.goal = goal});
            ASSERT_NE(answer.answer, PathAnswer::free) << planted_edges;
            ASSERT_LE(answer.time.lower, t) << planted_edges;
            if (goal == PathGoal::decide) ++answers[static_cast<std::size_t>(answer.answer)];
        }
        if (planted_edges % 10 == 0 || long_run) ++sampled, missed += !sampled_to_touch(cell, path);
    }
    if (long_run)
        std::printf("edges %zu hit %zu open %zu; of %zu sampled %zu were missed\n", edges, answers[1],
                    answers[2], sampled, missed);
    EXPECT_GT(missed, sampled / 2) << "the obstacles are too easy to find by samples";
    EXPECT_GT(answers[1], edges * 9 / 10) << "too many stayed open";
}

}  // namespace
}  // namespace graze::test
