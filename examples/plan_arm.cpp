// Plans a motion of an arm with seven joints between two posts and below a shelf with OMPL, every edge of the
// search proven free between its states too; then certifies the whole path, and checks the proof.
#include <ompl/base/terminationconditions/IterationTerminationCondition.h>
#include <ompl/geometric/PathSimplifier.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

#include "graze/graze.hpp"
#include "graze/interop/ompl.hpp"

namespace {

namespace ob = ompl::base;
namespace og = ompl::geometric;

/// Joints that turn about z and about y by turns, each with a capsule above it.
graze::RobotDescription arm() {
    constexpr double kLength = 0.22;
    graze::RobotDescription description{.name = "arm", .links = {{.name = "base"}}};
    for (int i = 1; i <= 7; ++i) {
        const graze::Capsule capsule{.radius = 0.05, .half_height = 0.06};
        const graze::Placed placed{capsule, graze::Pose::translation({0, 0, 0.5 * kLength})};
        description.links.push_back({.name = "link " + std::to_string(i), .shapes = {placed}});
        description.joints.push_back(
            {.name = "joint " + std::to_string(i),
             .type = graze::JointType::revolute,
             .parent = i == 1 ? "base" : "link " + std::to_string(i - 1),
             .child = "link " + std::to_string(i),
             .origin = graze::Pose::translation({0, 0, i == 1 ? 0.05 : kLength}),
             .axis = i % 2 == 1 ? graze::Vec3{0, 0, 1} : graze::Vec3{0, 1, 0},
             .limits = i % 2 == 1 ? graze::Interval{-2.9, 2.9} : graze::Interval{-2.0, 2.0}});
    }
    return description;
}

std::vector<graze::Obstacle> obstacles() {
    const auto box = [](const char* name, graze::Vec3 half, graze::Vec3 at) {
        return graze::Obstacle{name, {graze::Box{half}, graze::Pose::translation(at)}};
    };
    return {box("table", {0.8, 0.8, 0.02}, {0, 0, -0.03}), box("shelf", {0.15, 0.5, 0.01}, {0.65, 0, 0.75}),
            box("left post", {0.02, 0.02, 0.5}, {0.5, 0.3, 0.5}),
            box("right post", {0.02, 0.02, 0.5}, {0.5, -0.3, 0.5})};
}

/// RRT-Connect, for at most so many steps, then shortcuts; empty when nothing was found.
std::vector<og::PathGeometric> plan(const graze::OmplCell& cell, const std::vector<double>& start,
                                    const std::vector<double>& goal, double wanted) {
    // [shown: plan]
    og::SimpleSetup setup(cell.space());
    graze::set_validators(setup.getSpaceInformation(), cell, wanted);
    ob::ScopedState<> from(cell.space()), to(cell.space());
    cell.set_state(start, from.get());
    cell.set_state(goal, to.get());
    setup.setStartAndGoalStates(from, to);
    setup.setPlanner(std::make_shared<og::RRTConnect>(setup.getSpaceInformation()));
    ob::IterationTerminationCondition steps(20000);
    if (setup.solve(steps) != ob::PlannerStatus::EXACT_SOLUTION) return {};
    // [end]
    og::PathSimplifier(setup.getSpaceInformation()).shortcutPath(setup.getSolutionPath(), 100, 20);
    return {setup.getSolutionPath()};
}

}  // namespace

int main() {
    ompl::RNG::setSeed(1);
    ompl::msg::setLogLevel(ompl::msg::LOG_WARN);
    const auto robot = graze::Robot::build(arm());
    if (!robot) {
        std::printf("%s\n", robot.error().message().c_str());
        return 1;
    }
    const graze::OmplCell cell(graze::RobotCell(*robot, obstacles()));
    constexpr double kWanted = 0.005;
    const auto paths = plan(cell, {-0.9, 1.0, 0, 0.6, 0, 0.4, 0}, {0.9, 1.0, 0, 0.6, 0, 0.4, 0}, kWanted);
    if (paths.empty()) {
        std::printf("no path found\n");
        return 1;
    }
    // [shown: certify]
    // Shortcuts begin at states between others, and these are rounded: a little less than was planned with.
    const auto [path, certificate] = graze::certify_path(cell, paths[0], {.wanted = 0.999 * kWanted});
    const graze::PathClearance& found = certificate.path;
    std::printf("%zu states, %s: at least %.2f mm of clearance, least between %s\n", paths[0].getStateCount(),
                to_string(found.answer), 1e3 * found.clearance.lower,
                cell.cell().describe(found.pair).c_str());
    const bool proven = verify(certificate, cell.cell(), path);
    // [end]
    std::printf("proof %s\n", proven ? "holds" : "does not hold");
    return proven && found.answer == graze::PathAnswer::free ? 0 : 1;
}
