// Robots: names and limits of values, forward kinematics beside products
// of matrices, bounds that contain it exactly, and which links need no test.
#include "graze/motion/robot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "motion/small_robot.hpp"
#include "oracle/real.hpp"
#include "oracle/robot_matrices.hpp"

namespace graze::test {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Robot, ValuesHaveNamesAndLimits) {
    RobotDescription d = small_robot();
    d.links.push_back({"four"}), d.links.push_back({"five"}), d.links.push_back({"six"});
    d.joints.push_back(joint_of("cart", JointType::planar, "base", "four"));
    d.joints.push_back(joint_of("body", JointType::floating, "base", "five"));
    d.joints.push_back(joint_of("copy", JointType::revolute, "base", "six"));
    d.joints[3].coordinate_limits = {{-1, 1}, {-2, 2}, {0.25, 0.5}};
    d.joints[0].soft_limits = {-1.5, -0.25};
    d.joints[5].limits = {-1, 4};
    d.joints[5].mimic = JointMimic{"a", -2, 0};
    const auto robot = Robot::build(d);
    ASSERT_TRUE(robot.has_value()) << robot.error().message();
    ASSERT_EQ(robot->joint_count(), 3U + 3U + 6U);
    const std::vector<std::string> names{"a",      "b",          "c",          "cart x",
                                         "cart y", "cart angle", "body x",     "body y",
                                         "body z", "body roll",  "body pitch", "body yaw"};
    const std::vector<bool> angles{true,  false, true,  false, false, true,
                                   false, false, false, true,  true,  true};
    const std::vector<bool> continuous{false, false, true,  false, false, false,
                                       false, false, false, true,  true,  true};
    for (std::size_t i = 0; i < names.size(); ++i) {
        EXPECT_EQ(robot->coordinate_name(i), names[i]);
        EXPECT_EQ(robot->is_angle(i), angles[i]) << names[i];
        EXPECT_EQ(robot->is_continuous(i), continuous[i]) << names[i];
    }
    EXPECT_EQ(robot->limits(0), (Interval{-2, 0.5})) << "also those of the joint that follows";
    EXPECT_EQ(robot->soft_limits(0), (Interval{-1.5, -0.25}));
    EXPECT_EQ(robot->limits(4), (Interval{-2, 2}));
    EXPECT_EQ(robot->limits(9), Interval::everything());
    const std::vector<double> neutral{-0.25, 0.5, 0, 0, 0, 0.25, 0, 0, 0, 0, 0, 0};
    EXPECT_EQ(robot->neutral(), neutral);
    EXPECT_TRUE(robot->check(neutral).has_value());
    const auto fault = [&](std::size_t i, double value) {
        std::vector<double> q = neutral;
        q[i] = value;
        const auto checked = robot->check(q);
        EXPECT_FALSE(checked.has_value()) << i;
        return checked ? BuildError{} : checked.error();
    };
    EXPECT_EQ(fault(1, 2).rule, Rule::out_of_range);
    EXPECT_EQ(fault(1, 2).element, 1U);
    EXPECT_EQ(fault(1, 2).kind, Element::coordinate);
    EXPECT_NE(fault(1, 2).message().find("'b'"), std::string::npos);
    EXPECT_NE(fault(0, 0).message().find("soft limits"), std::string::npos);
    EXPECT_EQ(fault(7, kNan).rule, Rule::not_finite);
    EXPECT_EQ(fault(7, kInf).rule, Rule::not_finite);
    EXPECT_FALSE(robot->check(std::vector<double>(11)).has_value());
}

TEST(Robot, ChainsOfFollowersAreResolved) {
    RobotDescription d = small_robot();
    d.joints[1].mimic = JointMimic{"c", 2, 0.5};
    d.joints[2].mimic = JointMimic{"a", 0.25, 0.125};
    const auto robot = Robot::build(d);
    ASSERT_TRUE(robot.has_value());
    ASSERT_EQ(robot->joint_count(), 1U);
    // b = 2 (a / 4 + 1 / 8) + 1 / 2 in [0.5, 1].
    EXPECT_EQ(robot->limits(0), (Interval{-0.5, 0.5}));
    const std::vector<Pose> poses = place(*robot, std::vector<double>{0.5});
    EXPECT_LT(length(poses[2].position - Vec3{0, 0, 1}), 1e-15);
}

Rule rule_of(const RobotDescription& d, const std::string& words) {
    const auto robot = Robot::build(d);
    if (robot) return Rule::corrupt;
    EXPECT_NE(robot.error().message().find(words), std::string::npos) << robot.error().message();
    return robot.error().rule;
}

