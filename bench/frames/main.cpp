// graze_bench_frames: frames by elimination, by separating axes, and by the documented scheme as it stands; axes on boxes against Bullet's
// box-box; and tori of frames, hundreds to a thousand in a world of fixed size. Processor time of one thread; contenders take
// turns in every repetition, ratios are taken within one, medians over all are shown.
// Usage: graze_bench_frames [--quick] [--no-tori]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "bullet_boxes.hpp"
#include "graze/convex/frame_overlap.hpp"
#include "graze/mesh/frame_builders.hpp"
#include "graze/mesh/frame_world.hpp"
#include "oracle/random_frames.hpp"
#include "plain_elimination.hpp"

namespace graze::bench {
namespace {

using test::Random;

double now() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// A named way to answer the whole batch; returns the number of hits.
template <class Answer> struct Way {
    std::string name;
    Answer answer;
};

/// Runs all ways in turn; prints ns per pair, hits, and the ratio to the first.
template <class... Answers> void compare(const char* row, std::size_t pairs, int repetitions, const Way<Answers>&... ways) {
    constexpr std::size_t kWays = sizeof...(Answers);
    std::vector<std::vector<double>> times(kWays), ratios(kWays);
    std::vector<std::size_t> hits(kWays);
    for (int r = 0; r < repetitions; ++r) {
        std::size_t w = 0;
        const auto run = [&](const auto& way) {
            hits[w] = way.answer();  // untimed: fills the caches
            const double start = now();
            way.answer();
            times[w].push_back((now() - start) / static_cast<double>(pairs));
            ratios[w].push_back(times[w].back() / times[0].back());
            ++w;
        };
        (run(ways), ...);
    }
    std::size_t w = 0;
    const auto print = [&](const auto& way) {
        std::printf("%-22s %-26s %9.1f %8.2f %9.2f %%\n", w == 0 ? row : "", way.name.c_str(), median(times[w]), median(ratios[w]),
                    100.0 * static_cast<double>(hits[w]) / static_cast<double>(pairs));
        ++w;
    };
    (print(ways), ...);
}

template <int D> void compare_frames(const char* row, std::size_t pairs, int repetitions) {
    Random random(11);
    std::vector<Frame<D>> a, b;
    std::vector<PlainFrame<D>> plain_a, plain_b;
    for (std::size_t i = 0; i < pairs; ++i) {
        a.push_back(test::random_frame<D>(random));
        b.push_back(test::random_frame<D>(random));
        plain_a.emplace_back(a.back());
        plain_b.emplace_back(b.back());
    }
    PlainElimination<D> plain;
    const auto count = [&](const auto& meet) {
        std::size_t hits = 0;
        for (std::size_t i = 0; i < pairs; ++i) hits += meet(i) ? 1 : 0;
        return hits;
    };
    const auto axes = [&] { return count([&](std::size_t i) { return overlaps(a[i], b[i]); }); };
    const auto elimination = [&] { return count([&](std::size_t i) { return overlaps_by_elimination(a[i], b[i]); }); };
    const auto full = [&] {
        return count([&](std::size_t i) { return intersect(a[i], b[i], {.open = false, .box = FrameBox::none}).hit; });
    };
    const auto boxed = [&] { return count([&](std::size_t i) { return intersect(a[i], b[i]).hit; }); };
    const auto documented = [&] { return count([&](std::size_t i) { return plain.meet(plain_a[i], plain_b[i]); }); };
    compare(row, pairs, repetitions, Way<decltype(axes)>{"separating axes", axes}, Way<decltype(elimination)>{"elimination", elimination},
            Way<decltype(full)>{"  with proof", full}, Way<decltype(boxed)>{"  with proof, tight box", boxed},
            Way<decltype(documented)>{"documented scheme", documented});
}

/// Boxes of size about 1 in random poses; `half` sets the share of hits.
void compare_boxes(const char* row, double half, std::size_t pairs, int repetitions) {
    Random random(13);
    std::vector<Frame<3>> a, b;
    BulletBoxes bullet;
    const auto draw = [&](std::vector<Frame<3>>& frames) {
        const Vec3 extents{random.uniform(0.2, 0.6), random.uniform(0.2, 0.6), random.uniform(0.2, 0.6)};
        const Pose pose = random.pose(half);
        std::array<Vec3, 3> components{};
        Vec3 origin = pose.position;
        for (std::size_t i = 0; i < 3; ++i) {
            components[i] = pose.rotation.columns[i] * (2 * extents[i]);
            origin -= components[i] * 0.5;
        }
        frames.emplace_back(FrameKind::cuboid, origin, components);
        bullet.add(extents, pose);
    };
    for (std::size_t i = 0; i < pairs; ++i) {
        draw(a);
        draw(b);
    }
    const auto axes = [&] {
        std::size_t hits = 0;
        for (std::size_t i = 0; i < pairs; ++i) hits += overlaps(a[i], b[i]) ? 1 : 0;
        return hits;
    };
    const auto peer = [&] {
        std::size_t hits = 0;
        for (std::size_t i = 0; i < pairs; ++i) hits += bullet.overlap(2 * i, 2 * i + 1) ? 1 : 0;
        return hits;
    };
    if (BulletBoxes::available())
        compare(row, pairs, repetitions, Way<decltype(peer)>{"bullet/boxbox", peer}, Way<decltype(axes)>{"separating axes", axes});
    else
        compare(row, pairs, repetitions, Way<decltype(axes)>{"separating axes (no Bullet)", axes});
}

/// Tori of several sizes at random poses in a cube of fixed size.
std::vector<FrameObject> strew(std::size_t count, std::uint32_t cells, Random& random) {
    std::vector<std::shared_ptr<const FrameTree>> trees;
    for (const double size : {0.5, 0.7, 0.9, 1.1}) {
        const auto mesh = tetrahedra_of({size, 0.25 * size, 40, cells});
        trees.push_back(std::make_shared<const FrameTree>(*build_frame_tree(*mesh, {.fan_out = 0})));
    }
    std::vector<FrameObject> objects;
    for (std::size_t i = 0; i < count; ++i) objects.push_back({trees[random.index(trees.size())], random.pose(10)});
    return objects;
}

void compare_tori(std::size_t count, std::uint32_t cells, int asked) {
    Random random(17);
    const auto world = FrameWorld::make(strew(count, cells, random));
    double tree_time = 0, plain_time = 0;
    std::size_t hits = 0, wrong = 0;
    for (int k = 0; k < asked; ++k) {
        const std::size_t i = random.index(count);
        const double start = now();
        const CollidingObjects found = colliding_objects(*world, i);
        const double middle = now();
        std::vector<std::uint32_t> truth;
        for (std::uint32_t b = 0; b < count; ++b) {
            if (b != i && collide(world->objects()[i], world->objects()[b])) truth.push_back(b);
        }
        plain_time += now() - middle;
        tree_time += middle - start;
        hits += truth.size();
        wrong += truth == found.objects ? 0 : 1;
    }
    std::printf("%6zu %12u %14.1f %16.1f %8.3f %10.2f %7zu\n", count, 5 * 40 * cells * cells + 1, tree_time / asked / 1e3,
                plain_time / asked / 1e3, tree_time / plain_time, static_cast<double>(hits) / asked, wrong);
}

int run(bool quick, bool tori) {
    const std::size_t pairs = quick ? 2000 : 10000;
    const int repetitions = quick ? 5 : 15;
    std::printf("%-22s %-26s %9s %8s %11s\n", "frames", "", "ns", "ratio", "hits");
    compare_frames<2>("random, 2D", pairs, repetitions);
    compare_frames<3>("random, 3D", pairs, repetitions);
    compare_boxes("boxes, about 50 %", 0.8, pairs, repetitions);
    compare_boxes("boxes, about 10 %", 1.6, pairs, repetitions);
    if (!tori) return 0;
    std::printf("\nTori in a cube of side 20, one against all others, first hit per object\n");
    std::printf("%6s %12s %14s %16s %8s %10s %7s\n", "tori", "primitives", "search us", "one by one us", "ratio", "collisions", "wrong");
    for (const std::uint32_t cells : {1U, 2U}) {
        for (const std::size_t count : {100U, 300U, 1000U}) compare_tori(count, cells, quick ? 20 : 200);
    }
    return 0;
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** arguments) {
    bool quick = false;
    bool tori = true;
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(arguments[i], "--quick") == 0) {
            quick = true;
        } else if (std::strcmp(arguments[i], "--no-tori") == 0) {
            tori = false;
        } else {
            std::fprintf(stderr, "usage: graze_bench_frames [--quick] [--no-tori]\n");
            return 2;
        }
    }
    return graze::bench::run(quick, tori);
}
