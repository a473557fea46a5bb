// Swept shapes: a straight way touches something exactly when its sweep does, whichever way the sweep is
// made.
#include "graze/motion/motion.hpp"

#include <gtest/gtest.h>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

TEST(Swept, SweepsAgreeWithTheTimeOfImpact) {
    Random random(61);
    int hits = 0;
    constexpr int kRuns = 600;
    const std::array<ShapeType, 6> types{ShapeType::box,  ShapeType::sphere,   ShapeType::capsule,
                                         ShapeType::hull, ShapeType::cylinder, ShapeType::tetrahedron};
    for (int i = 0; i < kRuns; ++i) {
        const Shape moving = random_shape(random, types[random.index(6)]),
                    resting = random_shape(random, types[random.index(6)]);
        const Pose start = Pose::from(random.rotation(), 2.5 * random.direction());
        const Vec3 displacement = random.in_cube(2.5) - 0.8 * start.position;
        const Placed other{resting, random.pose(0.2)};
        const Impact impact = time_of_impact({resting, LinearMotion{other.pose, {}}},
                                             {moving, LinearMotion{start, displacement}});
        if (impact.answer == ImpactAnswer::within_tolerance) continue;
        hits += impact.hit;
        const Placed sweep{swept_along(moving, transpose_times(start.rotation, displacement)), start};
        const Placed hull{hull_of_placements(moving, start, {start.rotation, start.position + displacement}),
                          Pose::identity()};
        for (const Placed& swept : {sweep, hull}) {
            ASSERT_TRUE(check(swept).has_value());
            const Answer answer = decide(other, swept).answer;
            // The sweep rounds once more than the way: answers may differ only where both are close.
            if (answer == Answer::undecided) continue;
            ASSERT_EQ(answer == Answer::intersecting, impact.hit) << i;
        }
    }
    EXPECT_GT(hits, kRuns / 5);
    EXPECT_LT(hits, kRuns * 4 / 5);
}

TEST(Swept, ShapesThatAreNotConvexAreRefusedWithAReason) {
    const TriangleSoup soup = box_mesh({1, 1, 1});
    const Shape mesh = Mesh::build(soup.vertices, soup.triangles).value();
    EXPECT_FALSE(swept_along(mesh, {1, 0, 0}).valid());
    EXPECT_FALSE(hull_of_placements(mesh, Pose::identity(), Pose::translation({1, 0, 0})).valid());
    EXPECT_TRUE(swept_along(mesh, {1, 0, 0}).fault().has_value());
}

}  // namespace
}  // namespace graze::test
