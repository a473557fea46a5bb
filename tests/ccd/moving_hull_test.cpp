// The origin passes through the hull of moving differences: signs by plain products against intervals.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "ccd/features/moving_hull.hpp"
#include "oracle/random.hpp"
#include "oracle/run_size.hpp"

namespace graze::test {
namespace {

struct Counts {
    std::size_t proven = 0;     ///< By products, and by intervals too.
    std::size_t intervals = 0;  ///< By intervals, where products are unsure.
    std::size_t unproven = 0;
};

/// Hulls of a size, flat by a factor, moving through the origin or close by it.
template <std::size_t N> struct Crossing {
    MovingHull<N> hull;
    Vec3 view{};
    Interval time{};
};

template <std::size_t N> Crossing<N> random_crossing(Random& random) {
    const double size = random.log_uniform(1e-6, 1e6);
    std::array<Vec3, N> face;
    for (Vec3& x : face) x = size * random.in_cube(1);
    if (random.chance(0.2)) face[1] = face[0] + random.log_uniform(1e-15, 1) * (face[1] - face[0]);
    if constexpr (N == 4) face[3] = face[0] + (face[2] - face[1]);
    // The origin is at a point of the hull: inside, on the border, or a step of the ladder off it.
    std::array<double, 3> weights{random.unit(), random.unit(), random.unit()};
    if (random.chance(0.5)) {
        constexpr std::array<double, 7> kLadder{0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1e-1};
        weights[random.index(3)] = (random.chance(0.5) ? 1 : -1) * kLadder[random.index(kLadder.size())];
    }
    const double sum = weights[0] + weights[1] + weights[2];
    const Vec3 inside =
        (1 / (sum == 0 ? 1 : sum)) * (weights[0] * face[0] + weights[1] * face[1] + weights[2] * face[2]);
    const Vec3 velocity = size * random.log_uniform(1e-6, 1) * random.direction();
    const double contact = random.unit();
    Crossing<N> result;
    for (std::size_t i = 0; i < N; ++i) {
        const Vec3 wobble = random.chance(0.5) ? 1e-3 * size * random.in_cube(1) : Vec3{};
        result.hull.start[i] = face[i] - inside - contact * (velocity + wobble);
        result.hull.end[i] = face[i] - inside + (1 - contact) * (velocity + wobble);
    }
    result.hull.measure();
    result.view = unit(cross(face[1] - face[0], face[2] - face[0]));
    if (random.chance(0.2)) result.view = random.direction();
    const double width = random.log_uniform(1e-12, 1e-1);
    const double lower = std::max(0.0, contact - width * random.uniform(-0.1, 1));
    result.time = {lower, std::min(1.0, lower + width)};
    return result;
}

/// What products decide is what intervals decide: never more, so that `verify` accepts it, and never less
/// where they do not hand over.
template <std::size_t N> Counts compare_crossings(std::uint64_t seed, std::size_t count) {
    Random random(seed);
    Counts counts;
    for (std::size_t i = 0; i < count; ++i) {
        const Crossing<N> c = random_crossing<N>(random);
        const bool by_intervals = passage::by_intervals(c.hull, c.view, c.time);
        const passage::Answer answer = passage::by_products(c.hull, c.view, c.time);
        EXPECT_EQ(passes_through(c.hull, c.view, c.time), by_intervals) << "seed " << seed << " case " << i;
        if (answer == passage::Answer::proven) ++counts.proven;
        if (answer == passage::Answer::unproven) ++counts.unproven;
        if (answer == passage::Answer::unsure && by_intervals) ++counts.intervals;
        // Turned around, the same sets.
        MovingHull<N> flipped = c.hull;
        for (std::size_t k = 0; k < N; ++k) {
            flipped.start[k] = -c.hull.start[k];
            flipped.end[k] = -c.hull.end[k];
        }
        EXPECT_EQ(passage::by_products(flipped, c.view, c.time), answer) << "seed " << seed << " case " << i;
    }
    return counts;
}

TEST(MovingHull, ProductsAndIntervalsAgree) {
    const std::size_t count = run_size("GRAZE_PASSAGE_CASES", 20'000);
    for (const Counts& counts : {compare_crossings<3>(1, count), compare_crossings<4>(2, count)}) {
        EXPECT_GT(counts.proven, count / 10);
        EXPECT_GT(counts.unproven, count / 10);
        EXPECT_LT(counts.intervals, count / 50) << "products decide nearly always";
    }
}

}  // namespace
}  // namespace graze::test
