// Overlaps of a shape with a margin and one without: the common point has to be inside of the one without,
// not on its surface.
#include <gtest/gtest.h>

#include <array>

#include "convex/gjk/gjk.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge.hpp"
#include "oracle/random.hpp"
#include "query/proof/prove.hpp"

namespace graze::test {
namespace {

Shape scaled_ball(const Vec3& radii) {
    return transformed(Sphere{1},
                       {Mat3{{Vec3{radii.x, 0, 0}, Vec3{0, radii.y, 0}, Vec3{0, 0, radii.z}}}, {}});
}

/// Whether what the search in doubles ends with proves the overlap; what it leaves goes to a search in more
/// digits, which took 230 microseconds.
bool first_search_proves(const Placed& a, const Placed& b) {
    CorePair pair;
    if (!make_core_pair(a, b, pair)) return false;
    GjkGoal goal;
    goal.apart_above = pair.margin + pair.error;
    goal.overlap_below = pair.margin - pair.error;
    const GjkResult found = gjk(pair, goal);
    Verdict verdict;
    return prove_overlap(a, b, pair, found.simplex, verdict) && verify(verdict.proof, a, b);
}

void expect_proved_at_once(const Placed& a, const Placed& b) {
    for (const bool swapped : {false, true}) {
        const Placed &first = swapped ? b : a, &second = swapped ? a : b;
        const Verdict verdict = decide(first, second);
        EXPECT_EQ(verdict.answer, Answer::intersecting) << describe({first, second});
        EXPECT_TRUE(verify(verdict.proof, first, second)) << describe({first, second});
        EXPECT_TRUE(first_search_proves(first, second)) << describe({first, second});
    }
}

TEST(DecideMargins, ASphereAndAScaledSphereShareAPointInside) {
    for (const double scale : {1e-6, 1.0, 1e6}) {
        const Placed image{scaled_ball({1.5 * scale, scale, 0.7 * scale}), Pose::translation({scale, 0, 0})};
        for (const double z : {0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 1.0, 1.69}) {
            const Placed ball{Sphere{scale}, Pose::translation({scale, 0, z * scale})};
            expect_proved_at_once(ball, image);
        }
    }
}

TEST(DecideMargins, RandomBallsAndCapsulesInSolidsWithoutMargins) {
    Random random(411);
    int found = 0, overlapping = 0;
    for (int i = 0; i < 2000; ++i) {
        const Shape round = random.chance(0.5) ? Shape(Sphere{random.uniform(0.2, 1)})
                                               : Shape(Capsule{random.uniform(0.2, 1), 0.5});
        const std::array<Shape, 4> solids{scaled_ball({1.5, 1, 0.7}), Ellipsoid{{1, 0.4, 2}},
                                          Cylinder{1, 0.5}, Cone{1, 0.8}};
        const Placed a{round, random.pose(1)}, b{solids[random.index(4)], random.pose(1)};
        const Separation s = separation(a, b);
        const Verdict verdict = decide(a, b);
        if (s.distance.lower > 0) {
            EXPECT_EQ(verdict.answer, Answer::disjoint) << describe({a, b});
        }
        if (!(s.distance.upper < -1e-6)) continue;
        ++overlapping;
        EXPECT_EQ(verdict.answer, Answer::intersecting) << describe({a, b});
        EXPECT_TRUE(verify(verdict.proof, a, b)) << describe({a, b});
        found += first_search_proves(a, b);
    }
    EXPECT_GT(overlapping, 600);
    EXPECT_EQ(found, overlapping);
}

}  // namespace
}  // namespace graze::test
