// What shows close calls: members named by directions and weights, and four points around the origin however
// thin they lie.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"
#include "verify/verify_bounds.hpp"
#include "verify/verify_common_point.hpp"

namespace graze::test {
namespace {

using verifying::surrounds_origin;

std::array<IntervalVec3, 4> boxes(const std::array<Vec3, 4>& p) {
    return {enclose(p[0]), enclose(p[1]), enclose(p[2]), enclose(p[3])};
}

TEST(SurroundsOrigin, TellsInsideFromOutside) {
    const std::array<Vec3, 4> around{Vec3{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    EXPECT_TRUE(surrounds_origin(boxes(around)));
    for (const double scale : {1e-100, 1e-6, 1e6, 1e100}) {
        std::array<Vec3, 4> scaled = around;
        for (Vec3& p : scaled) p = p * scale;
        EXPECT_TRUE(surrounds_origin(boxes(scaled))) << scale;
        for (Vec3& p : scaled)
            p += Vec3{0.6, 0.6, 0.6} * scale;  // the face opposite (1, 1, 1) passes the origin at 1 / sqrt 3
        EXPECT_FALSE(surrounds_origin(boxes(scaled))) << scale;
    }
}

TEST(SurroundsOrigin, AcceptsNothingFlatOrBroken) {
    EXPECT_FALSE(surrounds_origin({}));
    EXPECT_FALSE(surrounds_origin(boxes({Vec3{1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}, {0.5, 0.5, 0}})));
    EXPECT_FALSE(surrounds_origin(boxes({Vec3{1, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}})));
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(surrounds_origin(boxes({Vec3{1, 1, infinity}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}})));
    std::array<IntervalVec3, 4> wide = boxes({Vec3{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}});
    wide[0].x = {-5, 5};
    EXPECT_FALSE(surrounds_origin(wide));
}

/// A top of length 1 and width `width`, the origin `depth` below it: long edges that nearly cancel in every
/// face normal.
std::array<Vec3, 4> needle(Random& random, double width, double depth) {
    const Vec3 n = random.direction();
    const Vec3 s = perpendicular(n);
    const Vec3 t = cross(n, s);
    const double along = random.uniform(-0.3, 0.3);
    const auto top = [&](double x, double y) { return (x + along) * s + (width * y) * t + depth * n; };
    return {top(-0.5, random.uniform(-0.2, 0.2)), top(0.5, -0.5), top(0.5, 0.5),
            random.uniform(-0.2, 0.2) * s - 0.4 * n};
}

TEST(SurroundsOrigin, SeesThroughNeedles) {
    Random random(1511);
    int shown = 0;
    for (int i = 0; i < 600; ++i) {
        const double width = random.log_uniform(1e-9, 1);
        const double depth = random.log_uniform(1e-14, 1e-2);
        shown += surrounds_origin(boxes(needle(random, width, depth)));
        EXPECT_FALSE(surrounds_origin(boxes(needle(random, width, -depth)))) << width << " " << depth;
    }
    EXPECT_GE(shown, 580);  // the rest is as thin as the rounding of its points
}

const Placed kBall{Sphere{1}, Pose::identity()};

/// Two balls that touch at (1, 0, 0).
Closeness touching_balls() {
    Closeness close;
    close.delta = 8 * kEps;
    close.point_a = {0, 3, 0};  // of no use: the members show it
    close.point_b = {0, -3, 0};
    close.directions[0] = {1, 0, 0};
    close.weights[0] = 1;
    return close;
}

TEST(VerifyCloseness, ByNamedMembers) {
    const Placed other{Sphere{1}, Pose::translation({2, 0, 0})};
    Closeness close = touching_balls();
    EXPECT_TRUE(verify(Proof(close), kBall, other));
    close.weights = {0.25, 0, 0, 1e100};  // any positive weights make members
    close.directions[3] = {2, 0, 0};
    EXPECT_TRUE(verify(Proof(close), kBall, other));
    EXPECT_FALSE(verify(Proof(close), kBall, Placed{Sphere{1}, Pose::translation({2 + 1e-13, 0, 0})}));
    EXPECT_FALSE(verify(Proof(close), kBall, Placed{Sphere{1}, Pose::translation({2 - 1e-13, 0, 0})}));
    // Sums have no membership test of their own; the members show it all the same.
    const Placed sum{minkowski_sum(Ellipsoid{{0.75, 0.5, 0.25}}, Ellipsoid{{0.25, 0.125, 0.125}}),
                     Pose::identity()};
    EXPECT_TRUE(verify(Proof(touching_balls()), sum, other));
}

TEST(VerifyCloseness, RefusesWhatIsNoCombination) {
    const Placed other{Sphere{1}, Pose::translation({2, 0, 0})};
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double bad : {nan, infinity, -1.0, 0.0}) {
        Closeness close = touching_balls();
        close.weights[0] = bad;
        EXPECT_FALSE(verify(Proof(close), kBall, other)) << bad;
        close = touching_balls();
        close.weights[1] = bad == 0.0 ? 1e-3 : bad;
        close.directions[1] = {0, 1, 0};
        EXPECT_FALSE(verify(Proof(close), kBall, other)) << bad;
    }
    Closeness close = touching_balls();
    close.directions[0].y = nan;
    EXPECT_FALSE(verify(Proof(close), kBall, other));
    close = touching_balls();
    close.delta = 65 * kEps * 4;
    EXPECT_FALSE(verify(Proof(close), kBall, other));
}

/// Two cubes of half size 1/2 that touch at a corner.
TEST(VerifyCommonPoint, CloseOnesAreNoNearerThanTheyAre) {
    const Placed a{Box{{0.5, 0.5, 0.5}}, Pose::identity()};
    const Placed b{Box{{0.5, 0.5, 0.5}}, Pose::translation({1, 1, 1})};
    Closeness close;
    close.delta = 8 * kEps;
    close.directions[0] = {1, 1, 1};
    close.weights[0] = 1;
    ASSERT_TRUE(verify(Proof(close), a, b));
    const auto claim = [&](const Vec3& point, double distance) {
        CertifiedCommonPoint common;
        common.kind = CommonPointKind::close;
        common.point = point;
        common.distance = distance;
        common.proof = close;
        return verify(common, a, b);
    };
    EXPECT_TRUE(claim({0.5, 0.5, 0.5}, 0));
    const double root = std::sqrt(2.0);  // 9.7e-17 more than the root
    EXPECT_FALSE(claim({1.5, 1.5, 0.5}, next_below(root)));
    EXPECT_TRUE(claim({1.5, 1.5, 0.5}, next_above(root)));
    EXPECT_FALSE(claim({-0.5, 0.5, -0.5}, next_below(root))) << "from b";
    EXPECT_TRUE(claim({-0.5, 0.5, -0.5}, next_above(root)));
}

/// Four corners of each of two cubes make tetrahedra: the common point is where both have it.
TEST(VerifyCommonPoint, OfATetrahedronIsWhereItsWeightsPutIt) {
    CommonTetrahedron common;
    common.directions_a = {Vec3{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    for (std::size_t i = 0; i < 4; ++i) common.directions_b[i] = -common.directions_a[i];
    const Placed a{Box{{1, 1, 1}}, Pose::translation({3, 2, 1})};
    for (const Vec3& apart : {Vec3{}, Vec3{0.5, 0.25, 0.125}, Vec3{-0.25, 0.125, 0.5}}) {
        // Σ w_i d_i = apart / 2, and a's corners are d_i.
        const Placed b{Box{{1, 1, 1}}, Pose::translation(a.pose.position + apart)};
        const auto box = verifying::common_point_box(Proof(common), a, b);
        ASSERT_TRUE(box);
        const Vec3 point = a.pose.position + 0.5 * apart;
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_TRUE((*box)[k].contains(point[k])) << k;
            EXPECT_LT((*box)[k].width(), 1e-13) << k;
        }
    }
}

/// Convex shapes are their own part 0.
TEST(VerifyCommonPoint, OfPartsThatThereAre) {
    const Placed a{Box{{1, 1, 1}}, Pose::identity()}, b{Box{{1, 1, 1}}, Pose::translation({1, 0, 0})};
    CertifiedCommonPoint common;
    common.kind = CommonPointKind::member;
    common.point = {0.5, 0, 0};
    for (const auto& [part_a, part_b] : {std::pair{0U, 0U}, {0U, 1U}, {1U, 0U}, {7U, 9U}}) {
        common.proof = IntersectingParts{part_a, part_b, CommonPoint{common.point}};
        EXPECT_EQ(verify(common, a, b), part_a + part_b == 0) << part_a << ", " << part_b;
    }
}

}  // namespace
}  // namespace graze::test
