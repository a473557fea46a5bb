// Oriented trees that move straight: all contacts over the time, and the first one, beside the search at rest
// at sampled moments; and the flights with contact that the moments miss. Time of impact of turning meshes by
// conservative advancement and by intervals over oriented trees.
#include "moving_trees.hpp"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "graze/graze.hpp"
#include "oracle/random.hpp"

namespace graze::bench {
namespace {

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Flight {
    Pose still{};
    Pose from{};
    Vec3 velocity{};
};

/// Whether anything touches, or touches at a moment.
template <class Hit>
void row(const char* name, const std::vector<Flight>& flights, const std::vector<bool>& truth,
         int repetitions, const Hit& hit) {
    std::vector<double> seconds;
    std::size_t missed = 0, hits = 0;
    for (int r = 0; r < repetitions; ++r) {
        const double start = cpu_seconds();
        for (std::size_t i = 0; i < flights.size(); ++i) {
            const bool found = hit(flights[i]);
            if (r > 0) continue;
            hits += found ? 1 : 0;
            missed += !found && truth[i] ? 1 : 0;
        }
        seconds.push_back(cpu_seconds() - start);
    }
    const double best = *std::min_element(seconds.begin(), seconds.end());
    std::printf("%-34s %10.1f %8.1f %8zu\n", name, 1e6 * best / static_cast<double>(flights.size()),
                100.0 * static_cast<double>(hits) / static_cast<double>(flights.size()), missed);
}

}  // namespace

void run_moving_trees(std::size_t count, int repetitions) {
    const TriangleSoup knot_soup = torus_knot_mesh({2, 3, 1, 0.4, 0.1, 160, 10}),
                       gear_soup = gear_mesh({16, 0.4, 0.32, 0.12, 0.03, 2});
    const ObbTree knot = ObbTree::build(knot_soup.vertices, knot_soup.triangles).value();
    const ObbTree gear = ObbTree::build(gear_soup.vertices, gear_soup.triangles).value();
    test::Random random(31);
    std::vector<Flight> flights;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 from = 3.0 * random.direction();
        flights.push_back(
            {random.pose(0), Pose::from(random.rotation(), from), -2.0 * from + random.in_cube(1.5)});
    }
    const auto any = [&](const Flight& f, bool first_only, Continue then) {
        bool hit = false;
        find_moving_collisions(MovingTree{knot, f.still, {}}, MovingTree{gear, f.from, f.velocity}, 1,
                               {.first_only = first_only}, [&](const MovingTreeContact&) {
                                   hit = true;
                                   return then;
                               });
        return hit;
    };
    std::vector<bool> truth;
    for (const Flight& flight : flights) truth.push_back(any(flight, false, Continue::no));
    std::printf("%-34s %10s %8s %8s\n", "moving oriented trees", "us", "hits %", "missed");
    row("all contacts, each with its time", flights, truth, repetitions,
        [&](const Flight& f) { return any(f, false, Continue::yes); });
    row("first contact", flights, truth, repetitions,
        [&](const Flight& f) { return any(f, true, Continue::yes); });
    row("whether any", flights, truth, repetitions,
        [&](const Flight& f) { return any(f, false, Continue::no); });
    for (const int moments : {8, 32, 128}) {
        const std::string name = "at rest, at " + std::to_string(moments) + " moments, whether any";
        row(name.c_str(), flights, truth, repetitions, [&](const Flight& f) {
            for (int i = 0; i <= moments; ++i) {
                const Vec3 at = f.from.position + (static_cast<double>(i) / moments) * f.velocity;
                if (test_collision({knot, f.still}, {gear, Pose{f.from.rotation, at}}).hit) return true;
            }
            return false;
        });
    }
}

void run_mesh_impacts(std::size_t count, int repetitions) {
    const TriangleSoup torus_soup = torus_mesh({1, 0.3, 24, 12}),
                       sphere_soup = noisy_sphere_mesh({.subdivisions = 2});
    const Mesh torus = Mesh::build(torus_soup.vertices, torus_soup.triangles).value();
    const Mesh sphere = Mesh::build(sphere_soup.vertices, sphere_soup.triangles).value();
    test::Random random(32);
    std::vector<Moving> all_a, all_b;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 from = 3.0 * random.direction();
        all_a.push_back({torus, TwistMotion{random.pose(0), {}, random.in_cube(1), {}}});
        all_b.push_back({sphere, TwistMotion{Pose::from(random.rotation(), from),
                                             -1.2 * from + random.in_cube(1),
                                             random.in_cube(1),
                                             {}}});
    }
    std::printf("%-34s %10s %8s %12s %12s\n", "time of impact of turning meshes", "us", "hits %", "box tests",
                "worst");
    std::vector<Impact> truth;
    for (const ImpactMethod method : {ImpactMethod::conservative_advancement, ImpactMethod::interval_obb}) {
        std::vector<double> seconds;
        double box_tests = 0, hits = 0, worst = 0;
        for (int r = 0; r < std::min(repetitions, 3); ++r) {
            const double start = cpu_seconds();
            for (std::size_t i = 0; i < count; ++i) {
                const Impact impact = time_of_impact(all_a[i], all_b[i], {.method = method});
                if (r > 0) continue;
                box_tests += static_cast<double>(impact.work.box_tests) / static_cast<double>(count);
                hits += impact.hit ? 100.0 / static_cast<double>(count) : 0;
                if (truth.size() <= i) truth.push_back(impact);
                worst = std::max(worst, std::abs(impact.time.lower - truth[i].time.lower));
            }
            seconds.push_back(cpu_seconds() - start);
        }
        std::printf("%-34s %10.1f %8.1f %12.0f %12.1e\n",
                    method == ImpactMethod::interval_obb ? "intervals over oriented trees"
                                                         : "conservative advancement",
                    1e6 * *std::min_element(seconds.begin(), seconds.end()) / static_cast<double>(count),
                    hits, box_tests, worst);
    }
}

}  // namespace graze::bench
