// Gradients of the clearance against central differences, where they are called smooth, and that parallel
// faces, ties and contact are not. GRAZE_ROBOT_CONFIGURATIONS makes it a long run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "oracle/cell_oracle.hpp"
#include "oracle/random_robots.hpp"
#include "oracle/run_size.hpp"

namespace graze::test {
namespace {

/// The distance of one pair, sharply.
double distance_of(const CellInput& input, const BodyPair& pair, const std::vector<double>& values) {
    const PlacedBodies bodies = placed_bodies(input, pair, values);
    SeparationOptions sharp;
    sharp.tolerance = 1e-15;
    return separation(bodies.a, bodies.b, sharp).distance.middle();
}

/// The greatest difference to central differences. Steps of several lengths, of which the best counts: long
/// ones leave the straight part near edges, short ones round.
double worst_difference(const CellInput& input, const CellClearance& found, std::vector<double> values) {
    double worst = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        double best = kInfinity;
        for (const double step : {1e-4, 1e-5, 1e-6, 1e-7}) {
            const double middle = values[i];
            values[i] = middle + step;
            const double above = distance_of(input, found.pair, values);
            values[i] = middle - step;
            const double below = distance_of(input, found.pair, values);
            values[i] = middle;
            best = std::min(best, std::abs((above - below) / (2 * step) - found.gradient[i]));
        }
        worst = std::max(worst, best);
    }
    return worst;
}

TEST(Gradient, MatchesCentralDifferences) {
    Random random(51);
    const std::size_t wanted = run_size("GRAZE_ROBOT_CONFIGURATIONS", 1500);
    std::size_t smooth = 0, apart = 0, touching = 0;
    double worst = 0;
    for (std::size_t i = 0; i < wanted;) {
        ArmOptions arm{.joints = 3 + i % 5};
        arm.link = static_cast<BodyKind>(i / 50 % kConvexLinkKinds);
        arm.all_types = i % 4 == 1;
        CellInput input{{random_arm(random, arm)}, {}, {}};
        input.obstacles = random_obstacles(random, {.count = 5, .kinds = kConvexLinkKinds});
        if (i % 8 == 3) input.obstacles[0].placed = {HalfSpace{{0.2, 0.1, 1}, -0.8}, {}};
        input.options.default_padding = i % 3 == 0 ? 0.01 : 0;
        const RobotCell cell = input.cell();
        for (int k = 0; k < 50; ++k, ++i) {
            const std::vector<double> values = random_configuration(random, cell);
            const CellClearance found = clearance(cell, values);
            ASSERT_EQ(found.gradient.size(), values.size());
            if (!(found.distance.lower > 0)) {
                ++touching;
                EXPECT_FALSE(found.smooth);
                continue;
            }
            ++apart;
            if (!found.smooth) continue;
            ++smooth;
            const double difference = worst_difference(input, found, values);
            worst = std::max(worst, difference);
            EXPECT_LE(difference, 1e-6) << "configuration " << i << ", " << cell.describe(found.pair) << ' '
                                        << to_string(arm.link) << " at " << found.distance.lower;
        }
    }
    if (std::getenv("GRAZE_ROBOT_CONFIGURATIONS") != nullptr)
        std::printf("apart %zu, of these smooth %zu; touching %zu; worst difference %.3g\n", apart, smooth,
                    touching, worst);
    EXPECT_GT(apart, wanted / 4);
    EXPECT_GT(smooth, apart * 9 / 10);
}

/// A box, or another shape, at the end of a slide along x and a turn about z.
RobotCell sliding(const Shape& shape, const std::vector<Obstacle>& obstacles) {
    RobotDescription d;
    d.links = {{.name = "rail"}, {.name = "carriage"}, {.name = "tool", .shapes = {Placed{shape, {}}}}};
    RobotJoint slide, turn;
    slide.name = "slide";
    slide.type = JointType::prismatic;
    slide.parent = "rail";
    slide.child = "carriage";
    slide.axis = {1, 0, 0};
    turn.name = "turn";
    turn.type = JointType::continuous;
    turn.parent = "carriage";
    turn.child = "tool";
    d.joints = {slide, turn};
    return {*Robot::build(d), obstacles};
}

Obstacle wall(double x) { return {"wall", Placed{Box{{0.5, 2, 2}}, Pose::translation({x + 0.5, 0, 0})}}; }

TEST(Gradient, IsFlaggedWhereFacesAndEdgesAreParallel) {
    const RobotCell cell = sliding(Box{{0.2, 0.3, 0.1}}, {wall(1)});
    EXPECT_FALSE(clearance(cell, std::vector{0.0, 0.0}).smooth) << "face to face";
    EXPECT_FALSE(clearance(cell, std::vector{0.0, 1e-5}).smooth) << "nearly so";
    EXPECT_FALSE(clearance(cell, std::vector{0.0, 0.3}).smooth) << "an edge along the wall is not one point";
    const RobotCell pin =
        sliding(Capsule{0.1, 0.5}, {{"pin", Placed{Capsule{0.1, 0.5}, Pose::translation({1, 0, 0})}}});
    EXPECT_FALSE(clearance(pin, std::vector{0.0, 0.3}).smooth) << "parallel segments";
}

TEST(Gradient, IsFlaggedWhereTwoPairsTie) {
    const std::vector<Obstacle> both{{"left", Placed{Sphere{0.1}, Pose::translation({-1, 0, 0})}},
                                     {"right", Placed{Sphere{0.1}, Pose::translation({1, 0, 0})}}};
    const RobotCell cell = sliding(Sphere{0.2}, both);
    EXPECT_FALSE(clearance(cell, std::vector{0.0, 0.0}).smooth);
    const CellClearance right = clearance(cell, std::vector{0.1, 0.0});
    EXPECT_TRUE(right.smooth);
    EXPECT_NEAR(right.gradient[0], -1, 1e-12);
    EXPECT_NEAR(right.gradient[1], 0, 1e-12);
}

TEST(Gradient, IsZeroWhereNothingIsTested) {
    const CellClearance none = clearance(sliding(Sphere{0.2}, {}), std::vector{0.1, 0.0});
    EXPECT_EQ(none.gradient, (std::vector{0.0, 0.0}));
    EXPECT_FALSE(none.smooth);
    EXPECT_EQ(none.distance, Interval(kInfinity));
}

}  // namespace
}  // namespace graze::test
