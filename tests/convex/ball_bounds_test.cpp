// Bounds of the depth by balls inside of hulls: the limit and the heights that spare exact signs over all
// faces never rule out a ball that shows the bounds.
#include "convex/epa/ball_bounds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "convex/core_pairs.hpp"
#include "convex/epa/core_depth.hpp"
#include "convex/epa/epa_start.hpp"
#include "convex/epa/inner_ball.hpp"
#include "convex/epa/point_depth.hpp"
#include "graze/query/query.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// On an ellipsoid, every third one as thin as a needle or a sheet, every third one with opposite points.
Shape round_hull(Random& random, std::size_t trial) {
    const double thin = trial % 3 == 0 ? random.log_uniform(1e-13, 1e-1) : 1;
    const Vec3 radii{1, trial % 6 == 0 ? 1 : thin, thin};
    std::vector<Vec3> points;
    for (std::size_t i = 8 + random.index(60); i > 0; --i) {
        points.push_back(hadamard(radii, random.direction()));
        if (trial % 3 == 1) points.push_back(-points.back());
    }
    return ConvexHull::build(points).value();
}

/// EPA's polytope after some support points in random directions. Null for flat differences.
std::unique_ptr<GrowingPolytope> grown(Random& random, const CorePair& pair, int vertices) {
    const EpaStart start = grow_to_solid(pair, {});
    if (start.flat) return nullptr;
    auto polytope = std::make_unique<GrowingPolytope>();
    polytope->start(start.points);
    for (int i = 0; i < vertices; ++i) {
        find_support(pair, random.direction(), polytope->next_vertex());
        for (std::uint32_t f = 0; f < polytope->facet_count(); ++f) {
            const auto& facet = polytope->facet(f);
            const Vec3 offset = polytope->next_vertex().w - polytope->vertex(facet.vertex[0]).w;
            if (!facet.obsolete && dot(facet.normal, offset) > 0 && polytope->expand(f)) break;
        }
    }
    return polytope;
}

TEST(BallBounds, NoBallIsDeeperThanTheLimit) {
    Random random(981);
    int deep = 0, compared = 0;
    for (std::size_t trial = 0; trial < 400; ++trial) {
        const Placed a{round_hull(random, trial), random.pose(1)};
        Placed b{round_hull(random, random.index(6)), random.pose(1)};
        b.pose.position = a.pose.position + random.log_uniform(1e-6, 0.5) * random.direction();
        const CorePair pair = pair_of(a, b);
        const auto polytope = grown(random, pair, 20);
        if (!polytope) continue;
        ++compared;
        const double limit = limit_of_balls(pair, *polytope);
        const InnerBall in_a = inner_balls(a.shape).storage[0], in_b = inner_balls(b.shape).storage[0];
        const Vec3 at_b = transpose_times(pair.b_in_a.rotation, in_a.centre - pair.b_in_a.position);
        const double of_a = in_a.radius + depth_lower_bound_at(b.shape, at_b).depth;
        const double of_b = in_b.radius + depth_lower_bound_at(a.shape, pair.b_in_a * in_b.centre).depth;
        ASSERT_LE(std::max(of_a, of_b), limit + 2 * pair.error) << trial;
        deep += std::max(of_a, of_b) > 0.5 * limit;
    }
    EXPECT_GT(compared, 200);
    EXPECT_GT(deep, 25) << "the limit is near enough to be of use";
}

TEST(BallBounds, HeightsUnderFacetsAreThoseThatExactSignsConfirm) {
    Random random(982);
    int confirmed = 0, refuted = 0;
    for (std::size_t trial = 0; trial < 400; ++trial) {
        const Shape shape = round_hull(random, trial);
        const auto& hull = static_cast<const HullData&>(*shape.payload());
        for (int i = 0; i < 10; ++i) {
            const Vec3 p = shape.centre() + random.log_uniform(1e-14, 1) * random.direction();
            const auto heights = depth_under_facets(hull, p), inside = depth_inside(hull, p);
            refuted += heights && !inside;
            if (!inside) continue;
            ++confirmed;
            ASSERT_TRUE(heights) << trial;
            ASSERT_EQ(heights->depth, inside->depth) << trial;
            ASSERT_EQ(heights->out, inside->out) << trial;
        }
    }
    EXPECT_GT(confirmed, 600);
    EXPECT_LT(refuted, confirmed);
}

TEST(BallBounds, EndSearchesOfRoundHullsWithOneCentre) {
    Random random(983);
    int ended = 0;
    for (std::size_t trial = 0; trial < 60; ++trial) {
        std::vector<Vec3> points;
        for (int i = 0; i < 60; ++i) {
            points.push_back(random.direction());
            points.push_back(-points.back());
        }
        const Shape hull = ConvexHull::build(points).value();
        const Placed a{hull, random.pose(1)}, b{hull, {random.pose(1).rotation, a.pose.position}};
        Trace trace;
        const SeparationOptions few{.max_iterations = 40, .trace = &trace};
        const Interval bounds = separation(a, b, few).distance;
        ended += trace.steps.back().stage == TraceStage::inner_balls;
        // The whole search, and the swapped pair.
        for (const Interval& other :
             {separation(a, b).distance, separation(b, a, {.max_iterations = 40}).distance})
            ASSERT_LE(std::max(bounds.lower, other.lower), std::min(bounds.upper, other.upper)) << trial;
    }
    EXPECT_GT(ended, 5);
}

}  // namespace
}  // namespace graze::test
