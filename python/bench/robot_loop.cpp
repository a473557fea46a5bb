// The loops of a C++ program over configurations and motions of an arm in a cell, for bench.py, which makes
// the same cell in Python: seven joints about z and y in turn, links of capsules, balls as obstacles.
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <graze/robot/robot_cell.hpp>

namespace {

using namespace graze;

constexpr std::size_t kJoints = 7;

Robot arm() {
    RobotDescription d;
    d.links.push_back({"base"});
    for (std::size_t i = 0; i < kJoints; ++i) {
        const std::string name = "link " + std::to_string(i);
        d.links.push_back({name, {{Capsule{0.05, 0.1}, Pose::translation({0, 0, 0.15})}}});
        d.joints.push_back({.name = "joint " + std::to_string(i),
                            .type = JointType::revolute,
                            .parent = d.links[i].name,
                            .child = name,
                            .origin = Pose::translation({0, 0, i == 0 ? 0 : 0.3}),
                            .axis = i % 2 == 0 ? Vec3{0, 0, 1} : Vec3{0, 1, 0},
                            .limits = {-3, 3}});
    }
    return Robot::build(d).value();
}

struct Question {
    RobotCell cell;
    std::vector<unsigned char> hits;
    std::vector<PathClearance> paths;
};

}  // namespace

extern "C" {

/// Centres of balls, three numbers each.
void* robot_loop_make(const double* centres, std::size_t count, double radius) {
    std::vector<Obstacle> balls;
    for (std::size_t i = 0; i < count; ++i) {
        const double* c = centres + 3 * i;
        balls.push_back({std::to_string(i), {Sphere{radius}, Pose::translation({c[0], c[1], c[2]})}});
    }
    return std::make_unique<Question>(Question{RobotCell(arm(), balls), {}, {}}).release();
}

/// `rows` configurations.
void robot_loop_overlaps(void* handle, const double* rows, std::size_t count) {
    auto& question = *static_cast<Question*>(handle);
    question.hits = std::vector<unsigned char>(count);
    for (std::size_t i = 0; i < count; ++i)
        question.hits[i] = overlaps(question.cell, {rows + kJoints * i, kJoints}) ? 1 : 0;
}

/// Straight motions, two configurations each.
void robot_loop_paths(void* handle, const double* rows, std::size_t count) {
    auto& question = *static_cast<Question*>(handle);
    question.paths = std::vector<PathClearance>(count);
    const PathOptions options{.goal = PathGoal::decide};
    for (std::size_t i = 0; i < count; ++i) {
        const double *from = rows + 2 * kJoints * i, *to = from + kJoints;
        const std::vector<Waypoint> ends{{0, {from, from + kJoints}}, {1, {to, to + kJoints}}};
        question.paths[i] = path_clearance(question.cell, JointPath::polyline(ends), options);
    }
}

/// What the last loops found.
std::size_t robot_loop_hits(void* handle) {
    std::size_t count = 0;
    for (const unsigned char hit : static_cast<Question*>(handle)->hits) count += hit;
    return count;
}
std::size_t robot_loop_free(void* handle) {
    std::size_t count = 0;
    for (const PathClearance& path : static_cast<Question*>(handle)->paths)
        count += path.answer == PathAnswer::free ? 1 : 0;
    return count;
}
}
