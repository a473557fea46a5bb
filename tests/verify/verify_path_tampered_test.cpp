// Certificates of paths that were changed: every change that makes a statement false, or leaves a time or a
// pair out, is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/robot/robot_cell.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct ArmSizes {
    double upper = 1;  ///< Length of the first link.
    double hand_radius = 0.1;
    Vec3 hand_at{0.5, 0, 0};  ///< In its link.
};

/// Two links that turn in a plane, the second with a ball.
Robot arm(const ArmSizes& sizes = {}) {
    RobotDescription d;
    const Pose lying = Pose::from(Quat::from_axis_angle({0, 1, 0}, 1.5707963267948966), {0.5, 0, 0});
    d.links = {
        {.name = "base"},
        {.name = "upper", .shapes = {Placed{Capsule{0.05, 0.4}, lying}}},
        {.name = "hand", .shapes = {Placed{Sphere{sizes.hand_radius}, Pose::translation(sizes.hand_at)}}}};
    RobotJoint shoulder, elbow;
    shoulder.name = "shoulder";
    shoulder.type = JointType::revolute;
    shoulder.parent = "base";
    shoulder.child = "upper";
    elbow = shoulder;
    elbow.name = "elbow";
    elbow.parent = "upper";
    elbow.child = "hand";
    elbow.origin = Pose::translation({sizes.upper, 0, 0});
    d.joints = {shoulder, elbow};
    return *Robot::build(d);
}

Shape torus() {
    const TriangleSoup soup = torus_mesh({.major_radius = 0.4, .minor_radius = 0.1, .rings = 12, .sides = 8});
    return *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
}

struct CellSizes {
    double pin_radius = 0.1;
    Vec3 pin_at{1.2, 1.2, 0};
    bool allowed = false;
};

/// A pin, and a torus that the hand ends in the hole of.
RobotCell cell_of(const ArmSizes& sizes = {}, const CellSizes& obstacles = {}) {
    CellOptions options;
    if (obstacles.allowed) options.allowed = {{"upper", "pin"}};
    const std::vector<Obstacle> list{
        {"pin", Placed{Cylinder{obstacles.pin_radius, 0.5}, Pose::translation(obstacles.pin_at)}},
        {"ring",
         Placed{torus(), Pose::from(Quat::from_axis_angle({1, 0, 0}, 1.5707963267948966), {1.5, 0, 0})}}};
    return {arm(sizes), list, options};
}

JointPath path_between(std::vector<double> start, std::vector<double> end) {
    return JointPath::linear(start, end);
}

JointPath free_path() { return path_between({-0.6, 0.3}, {0.1, -0.1}); }
JointPath hitting_path() { return path_between({0, 0}, {1.2, 0.1}); }

struct Change {
    const char* what;
    std::function<void(PathCertificate&)> make;
};

PathPair& longest(PathCertificate& c) {
    return *std::ranges::max_element(
        c.pairs, [](const PathPair& x, const PathPair& y) { return x.cells.size() < y.cells.size(); });
}
PathPair& with_stills(PathCertificate& c) {
    return *std::ranges::find_if(c.pairs, [](const PathPair& pair) { return !pair.stills.empty(); });
}

