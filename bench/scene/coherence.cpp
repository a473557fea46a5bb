#include <cstdio>

#include "graze/scene/dynamic_tree.hpp"
#include "graze/scene/sweep_and_prune.hpp"
#include "moving_boxes.hpp"

namespace graze::bench {
namespace {

struct Steps {
    double seconds = 0;  ///< Of the middle step.
    std::size_t pairs = 0;
};

template <class Broad> void load(Broad& broad, std::span<const Aabb> boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) broad.insert(static_cast<ProxyId>(i), boxes[i]);
    broad.update(1);
}

double step(BroadPhase& broad, std::span<const Aabb> boxes, std::size_t movers,
            std::vector<ProxyPair>& pairs) {
    const double start = cpu_seconds();
    for (std::size_t i = 0; i < movers; ++i) broad.move(static_cast<ProxyId>(i), boxes[i]);
    broad.update(1);
    broad.find_pairs(pairs, 1);
    return cpu_seconds() - start;
}

void run_row(std::size_t count, double share, double speed) {
    MovingBoxes world(count, speed);
    DynamicTree tree;
    SweepAndPrune sweep;
    load(tree, world.boxes());
    load(sweep, world.boxes());
    const auto movers = static_cast<std::size_t>(share * static_cast<double>(count));
    const int steps = count > 5000 ? 15 : 40;
    std::vector<double> by_tree, by_sweep;
    std::size_t changes = 0;
    bool same = true;
    std::vector<ProxyPair> pairs, others;
    for (int i = 0; i < steps; ++i) {
        world.step(movers);
        by_tree.push_back(step(tree, world.boxes(), movers, pairs));
        by_sweep.push_back(step(sweep, world.boxes(), movers, others));
        changes += sweep.events().size();
        same = same && pairs == others;
    }
    const double each = 1e9 / static_cast<double>(count);
    std::printf("%7zu %6.0f%% %7.3f %9.1f %9.1f %8.2f %9.2f %8.4f %6zu %s\n", count, 100 * share, speed,
                each * median(by_tree), each * median(by_sweep), median(by_sweep) / median(by_tree),
                static_cast<double>(sweep.swaps()) / steps / static_cast<double>(movers),
                static_cast<double>(changes) / steps / static_cast<double>(count),
                static_cast<std::size_t>(sweep.sorts()) - 1, same ? "" : "PAIRS DIFFER");
}

}  // namespace

void run_coherence() {
    std::printf(
        "\nsweep and prune by coherence (ns for each box; sorts: steps in which everything was sorted "
        "anew)\n");
    std::printf("%7s %7s %7s %9s %9s %8s %9s %8s %6s\n", "boxes", "moving", "speed", "tree", "sweep", "ratio",
                "swaps", "events", "sorts");
    for (const std::size_t count : {1000U, 10000U}) {
        for (const double share : {0.01, 0.1, 1.0}) {
            for (const double speed : {0.001, 0.01, 0.1}) run_row(count, share, speed);
        }
    }
}

}  // namespace graze::bench
