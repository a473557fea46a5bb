// GJK on its own: bounds against the exact distance at every step, thresholds, budgets, starts and the
// iteration law.
#include "convex/gjk/gjk.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "convex/core_answer.hpp"
#include "convex/core_pairs.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/judge.hpp"
#include "oracle/polytope_oracle.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

/// The exact signed distance of two polytopes in the scale of their pair.
double scaled_distance(const Placed& a, const Placed& b, const CorePair& pair) {
    return exact_distance(a, b).approximate() * pair.scale;
}

PairCase polytope_pair(Random& random, Arrangement arrangement) {
    const auto type = [&] { return kPolytopeTypes[random.index(kPolytopeTypes.size())]; };
    const ShapeType a = type();
    return random_pair(random, a, type(), arrangement, true);
}

TEST(Gjk, BoundsContainTheExactDistanceAtEveryStep) {
    Random random(920);
    int apart = 0;
    for (const Arrangement arrangement :
         {Arrangement::random, Arrangement::odd_builds, Arrangement::mixed_sizes, Arrangement::near_touching,
          Arrangement::nearly_parallel, Arrangement::far})
        for (int trial = 0; trial < 60; ++trial) {
            const PairCase p = polytope_pair(random, arrangement);
            const CorePair pair = pair_of(p.a, p.b);
            const double exact = scaled_distance(p.a, p.b, pair);
            Trace trace;
            GjkGoal goal;
            goal.tolerance = 2 * pair.error;
            goal.trace = &trace;
            const GjkResult found = gjk(pair, goal);
            EXPECT_LE(found.iterations, goal.max_iterations);
            ASSERT_FALSE(trace.steps.empty());
            // The exact distance is that of doubles rounded on their way into a's frame: the pair's error
            // covers that.
            double upper = std::numeric_limits<double>::infinity();
            for (const TraceStep& step : trace.steps) {
                EXPECT_EQ(step.stage, TraceStage::gjk);
                EXPECT_LE(step.simplex_size, 3u);
                EXPECT_LE(step.bounds.lower, exact + pair.error) << describe(p);
                EXPECT_GE(step.bounds.upper, exact - pair.error) << describe(p);
                EXPECT_LE(step.bounds.upper, upper) << describe(p);
                upper = step.bounds.upper;
            }
            EXPECT_LE(found.lower, exact + pair.error) << describe(p);
            if (found.outcome == GjkOutcome::overlapping) {
                EXPECT_LE(exact, pair.error) << describe(p);
                continue;
            }
            ++apart;
            ASSERT_EQ(found.outcome, GjkOutcome::apart);
            EXPECT_GE(found.upper, exact - pair.error) << describe(p);
            EXPECT_LE(found.upper - found.lower, found.budget_reached ? 1e-9 * pair.extent : goal.tolerance)
                << describe(p);
            ASSERT_GE(found.simplex.size, 1u);
            ASSERT_LE(found.simplex.size, 3u);
            CoreAnswer core;
            take_witness(found.simplex, core);
            EXPECT_NEAR(length(core.point_a - core.point_b), found.upper, 1e-9 * pair.extent);
        }
    EXPECT_GT(apart, 150);
}

TEST(Gjk, ThresholdsEndTheSearchOnTheRightSide) {
    Random random(921);
    int early_apart = 0, early_overlapping = 0;
    for (int trial = 0; trial < 400; ++trial) {
        const PairCase p = polytope_pair(random, Arrangement::random);
        const CorePair pair = pair_of(p.a, p.b);
        const double exact = scaled_distance(p.a, p.b, pair);
        if (exact <= 0) continue;
        GjkGoal goal;
        goal.apart_above = random.uniform(0, 1.5) * exact;
        goal.overlap_below = random.uniform(0.5, 2) * exact;
        const GjkResult found = gjk(pair, goal);
        if (found.outcome != GjkOutcome::decided) continue;
        if (found.lower > goal.apart_above) {
            ++early_apart;
            EXPECT_GT(exact, goal.apart_above - pair.error) << describe(p);
        } else {
            ++early_overlapping;
            EXPECT_LT(found.upper, goal.overlap_below);
            EXPECT_LT(exact, goal.overlap_below + pair.error) << describe(p);
            EXPECT_GE(found.simplex.size, 1u);
        }
    }
    EXPECT_GT(early_apart, 20);
    EXPECT_GT(early_overlapping, 20);
}