/// Of a certificate with several cells and with grown bodies; the pairs are upper and hand with pin and ring.
std::vector<Change> changes() {
    return {
        {"a plane turned",
         [](PathCertificate& c) {
             longest(c).cells[0].normal = {0, 0, 1};
         }},
        {"a plane reversed",
         [](PathCertificate& c) { longest(c).cells[0].normal = -longest(c).cells[0].normal; }},
        {"a plane without a normal", [](PathCertificate& c) { longest(c).cells[0].normal = {}; }},
        {"a plane that is not a number", [](PathCertificate& c) { longest(c).cells[0].normal.y = kNan; }},
        {"a cell missing in the middle",
         [](PathCertificate& c) { longest(c).cells.erase(longest(c).cells.begin() + 1); }},
        {"the first cell missing",
         [](PathCertificate& c) { longest(c).cells.erase(longest(c).cells.begin()); }},
        {"the last cell missing", [](PathCertificate& c) { longest(c).cells.pop_back(); }},
        {"a cell that ends early", [](PathCertificate& c) { longest(c).cells[0].time.upper *= 0.999; }},
        {"a cell that begins late", [](PathCertificate& c) { longest(c).cells[0].time.lower += 1e-9; }},
        {"one cell for all times",
         [](PathCertificate& c) {
             longest(c).cells.resize(1);
             longest(c).cells[0].time = {0, 1};
         }},
        {"a cell that ends beyond the path",
         [](PathCertificate& c) { longest(c).cells.back().time.upper = 2; }},
        {"a cell that begins before the path",
         [](PathCertificate& c) { longest(c).cells[0].time.lower = -1; }},
        {"a time that is not a number", [](PathCertificate& c) { longest(c).cells[0].time.upper = kNan; }},
        {"cells in another order", [](PathCertificate& c) { std::ranges::reverse(longest(c).cells); }},
        {"a pair dropped", [](PathCertificate& c) { c.pairs.erase(c.pairs.begin() + 1); }},
        {"the last pair dropped", [](PathCertificate& c) { c.pairs.pop_back(); }},
        {"a pair called another",
         [](PathCertificate& c) {
             c.pairs[0].pair = {0, 3};
         }},
        {"the reasons of two pairs exchanged",
         [](PathCertificate& c) {
             std::swap(c.pairs[0].cells, c.pairs[1].cells);
             std::swap(c.pairs[0].stills, c.pairs[1].stills);
         }},
        {"no pairs", [](PathCertificate& c) { c.pairs.clear(); }},
        {"pairs in another order", [](PathCertificate& c) { std::swap(c.pairs[0], c.pairs[1]); }},
        {"a pair twice", [](PathCertificate& c) { c.pairs.insert(c.pairs.begin(), c.pairs[0]); }},
        {"another digest", [](PathCertificate& c) { c.digest ^= 1; }},
        {"a clearance that is not a number", [](PathCertificate& c) { c.clearance = kNan; }},
        {"a negative clearance", [](PathCertificate& c) { c.clearance = c.path.clearance.lower = -1; }},
        {"invalid input", [](PathCertificate& c) { c.path.status = Status::invalid_input; }},
        {"a time of the answer beyond the path",
         [](PathCertificate& c) {
             c.path.time = {0, 2};
         }},
    };
}

std::vector<Change> changes_when_free() {
    return {
        {"the clearance raised",
         [](PathCertificate& c) { c.path.clearance.lower = std::nextafter(c.clearance, 1); }},
        {"both clearances raised", [](PathCertificate& c) { c.path.clearance.lower = c.clearance *= 1.02; }},
        {"bounds out of order",
         [](PathCertificate& c) { c.path.clearance.upper = 0.5 * c.path.clearance.lower; }},
        {"out of work", [](PathCertificate& c) { c.path.status = Status::budget_reached; }},
        {"a shorter proof", [](PathCertificate& c) { c.until = 0.5; }},
        {"a shorter proof and answer", [](PathCertificate& c) { c.until = c.path.time.lower = 0.5; }},
        {"a time before the end",
         [](PathCertificate& c) {
             c.path.time = {0.5, 1};
         }},
        {"a grown body missing", [](PathCertificate& c) { with_stills(c).stills.pop_back(); }},
        {"a grown body that ends early",
         [](PathCertificate& c) { with_stills(c).stills[0].time.upper -= 1e-6; }},
        {"grown by less", [](PathCertificate& c) { with_stills(c).stills[0].distance = 0.9 * c.clearance; }},
        {"grown by more", [](PathCertificate& c) { with_stills(c).stills[0].distance *= 1.2; }},
        {"no proof of a grown body", [](PathCertificate& c) { with_stills(c).stills[0].proof = {}; }},
    };
}

