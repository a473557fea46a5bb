// Distances that are a rounding above a length that a search steps by: every broad phase has to find what
// brute force finds.
#include <functional>
#include <memory>

#include "graze/scene/broad_phase.hpp"
#include "graze/scene/dynamic_tree.hpp"
#include "graze/scene/sweep_and_prune.hpp"
#include "scene/box_worlds.hpp"
#include "scene/broad_phase/broad_phase_tests.hpp"
#include "scene/broad_phase_kind.hpp"

namespace graze::test {
namespace {

using Kind = BroadPhaseKind;

class RoundedBroadPhases : public testing::TestWithParam<Kind> {
protected:
    std::unique_ptr<BroadPhase> broad = GetParam().make();
};

/// Multiples of a length, and those moved by less than a rounding of it, or by a few.
class LatticeWorld {
public:
    explicit LatticeWorld(std::uint64_t seed)
        : random_(seed), unit_(std::ldexp(1.0, static_cast<int>(random_.index(7)) - 3)) {}

    Random& random() { return random_; }
    [[nodiscard]] double length() { return static_cast<double>(random_.index(9)) * 0.5 * unit_; }
    double coordinate() {
        return (static_cast<double>(random_.index(17)) - 8) * 0.5 * unit_ +
               off() * (random_.chance(0.5) ? 1 : unit_);
    }
    Aabb box() {
        Aabb box;
        for (std::size_t k = 0; k < 3; ++k) {
            box.min[k] = coordinate();
            const double edge =
                static_cast<double>(random_.index(3)) * 0.5 * unit_ + (random_.chance(0.3) ? off() : 0);
            box.max[k] = std::max(box.min[k], box.min[k] + edge);
        }
        return box;
    }
    RaySegment ray() {
        RaySegment ray;
        for (std::size_t k = 0; k < 3; ++k) {
            ray.origin[k] = coordinate();
            ray.direction[k] = random_.chance(0.3)   ? 0
                               : random_.chance(0.5) ? coordinate()
                                                     : random_.uniform(-1, 1) * unit_;
        }
        if (ray.direction == Vec3{}) ray.direction.x = unit_;
        ray.margin = random_.chance(0.5) ? length() : 0;
        ray.t_max = random_.chance(0.5) ? kInfinity : static_cast<double>(random_.index(5));
        return ray;
    }

private:
    double off() {
        constexpr double kOff[] = {0,      0,       0,        1e-20,   -1e-20,   1e-17, -1e-17,
                                   1e-300, 0x1p-52, -0x1p-52, 0x1p-53, -0x1p-53, 3e-16, -3e-16};
        return kOff[random_.index(std::size(kOff))];
    }
    Random random_;
    double unit_;
};

TEST_P(RoundedBroadPhases, FindWhatBruteForceFindsOnALattice) {
    std::size_t hits = 0;
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        LatticeWorld world(seed);
        broad = GetParam().make();
        BruteForcePairs brute;
        const auto count = static_cast<ProxyId>(2 + world.random().index(40));
        for (ProxyId i = 0; i < count; ++i) {
            const Aabb box = world.box();
            broad->insert(i, box);
            brute.insert(i, box);
        }
        broad->update(1);
        for (int query = 0; query < 12; ++query) {
            const Aabb box = world.box();
            const double reach = world.random().chance(0.3) ? kInfinity : world.length();
            ASSERT_EQ(hits_near(*broad, box, reach), hits_near(brute, box, reach)) << seed;
            ASSERT_EQ(nearest(*broad, box), nearest(brute, box)) << seed;
            const RaySegment ray = world.ray();
            ASSERT_EQ(hits_of_ray(*broad, ray), hits_of_ray(brute, ray)) << seed;
            hits += hits_of_ray(brute, ray).size();
        }
    }
    EXPECT_GT(hits, 1000U);
}

/// Another box is 3 + 1e-20 away. Rounded down that is 3, the edge of a cell and the first reach of the grid,
/// whose box around the query ends before the other one.
TEST_P(RoundedBroadPhases, FindABoxBeyondAStepByLessThanARounding) {
    const Aabb first{{-5, 0, 0}, {-3, 0, 0}};
    broad->insert(0, first);
    broad->insert(1, {{1e-20, 0, 0}, {2, 0, 0}});
    broad->insert(2, {{20, 0, 0}, {22, 0, 0}});
    broad->update(1);
    EXPECT_EQ(hits_near(*broad, first, 4).size(), 2U);
    EXPECT_EQ(hits_near(*broad, first, kInfinity).size(), 3U);
}

TEST(GapBelow, IsNotBelowTheGapAlongAnAxis) {
    // The square of the second gap is lost in that of the first; the root of the sum, rounded down twice,
    // would be below the first.
    const Aabb a{{0, 0, 0}, {0, 0, 0}};
    Random random(7);
    for (int i = 0; i < 2000; ++i) {
        const double along = random.log_uniform(1e-3, 1e3);
        const Aabb b{{along, along * random.log_uniform(1e-30, 1), 0}, {2 * along, 2 * along, 0}};
        EXPECT_GE(gap_below(a, b), along);
        EXPECT_LE(gap_below(a, b), next_above(std::hypot(b.min.x, b.min.y)));
    }
}

INSTANTIATE_TEST_SUITE_P(All, RoundedBroadPhases,
                         testing::Values(Kind{"DynamicTree", [] { return std::make_unique<DynamicTree>(); }},
                                         Kind{"SweepAndPrune",
                                              [] { return std::make_unique<SweepAndPrune>(); }},
                                         Kind{"UniformGrid", [] { return std::make_unique<UniformGrid>(); }}),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace graze::test
