// Rays along lines that touch a face of a rounded shape, edge-on, behind the start: planes at the corners of
// the face do not show that, and such rays were reported to hit at their start.
#include <gtest/gtest.h>

#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

TEST(RayGraze, MissesWhatTheLineTouchesBehindTheStart) {
    for (const double unit : {1.0, 1e-6, 1e6}) {
        const Shape shape =
            rounded(Triangle{Vec3{-2, 2, -2} * unit, Vec3{-2, -2, 1} * unit, Vec3{-2, 2, 2} * unit}, unit);
        // In the plane x = -1 of the offset face, past its corner at t = -1.
        EXPECT_FALSE(raycast({Vec3{-1, 4, 0} * unit, Vec3{0, 2, -2} * unit}, {shape, Pose{}}));
        EXPECT_TRUE(raycast({Vec3{-1, 4, 0} * unit, Vec3{0, -2, 2} * unit}, {shape, Pose{}}));
    }
}

TEST(RayGraze, HitsAreNearTheSetAndVerify) {
    Random random(31);
    int hits = 0;
    for (int i = 0; i < 40000 && !testing::Test::HasFailure(); ++i) {
        const double unit = std::array{1.0, 1e-6, 1e6}[random.index(3)];
        const auto lattice = [&](int half) {
            const auto one = [&] {
                return static_cast<double>(random.index(2 * static_cast<std::size_t>(half) + 1)) - half;
            };
            const double x = one(), y = one();
            return Vec3{x, y, one()} * unit;
        };
        const Vec3 p = lattice(2), q = lattice(2), r = lattice(2);
        const Shape core =
            std::array<Shape, 3>{Triangle{p, q, r}, Segment{p, q}, Cylinder{unit, 2 * unit}}[random.index(3)];
        Pose pose = Pose::translation(lattice(2));
        pose.rotation = quarter_turns(random);
        const Placed placed{random.chance(0.8) ? rounded(core, unit) : core, pose};
        const Vec3 origin = lattice(4);
        const Ray ray{origin, lattice(2)};
        if (ray.direction == Vec3{}) continue;
        const auto hit = raycast(ray, placed);
        // All is within 16 times the direction.
        const Interval gap =
            separation({Segment{origin, origin + 16.0 * ray.direction}, Pose{}}, placed, {.tolerance = 1e-13})
                .distance;
        EXPECT_FALSE(hit && gap.lower > 1e-6 * unit) << i;
        EXPECT_FALSE(!hit && gap.upper < -1e-6 * unit) << i;
        EXPECT_TRUE(!hit || verify(*hit, ray, placed)) << i;
        hits += hit ? 1 : 0;
    }
    EXPECT_GT(hits, 4000);
}

}  // namespace
}  // namespace graze::test
