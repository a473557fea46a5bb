// Cylinders and cones with parallel axes: in closed form, and around the borders of where it holds.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge.hpp"
#include "oracle/quadric_oracle.hpp"
#include "oracle/random.hpp"
#include "oracle/section_oracle.hpp"

namespace graze::test {
namespace {

constexpr std::array<double, 6> kLadder{0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3};

Shape random_solid(Random& random, double scale) {
    const double radius = scale * random.log_uniform(0.05, 2), half = scale * random.log_uniform(0.05, 2);
    return random.chance(0.5) ? Shape(Cylinder{radius, half}) : Shape(Cone{radius, half});
}

Pose pose_of(const ParallelPlace& place) {
    Pose pose = Pose::translation({place.across, 0, place.along});
    if (place.upside_down) pose.rotation = {{Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, -1}}};
    return pose;
}

bool contains(const Interval& interval, const Real& x) {
    return !(x < Real(interval.lower)) && !(Real(interval.upper) < x);
}

/// Every number, the other way round.
void expect_exact_flip(const Separation& s, const Placed& a, const Placed& b) {
    const Separation flipped = separation(b, a);
    EXPECT_EQ(s.distance, flipped.distance) << describe({a, b});
    EXPECT_EQ(s.normal, -flipped.normal) << describe({a, b});
    EXPECT_EQ(s.point_a, flipped.point_b) << describe({a, b});
    EXPECT_EQ(s.point_b, flipped.point_a) << describe({a, b});
    EXPECT_EQ(s.status, flipped.status) << describe({a, b});
}

TEST(ParallelAxes, CoaxialSolidsHaveTheExactDistanceWithoutASearch) {
    Random random(401);
    int overlapping = 0;
    for (int i = 0; i < 3000; ++i) {
        const double scale = std::pow(10.0, 3 * (i % 5) - 6);
        const Shape first = random_solid(random, scale), second = random_solid(random, scale);
        const ParallelPlace place{0, scale * random.uniform(-2, 2), random.chance(0.5)};
        const Placed a{first, Pose::identity()}, b{second, pose_of(place)};
        const Separation s = separation(a, b);
        const Real exact = section_distance(first, second, place);
        EXPECT_TRUE(contains(s.distance, exact)) << describe({a, b}) << static_cast<double>(exact);
        EXPECT_LE(s.distance.width(), 128 * kEps * pair_extent(a, b)) << describe({a, b});
        EXPECT_EQ(s.iterations, 0U) << describe({a, b});
        EXPECT_EQ(s.status, Status::converged);
        EXPECT_TRUE(verify(s, a, b)) << describe({a, b});
        expect_exact_flip(s, a, b);
        overlapping += s.distance.upper < 0;
    }
    EXPECT_GT(overlapping, 900);
    EXPECT_LT(overlapping, 2100);
}

TEST(ParallelAxes, SolidsBesideEachOtherHaveTheExactDistance) {
    Random random(402);
    int closed = 0;
    for (int i = 0; i < 3000; ++i) {
        const double scale = std::pow(10.0, 3 * (i % 5) - 6);
        const Shape first = random_solid(random, scale), second = random_solid(random, scale);
        const ParallelPlace place{scale * random.uniform(0, 3), scale * random.uniform(-2, 2),
                                  random.chance(0.5)};
        const Placed a{first, Pose::identity()}, b{second, pose_of(place)};
        const Separation s = separation(a, b);
        const Real exact = section_distance(first, second, place);
        EXPECT_TRUE(contains(s.distance, exact)) << describe({a, b}) << static_cast<double>(exact);
        EXPECT_EQ(s.status, Status::converged) << describe({a, b});
        EXPECT_TRUE(verify(s, a, b)) << describe({a, b});
        if (s.distance.upper < 0) expect_exact_flip(s, a, b);
        closed += s.iterations == 0 && s.distance.width() <= 128 * kEps * pair_extent(a, b);
    }
    EXPECT_GT(closed, 1500);  // the others have a rim or an apex nearest
}

TEST(ParallelAxes, LadderOfOffsetsAndAnglesStaysTrueAndVerifies) {
    Random random(403);
    for (const double offset : kLadder) {
        for (const double angle : kLadder) {
            for (int i = 0; i < 6; ++i) {
                const double scale = std::pow(10.0, 6 * (i % 3) - 6);
                const Shape first = random_solid(random, scale), second = random_solid(random, scale);
                const Pose whole = random.pose(scale);
                const Quat turn =
                    Quat::from_axis_angle(Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 0}, angle);
                Pose beside = Pose::from(turn, {scale * offset, 0, scale * random.uniform(-0.3, 0.3)});
                if (i % 2 == 1) beside = beside * pose_of({0, 0, true});
                const Placed a{first, whole}, b{second, whole * beside};
                const Separation s = separation(a, b);
                const std::array<Vec3, 1> starts{s.normal};
                // Every direction bounds the depth from above; the search tries thousands.
                EXPECT_GE(overlap_by_search(a, b, starts), -s.distance.upper - 1e-15 * pair_extent(a, b))
                    << describe({a, b});
                EXPECT_LE(overlap_along(a, b, s.normal), -s.distance.lower) << describe({a, b});
                EXPECT_LE(s.distance.width(), 4e-5 * larger_reach(a, b)) << describe({a, b}) << angle;
                if (angle <= 1e-9) {
                    EXPECT_EQ(s.status, Status::converged) << describe({a, b});
                    EXPECT_EQ(s.iterations, 0U) << describe({a, b});
                    EXPECT_TRUE(verify(s, a, b)) << describe({a, b});
                    if (s.distance.upper < 0) expect_exact_flip(s, a, b);
                }
            }
        }
    }
}

