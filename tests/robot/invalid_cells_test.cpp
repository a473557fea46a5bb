// Cells, configurations, paths and options that cannot be used: every verb answers Status::invalid_input, and
// a cell reports why it is invalid.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "graze/robot/robot_cell.hpp"
#include "oracle/random_robots.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Robot three_joints() {
    Random random(71);
    return random_arm(random, {.joints = 3});
}

std::vector<Obstacle> post() { return {{"post", Placed{Sphere{0.1}, Pose::translation({2, 0, 0})}}}; }

JointPath short_path() { return JointPath::linear(std::vector{0.0, 0.0, 0.0}, std::vector{0.1, 0.1, 0.1}); }

/// No verb serves this cell.
void expect_unusable(const RobotCell& cell) {
    const std::vector<double> values(cell.joint_count(), 0.0);
    EXPECT_TRUE(overlaps(cell, values));
    const CellClearance gap = clearance(cell, values);
    EXPECT_EQ(gap.status, Status::invalid_input);
    EXPECT_EQ(gap.distance, Interval::everything());
    EXPECT_TRUE(gap.gradient.empty());
    const PathClearance path = path_clearance(cell, short_path());
    EXPECT_EQ(path.status, Status::invalid_input);
    EXPECT_EQ(path.answer, PathAnswer::open);
    const PathCertificate certificate = certify_path(cell, short_path());
    EXPECT_EQ(certificate.path.status, Status::invalid_input);
    EXPECT_FALSE(verify(certificate, cell, short_path()));
}

TEST(InvalidCells, ReportWhatIsWrong) {
    struct Case {
        std::vector<Obstacle> obstacles;
        CellOptions options;
        Rule rule;
        std::vector<std::string> words;  ///< Of the message.
    };
    Pose sheared;
    sheared.rotation.columns[0] = {1, 0.1, 0};
    const std::vector<Case> cases{
        {{{"bad ball", Placed{Sphere{-1}, {}}}}, {}, Rule::negative, {"bad ball"}},
        {{{"lost", Placed{Sphere{1}, Pose::translation({kNan, 0, 0})}}}, {}, Rule::not_finite, {"lost"}},
        {{{"far", Placed{Sphere{1}, Pose::translation({1e101, 0, 0})}}}, {}, Rule::out_of_range, {"far"}},
        {{{"skew", Placed{Sphere{1}, sheared}}}, {}, Rule::not_orthonormal, {"skew"}},
        {post(), {.allowed = {{"nose", "post"}}}, Rule::unknown_name, {"allowed", "nose"}},
        {post(), {.allowed = {{"1", "wall"}}}, Rule::unknown_name, {"allowed", "wall"}},
        {post(), {.padding = {{"nose", 0.1}}}, Rule::unknown_name, {"padding", "nose"}},
        {post(), {.padding = {{"1", -0.1}}}, Rule::negative, {"padding", "'1'"}},
        {post(), {.padding = {{"1", kNan}}}, Rule::negative, {"padding", "'1'"}},
        {post(), {.default_padding = -1}, Rule::negative, {"default padding"}},
        {post(),
         {.groups = {{"g", {"1", "post"}}}, .padding = {{"g", 0.1}}},
         Rule::unknown_name,
         {"padding", "'g' has 'post', which is no link"}},
        {post(),
         {.groups = {{"g", {"1"}}, {"h", {"post"}}}, .allowed = {{"h", "g"}}},
         Rule::unknown_name,
         {"allowed", "'h' has 'post', which is no link"}},
        {post(),
         {.groups = {{"g", {"1"}}}, .allowed = {{"1", "g"}}},
         Rule::unknown_name,
         {"allowed", "'g' has '1', which is no obstacle"}},
        {post(),
         {.groups = {{"g", {"1"}}, {"g", {"2"}}}},
         Rule::repeated_name,
         {"group 'g'", "another group"}},
        {post(), {.default_padding = kInfinity}, Rule::negative, {"default padding"}},
    };
    for (const Case& given : cases) {
        const RobotCell cell(three_joints(), given.obstacles, given.options);
        ASSERT_FALSE(cell.valid()) << given.words[0];
        EXPECT_EQ(cell.fault()->rule, given.rule) << cell.fault()->message();
        for (const std::string& word : given.words)
            EXPECT_NE(cell.fault()->message().find(word), std::string::npos) << cell.fault()->message();
        expect_unusable(cell);
    }
    const RobotCell second(three_joints(),
                           std::vector<Obstacle>{post()[0], {"bad", Placed{Sphere{kNan}, {}}}});
    ASSERT_FALSE(second.valid());
    EXPECT_EQ(second.fault()->kind, Element::object);
    EXPECT_EQ(second.fault()->element, 1U);
}

TEST(InvalidCells, RefuseConfigurations) {
    const RobotCell cell(three_joints(), post());
    for (const std::vector<double>& values :
         {std::vector<double>{}, {0, 0}, {0, 0, 0, 0}, {0, kNan, 0}, {kInfinity, 0, 0}, {0, 0, 1e101}}) {
        EXPECT_TRUE(overlaps(cell, values));
        EXPECT_EQ(clearance(cell, values).status, Status::invalid_input);
        EXPECT_TRUE(clearance(cell, values).gradient.empty());
    }
    const std::vector<double> values(3, 0.0);
    EXPECT_EQ(clearance(cell, values, {.limit = kNan}).status, Status::invalid_input);
    EXPECT_EQ(clearance(cell, values, {.limit = -1}).status, Status::invalid_input);
    EXPECT_EQ(clearance(cell, values).status, Status::converged);
}

