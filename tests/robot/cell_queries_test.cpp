// Overlap and clearance of configurations: against all pairs by the verbs on two shapes, in batches, and with
// a limit. GRAZE_ROBOT_CELLS makes the first a long run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/query/query.hpp"
#include "oracle/cell_oracle.hpp"
#include "oracle/random_robots.hpp"
#include "oracle/run_size.hpp"

namespace graze::test {
namespace {

/// Case number i: every kind of link with few and with many obstacles, one robot or two, all options.
CellInput random_input(Random& random, std::size_t i, double scale, const Vec3& at) {
    ArmOptions arm{.joints = 3 + i % 4, .scale = scale, .at = at};
    arm.link = static_cast<BodyKind>(i % kLinkKinds);
    arm.all_types = i % 3 == 0;
    CellInput input{{random_arm(random, arm)}, {}, {}};
    if (i % 5 == 0) {
        arm.name = "other ";
        arm.at = at + 0.8 * scale * random.direction();
        arm.joints = 3;
        input.robots.push_back(random_arm(random, arm));
    }
    const std::size_t count = i % 7 == 3 ? 60 : 6;
    input.obstacles = random_obstacles(random, {.count = count, .scale = scale, .at = at, .rough = true});
    input.options.self_collision = i % 4 != 1;
    if (i % 4 == 2) {
        input.options.default_padding = 0.01 * scale;
        input.options.padding = {{"2", 0.03 * scale}};
        input.options.allowed = {{"1", "obstacle 0"}, {"3", "obstacle 2"}};
    }
    return input;
}

bool all_converge(const CellInput& input, std::span<const double> values) {
    return std::ranges::all_of(tested_pairs(input, values), [](const PlacedBodies& pair) {
        return separation(pair.a, pair.b).status == Status::converged;
    });
}

/// The bounds contain what all pairs give, up to how sharp both are.
void expect_same_clearance(const CellInput& input, const CellClearance& found, std::span<const double> values,
                           double scale) {
    const Interval truth = clearance_by_pairs(input, values);
    const double slack = 1e-10 * scale;
    EXPECT_LE(found.distance.lower, truth.upper + slack);
    EXPECT_GE(found.distance.upper, truth.lower - slack);
    EXPECT_LE(found.distance.width(), 2 * truth.width() + 1e-6 * scale);
    EXPECT_EQ(found.gradient.size(), values.size());
    EXPECT_TRUE(found.status == Status::converged || !all_converge(input, values));
    if (!(truth.upper < kInfinity)) return;
    const PlacedBodies bodies = placed_bodies(input, found.pair, values);
    const Interval own = separation(bodies.a, bodies.b).distance;
    EXPECT_LE(own.lower, found.distance.upper + slack);
    EXPECT_GE(own.upper, found.distance.lower - slack);
    EXPECT_NEAR(length(found.separation.normal), 1, 1e-9);
}

TEST(CellQueries, AgreeWithAllPairs) {
    Random random(11);
    int touching = 0, apart = 0;
    std::size_t undecided = 0;
    const std::size_t cells = run_size("GRAZE_ROBOT_CELLS", 85);
    for (std::size_t i = 0; i < cells; ++i) {
        const double scale = std::pow(10.0, static_cast<double>(i % 7) - 3);
        const Vec3 at = i % 6 == 1 ? 1e4 * scale * random.direction() : Vec3{};
        const CellInput input = random_input(random, i, scale, at);
        const RobotCell cell = input.cell();
        ASSERT_TRUE(cell.valid()) << cell.fault()->message();
        for (int k = 0; k < 3; ++k) {
            SCOPED_TRACE(testing::Message() << "case " << i << ", configuration " << k);
            const std::vector<double> values = random_configuration(random, cell, scale);
            const bool overlap = overlaps_by_pairs(input, values);
            if (overlaps(cell, values) != overlap) {
                // Half-spaces from far away with rough poses are too close to call for the verbs on two
                // shapes.
                EXPECT_TRUE(overlap && clearance_by_pairs(input, values).contains(0));
                ++undecided;
            }
            expect_same_clearance(input, clearance(cell, values), values, scale * (1 + 1e4 * (i % 6 == 1)));
            (overlap ? touching : apart)++;
        }
    }
    EXPECT_GT(touching, cells / 3);
    EXPECT_GT(apart, cells);
    EXPECT_LE(undecided, cells / 20);
}

TEST(CellQueries, StopAtTheLimit) {
    Random random(12);
    int beyond = 0, within = 0;
    for (std::size_t i = 0; i < 40; ++i) {
        const CellInput input = random_input(random, i, 1, {});
        const RobotCell cell = input.cell();
        const std::vector<double> values = random_configuration(random, cell);
        const CellClearance whole = clearance(cell, values);
        for (const double limit : {0.0, 0.02, 0.1, 0.5}) {
            const CellClearance near = clearance(cell, values, {.limit = limit});
            if (whole.distance.upper <= limit) {
                ++within;
                EXPECT_NEAR(near.distance.lower, whole.distance.lower, 1e-6);
                EXPECT_NEAR(near.distance.upper, whole.distance.upper, 1e-6);
            } else {
                ++beyond;
                EXPECT_GE(near.distance.lower, std::min(limit, whole.distance.lower));
                EXPECT_GE(near.distance.upper, whole.distance.lower);
            }
            EXPECT_LE(near.distance.lower, std::max(whole.distance.upper, limit));
        }
    }
    EXPECT_GT(beyond, 20);
    EXPECT_GT(within, 20);
}

/// Bit by bit.
void expect_equal(const CellClearance& a, const CellClearance& b) {
    EXPECT_EQ(a.distance, b.distance);
    EXPECT_EQ(a.pair, b.pair);
    EXPECT_EQ(a.separation.distance, b.separation.distance);
    EXPECT_EQ(a.separation.point_a, b.separation.point_a);
    EXPECT_EQ(a.separation.point_b, b.separation.point_b);
    EXPECT_EQ(a.separation.normal, b.separation.normal);
    EXPECT_EQ(a.gradient, b.gradient);
    EXPECT_EQ(a.smooth, b.smooth);
    EXPECT_EQ(a.status, b.status);
}

TEST(CellQueries, BatchesAnswerLikeSingleCalls) {
    Random random(13);
    for (std::size_t i = 0; i < 8; ++i) {
        const CellInput input = random_input(random, 2 * i + 1, 1, {});
        const RobotCell cell = input.cell();
        const std::size_t count = 70;
        std::vector<double> all;
        for (std::size_t k = 0; k < count; ++k) {
            const std::vector<double> values = random_configuration(random, cell);
            all.insert(all.end(), values.begin(), values.end());
        }
        for (const unsigned threads : {1U, 2U}) {
            std::vector<unsigned char> hits(count, 7);
            std::vector<CellClearance> gaps(count);
            overlaps_at(cell, all, hits, {.threads = threads});
            clearances_at(cell, all, gaps, {}, {.threads = threads});
            for (std::size_t k = 0; k < count; ++k) {
                const auto values = std::span(all).subspan(k * cell.joint_count(), cell.joint_count());
                EXPECT_EQ(hits[k], overlaps(cell, values) ? 1 : 0);
                expect_equal(gaps[k], clearance(cell, values));
            }
        }
    }
}

}  // namespace
}  // namespace graze::test
