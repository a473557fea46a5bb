// Bodies that start, pass or stay closer to each other than the tolerance, or than they may be off their paths.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "graze/query/impact_query.hpp"
#include "graze/query/query.hpp"
#include "graze/query/verify_impact.hpp"
#include "oracle/generators.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// Two placed bodies that are a gap apart, and the direction that it is open along.
struct Neighbours {
    Placed a;
    Placed b;
    Vec3 normal{1, 0, 0};
    bool found = false;
};

Neighbours neighbours(const Shape& shape_a, const Shape& shape_b, Random& random, double gap) {
    Neighbours pair{{shape_a, random.pose(1)}, {shape_b, random.pose(1)}, {}, false};
    pair.b.pose.position += 6.0 * random.direction();
    SeparationOptions sharp;
    sharp.tolerance = 1e-14;
    for (int k = 0; k < 30 && !pair.found; ++k) {
        const Separation s = separation(pair.a, pair.b, sharp);
        const double off = s.distance.middle() - gap;
        pair.normal = s.normal;
        pair.found = std::abs(off) < 1e-3 * gap && s.distance.lower > 0.5 * gap;
        if (!pair.found) pair.b.pose.position -= off * s.normal;
    }
    pair.found = pair.found && decide(pair.a, pair.b).answer == Answer::disjoint;
    return pair;
}

TEST(CloseImpact, WhatStartsAHairApartAndPartsIsAMiss) {
    Random random(3);
    constexpr std::array kTypes{ShapeType::cylinder,     ShapeType::cone,           ShapeType::ellipsoid,
                                ShapeType::affine_image, ShapeType::convex_hull_of, ShapeType::minkowski_sum};
    for (const double gap : {1e-7, 1e-8, 1e-9, 1e-10}) {
        int pairs = 0;
        for (int i = 0; i < 60; ++i) {
            const Shape shape_a = random_shape(random, kTypes[random.index(kTypes.size())], Build::plain, 1);
            const Shape shape_b = random_shape(random, kTypes[random.index(kTypes.size())], Build::plain, 1);
            const Neighbours pair = neighbours(shape_a, shape_b, random, gap);
            if (!pair.found) continue;
            ++pairs;
            const Moving a{shape_a, LinearMotion{pair.a.pose, {}}};
            for (const Vec3& way : {2.0 * pair.normal, Vec3{}}) {
                const Moving b{shape_b, LinearMotion{pair.b.pose, way}};
                const CertifiedImpact certified = certified_time_of_impact(a, b);
                EXPECT_EQ(certified.impact.answer, ImpactAnswer::miss) << i << " at " << gap;
                EXPECT_TRUE(verify(certified, a, b)) << i << " at " << gap;
            }
            // Towards each other they touch when the gap is used up.
            const Moving b{shape_b, LinearMotion{pair.b.pose, -pair.normal}};
            const Impact impact = time_of_impact(a, b);
            EXPECT_TRUE(impact.hit);
            EXPECT_LE(impact.time.lower, 1.01 * gap) << i;
            EXPECT_LE(impact.time.upper, 1e-6) << i;
        }
        EXPECT_GT(pairs, 40) << gap;
    }
}

}  // namespace
}  // namespace graze::test