TEST(Robot, LimitsOfFollowersThatExcludeEverythingAreErrors) {
    RobotDescription d = small_robot();
    d.joints[1].mimic = JointMimic{"a", 1, 10};
    EXPECT_EQ(rule_of(d, "joint 'b', joint 1: its limits leave no value for joint 'a'"), Rule::out_of_range);
    d.joints[1].mimic = JointMimic{"a", 0, 10};
    EXPECT_EQ(rule_of(d, "its limits leave no value"), Rule::out_of_range) << "it is always at 10";
    d.joints[1].mimic = JointMimic{"a", 0, 0.75};
    EXPECT_TRUE(Robot::build(d).has_value());
    // Those of b leave a at -1 or below, its soft limits are above.
    d.joints[0].soft_limits = {-0.5, 1};
    d.joints[1].mimic = JointMimic{"a", -0.5, 0};
    EXPECT_EQ(rule_of(d, "its limits leave no value"), Rule::out_of_range);
}

/// Limits as files have them: a third, written with 16 digits.
TEST(Robot, LimitsOfFollowersThatMissByRoundingChangeNothing) {
    RobotDescription d = small_robot();
    d.joints[0].limits = {1.5, 2};
    d.joints[1].limits = {0, 0.49999999999999994};
    d.joints[1].mimic = JointMimic{"a", 1.0 / 3, 0};
    const auto robot = Robot::build(d);
    ASSERT_TRUE(robot.has_value()) << robot.error().message();
    EXPECT_EQ(robot->limits(0).lower, 1.5);
    EXPECT_LE(robot->limits(0).lower, robot->limits(0).upper);
    EXPECT_TRUE(robot->check(robot->neutral()).has_value());
}

TEST(Robot, LimitsWithoutANumberAreErrors) {
    for (const Interval& limits : {Interval{kInf, kInf}, Interval{-kInf, -kInf}, Interval{kNan, 1}}) {
        RobotDescription d = small_robot();
        d.joints[0].limits = limits;
        EXPECT_EQ(rule_of(d, "no number between them"), Rule::not_increasing);
        d = small_robot();
        d.joints[0].type = JointType::planar;
        d.joints[0].limits = Interval::everything();
        d.joints[0].coordinate_limits = {{-1, 1}, limits, {-1, 1}};
        EXPECT_EQ(rule_of(d, "no number between them"), Rule::not_increasing);
    }
}

TEST(Robot, MultipliersOfLongChainsDoNotOverflow) {
    RobotDescription d;
    d.links = {{"0"}};
    for (int i = 1; i <= 5; ++i) {
        d.links.push_back({std::to_string(i)});
        RobotJoint joint = joint_of("", JointType::continuous, "", "");
        joint.name = "j" + std::to_string(i), joint.parent = std::to_string(i - 1);
        joint.child = std::to_string(i);
        if (i > 1) joint.mimic = JointMimic{"j" + std::to_string(i - 1), 1e99, 0};
        d.joints.push_back(joint);
    }
    EXPECT_EQ(rule_of(d, "joint 'j3', joint 2: it follows 'j1' by a multiplier"), Rule::out_of_range);
}

/// A whole turn of a leader is not one of a follower that turns less, or slides.
TEST(Robot, OnlyWholeMultiplesOfAContinuousJointAreContinuous) {
    const auto continuous = [](JointType type, double multiplier) {
        RobotDescription d = small_robot();
        d.joints[0] = joint_of("a", type, "base", "one");
        d.joints[0].mimic = JointMimic{"c", multiplier, 0.3};
        return Robot::build(d)->is_continuous(1);  // behind b
    };
    for (const double multiplier : {1.0, -1.0, 0.0, 2.0, -7.0}) {
        EXPECT_TRUE(continuous(JointType::continuous, multiplier)) << multiplier;
        EXPECT_TRUE(continuous(JointType::revolute, multiplier)) << multiplier;
    }
    for (const double multiplier : {0.25, -0.5, 1.5})
        EXPECT_FALSE(continuous(JointType::continuous, multiplier));
    EXPECT_FALSE(continuous(JointType::prismatic, 1));
    RobotDescription d = small_robot();
    d.joints[0].mimic = JointMimic{"c", 1, 0};  // with limits
    const auto robot = Robot::build(d);
    EXPECT_FALSE(robot->is_continuous(1));
    EXPECT_EQ(robot->limits(1), (Interval{-2, 2}));
}

double difference(const Pose& pose, const Matrix4& matrix) {
    long double worst = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        worst = std::max(worst, std::abs(matrix[i][3] - pose.position[i]));
        for (std::size_t j = 0; j < 3; ++j)
            worst = std::max(worst, std::abs(matrix[i][j] - pose.rotation(i, j)));
    }
    return static_cast<double>(worst);
}