TEST(Gjk, AnyStartLeadsToTheSameDistance) {
    Random random(922);
    for (int trial = 0; trial < 60; ++trial) {
        const PairCase p = polytope_pair(random, Arrangement::random);
        const CorePair pair = pair_of(p.a, p.b);
        const double exact = scaled_distance(p.a, p.b, pair);
        std::vector<Vec3> starts{{},
                                 {1e200, -1e200, 3e199},
                                 {1e-300, 2e-300, 0},
                                 {-2.5e-162, 0, 0},
                                 {0, 1.6e-162, 0},
                                 {0, 5e-324, 0}};
        for (int i = 0; i < 6; ++i) starts.push_back(random.direction() * random.log_uniform(1e-9, 1e9));
        for (const Vec3& start : starts) {
            GjkGoal goal;
            goal.tolerance = 1e-10 * pair.extent;
            goal.start = start;
            const GjkResult found = gjk(pair, goal);
            EXPECT_LE(found.lower, exact + pair.error) << describe(p);
            if (found.outcome == GjkOutcome::overlapping) {
                EXPECT_LE(exact, pair.error) << describe(p);
            } else {
                EXPECT_GE(found.upper, exact - pair.error) << describe(p);
                EXPECT_LE(found.upper - found.lower, 1e-9 * pair.extent) << describe(p);
            }
        }
    }
}

TEST(Gjk, WarmDirectionsAreStartsAndNeverAnswers) {
    Random random(923);
    for (int trial = 0; trial < 100; ++trial) {
        const PairCase p = polytope_pair(random, Arrangement::random);
        const CorePair pair = pair_of(p.a, p.b);
        const double exact = scaled_distance(p.a, p.b, pair);
        std::array<Vec3, 3> warm{random.direction(), random.direction(),
                                 random.chance(0.3) ? Vec3{} : random.direction() * 1e-200};
        GjkGoal goal;
        goal.tolerance = 1e-10 * pair.extent;
        goal.warm = warm;
        const GjkResult found = gjk(pair, goal);
        EXPECT_LE(found.lower, exact + pair.error) << describe(p);
        if (found.outcome == GjkOutcome::overlapping) {
            EXPECT_LE(exact, pair.error) << describe(p);
        } else {
            EXPECT_GE(found.upper, exact - pair.error) << describe(p);
        }
        // Its own closest features again: no more than the steps that show it.
        for (std::uint32_t i = 0; i < std::min(found.simplex.size, 3u); ++i)
            warm[i] = found.simplex.points[i].direction;
        if (found.outcome != GjkOutcome::apart) continue;
        goal.warm = {warm.data(), found.simplex.size};
        goal.start = found.axis;
        EXPECT_LE(gjk(pair, goal).iterations, 3u) << describe(p);
    }
}

TEST(Gjk, SmallBudgetsGiveWiderTrueBounds) {
    Random random(924);
    for (const ShapeType type : {ShapeType::ellipsoid, ShapeType::cylinder, ShapeType::hull, ShapeType::cone})
        for (int trial = 0; trial < 40; ++trial) {
            const Placed a{random_shape(random, type), random.pose(0.2)};
            const Placed b{random_shape(random, type),
                           Pose::from(random.rotation(), random.direction() * 4.0)};
            const Interval truth = enclose_distance(a, b, Precision::fast);
            double width = std::numeric_limits<double>::infinity();
            for (std::uint32_t budget = 1; budget <= 5; ++budget) {
                SeparationOptions options;
                options.max_iterations = budget;
                options.tolerance = 1e-14;
                const Separation s = separation(a, b, options);
                EXPECT_LE(s.iterations, budget);
                EXPECT_LE(s.distance.lower, truth.upper);
                EXPECT_GE(s.distance.upper, truth.lower);
                EXPECT_TRUE(std::isfinite(s.distance.width()));
                EXPECT_LE(s.distance.width(), width * (1 + 1e-9) + 1e-14) << "more steps never widen";
                width = s.distance.width();
                EXPECT_TRUE(s.status == Status::budget_reached || width < 1e-12);
                EXPECT_TRUE(verify(s, a, b)) << literal(a) << literal(b) << budget;
            }
        }
}

// The literal input of a lower bound that was too high by an eighth: the square of the cached axis had
// underflowed.
TEST(Gjk, AnAxisWhoseSquareUnderflowsIsNormalisedFirst) {
    const Placed a{Box{{1, 1, 1}}}, b{Cylinder{1, 1}, Pose::translation({3, 0, 0})};
    for (const double x : {-2.5e-162, 2.5e-162, -1e-320, 1e200}) {
        PairCache cache;
        cache.axis = {x, 0, 0};
        const Separation s = separation(a, b, {}, &cache);
        EXPECT_LE(s.distance.lower, 1) << x;
        EXPECT_GE(s.distance.upper, 1) << x;
        EXPECT_TRUE(verify(s, a, b)) << x;
    }
}