std::vector<Change> changes_when_hit() {
    return {
        {"called free",
         [](PathCertificate& c) {
             c.path.answer = PathAnswer::free;
             c.path.clearance.lower = c.clearance;
         }},
        {"called free to the end",
         [](PathCertificate& c) {
             c.path.answer = PathAnswer::free;
             c.path.clearance = Interval(c.clearance);
             c.path.time = Interval(1);
             c.until = 1;
         }},
        {"free until the hit is past",
         [](PathCertificate& c) { c.until = c.path.time.lower = c.path.time.upper = 0.9; }},
        {"free for longer than the answer claims", [](PathCertificate& c) { c.until *= 1.01; }},
        {"free for less than the answer claims", [](PathCertificate& c) { c.until *= 0.5; }},
        {"a clearance of a path that hits", [](PathCertificate& c) { c.path.clearance.lower = -1; }},
        {"more wanted before the hit", [](PathCertificate& c) { c.clearance += 0.01; }},
        {"less wanted at the hit", [](PathCertificate& c) { c.clearance *= 0.5; }},
        {"the hit at another time", [](PathCertificate& c) { c.path.time.upper = 1; }},
        {"another pair",
         [](PathCertificate& c) {
             c.path.pair = {0, 2};
         }},
        {"a pair in the other order", [](PathCertificate& c) { std::swap(c.path.pair.a, c.path.pair.b); }},
        {"a body that is not there", [](PathCertificate& c) { c.path.pair.b = 9; }},
        {"no contact", [](PathCertificate& c) { c.contact = {}; }},
        {"a plane for a contact",
         [](PathCertificate& c) {
             c.contact = SeparatingPlane{{1, 0, 0}, 0};
         }},
    };
}

void expect_refused(const PathCertificate& given, const RobotCell& cell, const JointPath& path,
                    const std::vector<Change>& all) {
    ASSERT_TRUE(verify(given, cell, path));
    for (const Change& change : all) {
        PathCertificate changed = given;
        change.make(changed);
        EXPECT_FALSE(verify(changed, cell, path)) << change.what;
    }
}

TEST(VerifyPathTampered, RefusesChangedCertificates) {
    const RobotCell cell = cell_of();
    const PathCertificate free = certify_path(cell, free_path());
    ASSERT_EQ(free.path.answer, PathAnswer::free);
    expect_refused(free, cell, free_path(), changes());
    expect_refused(free, cell, free_path(), changes_when_free());
    const PathCertificate hit = certify_path(cell, hitting_path(), {.wanted = 0.02});
    ASSERT_EQ(hit.path.answer, PathAnswer::hit);
    expect_refused(hit, cell, hitting_path(), changes());
    expect_refused(hit, cell, hitting_path(), changes_when_hit());
}

TEST(VerifyPathTampered, RefusesOtherCellsAndPaths) {
    const RobotCell cell = cell_of();
    const JointPath path = free_path();
    const PathCertificate certificate = certify_path(cell, path);
    ASSERT_TRUE(verify(certificate, cell, path));
    const auto refused = [&](const RobotCell& other, const JointPath& along, const char* what) {
        EXPECT_FALSE(verify(certificate, other, along)) << what;
        // Also where the digest is that of the other: the numbers count, and not their sum. A joint that ends
        // elsewhere may leave the proof true, but these make the bodies overlap.
        PathCertificate renewed = certificate;
        renewed.digest = digest_of(other.model(), along);
        EXPECT_FALSE(verify(renewed, other, along)) << what;
    };
    refused(cell, hitting_path(), "another path");
    refused(cell, path_between({-0.6, 0.3}, {0.9, -0.1}), "another value of a joint");
    refused(cell, path_between({-0.6, 0.3, 0}, {0.1, -0.1, 0}), "a path with another number of values");
    refused(cell, JointPath(), "a path without values");
    refused(cell_of({.upper = 1.4}), path, "a longer link");
    refused(cell_of({.hand_radius = 0.4}), path, "a larger hand");
    refused(cell_of({.hand_at = {0.1, 0, 0}}), path, "a hand in another place");
    refused(cell_of({}, {.pin_radius = 1.2}), path, "a thicker pin");
    refused(cell_of({}, {.pin_at = {0.8, 0, 0}}), path, "a pin in another place");
    EXPECT_FALSE(verify(certificate, cell_of({}, {.allowed = true}), path)) << "fewer pairs, another digest";
}

