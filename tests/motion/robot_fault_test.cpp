// What descriptions of robots are refused for: each error has its rule, the element and its name.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "motion/small_robot.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

struct Fault {
    const char* what;
    Rule rule;
    Element kind;
    std::size_t element;
    std::function<void(RobotDescription&)> damage;
};

const std::vector<Fault>& faults() {
    using D = RobotDescription;
    static const std::vector<Fault> all{
        {"no links", Rule::too_few, Element::whole, 0, [](D& d) { d.links.clear(); }},
        {"link without a name", Rule::unknown_name, Element::link, 2, [](D& d) { d.links[2].name = ""; }},
        {"two links of one name", Rule::repeated_name, Element::link, 3,
         [](D& d) { d.links[3].name = "one"; }},
        {"joint without a name", Rule::unknown_name, Element::joint, 1, [](D& d) { d.joints[1].name = ""; }},
        {"two joints of one name", Rule::repeated_name, Element::joint, 2,
         [](D& d) { d.joints[2].name = "a"; }},
        {"origin that is NaN", Rule::not_finite, Element::joint, 1,
         [](D& d) { d.joints[1].origin.position.y = kNan; }},
        {"rotation that is NaN", Rule::not_finite, Element::joint, 1,
         [](D& d) { d.joints[1].origin.rotation.columns[1].y = kNan; }},
        {"origin too far away", Rule::out_of_range, Element::joint, 1,
         [](D& d) { d.joints[1].origin.position.y = 2e100; }},
        {"origin too far away from the base", Rule::out_of_range, Element::joint, 0,
         [](D& d) { d.base.position.x = d.joints[0].origin.position.x = 9e99; }},
        {"origin that is no rotation", Rule::not_orthonormal, Element::joint, 0,
         [](D& d) { d.joints[0].origin.rotation.columns[1].y = 1.001; }},
        {"origin that is a reflection", Rule::not_orthonormal, Element::joint, 0,
         [](D& d) { d.joints[0].origin.rotation.columns[2].z = -1; }},
        {"axis that is NaN", Rule::not_finite, Element::joint, 2, [](D& d) { d.joints[2].axis.x = kNan; }},
        {"axis that is infinite", Rule::not_finite, Element::joint, 2,
         [](D& d) { d.joints[2].axis.x = kInf; }},
        {"axis of length zero", Rule::zero_direction, Element::joint, 2, [](D& d) { d.joints[2].axis = {}; }},
        {"axis below the served range", Rule::zero_direction, Element::joint, 2,
         [](D& d) {
             d.joints[2].axis = {1e-120, 0, 0};
         }},
        {"limits that are NaN", Rule::not_increasing, Element::joint, 0,
         [](D& d) { d.joints[0].limits.lower = kNan; }},
        {"limits exchanged", Rule::not_increasing, Element::joint, 0,
         [](D& d) {
             d.joints[0].limits = {1, -1};
         }},
        {"soft limits that are NaN", Rule::not_increasing, Element::joint, 0,
         [](D& d) {
             d.joints[0].soft_limits = {kNan, kNan};
         }},
        {"soft limits beyond the limits", Rule::not_contained, Element::joint, 0,
         [](D& d) {
             d.joints[0].soft_limits = {-3, 1};
         }},
        {"too few limits of a planar joint", Rule::too_few, Element::joint, 2,
         [](D& d) {
             d.joints[2].type = JointType::planar;
             d.joints[2].coordinate_limits = {{0, 1}, {0, 1}};
         }},
        {"limits of a planar joint that are NaN", Rule::not_increasing, Element::joint, 2,
         [](D& d) {
             d.joints[2].type = JointType::planar;
             d.joints[2].coordinate_limits = {{0, 1}, {0, kNan}, {0, 1}};
         }},
        {"planar joint that follows", Rule::out_of_range, Element::joint, 2,
         [](D& d) {
             d.joints[2].type = JointType::planar;
             d.joints[2].mimic = JointMimic{"a"};
         }},
        {"multiplier that is NaN", Rule::not_finite, Element::joint, 2,
         [](D& d) {
             d.joints[2].mimic = JointMimic{"a", kNan, 0};
         }},
        {"offset that is infinite", Rule::not_finite, Element::joint, 2,
         [](D& d) {
             d.joints[2].mimic = JointMimic{"a", 1, kInf};
         }},
        {"unknown parent", Rule::unknown_name, Element::joint, 1, [](D& d) { d.joints[1].parent = "x"; }},
        {"unknown child", Rule::unknown_name, Element::joint, 1, [](D& d) { d.joints[1].child = "x"; }},
        {"two parents", Rule::not_a_tree, Element::joint, 2, [](D& d) { d.joints[2].child = "one"; }},
        {"base that is NaN", Rule::not_finite, Element::whole, 0, [](D& d) { d.base.position.x = kNan; }},
        {"base that is no rotation", Rule::not_orthonormal, Element::whole, 0,
         [](D& d) {
             d.base.rotation = Mat3::diagonal({2, 2, 2});
         }},
        {"two roots", Rule::not_a_tree, Element::link, 3, [](D& d) { d.joints.pop_back(); }},
        {"circle beside the root", Rule::not_a_tree, Element::joint, 0,
         [](D& d) { d.joints[0].parent = "two"; }},
        {"link that is its own parent", Rule::not_a_tree, Element::joint, 2,
         [](D& d) { d.joints[2].parent = "three"; }},
        {"joint that follows an unknown one", Rule::unknown_name, Element::joint, 2,
         [](D& d) { d.joints[2].mimic = JointMimic{"x"}; }},
        {"joint that follows itself", Rule::not_a_tree, Element::joint, 2,
         [](D& d) { d.joints[2].mimic = JointMimic{"c"}; }},
        {"joints that follow each other", Rule::not_a_tree, Element::joint, 0,
         [](D& d) {
             d.joints[0].mimic = JointMimic{"c"};
             d.joints[2].mimic = JointMimic{"a"};
         }},
        {"joint that follows a planar one", Rule::out_of_range, Element::joint, 0,
         [](D& d) {
             d.joints[2].type = JointType::planar;
             d.joints[0].mimic = JointMimic{"c"};
         }},
        {"attached body without a name", Rule::unknown_name, Element::link, 4,
         [](D& d) {
             d.attached = {{"", "one"}};
         }},
        {"body attached to nothing", Rule::unknown_name, Element::link, 4,
         [](D& d) {
             d.attached = {{"cup", "x"}};
         }},
        {"body attached to another", Rule::unknown_name, Element::link, 5,
         [](D& d) {
             d.attached = {{"cup", "one"}, {"tea", "cup"}};
         }},
        {"attached body called as a link", Rule::repeated_name, Element::link, 4,
         [](D& d) {
             d.attached = {{"two", "one"}};
         }},
        {"invalid shape", Rule::negative, Element::link, 2,
         [](D& d) {
             d.links[2].shapes.push_back({Sphere{-1}, Pose{}});
         }},
        {"invalid shape of an attached body", Rule::negative, Element::link, 4,
         [](D& d) {
             d.attached = {{"cup", "one", {{Sphere{-1}, Pose{}}}}};
         }},
        {"half-space", Rule::unbounded_child, Element::link, 0,
         [](D& d) {
             d.links[0].shapes.push_back({HalfSpace{{0, 0, 1}, 0}, Pose{}});
         }},
        {"shape at a pose that is NaN", Rule::not_finite, Element::link, 1,
         [](D& d) { d.links[1].shapes[0].pose.position.x = kNan; }},
        {"excluded pair of an unknown link", Rule::unknown_name, Element::whole, 0,
         [](D& d) {
             d.excluded = {{"one", "x"}};
         }},
        {"body that may touch an unknown link", Rule::unknown_name, Element::whole, 0,
         [](D& d) {
             d.attached = {{"cup", "one", {}, {"x"}}};
         }},
    };
    return all;
}

TEST(RobotFaults, BadDescriptionsAreRefusedByName) {
    ASSERT_TRUE(Robot::build(small_robot()).has_value());
    for (const Fault& fault : faults()) {
        SCOPED_TRACE(fault.what);
        RobotDescription d = small_robot();
        fault.damage(d);
        const auto robot = Robot::build(d);
        ASSERT_FALSE(robot.has_value());
        const BuildError& error = robot.error();
        EXPECT_EQ(error.rule, fault.rule) << error.message();
        EXPECT_EQ(error.kind, fault.kind) << error.message();
        EXPECT_EQ(error.element, fault.element) << error.message();
        EXPECT_FALSE(error.text.empty());
        EXPECT_EQ(error.message().find('\n'), std::string::npos);
        if (error.kind == Element::joint) {
            EXPECT_EQ(error.where, "joint '" + d.joints[error.element].name + "'");
        }
        if (error.kind == Element::link && error.element < d.links.size()) {
            EXPECT_EQ(error.where, "link '" + d.links[error.element].name + "'");
        }
    }
}

}  // namespace
}  // namespace graze::test
