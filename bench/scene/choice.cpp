// Which broad phase a scene should take: a step, and the searches after it, by number of boxes, share that
// moves, and spread of sizes.
#include <cstdio>
#include <memory>

#include "graze/scene/broad_phase.hpp"
#include "graze/scene/dynamic_tree.hpp"
#include "graze/scene/sweep_and_prune.hpp"
#include "moving_boxes.hpp"

namespace graze::bench {
namespace {

struct Candidate {
    const char* name;
    std::unique_ptr<BroadPhase> broad;
    std::vector<double> steps, rays, regions, nearest;  ///< Seconds, by step.
};

constexpr int kSearches = 16;  // of each kind after a step

template <class Search> double time_of(const Search& search) {
    const double start = cpu_seconds();
    for (int i = 0; i < kSearches; ++i) search();
    return (cpu_seconds() - start) / kSearches;
}

void search(Candidate& candidate, double side, std::uint64_t seed) {
    test::Random random(seed);
    const BroadPhase& broad = *candidate.broad;
    candidate.rays.push_back(time_of([&] {
        broad.visit_ray({random.in_cube(0.5 * side), random.direction()},
                        [](ProxyId, double lower, double& limit) {
                            limit = std::min(limit, lower);
                            return Continue::yes;
                        });
    }));
    candidate.regions.push_back(time_of([&] {
        const Vec3 at = random.in_cube(0.5 * side);
        broad.visit_box({at, at + Vec3{2, 2, 2}}, [](ProxyId) { return Continue::yes; });
    }));
    candidate.nearest.push_back(time_of([&] {
        const Vec3 at = random.in_cube(0.5 * side);
        broad.visit_near({at, at}, std::numeric_limits<double>::infinity(),
                         [](ProxyId, double lower, double& limit) {
                             limit = std::min(limit, lower);
                             return Continue::yes;
                         });
    }));
}

void run_row(std::size_t count, double share, double speed, double spread) {
    MovingBoxes world(count, speed, spread);
    std::vector<Candidate> candidates;
    candidates.push_back({"tree", std::make_unique<DynamicTree>(), {}, {}, {}, {}});
    if (count <= 1000) candidates.push_back({"brute", std::make_unique<BruteForcePairs>(), {}, {}, {}, {}});
    candidates.push_back({"sweep", std::make_unique<SweepAndPrune>(), {}, {}, {}, {}});
    candidates.push_back({"grid", std::make_unique<UniformGrid>(), {}, {}, {}, {}});
    for (Candidate& candidate : candidates) {
        for (std::size_t i = 0; i < count; ++i)
            candidate.broad->insert(static_cast<ProxyId>(i), world.boxes()[i]);
        candidate.broad->update(1);
    }
    const auto movers =
        std::max<std::size_t>(1, static_cast<std::size_t>(share * static_cast<double>(count)));
    const int steps = count > 5000 ? 9 : count > 500 ? 25 : 101;
    std::vector<ProxyPair> pairs;
    for (int step = 0; step < steps; ++step) {
        world.step(movers);
        for (Candidate& candidate : candidates) {
            const double start = cpu_seconds();
            for (std::size_t i = 0; i < movers; ++i)
                candidate.broad->move(static_cast<ProxyId>(i), world.boxes()[i]);
            candidate.broad->update(1);
            candidate.broad->find_pairs(pairs, 1);
            candidate.steps.push_back(cpu_seconds() - start);
            search(candidate, world.side(), static_cast<std::uint64_t>(step));
        }
    }
    std::printf("%7zu %6.0f%% %6.2f %6.0f", count, 100 * share, speed, spread);
    for (const Candidate& candidate : candidates) {
        std::printf("  %s %.0f %.0f %.0f %.0f", candidate.name,
                    1e9 * median(candidate.steps) / static_cast<double>(count), 1e9 * median(candidate.rays),
                    1e9 * median(candidate.regions), 1e9 * median(candidate.nearest));
    }
    std::printf("\n");
}

}  // namespace

void run_choice() {
    std::printf(
        "\nwhich broad phase (ns: step for each box, first on a ray, region of 2 by 2 by 2, nearest to a "
        "point)\n");
    std::printf("%7s %7s %6s %6s\n", "boxes", "moving", "speed", "spread");
    for (const std::size_t count : {4U, 8U, 16U, 24U, 32U, 48U, 64U, 128U}) run_row(count, 1, 0.1, 1);
    for (const std::size_t count : {16U, 32U, 64U}) run_row(count, 0.05, 0.1, 1);
    for (const std::size_t count : {1000U, 10000U}) {
        for (const double share : {0.01, 0.1, 1.0}) {
            run_row(count, share, 0.01, 1);
            run_row(count, share, 0.1, 1);
            run_row(count, share, 0.1, 100);
        }
    }
}

}  // namespace graze::bench