TEST(VerifyPathTampered, RefusesCellsThatContradictThemselves) {
    // In contact from the start: only the contact is shown.
    const RobotCell cell = cell_of();
    const JointPath path = path_between({0.7853981633974483, 0}, {0.9, 0});
    PathCertificate certificate = certify_path(cell, path);
    ASSERT_EQ(certificate.path.answer, PathAnswer::hit);
    ASSERT_EQ(certificate.until, 0);
    ASSERT_TRUE(verify(certificate, cell, path));
    const auto refused = [&](const std::function<void(CellModel&)>& change, const char* what) {
        CellModel model = cell.model();
        change(model);
        certificate.digest = digest_of(model, path);
        EXPECT_FALSE(verify(certificate, model, path)) << what;
    };
    refused([](CellModel& m) { m.bodies[2].frame = 1; }, "an obstacle that moves");
    refused([](CellModel& m) { m.bodies[2].obstacle = false; }, "a link's body among obstacles");
    refused([](CellModel& m) { m.bodies[0].obstacle = true; }, "an obstacle among links' bodies");
    refused([](CellModel& m) { m.bodies[0].frame = 7; }, "a frame that is not there");
    refused([](CellModel& m) { m.link_bodies = 9; }, "more links' bodies than bodies");
    refused([](CellModel& m) { m.bodies[0].pose.rotation.columns[0] = {2, 0, 0}; }, "a stretched body");
    refused([](CellModel& m) { m.bodies[2].shape = Sphere{-1}; }, "an invalid shape");
    refused([](CellModel& m) { m.tree.axes[1].before = 2; }, "a frame before itself");
    refused([](CellModel& m) { m.tree.axes[1].coordinate = 5; }, "a value that is not there");
    refused([](CellModel& m) { m.tree.axes[0].direction = {}; }, "an axis without a direction");
    refused(
        [](CellModel& m) {
            m.tree.axes[0].origin.rotation.columns[0] = {1, 0, 1e-6};
        },
        "a sheared frame");
    refused([](CellModel& m) { m.allowed = {{0, 2}, {1, 2}}; }, "a pair that is not tested");
    refused([](CellModel& m) { m.allowed = {{1, 3}, {0, 3}}; }, "allowed pairs in another order");
    refused([](CellModel& m) { m.allowed = {{0, 1}}; }, "two links as an allowed pair");
    refused([](CellModel& m) { m.link_pairs = {{0, 2}}; }, "an obstacle in a pair of links");
    refused([](CellModel& m) { m.link_pairs = {{1, 0}}; }, "a pair of links in the other order");
    refused([](CellModel& m) { m.tree.axes[0].multiplier = kNan; }, "a multiplier that is not a number");
    refused([](CellModel& m) { m.tree.axes[0].offset = kInfinity; }, "an offset that is not finite");
    refused([](CellModel& m) { m.tree.axes[0].direction = {kNan, 0, 1}; }, "an axis that is not a number");
}

TEST(VerifyPathTampered, AcceptsWeakerStatements) {
    // What follows from a certificate is not refused: a smaller clearance, more cells, planes of any length.
    const RobotCell cell = cell_of();
    PathCertificate certificate = certify_path(cell, free_path());
    certificate.path.clearance.lower = certificate.clearance *= 0.5;
    EXPECT_TRUE(verify(certificate, cell, free_path()));
    for (PathPair& pair : certificate.pairs)
        for (PathCell& part : pair.cells) part.normal = 8.0 * part.normal;
    EXPECT_TRUE(verify(certificate, cell, free_path()));
    PathPair& pair = longest(certificate);
    const PathCell half{{pair.cells[0].time.lower, pair.cells[0].time.middle()}, pair.cells[0].normal};
    pair.cells[0].time.lower = half.time.upper;
    pair.cells.insert(pair.cells.begin(), half);
    EXPECT_TRUE(verify(certificate, cell, free_path()));
    certificate.pairs.push_back({{7, 9}, {}, {}});
    EXPECT_FALSE(verify(certificate, cell, free_path())) << "a pair that is not tested";
}

}  // namespace
}  // namespace graze::test