TEST(Robot, ForwardKinematicsAreProductsOfMatrices) {
    Random random(31);
    std::size_t followers = 0, moved = 0;
    for (int round = 0; round < 400; ++round) {
        const RobotDescription description = random_robot(random, 1 + random.index(12));
        for (const RobotJoint& joint : description.joints) followers += joint.mimic ? 1 : 0;
        const auto robot = Robot::build(description);
        ASSERT_TRUE(robot.has_value()) << robot.error().message();
        for (int k = 0; k < 5; ++k) {
            const std::vector<double> q = random_configuration(random, *robot);
            const std::vector<Pose> poses = place(*robot, q);
            const std::vector<Matrix4> matrices = link_matrices(description, q);
            ASSERT_EQ(poses.size(), matrices.size());
            // A hundred roundings of numbers up to 50.
            for (std::size_t i = 0; i < poses.size(); ++i)
                ASSERT_LT(difference(poses[i], matrices[i]), 5e-13);
            moved += q.empty() ? 0 : 1;
        }
    }
    EXPECT_GT(followers, 100U);
    EXPECT_GT(moved, 1800U);
}

TEST(Robot, FixedJointsMakeNoFrames) {
    Random random(32);
    RobotDescription d = small_robot();
    d.joints[1] = joint_of("b", JointType::fixed, "one", "two");
    d.joints[1].origin = random.pose(1);
    const auto robot = Robot::build(d);
    ASSERT_TRUE(robot.has_value());
    EXPECT_EQ(robot->tree().axes.size(), 2U);
    EXPECT_EQ(robot->links()[1].frame, robot->links()[2].frame);
    EXPECT_EQ(robot->exempt(1, 2), Robot::Exempt::rigid);
    EXPECT_EQ(robot->exempt(2, 1), Robot::Exempt::rigid);
    EXPECT_EQ(robot->links()[2].parent, 1U);
}

/// The exact poses that a tree makes of a configuration: 192 bits are exact enough.
std::vector<BasicPose<Real>> exact_frames(const KinematicTree& tree, const std::vector<double>& q) {
    const auto real = [](const Pose& pose) {
        BasicPose<Real> exact;
        for (std::size_t i = 0; i < 3; ++i) {
            exact.position[i] = pose.position[i];
            for (std::size_t j = 0; j < 3; ++j) exact.rotation(i, j) = pose.rotation(i, j);
        }
        return exact;
    };
    std::vector<BasicPose<Real>> frames{real(Pose::identity())};
    for (const RobotAxis& axis : tree.axes) {
        const Real value = Real(axis.multiplier) * Real(q[axis.coordinate]) + Real(axis.offset);
        BasicVec3<Real> u{axis.direction.x, axis.direction.y, axis.direction.z};
        const Real n = sqrt(dot(u, u));
        for (std::size_t i = 0; i < 3; ++i) u[i] = u[i] / n;
        BasicPose<Real> step = real(Pose::identity());
        if (axis.turns) {
            const Real c = cos(value), s = sin(value), v = Real(1) - c;
            for (std::size_t i = 0; i < 3; ++i) {
                const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
                step.rotation(i, i) = c + v * u[i] * u[i];
                step.rotation(i, j) = v * u[i] * u[j] - s * u[k];
                step.rotation(i, k) = v * u[i] * u[k] + s * u[j];
            }
        } else {
            for (std::size_t i = 0; i < 3; ++i) step.position[i] = value * u[i];
        }
        frames.push_back(frames[axis.before] * real(axis.origin) * step);
    }
    return frames;
}

/// Up to the rounding of 192 bits: where bounds are points, such as entries that an axis keeps.
bool contains(const Interval& bounds, const Real& x) {
    const Real slack(0x1p-150);
    return Real(bounds.lower) - slack <= x && x <= Real(bounds.upper) + slack;
}

/// How wide the widest entry is; -1 when one does not hold the exact number.
double width_of(const PoseBounds& bounds, const BasicPose<Real>& exact) {
    double widest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        if (!contains(bounds.position[i], exact.position[i])) return -1;
        widest = std::max(widest, bounds.position[i].width());
        for (std::size_t j = 0; j < 3; ++j) {
            if (!contains(bounds.rotation(i, j), exact.rotation(i, j))) return -1;
            widest = std::max(widest, bounds.rotation(i, j).width());
        }
    }
    return widest;
}

