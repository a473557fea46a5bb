#include "oracle/robot_matrices.hpp"

#include <cmath>
#include <map>
#include <string>

namespace graze::test {
namespace {

Matrix4 identity() {
    Matrix4 m{};
    for (std::size_t i = 0; i < 4; ++i) m[i][i] = 1;
    return m;
}

Matrix4 product(const Matrix4& a, const Matrix4& b) {
    Matrix4 m{};
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            for (std::size_t k = 0; k < 4; ++k) m[i][j] += a[i][k] * b[k][j];
    return m;
}

Matrix4 matrix_of(const Pose& pose) {
    Matrix4 m = identity();
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) m[i][j] = pose.rotation(i, j);
        m[i][3] = pose.position[i];
    }
    return m;
}

Matrix4 shift(long double x, long double y, long double z) {
    Matrix4 m = identity();
    m[0][3] = x, m[1][3] = y, m[2][3] = z;
    return m;
}

/// By the quaternion of half the angle.
Matrix4 turn(const Vec3& axis, long double angle) {
    const long double n = std::hypot(static_cast<long double>(axis.x), static_cast<long double>(axis.y),
                                     static_cast<long double>(axis.z));
    const long double s = std::sin(angle / 2) / n, w = std::cos(angle / 2);
    const long double x = axis.x * s, y = axis.y * s, z = axis.z * s;
    Matrix4 m = identity();
    m[0] = {w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y), 0};
    m[1] = {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x), 0};
    m[2] = {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z, 0};
    return m;
}

Matrix4 along(const Vec3& axis, long double distance) {
    const long double n = std::hypot(static_cast<long double>(axis.x), static_cast<long double>(axis.y),
                                     static_cast<long double>(axis.z));
    return shift(axis.x * distance / n, axis.y * distance / n, axis.z * distance / n);
}

/// For each joint the first of its numbers; those of joints that follow others are not used.
std::map<std::string, std::size_t> first_numbers(const RobotDescription& robot) {
    std::map<std::string, std::size_t> first;
    std::size_t next = 0;
    for (const RobotJoint& joint : robot.joints) {
        first[joint.name] = next;
        if (!joint.mimic) next += coordinate_count(joint.type);
    }
    return first;
}

long double value_of(const RobotDescription& robot, const RobotJoint& joint,
                     const std::vector<double>& configuration) {
    if (!joint.mimic) return configuration[first_numbers(robot).at(joint.name)];
    for (const RobotJoint& other : robot.joints)
        if (other.name == joint.mimic->joint)
            return joint.mimic->multiplier * value_of(robot, other, configuration) + joint.mimic->offset;
    return 0;
}

/// What the joint does to the frame that it is in. A planar joint has its axis along z here.
Matrix4 motion_of(const RobotDescription& robot, const RobotJoint& joint, const std::vector<double>& q) {
    const std::size_t i = first_numbers(robot).at(joint.name);
    switch (joint.type) {
        case JointType::fixed: return identity();
        case JointType::prismatic: return along(joint.axis, value_of(robot, joint, q));
        case JointType::planar: return product(shift(q[i], q[i + 1], 0), turn({0, 0, 1}, q[i + 2]));
        case JointType::floating: {
            Matrix4 m = shift(q[i], q[i + 1], q[i + 2]);
            m = product(m, turn({0, 0, 1}, q[i + 5]));
            m = product(m, turn({0, 1, 0}, q[i + 4]));
            return product(m, turn({1, 0, 0}, q[i + 3]));
        }
        default: return turn(joint.axis, value_of(robot, joint, q));
    }
}

}  // namespace

RobotDescription random_robot(Random& random, std::size_t joints) {
    constexpr std::array kTypes{JointType::fixed,     JointType::revolute, JointType::continuous,
                                JointType::prismatic, JointType::planar,   JointType::floating,
                                JointType::revolute};
    RobotDescription robot;
    robot.base = random.pose(1);
    robot.links.push_back({"link 0"});
    for (std::size_t i = 0; i < joints; ++i) {
        RobotJoint joint;
        joint.name = "joint " + std::to_string(i);
        joint.type = kTypes[random.index(kTypes.size())];
        joint.parent = "link " + std::to_string(random.index(i + 1));
        joint.child = "link " + std::to_string(i + 1);
        joint.origin = random.pose(1);
        joint.axis = joint.type == JointType::planar ? Vec3{0, 0, random.uniform(0.1, 5)}
                                                     : random.uniform(0.01, 100) * random.direction();
        if (random.chance(0.3)) joint.axis = {0, random.chance(0.5) ? 2.0 : -2.0, 0};
        if (joint.type == JointType::planar) joint.axis = {0, 0, 3};
        const bool limited = joint.type == JointType::revolute || joint.type == JointType::prismatic;
        if (limited) joint.limits = {-random.uniform(0, 3), random.uniform(0, 3)};
        if (coordinate_count(joint.type) == 1 && random.chance(0.2)) {
            for (const RobotJoint& other : robot.joints)
                if (coordinate_count(other.type) == 1 && !joint.mimic)
                    joint.mimic = JointMimic{other.name, random.uniform(-2, 2), random.uniform(-1, 1)};
            if (joint.mimic) joint.limits = Interval::everything();
        }
        robot.joints.push_back(joint);
        robot.links.push_back({joint.child});
    }
    // The order of links is not that of the tree.
    for (std::size_t i = robot.links.size(); i > 1; --i)
        std::swap(robot.links[i - 1], robot.links[random.index(i)]);
    robot.attached.push_back({"tool", robot.joints.empty() ? "link 0" : robot.joints.back().child});
    return robot;
}

std::vector<double> random_configuration(Random& random, const Robot& robot) {
    std::vector<double> values;
    for (std::size_t i = 0; i < robot.joint_count(); ++i)
        values.push_back(
            random.uniform(std::max(robot.limits(i).lower, -4.0), std::min(robot.limits(i).upper, 4.0)));
    return values;
}

std::vector<Matrix4> link_matrices(const RobotDescription& robot, const std::vector<double>& configuration) {
    const auto matrix = [&](const auto& self, const std::string& link) -> Matrix4 {
        for (const RobotJoint& joint : robot.joints)
            if (joint.child == link)
                return product(product(self(self, joint.parent), matrix_of(joint.origin)),
                               motion_of(robot, joint, configuration));
        return matrix_of(robot.base);
    };
    std::vector<Matrix4> links;
    for (const RobotLink& link : robot.links) links.push_back(matrix(matrix, link.name));
    for (const AttachedBody& body : robot.attached) links.push_back(matrix(matrix, body.link));
    return links;
}

}  // namespace graze::test
