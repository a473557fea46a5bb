#include <cmath>
#include <string>
#include <vector>

#include "../scene/moving_boxes.hpp"
#include "experiments.hpp"
#include "graze/graze.hpp"
#include "graze/scene/sweep_and_prune.hpp"

namespace graze::bench {
namespace {

Shape random_hull(test::Random& random, std::size_t vertices) {
    const Vec3 radii{random.uniform(0.4, 0.6), random.uniform(0.4, 0.6), random.uniform(0.4, 0.6)};
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < vertices; ++i) points.push_back(hadamard(radii, random.direction()));
    return ConvexHull::build(points).value();
}

struct Supports {
    double cold = 0;
    double warm = 0;
};

/// Two hulls that turn by `step` radians a frame, and by as much of their size past each other, without
/// touching.
Supports follow(const Shape& a, const Shape& b, double step, int frames) {
    Supports sum;
    PairCache cache;
    for (int i = 0; i < frames; ++i) {
        const double t = step * i;
        const Placed at_a{a, Pose::from(Quat::from_axis_angle({0.6, 0, 0.8}, t), {})};
        const Placed at_b{b, Pose::from(Quat::from_axis_angle({0, 0.8, -0.6}, 0.7 * t),
                                        {1.5 + 0.1 * std::sin(t), 0.3 * std::cos(t), 0})};
        sum.cold += separation(at_a, at_b).iterations;
        sum.warm += separation(at_a, at_b, {}, &cache).iterations;
    }
    return sum;
}

void study_gjk(Figures& figures, int frames) {
    const std::string table = "GJK from the last axis: support points a frame (section 4.3.7)";
    for (const std::size_t vertices : {8U, 32U, 128U, 512U}) {
        test::Random random(41 + vertices);
        const Shape a = random_hull(random, vertices), b = random_hull(random, vertices);
        for (const double step : {1e-4, 1e-3, 1e-2, 1e-1}) {
            const Supports s = follow(a, b, step, frames);
            const std::string row =
                std::to_string(vertices) + " vertices, " + std::to_string(step).substr(0, 6) + " rad a frame";
            figures.add(table, row, "from nothing", s.cold / frames);
            figures.add(table, row, "from the last", s.warm / frames, 1);
        }
    }
}

void study_sweep(Figures& figures, bool quick) {
    const std::string table = "Sweep and prune: work of a step for each moving box (section 5.4.1)";
    for (const std::size_t count : {1000U, 4000U, 16000U}) {
        if (quick && count > 4000) break;
        for (const double share : {0.01, 1.0}) {
            for (const double speed : {0.001, 0.01}) {
                MovingBoxes world(count, speed);
                SweepAndPrune sweep;
                for (std::size_t i = 0; i < count; ++i)
                    sweep.insert(static_cast<ProxyId>(i), world.boxes()[i]);
                sweep.update(1);
                const std::uint64_t before = sweep.swaps(), sorts = sweep.sorts();
                const auto movers = static_cast<std::size_t>(share * static_cast<double>(count));
                const int steps = 20;
                double events = 0;
                for (int i = 0; i < steps; ++i) {
                    world.step(movers);
                    for (std::size_t k = 0; k < movers; ++k)
                        sweep.move(static_cast<ProxyId>(k), world.boxes()[k]);
                    sweep.update(1);
                    events += static_cast<double>(sweep.events().size());
                }
                const double moves = steps * static_cast<double>(movers);
                const std::string row = std::to_string(count) + " boxes, " +
                                        (share < 1 ? "1 % moving by " : "all moving by ") +
                                        std::to_string(speed).substr(0, 5);
                figures.add(table, row, "swaps", static_cast<double>(sweep.swaps() - before) / moves);
                figures.add(table, row, "pairs begun or ended", events / moves);
                figures.add(table, row, "steps sorted again", static_cast<double>(sweep.sorts() - sorts));
            }
        }
    }
}

}  // namespace

void study_coherence(Figures& figures, bool quick) {
    progress("coherence");
    study_gjk(figures, quick ? 200 : 2000);
    study_sweep(figures, quick);
    figures.print();
}

}  // namespace graze::bench
