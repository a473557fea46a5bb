// A hundred meshes that move: each stands next to the one before it, just about to touch, turns slowly and
// swings to and fro, so that about half of the hundred close pairs intersect at any time and steps are
// coherent. The broad phase is not timed: its pairs are handed over.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <numbers>

#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "mesh_contender.hpp"
#include "models.hpp"
#include "oracle/obj_file.hpp"
#include "oracle/random.hpp"

namespace graze::bench {
namespace {

constexpr std::size_t kObjects = 100;

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Mover {
    Quat turn;
    Vec3 axis{};
    double rate = 0;  ///< Of turning, radians a step.
    Vec3 place{};
    Vec3 swing{};
    double phase = 0;

    [[nodiscard]] Pose at(int step) const {
        const double swung = std::sin(2 * std::numbers::pi * step / 100 + phase);
        return Pose::from(Quat::from_axis_angle(axis, rate * step) * turn, place + swung * swing);
    }
};

/// A chain of objects, each placed where it would first touch the last one when coming from far along a
/// direction near +x.
std::vector<Mover> chain(const std::vector<Mesh>& meshes, test::Random& random) {
    std::vector<Mover> movers;
    for (std::size_t i = 0; i < kObjects; ++i) {
        Mover mover{random.rotation(),   random.direction(), random.uniform(0.002, 0.006), {}, {},
                    random.uniform(0, 6)};
        if (i > 0) {
            const Vec3 direction = unit(Vec3{1, random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)});
            const Placed last{meshes[i - 1], Pose::from(movers.back().turn, movers.back().place)};
            const auto overlap = [&](double distance) {
                return overlaps(
                    last, {meshes[i], Pose::from(mover.turn, movers.back().place + direction * distance)});
            };
            double apart = 2.1, overlapping = 2.1;
            while (overlapping > 0 && !overlap(overlapping)) {
                apart = overlapping;
                overlapping -= 0.02;
            }
            for (int k = 0; k < 20; ++k) {
                const double middle = 0.5 * (apart + overlapping);
                (overlap(middle) ? overlapping : apart) = middle;
            }
            mover.place = movers.back().place + direction * overlapping;
            mover.swing = direction * 0.02;
        }
        movers.push_back(mover);
    }
    return movers;
}

}  // namespace

void moving_rows(SceneContenders& contenders, int steps) {
    const std::vector<Model> models = {{"torus", torus_mesh({1, 0.3, 64, 32})},
                                       {"knot", torus_knot_mesh({2, 3, 1, 0.4, 0.15, 200, 16})},
                                       {"gear", gear_mesh({24, 1, 0.8, 0.3, 0.2, 8})},
                                       {"bumps", noisy_sphere_mesh({1, 0.2, 4, 3})}};
    std::vector<TriangleSoup> soups;
    for (const Model& model : models) soups.push_back(test::scaled_to_radius_one(model.soup));
    std::vector<Mesh> built;
    for (const TriangleSoup& soup : soups) built.push_back(*Mesh::build(soup.vertices, soup.triangles, {}));
    std::vector<const TriangleSoup*> objects;
    std::vector<Mesh> meshes;
    test::Random random(21);
    for (std::size_t i = 0; i < kObjects; ++i) {
        const std::size_t kind = random.index(soups.size());
        objects.push_back(&soups[kind]);
        meshes.push_back(built[kind]);
    }
    const std::vector<Mover> movers = chain(meshes, random);
    std::vector<ClosePair> pairs;
    for (std::uint32_t i = 1; i < kObjects; ++i) pairs.push_back({i - 1, i});
    for (const auto& contender : contenders) contender->build(objects);
    for (const MeshAsk ask : {MeshAsk::boolean, MeshAsk::all_pairs, MeshAsk::distance}) {
        std::vector<std::vector<double>> times(contenders.size());
        std::vector<StepReply> sums(contenders.size());
        for (int step = 0; step < steps; ++step) {
            std::vector<Pose> poses;
            for (const Mover& mover : movers) poses.push_back(mover.at(step));
            for (std::size_t c = 0; c < contenders.size(); ++c) {
                contenders[c]->place(poses);
                const double start = thread_seconds();
                const StepReply reply = contenders[c]->step(ask, pairs);
                times[c].push_back((thread_seconds() - start) * 1e3);
                sums[c].hits += reply.hits;
                sums[c].triangles += reply.triangles;
                sums[c].distances += reply.distances;
            }
        }
        const auto middle = [&](std::size_t c) {
            std::vector<double>& t = times[c];
            std::nth_element(t.begin(), t.begin() + static_cast<std::ptrdiff_t>(t.size() / 2), t.end());
            return t[t.size() / 2];
        };
        std::printf("100 moving objects         %-9s %zu pairs, %.0f meet |",
                    ask == MeshAsk::boolean     ? "boolean"
                    : ask == MeshAsk::all_pairs ? "all pairs"
                                                : "distance",
                    pairs.size(), static_cast<double>(sums[0].hits) / steps);
        const double ours = middle(0);
        for (std::size_t c = 0; c < contenders.size(); ++c) {
            std::printf(" %s %.3f ms a step", contenders[c]->name().c_str(), c == 0 ? ours : middle(c));
            if (c > 0) std::printf(" [%.3f]", ours / middle(c));
            if (sums[c].hits != sums[0].hits || sums[c].triangles != sums[0].triangles ||
                std::abs(sums[c].distances - sums[0].distances) > 1e-6 * steps)
                std::printf(" (differs)");
            std::printf(c + 1 < contenders.size() ? " |" : "\n");
        }
        std::fflush(stdout);
    }
}

}  // namespace graze::bench
