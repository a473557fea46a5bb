// An arm among obstacles: whether a configuration is free, how far from everything, in which direction that
// grows; whether a whole motion is free, with a proof; and which links can touch each other at all.
#include <graze/graze.hpp>

#include <cstdio>
#include <vector>

using namespace graze;

namespace {

/// Forearm and upper arm along x, turned by two joints about z.
RobotDescription description() {
    // [shown: model]
    const Pose along_x = Pose::from(Quat::from_axis_angle({0, 1, 0}, 1.5707963267948966), {0.5, 0, 0});
    const Placed bone{Capsule{0.05, 0.4}, along_x};  // radius, half height; in the link's frame
    RobotDescription robot{.name = "arm"};
    robot.links = {{.name = "base"}, {.name = "upper", .shapes = {bone}}, {.name = "fore", .shapes = {bone}}};
    RobotJoint shoulder{.name = "shoulder", .type = JointType::revolute, .parent = "base", .child = "upper"};
    RobotJoint elbow{.name = "elbow", .type = JointType::revolute, .parent = "upper", .child = "fore"};
    elbow.origin = Pose::translation({1, 0, 0});
    shoulder.limits = elbow.limits = {-2.6, 2.6};  // both turn about z, the default axis
    robot.joints = {shoulder, elbow};
    // [end]
    return robot;
}

bool configurations(const RobotCell& cell) {
    // [shown: configuration]
    const std::vector<double> q{0.3, 0.4};
    const bool hits = overlaps(cell, q);
    const CellClearance near = clearance(cell, q);
    std::printf("%s, %.4f m from %s\n", hits ? "hits" : "free", near.distance.lower,
                cell.describe(near.pair).c_str());
    if (near.smooth)  // the derivative of the distance by each joint
        std::printf("turning the elbow by 1 mrad changes that by %.4f mm\n", near.gradient[1]);
    // [end]
    return !hits && near.smooth && near.gradient.size() == 2;
}

bool paths(const RobotCell& cell) {
    // [shown: path]
    const std::vector<Waypoint> waypoints{{0.0, {-0.9, 0.3}}, {1.5, {-0.2, 0.9}}, {2.0, {0.1, 0.4}}};
    const JointPath path = JointPath::polyline(waypoints);
    if (const auto inside = path.check(cell.robots().front()); !inside) return false;  // limits of joints

    const PathClearance found = path_clearance(cell, path, {.wanted = 0.02, .goal = PathGoal::decide});
    std::printf("%s by at least %.4f m, after %u stretches of time\n", to_string(found.answer),
                found.clearance.lower, found.work.cells);
    // [end]

    // [shown: hit]
    const std::vector<double> start{-0.9, 0.3}, end{1.2, 0.0};
    const PathClearance hit = path_clearance(cell, JointPath::linear(start, end));
    if (hit.answer == PathAnswer::hit)
        std::printf("%s touch at t = %.6f; nothing touches before %.6f\n", cell.describe(hit.pair).c_str(),
                    hit.time.upper, hit.time.lower);
    // [end]

    // [shown: certificate]
    const PathCertificate certificate = certify_path(cell, path);
    const bool proven = verify(certificate, cell, path);
    std::printf("at least %.4f m at all times: %s\n", certificate.clearance,
                proven ? "proven" : "not proven");
    // [end]
    const bool other = verify(certificate, cell, JointPath::linear(start, end));
    return found.answer == PathAnswer::free && hit.answer == PathAnswer::hit && proven && !other;
}

bool edges(const RobotCell& cell) {
    // [shown: batch]
    const std::vector<double> home{-0.9, 0.3};
    std::vector<JointPath> roadmap;
    for (int i = 0; i < 100; ++i) {
        const std::vector<double> goal{-1 + 0.02 * i, 0.01 * i};
        roadmap.push_back(JointPath::linear(home, goal));
    }
    std::vector<PathClearance> answers(roadmap.size());
    path_clearances(cell, roadmap, answers, {.wanted = 0.01, .goal = PathGoal::decide}, {.threads = 0});
    // [end]
    std::size_t free = 0;
    for (const PathClearance& answer : answers) free += answer.answer == PathAnswer::free ? 1 : 0;
    std::printf("%zu of %zu edges are free\n", free, answers.size());
    return free > 0 && free < answers.size();
}

bool self_collision(const Robot& robot) {
    // [shown: self]
    const SelfCollisionMatrix matrix = self_collision_matrix(robot);
    for (const SelfCollisionPair& pair : matrix.pairs)
        std::printf("%s, %s: %s\n", robot.links()[pair.link_a].name.c_str(),
                    robot.links()[pair.link_b].name.c_str(), to_string(pair.contact));
    // [end]
    return !matrix.pairs.empty();
}

}  // namespace

int main() {
    // [shown: cell]
    const auto robot = Robot::build(description());
    if (!robot) {
        std::printf("%s\n", robot.error().message().c_str());  // which link or joint, and what is wrong
        return 1;
    }
    const std::vector<Obstacle> obstacles{
        {"post", {Cylinder{0.05, 1}, Pose::translation({1.5, 1.1, 0})}},
        {"wall", {HalfSpace{{0, 1, 0}}, Pose::translation({0, -1.9, 0})}},
    };
    const RobotCell cell(*robot, obstacles, {.default_padding = 0.005});
    // [end]
    const bool good = configurations(cell) && paths(cell) && edges(cell) && self_collision(*robot);
    return good ? 0 : 1;
}