TEST(InvalidCells, RefuseSomeOfABatch) {
    // The second has a NaN, the last one value too few.
    const RobotCell cell(three_joints(), post());
    const std::vector<double> values{0, 0, 0, 0, kNan, 0, 0.1, 0.1, 0.1, 0, 0};
    for (const unsigned threads : {1U, 2U}) {
        std::vector<unsigned char> hits(4, 9);
        std::vector<CellClearance> gaps(4);
        overlaps_at(cell, values, hits, {.threads = threads});
        clearances_at(cell, values, gaps, {}, {.threads = threads});
        for (std::size_t i = 0; i < 4; ++i) {
            const bool usable = i == 0 || i == 2;
            EXPECT_EQ(gaps[i].status, usable ? Status::converged : Status::invalid_input) << i;
            const auto whole = std::span(values).subspan(3 * i, usable ? 3 : 0);
            EXPECT_EQ(hits[i], usable && !overlaps(cell, whole) ? 0 : 1) << i;
        }
    }
}

TEST(InvalidCells, RefusePaths) {
    const RobotCell cell(three_joints(), post());
    const auto refused = [&](const JointPath& path) {
        EXPECT_EQ(path_clearance(cell, path).status, Status::invalid_input);
        const PathCertificate certificate = certify_path(cell, path);
        EXPECT_EQ(certificate.path.status, Status::invalid_input);
        EXPECT_FALSE(verify(certificate, cell, path));
    };
    refused(JointPath());
    refused(JointPath::linear(std::vector{0.0, 0.0}, std::vector{1.0, 1.0}));
    refused(JointPath::linear(std::vector{0.0, 0.0, 0.0, 0.0}, std::vector{1.0, 1.0, 0.0, 0.0}));
    refused(JointPath::linear(std::vector{0.0, 0.0, 0.0}, std::vector{1.0, 1.0}));
    refused(JointPath::linear(std::vector{0.0, kNan, 0.0}, std::vector{1.0, 1.0, 0.0}));
    refused(JointPath::polyline(std::vector<Waypoint>{{0, {0, 0, 0}}}));
    refused(JointPath::polyline(std::vector<Waypoint>{{1, {0, 0, 0}}, {0, {1, 0, 0}}}));
    EXPECT_EQ(path_clearance(cell, short_path()).status, Status::converged);
}

TEST(InvalidCells, RefuseOptions) {
    const RobotCell cell(three_joints(), post());
    const std::vector<std::function<void(PathOptions&)>> changes{
        [](PathOptions& o) { o.wanted = -1; },
        [](PathOptions& o) { o.wanted = kNan; },
        [](PathOptions& o) { o.wanted = kInfinity; },
        [](PathOptions& o) { o.tolerance = 0; },
        [](PathOptions& o) { o.tolerance = kNan; },
        [](PathOptions& o) { o.relative_accuracy = -0.1; },
        [](PathOptions& o) { o.absolute_accuracy = kNan; },
        [](PathOptions& o) { o.relative_accuracy = o.absolute_accuracy = 0; },
    };
    for (std::size_t i = 0; i < changes.size(); ++i) {
        PathOptions options;
        changes[i](options);
        EXPECT_EQ(path_clearance(cell, short_path(), options).status, Status::invalid_input) << i;
        EXPECT_EQ(certify_path(cell, short_path(), options).path.status, Status::invalid_input) << i;
        std::vector<PathClearance> results(2);
        const std::vector<JointPath> paths{short_path(), short_path()};
        path_clearances(cell, paths, results, options);
        EXPECT_EQ(results[1].status, Status::invalid_input) << i;
    }
}

TEST(InvalidCells, ServeCellsWithoutMuch) {
    // No obstacles, no robots, no shapes.
    const RobotCell alone(three_joints(), std::vector<Obstacle>{}, {.self_collision = false});
    ASSERT_TRUE(alone.valid());
    const std::vector<double> values(3, 0.0);
    EXPECT_FALSE(overlaps(alone, values));
    EXPECT_EQ(clearance(alone, values).distance, Interval(kInfinity));
    const PathClearance free = path_clearance(alone, short_path());
    EXPECT_EQ(free.answer, PathAnswer::free);
    EXPECT_EQ(free.clearance.lower, kInfinity);
    const PathCertificate certificate = certify_path(alone, short_path());
    EXPECT_EQ(certificate.path.answer, PathAnswer::free);
    EXPECT_TRUE(verify(certificate, alone, short_path()));
    EXPECT_EQ(alone.describe({0, 99}), "no pair");

    const RobotCell none(std::vector<Robot>{}, post());
    ASSERT_TRUE(none.valid());
    EXPECT_EQ(none.joint_count(), 0U);
    EXPECT_FALSE(overlaps(none, {}));
    EXPECT_EQ(clearance(none, {}).distance, Interval(kInfinity));
    EXPECT_EQ(path_clearance(none, short_path()).status, Status::invalid_input);
}

}  // namespace
}  // namespace graze::test