TEST(Robot, BoundsContainTheExactPoses) {
    Random random(33);
    for (int round = 0; round < 250; ++round) {
        const auto robot = Robot::build(random_robot(random, 1 + random.index(9)));
        ASSERT_TRUE(robot.has_value());
        const std::vector<double> q = random_configuration(random, *robot);
        const double half = round % 4 == 0 ? 0 : random.log_uniform(1e-12, 1);
        std::vector<Interval> box;
        std::vector<std::vector<double>> inside{q, q, q, q};
        for (std::size_t i = 0; i < q.size(); ++i) {
            box.push_back(half == 0 ? Interval(q[i]) : Interval{q[i] - half, q[i] + half});
            inside[1][i] = box[i].lower;
            inside[2][i] = random.chance(0.5) ? box[i].lower : box[i].upper;
            inside[3][i] = random.uniform(box[i].lower, box[i].upper);
        }
        const std::vector<PoseBounds> bounds = bounds_over(*robot, box);
        for (const std::vector<double>& values : inside) {
            const auto frames = exact_frames(robot->tree(), values);
            for (std::size_t i = 0; i < bounds.size(); ++i) {
                const Robot::Link& link = robot->links()[i];
                BasicPose<Real> in_frame;
                for (std::size_t k = 0; k < 3; ++k) {
                    in_frame.position[k] = link.in_frame.position[k];
                    for (std::size_t l = 0; l < 3; ++l)
                        in_frame.rotation(k, l) = link.in_frame.rotation(k, l);
                }
                const double width = width_of(bounds[i], frames[link.frame] * in_frame);
                ASSERT_GE(width, 0) << "round " << round << ", " << link.name;
                ASSERT_TRUE(half > 0 || width < 1e-11);
            }
        }
    }
}

TEST(Robot, BoundsContainTenToTheFiveSamples) {
    Random random(34);
    for (int round = 0; round < 200; ++round) {
        const auto robot = Robot::build(random_robot(random, 7));
        ASSERT_TRUE(robot.has_value());
        const std::vector<double> q = random_configuration(random, *robot);
        std::vector<Interval> box;
        const double half = random.log_uniform(1e-3, 2);
        for (const double x : q) box.push_back({x - half, x + random.uniform(0, half)});
        const std::vector<PoseBounds> bounds = bounds_over(*robot, box);
        std::vector<double> sample(q.size());
        for (int k = 0; k < 500; ++k) {
            for (std::size_t i = 0; i < q.size(); ++i) sample[i] = random.uniform(box[i].lower, box[i].upper);
            const std::vector<Pose> poses = place(*robot, sample);
            for (std::size_t i = 0; i < poses.size(); ++i) {
                for (std::size_t row = 0; row < 3; ++row) {  // up to the rounding of the samples
                    ASSERT_TRUE(widened(bounds[i].position[row], 1e-12).contains(poses[i].position[row]));
                    for (std::size_t j = 0; j < 3; ++j)
                        ASSERT_TRUE(
                            widened(bounds[i].rotation(row, j), 1e-12).contains(poses[i].rotation(row, j)));
                }
            }
        }
    }
}

TEST(Robot, TooFewValues) {
    const auto robot = Robot::build(small_robot());
    ASSERT_TRUE(robot.has_value());
    const std::vector<PoseBounds> bounds = bounds_over(*robot, std::vector<Interval>{{0, 0}});
    EXPECT_EQ(bounds[1].position.x, Interval(0));
    EXPECT_FALSE(std::isfinite(bounds[2].position.z.width()));
    EXPECT_EQ(place(*robot, {})[2].position, (Vec3{0, 0, 0}));
}

TEST(Robot, NearRotationsBecomeRotations) {
    RobotDescription d = small_robot();
    Mat3 rough = rotation_matrix(Quat::from_axis_angle({1, 2, 3}, 0.7));
    for (Vec3& column : rough.columns)
        for (std::size_t i = 0; i < 3; ++i) column[i] = static_cast<float>(column[i]);
    d.joints[0].origin.rotation = rough;
    const auto robot = Robot::build(d);
    ASSERT_TRUE(robot.has_value()) << robot.error().message();
    const Mat3& r = robot->tree().axes[0].origin.rotation;
    EXPECT_LT(orthonormality_defect(r), 1e-15);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(length(r.columns[i] - rough.columns[i]), 1e-7);
}