/// Wider than the tolerance, but narrower than all steps of a search would leave it, and without one.
TEST(ParallelAxes, NearlyCoaxialSolidsAreNotSearched) {
    const Pose tilted = Pose::from(Quat::from_axis_angle(Vec3{1, 0.3, 0}, 1e-6), {1e-9, 0, 0.4});
    for (const Shape& second : {Shape(Cylinder{0.7, 1.5}), Shape(Cone{0.7, 1.5})}) {
        const Placed a{Cylinder{1, 2}, Pose::identity()}, b{second, tilted};
        const Separation s = separation(a, b);
        EXPECT_EQ(s.iterations, 0U);
        EXPECT_LE(s.distance.width(), 5e-6);
        EXPECT_TRUE(verify(s, a, b));
        expect_exact_flip(s, a, b);
    }
}

TEST(ParallelAxes, AToleranceBelowTheTiltIsSearchedFor) {
    // Well off the axis a search has one deepest direction, and takes any tolerance.
    const Placed a{Cylinder{1, 2}, Pose::identity()};
    const Placed b{Cylinder{0.7, 1.5},
                   Pose::from(Quat::from_axis_angle(Vec3{1, 0.3, 0}, 1e-7), {0.5, 0, 0.4})};
    const Separation s = separation(a, b, {.tolerance = 1e-9});
    EXPECT_GT(s.iterations, 0U);
    EXPECT_EQ(s.status, Status::converged);
    EXPECT_LE(s.distance.width(), 1e-9 * larger_reach(a, b) * 1.01);
}

TEST(ParallelAxes, FlatAndThinSolidsAreServed) {
    const std::array<Shape, 8> shapes{Cylinder{0, 1}, Cylinder{1, 0}, Cylinder{1, 1}, Cone{0, 1},
                                      Cone{1, 0},     Cone{1, 1},     Cone{1e-9, 1},  Cylinder{1, 1e-9}};
    for (const Shape& first : shapes) {
        for (const Shape& second : shapes) {
            for (const ParallelPlace& place :
                 {ParallelPlace{0, 0, false}, ParallelPlace{0, 0.25, true}, ParallelPlace{0.25, 0.5, false},
                  ParallelPlace{0.25, 3, true}, ParallelPlace{4, 0.5, false}}) {
                const Placed a{first, Pose::identity()}, b{second, pose_of(place)};
                const Separation s = separation(a, b);
                EXPECT_TRUE(contains(s.distance, section_distance(first, second, place))) << describe({a, b});
                EXPECT_TRUE(verify(s, a, b)) << describe({a, b});
                EXPECT_NEAR(length(s.normal), 1, 1e-12);
            }
        }
    }
}

/// The rims of flat cones intersect at an edge that is sharper than a right angle: along its normals the gap
/// is a small part of the distance.
TEST(ParallelAxes, RimsThatAreApartByAFewRoundingsAreWithinTheBounds) {
    for (const double half : {1e-4, 0.01, 0.1, 0.5, 2.0}) {
        for (int i = -40; i <= 200; ++i) {
            const ParallelPlace place{2 + i * 0x1p-51, 0, false};
            const Placed a{Cone{1, half}, Pose::identity()}, b{Cone{1, half}, pose_of(place)};
            const Separation s = separation(a, b);
            EXPECT_TRUE(contains(s.distance, section_distance(a.shape, b.shape, place)))
                << "half height " << half << ", " << i << " [" << s.distance.lower << ", " << s.distance.upper
                << "]";
            EXPECT_LE(s.distance.width(), 256 * kEps * pair_extent(a, b)) << half << ", " << i;
            EXPECT_TRUE(verify(s, a, b)) << half << ", " << i;
            expect_exact_flip(s, a, b);
        }
    }
}

TEST(ParallelAxes, SolidsThatTouchUpToRoundingAreWithinTheBounds) {
    Random random(404);
    int touching = 0, shown = 0;
    for (int i = 0; i < 6000; ++i) {
        const double scale = std::pow(10.0, 3 * (i % 5) - 6);
        const auto size = [&] { return scale * random.log_uniform(1e-3, 2); };
        const auto solid = [&](double radius) {
            return random.chance(0.3) ? Shape(Cylinder{radius, size()}) : Shape(Cone{radius, size()});
        };
        const Shape first = solid(size()), second = solid(size());
        ParallelPlace place{scale * random.uniform(0, 3), scale * random.uniform(-2, 2), random.chance(0.5)};
        const Placed a{first, Pose::identity()};
        for (int step = 0; step < 3; ++step) {
            const Separation s = separation(a, {second, pose_of(place)});
            place.across = std::max(0.0, place.across - s.distance.middle() * s.normal.x);
            place.along -= s.distance.middle() * s.normal.z;
        }
        place.across = std::max(0.0, place.across + 0x1p-52 * scale * std::floor(random.uniform(-200, 200)));
        const Placed b{second, pose_of(place)};
        const Separation s = separation(a, b);
        const Real exact = section_distance(first, second, place);
        EXPECT_TRUE(contains(s.distance, exact)) << describe({a, b}) << static_cast<double>(exact);
        touching += std::abs(static_cast<double>(exact)) < 1e-12 * scale;
        shown += verify(s, a, b);
    }
    EXPECT_GT(touching, 5500);
    EXPECT_GT(shown, 5980);
}

TEST(ParallelAxes, VerifyRefusesADepthThatIsTooLarge) {
    const Placed a{Cylinder{1, 2}, Pose::identity()}, b{Cone{0.7, 1.5}, Pose::translation({0, 0, 0.4})};
    Separation s = separation(a, b);
    ASSERT_TRUE(verify(s, a, b));
    s.distance.upper -= 1e-12;
    EXPECT_FALSE(verify(s, a, b));
}

}  // namespace
}  // namespace graze::test
