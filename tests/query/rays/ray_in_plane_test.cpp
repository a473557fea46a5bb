// Rays in the plane of a triangle, from within a rounding of its border: rationals decide whether it is
// ahead.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "oracle/exact_triangles.hpp"
#include "oracle/generators.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Mesh one_triangle(const Triangle& t) {
    const std::array<Vec3, 3> corners{t.a, t.b, t.c};
    const std::array<std::array<std::uint32_t, 3>, 1> triangles{{{0, 1, 2}}};
    return *Mesh::build(corners, triangles);
}

/// The part of the ray up to t = 1e6, which is beyond everything here, has a point in common with the
/// triangle.
bool overlapping(const Ray& ray, const Triangle& t, const Pose& pose) {
    const BasicPose<mpq_class> map = exact(pose);
    const ExactVec3 from = exact(ray.origin), to = from + mpq_class(1e6) * exact(ray.direction);
    return !common_points({map * exact(t.a), map * exact(t.b), map * exact(t.c)}, {from, to, to}).empty();
}

void expect_exact(const Ray& ray, const Triangle& t, const Pose& pose, bool truth) {
    const Placed placed{one_triangle(t), pose};
    EXPECT_EQ(raycast(ray, placed).has_value(), truth);
    EXPECT_EQ(raycast_any(ray, placed), truth);
    EXPECT_EQ(raycast_all(ray, placed).size(), truth ? 1U : 0U);
}

TEST(RaysInPlane, HitATriangleThatIsAhead) {
    Random random(5);
    const auto lattice = [&](int half) {
        const auto one = [&] {
            return static_cast<double>(random.index(2 * static_cast<std::size_t>(half) + 1)) - half;
        };
        const double x = one(), y = one();
        return Vec3{x, y, one()};
    };
    int hits = 0, missed = 0;
    for (int i = 0; i < 6000 && !testing::Test::HasFailure(); ++i) {
        const double scale = std::array{1.0, 0x1p-20, 0x1p20, 1e33, 1.0 / 3}[random.index(5)];
        const Triangle t{lattice(3) * scale, lattice(3) * scale, lattice(3) * scale};
        Pose pose = Pose::translation(lattice(3) * scale);
        if (random.chance(0.5)) pose.rotation = quarter_turns(random);
        const std::array<Vec3, 3> corners{pose * t.a, pose * t.b, pose * t.c};
        const Vec3 along = corners[1] - corners[0], other = corners[2] - corners[0];
        Ray ray{corners[random.index(3)],
                static_cast<double>(random.index(5)) * along - static_cast<double>(random.index(5)) * other};
        if (random.chance(0.5)) ray.direction = -ray.direction;
        if (ray.direction == Vec3{}) ray.direction = {scale, 0, 0};
        if (random.chance(0.3)) ray.origin += ray.direction * (static_cast<double>(random.index(5)) - 2);
        // Off by a few units in the last place, mostly along the direction.
        for (std::size_t k = 0; k < 3 && i % 2 == 0; ++k) {
            const std::size_t steps = random.chance(0.8) && ray.direction[k] == 0 ? 0 : random.index(3);
            const bool up = random.chance(0.8) ? ray.direction[k] > 0 : ray.direction[k] < 0;
            for (std::size_t step = 0; step < steps; ++step)
                ray.origin[k] = up ? next_above(ray.origin[k]) : next_below(ray.origin[k]);
        }
        const bool truth = overlapping(ray, t, pose);
        expect_exact(ray, t, pose, truth);
        ++(truth ? hits : missed);
    }
    EXPECT_GT(hits, 1000);
    EXPECT_GT(missed, 1000);
}

TEST(RaysInPlane, StartPastATriangleByLessThanARounding) {
    // From a corner at (0, 0, 0) away from the triangle, moved by a denormal: the convex cast cannot decide
    // this from a touch.
    const Triangle t{{0, 0, 0}, {-1, 0, 0}, {-1, -1, 0}};
    expect_exact({{0, 0, 0}, {1, 0, 0}}, t, Pose{}, true);
    expect_exact({{1e-90, 0, 0}, {1, 0, 0}}, t, Pose{}, false);
    expect_exact({{-1e-90, 0, 0}, {1, 0, 0}}, t, Pose{}, true);
}

TEST(RaysInPlane, AHitBehindTheStartTakesNothingFromTheNextOne) {
    const std::array<Vec3, 6> corners{Vec3{0, 0, 0}, {-1, 0, 0}, {-1, -1, 0},
                                      {2, -1, -1},   {2, 1, -1}, {2, 0, 2}};
    const std::array<std::array<std::uint32_t, 3>, 2> triangles{{{0, 1, 2}, {3, 4, 5}}};
    const auto hit = raycast({{1e-3, 0, 0}, {1, 0, 0}}, {*Mesh::build(corners, triangles), Pose{}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->status, Status::converged);
    EXPECT_NEAR(hit->bounds.lower, 1.999, 1e-12);
}

}  // namespace
}  // namespace graze::test
