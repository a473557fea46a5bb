// Heights of many points with few enclosures: bit for bit the maximum of the enclosures of all, for boxes of
// directions of every width and points of every size, tied ones too. GRAZE_HEIGHTS makes it a long run.
#include "shape/highest_of_many.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "graze/shape/hull.hpp"
#include "oracle/random.hpp"
#include "oracle/run_size.hpp"
#include "shape/primitives/traits.hpp"

namespace graze::test {
namespace {

std::vector<Vec3> points_of(Random& random, double size) {
    std::vector<Vec3> points(1 + random.index(40));
    for (Vec3& x : points) x = size * random.uniform(0.5, 1) * random.direction();
    // Corners of a box, and points that differ by rounding, tie along many directions.
    if (random.chance(0.3))
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i] = size * Vec3{i & 1U ? 1.0 : -1.0, i & 2U ? 1.0 : -1.0, i & 4U ? 1.0 : -1.0};
    if (random.chance(0.3)) points.back() = points.front() * (1 + 2 * kEps);
    return points;
}

IntervalVec3 directions_of(Random& random) {
    const Vec3 d = random.log_uniform(1e-3, 1e3) * (random.chance(0.3) ? Vec3{0, 0, -1} : random.direction());
    const double width = random.chance(0.3) ? 0 : random.log_uniform(1e-18, 1);
    return {widened(d.x, width * random.unit()), widened(d.y, width * random.unit()),
            widened(d.z, width * random.unit())};
}

TEST(HighestOfMany, EqualsTheHighestOfAll) {
    Random random(31);
    const std::size_t count = run_size("GRAZE_HEIGHTS", 20'000);
    for (std::size_t i = 0; i < count; ++i) {
        const double size = random.log_uniform(1e-100, 1e100);
        const std::vector<Vec3> points = points_of(random, size);
        double reach = 0;
        for (const Vec3& x : points) reach = std::max(reach, length(x * (1 / size)) * size * (1 + 4 * kEps));
        const IntervalVec3 d = directions_of(random);
        const auto visit = [&](const auto& take) {
            for (const Vec3& x : points) take(x);
        };
        ASSERT_EQ(highest_of_many(visit, reach, d), highest_corner(points, d)) << i;
    }
}

TEST(HighestOfMany, ContainsTheWorstDirections) {
    const std::vector<Vec3> points{{1, 2, 3}, {-1, 0.5, 2}};
    const auto visit = [&](const auto& take) {
        for (const Vec3& x : points) take(x);
    };
    const Interval all = Interval::everything();
    EXPECT_EQ(highest_of_many(visit, 4, {all, all, all}), all);
    EXPECT_EQ(highest_of_many(visit, 4, {0, 0, 0}), Interval(0));
    EXPECT_EQ(highest_of_many(visit, 4, {1e-320, 0, 0}), highest_corner(points, {1e-320, 0, 0}));
}

}  // namespace
}  // namespace graze::test
