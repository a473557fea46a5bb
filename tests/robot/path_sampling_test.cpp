// Answers about paths against samples of them: random arms with links and obstacles of every kind, all types
// of joints and paths, both goals. GRAZE_ROBOT_PATHS and GRAZE_ROBOT_SAMPLES make it a long run.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "oracle/judge_path.hpp"
#include "oracle/random_robots.hpp"
#include "oracle/run_size.hpp"

namespace graze::test {
namespace {

struct Counts {
    std::array<std::size_t, 3> answers{};

    void add(const PathClearance& path) { ++answers[static_cast<std::size_t>(path.answer)]; }
    [[nodiscard]] std::size_t of(PathAnswer answer) const {
        return answers[static_cast<std::size_t>(answer)];
    }
};

struct Drawn {
    CellInput input;
    double scale = 1;
};

/// Case number i: every kind of link and obstacle, scales, places and options in turn.
Drawn draw(Random& random, std::size_t i) {
    Drawn drawn;
    drawn.scale = std::pow(10.0, static_cast<double>(i % 7) - 3);
    const Vec3 at = i % 8 == 5 ? 1e4 * drawn.scale * random.direction() : Vec3{};
    ArmOptions arm{.joints = 3 + i % 4, .scale = drawn.scale, .at = at};
    arm.link = static_cast<BodyKind>(i % kLinkKinds);
    arm.all_types = i % 3 == 0;
    drawn.input.robots = {random_arm(random, arm)};
    if (i % 5 == 0) {
        arm.name = "other ";
        arm.at = at + 1.2 * drawn.scale * random.direction();
        drawn.input.robots.push_back(random_arm(random, arm));
    }
    const std::size_t count = i % 9 == 4 ? 60 : 5;
    drawn.input.obstacles = random_obstacles(random, {.count = count, .scale = drawn.scale, .at = at});
    drawn.input.options.self_collision = i % 4 != 1;
    if (i % 4 == 2) drawn.input.options.default_padding = 0.005 * drawn.scale;
    return drawn;
}

/// A path whose start is free, if one is found soon.
JointPath free_start(Random& random, const Drawn& drawn, const RobotCell& cell) {
    JointPath path;
    for (int tries = 0; tries < 20; ++tries) {
        path = random_path(random, cell, random.uniform(0.1, 0.7), drawn.scale);
        if (!overlaps(cell, path.at(0))) break;
    }
    return path;
}

/// An absolute accuracy that suits the scale.
PathOptions options_for(PathGoal goal, double wanted, double scale) {
    return {.wanted = wanted, .goal = goal, .absolute_accuracy = 1e-4 * scale};
}

TEST(PathSampling, EveryAnswerKeepsTheContract) {
    Random random(21);
    Counts decided, measured;
    const std::size_t paths = run_size("GRAZE_ROBOT_PATHS", 120);
    const std::size_t samples = run_size("GRAZE_ROBOT_SAMPLES", 200);
    for (std::size_t i = 0; i < paths; ++i) {
        const Drawn drawn = draw(random, i);
        const RobotCell cell = drawn.input.cell();
        ASSERT_TRUE(cell.valid()) << cell.fault()->message();
        const JointPath path = free_start(random, drawn, cell);
        ASSERT_TRUE(path.valid()) << path.fault()->message();
        for (const PathGoal goal : {PathGoal::decide, PathGoal::measure}) {
            const double wanted = i % 2 == 0 ? 0 : random.uniform(0, 0.05) * drawn.scale;
            const PathOptions options = options_for(goal, wanted, drawn.scale);
            const PathClearance answer = path_clearance(cell, path, options);
            const PathCase given{drawn.input, cell, path, options, 2 * drawn.scale, samples};
            for (const std::string& fault : path_faults(given, answer))
                ADD_FAILURE() << "path " << i << (goal == PathGoal::decide ? ", decide, " : ", measure, ")
                              << to_string(answer.answer) << ": " << fault;
            (goal == PathGoal::decide ? decided : measured).add(answer);
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
