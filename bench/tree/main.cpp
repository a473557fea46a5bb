// graze_bench_tree: box trees over the boxes of triangles, at random in a cube and on a bumpy sphere. Build
// by both splits, on one thread and two, refit, bytes a primitive; then the searches, with the boxes and
// leaves that one takes. Processor time of one thread; the two builds are compared by the clock on the wall
// and take turns. Medians. Usage: graze_bench_tree [--quick]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "graze/tree/box_tree.hpp"
#include "oracle/random.hpp"

namespace graze::bench {
namespace {

using test::Random;

double clock_now(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}
double now() { return clock_now(CLOCK_THREAD_CPUTIME_ID); }
double wall() { return clock_now(CLOCK_MONOTONIC); }

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

Aabb box_of(const std::array<Vec3, 3>& corners) { return fit_aabb(corners); }

/// Triangles that fill a cube, about as large as their distances.
std::vector<Aabb> in_a_cube(std::size_t count) {
    Random random(1);
    const double size = 0.7 / std::cbrt(static_cast<double>(count));
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 c = random.in_cube(1);
        boxes.push_back(
            box_of({c + random.in_cube(size), c + random.in_cube(size), c + random.in_cube(size)}));
    }
    return boxes;
}

/// About `count` triangles of a closed surface: what meshes are like.
std::vector<Aabb> on_a_surface(std::size_t count) {
    const auto rings = static_cast<std::size_t>(std::sqrt(static_cast<double>(count) / 4));
    const auto at = [rings](std::size_t i, std::size_t j) {
        const double u = std::numbers::pi * static_cast<double>(i) / static_cast<double>(rings);
        const double v = std::numbers::pi * static_cast<double>(j % (2 * rings)) / static_cast<double>(rings);
        const double r = 1 + 0.15 * std::sin(7 * u) * std::cos(5 * v);
        return Vec3{std::sin(u) * std::cos(v), std::sin(u) * std::sin(v), std::cos(u)} * r;
    };
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < rings; ++i) {
        for (std::size_t j = 0; j < 2 * rings; ++j) {
            boxes.push_back(box_of({at(i, j), at(i + 1, j), at(i + 1, j + 1)}));
            boxes.push_back(box_of({at(i, j), at(i + 1, j + 1), at(i, j + 1)}));
        }
    }
    return boxes;
}

void compare_builds(const std::string& name, const std::vector<Aabb>& boxes, int repetitions) {
    const auto count = static_cast<double>(boxes.size());
    std::vector<double> sah, midpoint, refit, speedup, load;
    BoxTree tree;
    for (int r = 0; r < repetitions; ++r) {
        const double start = now(), wall_start = wall();
        tree = *BoxTree::build(boxes);
        const double one = wall() - wall_start;
        sah.push_back((now() - start) / count);
        const double wall_two = wall();
        const BoxTree two = *BoxTree::build(boxes, {.threads = 2});
        speedup.push_back(one / (wall() - wall_two));
        const double start_midpoint = now();
        const BoxTree plain = *BoxTree::build(boxes, {.split = BoxSplit::midpoint});
        midpoint.push_back((now() - start_midpoint) / count);
        const double start_refit = now();
        static_cast<void>(tree.refit(boxes));
        refit.push_back((now() - start_refit) / count);
        const std::vector<std::byte> bytes = to_bytes(tree);
        const double start_load = now();
        static_cast<void>(box_tree_from_bytes(bytes));
        load.push_back((now() - start_load) / count);
    }
    std::printf("%-16s %9zu %8.0f %8.0f %9.2f %8.1f %8.1f %8.1f %8.2f\n", name.c_str(), boxes.size(),
                median(sah), median(midpoint), median(speedup), median(refit), median(load),
                static_cast<double>(tree.memory_bytes()) / count, tree.cost());
}

/// Runs all queries `repetitions` times; prints the median time of one and its work.
template <class Query>
void measure(const char* name, const std::string& set, std::size_t queries, int repetitions,
             const Query& query) {
    std::vector<double> times;
    TreeStats stats;
    for (int r = 0; r < repetitions; ++r) {
        stats = {};
        const double start = now();
        for (std::size_t i = 0; i < queries; ++i) stats += query(i);
        times.push_back((now() - start) / static_cast<double>(queries));
    }
    const auto each = [queries](std::uint64_t n) {
        return static_cast<double>(n) / static_cast<double>(queries);
    };
    std::printf("%-16s %-26s %10.0f %9.1f %9.1f %9.1f\n", set.c_str(), name, median(times),
                each(stats.node_tests), each(stats.box_tests), each(stats.leaf_tests));
}

