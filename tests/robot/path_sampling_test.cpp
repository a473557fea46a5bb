// Answers about paths against samples of them: random arms with links and obstacles of every kind, all types
// of joints and paths, both goals. GRAZE_ROBOT_PATHS and GRAZE_ROBOT_SAMPLES make it a long run.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "oracle/judge_path.hpp"
#include "oracle/random_cells.hpp"
#include "oracle/run_size.hpp"

namespace graze::test {
namespace {

struct Counts {
    std::array<std::size_t, 3> answers{};

    void add(const JointPath& path, const PathClearance& found) {
        if (found.answer == PathAnswer::open && between_doubles(path, found)) return;
        ++answers[static_cast<std::size_t>(found.answer)];
    }
    [[nodiscard]] std::size_t of(PathAnswer answer) const {
        return answers[static_cast<std::size_t>(answer)];
    }
};

/// An absolute accuracy that suits the scale.
PathOptions options_for(PathGoal goal, double wanted, double scale) {
    return {.wanted = wanted, .goal = goal, .absolute_accuracy = 1e-4 * scale};
}

TEST(PathSampling, EveryAnswerKeepsTheContract) {
    Random random(21);
    Counts decided, measured;
    const std::size_t paths = run_size("GRAZE_ROBOT_PATHS", 100);
    const std::size_t samples = run_size("GRAZE_ROBOT_SAMPLES", 200);
    for (std::size_t i = 0; i < paths; ++i) {
        const DrawnCell drawn = drawn_cell(random, i);
        const RobotCell cell = drawn.input.cell();
        ASSERT_TRUE(cell.valid()) << cell.fault()->message();
        const JointPath path = drawn_path(random, drawn, cell);
        ASSERT_TRUE(path.valid()) << path.fault()->message();
        for (const PathGoal goal : {PathGoal::decide, PathGoal::measure}) {
            const double wanted = i % 2 == 0 ? 0 : random.uniform(0, 0.05) * drawn.scale;
            const PathOptions options = options_for(goal, wanted, drawn.scale);
            const PathClearance answer = path_clearance(cell, path, options);
            const PathCase given{drawn.input, cell, path, options, 2 * drawn.scale, samples};
            for (const std::string& fault : path_faults(given, answer))
                ADD_FAILURE() << "path " << i << (goal == PathGoal::decide ? ", decide, " : ", measure, ")
                              << to_string(answer.answer) << ": " << fault;
            (goal == PathGoal::decide ? decided : measured).add(path, answer);
        }
    }
    for (const Counts& counts : {decided, measured}) {
        EXPECT_GT(counts.of(PathAnswer::free), paths / 5);
        EXPECT_GT(counts.of(PathAnswer::hit), paths / 7);
        EXPECT_LE(counts.of(PathAnswer::open), paths / 50);
        if (std::getenv("GRAZE_ROBOT_PATHS") != nullptr)
            std::printf("free %zu hit %zu open %zu\n", counts.answers[0], counts.answers[1],
                        counts.answers[2]);
    }
}

}  // namespace
}  // namespace graze::test