TEST(Robot, PlanarJointsMoveAcrossTheirAxis) {
    for (const Vec3& axis : {Vec3{0, 0, 2}, Vec3{0, 0, -1}, Vec3{1, 0, 0}, Vec3{0, -3, 0}, Vec3{1, 2, -3}}) {
        RobotDescription d;
        d.links = {{"base"}, {"cart"}};
        d.joints = {joint_of("j", JointType::planar, "base", "cart")};
        d.joints[0].axis = axis;
        const auto robot = Robot::build(d);
        ASSERT_TRUE(robot.has_value());
        const auto at = [&](double x, double y, double angle) {
            return place(*robot, std::vector<double>{x, y, angle})[1];
        };
        const Vec3 n = unit(axis), u = at(1, 0, 0).position, v = at(0, 1, 0).position;
        const PlanarDirections stated = planar_directions(axis);
        EXPECT_LT(length(u - stated.x), 1e-15);
        EXPECT_LT(length(v - stated.y), 1e-15);
        EXPECT_LT(length(cross(u, v) - n), 1e-15);
        EXPECT_NEAR(length(u), 1, 1e-15);
        const Pose moved = at(2, -3, kPi / 3);
        EXPECT_LT(length(moved.position - (2.0 * u - 3.0 * v)), 1e-14);
        EXPECT_LT(length(moved.rotation * n - n), 1e-15);
        EXPECT_LT(length(moved.rotation * u - (0.5 * u + std::sqrt(0.75) * v)), 1e-15);
    }
}

/// The farthest axis of the frame, the first of equals, × the axis; for +z the frame's own x and y.
TEST(Robot, PlanarDirectionsAreAsDocumented) {
    const auto expect = [](const Vec3& axis, const Vec3& x, const Vec3& y) {
        const PlanarDirections found = planar_directions(axis);
        EXPECT_LT(length(found.x - x), 1e-15);
        EXPECT_LT(length(found.y - y), 1e-15);
    };
    expect({0, 0, 3}, {1, 0, 0}, {0, 1, 0});
    expect({0, 0, -1}, {0, 1, 0}, {1, 0, 0});
    expect({1, 0, 0}, {0, 0, -1}, {0, 1, 0});
    expect({0, 2, 0}, {0, 0, 1}, {1, 0, 0});
    expect({3, 0, 4}, {0.8, 0, -0.6}, {0, 1, 0});
}

TEST(Robot, AttachedBodiesMoveWithTheirLink) {
    const auto robot = Robot::build(small_robot());
    ASSERT_TRUE(robot.has_value());
    const auto more = robot->with({"cup", "two", {{Sphere{0.05}, Pose::translation({1, 0, 0})}}, {"three"}});
    ASSERT_TRUE(more.has_value());
    EXPECT_EQ(robot->links().size(), 4U);
    ASSERT_EQ(more->links().size(), 5U);
    EXPECT_TRUE(more->links()[4].attached);
    EXPECT_EQ(more->find_link("cup"), 4U);
    EXPECT_FALSE(more->find_link("tea").has_value());
    const std::vector<Pose> poses = place(*more, std::vector<double>{0.3, 0.7, 0.1});
    EXPECT_EQ(poses[4], poses[2]);
    EXPECT_EQ(more->exempt(4, 2), Robot::Exempt::rigid);
    EXPECT_EQ(more->exempt(4, 3), Robot::Exempt::excluded);
    EXPECT_EQ(more->exempt(4, 0), Robot::Exempt::no);
    EXPECT_FALSE(robot->with({"one", "two"}).has_value());
}

/// Wrists have links without shapes between those that touch.
TEST(Robot, NeighboursHaveNothingWithShapesBetweenThem) {
    RobotDescription d = small_robot();
    d.excluded = {{"two", "three", "never"}};
    const auto exempt = [&](std::uint32_t a, std::uint32_t b) {
        const auto robot = Robot::build(d);
        EXPECT_EQ(robot->exempt(a, b), robot->exempt(b, a));
        return robot->exempt(a, b);
    };
    using Exempt = Robot::Exempt;
    EXPECT_EQ(exempt(0, 1), Exempt::adjacent);
    EXPECT_EQ(exempt(1, 2), Exempt::no) << "what slides is tested";
    d.joints[1].neighbours = true;
    EXPECT_EQ(exempt(1, 2), Exempt::adjacent);
    EXPECT_EQ(exempt(0, 2), Exempt::no);
    EXPECT_EQ(exempt(1, 3), Exempt::no);
    EXPECT_EQ(exempt(2, 3), Exempt::excluded);
    EXPECT_EQ(exempt(1, 1), Exempt::rigid);
    d.links[1].shapes.clear();
    EXPECT_EQ(exempt(0, 2), Exempt::no) << "two joints move between them";
    d.joints[1] = joint_of("b", JointType::fixed, "one", "two");
    EXPECT_EQ(exempt(0, 2), Exempt::adjacent);
    EXPECT_EQ(exempt(2, 3), Exempt::excluded);
}

}  // namespace
}  // namespace graze::test