TEST(Gjk, IterationsGrowLinearlyWithTheDigits) {
    Random random(925);
    for (const ShapeType type : {ShapeType::ellipsoid, ShapeType::cylinder}) {
        std::array<double, 5> mean{};
        for (int trial = 0; trial < 200; ++trial) {
            const Placed a{random_shape(random, type), random.pose(0.1)};
            const Placed b{random_shape(random, ShapeType::cone),
                           Pose::from(random.rotation(), random.direction() * 4.0)};
            const CorePair pair = pair_of(a, b);
            for (std::size_t i = 0; i < mean.size(); ++i) {
                GjkGoal goal;
                goal.tolerance = std::pow(10.0, -2.0 * static_cast<double>(i + 1)) * pair.extent;
                mean[i] += gjk(pair, goal).iterations / 200.0;
            }
        }
        // At most so many more for two more digits, and not growing: the book's law, 2 to 3 steps a digit.
        for (std::size_t i = 1; i < mean.size(); ++i) {
            EXPECT_GE(mean[i], mean[i - 1]);
            EXPECT_LE(mean[i] - mean[i - 1], 8) << to_string(type) << i;
        }
        EXPECT_LE(mean[4], 40) << to_string(type);
    }
}

TEST(Gjk, ExtremeSizesAreBroughtNearOne) {
    for (const double size : {1e-100, 1e-80, 1e-40, 1e-30, 1.0, 1e30, 1e40, 1e80, 1e99}) {
        const Placed a{Box{Vec3{1, 1, 1} * size}},
            b{Tetrahedron{{}, Vec3{1, 0, 0} * size, Vec3{0, 1, 0} * size, Vec3{0, 0, 1} * size},
              Pose::translation(Vec3{2, 2, 2} * size)};
        const CorePair pair = pair_of(a, b);
        EXPECT_GT(pair.extent, 1e-31);
        EXPECT_LT(pair.extent, 1e31);
        GjkGoal goal;
        goal.tolerance = 1e-12 * pair.extent;
        const GjkResult found = gjk(pair, goal);
        ASSERT_EQ(found.outcome, GjkOutcome::apart) << size;
        const double truth = std::sqrt(3.0) * size * pair.scale;
        EXPECT_NEAR(found.lower, truth, 1e-11 * pair.extent) << size;
        EXPECT_NEAR(found.upper, truth, 1e-11 * pair.extent) << size;
    }
    // Below the served range: no NaN, bounds still true.
    const Separation s = separation(Placed{Point{}}, Placed{Point{}, Pose::translation({1e-310, 0, 0})});
    EXPECT_LE(s.distance.lower, 1e-310);
    EXPECT_GE(s.distance.upper, 1e-310);
}

TEST(Gjk, PowersOfTwoInSizeChangeNoStep) {
    // Nothing rounds differently, so that every step is the same, Newton's between ellipsoids included.
    Random random(926);
    for (int trial = 0; trial < 60; ++trial) {
        const auto radii = [&] { return abs(random.in_cube(1)) + Vec3{0.1, 0.1, 0.1}; };
        const Vec3 ra = radii(), rb = radii();
        const Pose pose_a = random.pose(1), pose_b = random.pose(1);
        const Vec3 apart = random.direction() * 4.0;
        const auto search = [&](double size) {
            const Placed a{Ellipsoid{ra * size}, {pose_a.rotation, pose_a.position * size}};
            const Placed b{Ellipsoid{rb * size}, {pose_b.rotation, (pose_b.position + apart) * size}};
            const CorePair pair = pair_of(a, b);
            GjkResult found = gjk(pair, {.tolerance = 1e-12 * pair.extent});
            EXPECT_NEAR(length(weighted_point(found.simplex)), found.upper, pair.error);
            found.lower /= pair.scale * size;
            found.upper /= pair.scale * size;
            return found;
        };
        const GjkResult near_one = search(1);
        for (const double size : {0x1p-120, 0x1p8, 0x1p120}) {
            const GjkResult found = search(size);
            EXPECT_EQ(found.iterations, near_one.iterations) << size;
            EXPECT_EQ(found.lower, near_one.lower) << size;
            EXPECT_EQ(found.upper, near_one.upper) << size;
        }
    }
}

TEST(Gjk, APairWithoutExtentOverlaps) {
    const Placed a{Point{}}, b{Point{}};
    const GjkResult found = gjk(pair_of(a, b), {});
    EXPECT_EQ(found.outcome, GjkOutcome::overlapping);
    EXPECT_EQ(found.upper, 0);
}

}  // namespace
}  // namespace graze::test