struct Queries {
    std::vector<Vec3> points;
    std::vector<RaySegment> rays;
    std::vector<Affine> overlapping;
    std::vector<Affine> apart;
};

Queries draw_queries(std::size_t count) {
    Random random(3);
    Queries queries;
    for (std::size_t i = 0; i < count; ++i) {
        queries.points.push_back(random.in_cube(1.2));
        const Vec3 origin = random.direction() * 3.0;
        queries.rays.push_back({origin, random.in_cube(0.8) - origin});
        Pose pose = random.pose(0);
        const Vec3 direction = random.direction();
        pose.position = direction * 1.9;
        queries.overlapping.push_back(Affine::from(pose));
        pose.position = direction * 4.0;
        queries.apart.push_back(Affine::from(pose));
    }
    return queries;
}

void measure_searches(const std::string& set, const std::vector<Aabb>& boxes, std::size_t count,
                      int repetitions) {
    const BoxTree tree = *BoxTree::build(boxes);
    const Queries queries = draw_queries(count);
    const auto go_on = [](LeafSlots) { return Continue::yes; };
    const auto pair = [](LeafSlots, LeafSlots) { return Continue::yes; };
    measure("in a box of 1 %", set, count, repetitions, [&](std::size_t i) {
        return visit_box(tree, aabb_around(queries.points[i], {0.02, 0.02, 0.02}), go_on);
    });
    // Boxes stand in for what they bound, so that the tree's own work is seen.
    measure("nearest to a point", set, count, repetitions, [&](std::size_t i) {
        return visit_near(tree, queries.points[i], 10, [&](LeafSlots, double lower, double& limit) {
            limit = lower;
            return Continue::yes;
        });
    });
    measure("first along a ray", set, count, repetitions, [&](std::size_t i) {
        return visit_ray(tree, queries.rays[i], [](LeafSlots, double lower, double& t_max) {
            t_max = lower;
            return Continue::yes;
        });
    });
    const std::size_t few = std::max<std::size_t>(count / 100, 10);
    measure("pairs, 6 axes", set, few, repetitions, [&](std::size_t i) {
        return visit_pairs(tree, tree, queries.overlapping[i], {.test = BoxTest::faces}, pair);
    });
    measure("pairs, 15 axes", set, few, repetitions, [&](std::size_t i) {
        return visit_pairs(tree, tree, queries.overlapping[i], {.test = BoxTest::faces_and_edges}, pair);
    });
    measure("nearest pair", set, few, repetitions, [&](std::size_t i) {
        return visit_near_pairs(tree, tree, queries.apart[i], 10,
                                [](LeafSlots, LeafSlots, double lower, double& limit) {
                                    limit = lower;
                                    return Continue::yes;
                                });
    });
    measure("self, all pairs", set, 1, repetitions,
            [&](std::size_t) { return visit_self_pairs(tree, 0, pair); });
}

int run(bool quick) {
    const int repetitions = quick ? 3 : 9;
    const std::size_t small = 70000, large = quick ? 200000 : 1000000;
    std::printf("%-16s %9s %8s %8s %9s %8s %8s %8s %8s\n", "build", "boxes", "ns/box", "midpoint",
                "2 threads", "refit ns", "load ns", "bytes", "cost");
    compare_builds("in a cube", in_a_cube(small), repetitions);
    compare_builds("on a surface", on_a_surface(small), repetitions);
    compare_builds("in a cube", in_a_cube(large), quick ? 1 : 3);
    compare_builds("on a surface", on_a_surface(large), quick ? 1 : 3);
    std::printf("\n%-16s %-26s %10s %9s %9s %9s\n", "search", "", "ns", "nodes", "boxes", "leaves");
    measure_searches("in a cube", in_a_cube(small), quick ? 1000 : 20000, repetitions);
    measure_searches("on a surface", on_a_surface(small), quick ? 1000 : 20000, repetitions);
    return 0;
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** arguments) {
    const bool quick = count == 2 && std::strcmp(arguments[1], "--quick") == 0;
    if (count > 1 && !quick) {
        std::fprintf(stderr, "usage: graze_bench_tree [--quick]\n");
        return 2;
    }
    return graze::bench::run(quick);
}
