// Many paths at once: each answer is that of a single call, bit by bit, for any number of threads.
#include <gtest/gtest.h>

#include <vector>

#include "graze/robot/robot_cell.hpp"
#include "oracle/random_cells.hpp"

namespace graze::test {
namespace {

void expect_equal(const PathClearance& a, const PathClearance& b) {
    EXPECT_EQ(a.answer, b.answer);
    EXPECT_EQ(a.clearance, b.clearance);
    EXPECT_EQ(a.time, b.time);
    EXPECT_EQ(a.pair, b.pair);
    EXPECT_EQ(a.contact.distance, b.contact.distance);
    EXPECT_EQ(a.contact.point_a, b.contact.point_a);
    EXPECT_EQ(a.contact.point_b, b.contact.point_b);
    EXPECT_EQ(a.contact.normal, b.contact.normal);
    EXPECT_EQ(a.status, b.status);
    EXPECT_EQ(a.work.cells, b.work.cells);
    EXPECT_EQ(a.work.separations, b.work.separations);
    EXPECT_EQ(a.work.planes, b.work.planes);
}

TEST(PathBatches, AnswerLikeSingleCalls) {
    Random random(81);
    for (std::size_t i = 0; i < 6; ++i) {
        const DrawnCell drawn = drawn_cell(random, 3 * i + 1);
        const RobotCell cell = drawn.input.cell();
        std::vector<JointPath> paths;
        for (int k = 0; k < 12; ++k) paths.push_back(random_path(random, cell, 0.3, drawn.scale));
        paths[5] = JointPath();
        const PathOptions options{.wanted = 0.001 * drawn.scale,
                                  .goal = i % 2 == 0 ? PathGoal::decide : PathGoal::measure};
        std::vector<PathClearance> one(paths.size()), two(paths.size());
        path_clearances(cell, paths, one, options, {.threads = 1});
        path_clearances(cell, paths, two, options, {.threads = 2});
        for (std::size_t k = 0; k < paths.size(); ++k) {
            expect_equal(one[k], two[k]);
            expect_equal(one[k], path_clearance(cell, paths[k], options));
        }
        EXPECT_EQ(one[5].status, Status::invalid_input);
    }
}

TEST(PathBatches, LeaveWhatHasNoPath) {
    Random random(82);
    const DrawnCell drawn = drawn_cell(random, 2);
    const RobotCell cell = drawn.input.cell();
    const std::vector<JointPath> paths{random_path(random, cell, 0.1, drawn.scale)};
    std::vector<PathClearance> results(2);
    results[1].pair = {7, 8};
    path_clearances(cell, paths, results, {});
    expect_equal(results[0], path_clearance(cell, paths[0]));
    EXPECT_EQ(results[1].pair, (BodyPair{7, 8}));
    path_clearances(cell, paths, std::span(results).first(0), {});
}

}  // namespace
}  // namespace graze::test
