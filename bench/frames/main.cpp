// graze_bench_frames: frames by elimination, by separating axes, and by the documented scheme as it stands;
// axes on boxes against Bullet's box-box; and tori of frames, hundreds to a thousand in a world of fixed
// size. Processor time of one thread; contenders take turns in every repetition, ratios are taken within one,
// medians over all are shown. Usage: graze_bench_frames [--quick] [--no-tori]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "bullet_boxes.hpp"
#include "graze/frames/frame_overlap.hpp"
#include "graze/frames/frame_tree.hpp"
#include "oracle/random_frames.hpp"
#include "plain_elimination.hpp"
#include "ratios.hpp"

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

constexpr const char* kPeer = "bullet/boxbox";

/// A named way to answer the whole batch; returns the number of hits.
template <class Answer> struct Contestant {
    std::string name;
    Answer answer;
};

/// Runs all ways in turn; prints ns per pair, hits, and the ratio to the first.
template <class... Answers>
void compare(const char* row, std::size_t pairs, int repetitions, const Contestant<Answers>&... contestants) {
    constexpr std::size_t kContestants = sizeof...(Answers);
    std::vector<std::vector<double>> times(kContestants), ratios(kContestants);
    std::vector<std::size_t> hits(kContestants);
    for (int r = 0; r < repetitions; ++r) {
        std::size_t w = 0;
        const auto run = [&](const auto& contestant) {
            hits[w] = contestant.answer();  // untimed: fills the caches
            const double start = now();
            contestant.answer();
            times[w].push_back((now() - start) / static_cast<double>(pairs));
            ratios[w].push_back(times[w].back() / times[0].back());
            ++w;
        };
        (run(contestants), ...);
    }
    std::size_t w = 0;
    std::string first;
    const auto print = [&](const auto& contestant) {
        std::printf("%-22s %-26s %9.1f %8.2f %9.2f %%\n", w == 0 ? row : "", contestant.name.c_str(),
                    median(times[w]), median(ratios[w]),
                    100.0 * static_cast<double>(hits[w]) / static_cast<double>(pairs));
        if (w == 0) first = contestant.name;
        if (w > 0 && first == kPeer)  // our own ways beside each other say nothing about an earlier run
            record_ratio("frames", {row, first, median(ratios[w])});
        ++w;
    };
    (print(contestants), ...);
}

/// Random pairs, still or moving, by every way there is; the documented scheme and tight boxes for still
/// ones.
template <int D, bool Moving> void compare_frames(const char* row, std::size_t pairs, int repetitions) {
    Random random(11);
    const auto draw = [&] {
        if constexpr (Moving)
            return test::random_moving_frame<D>(random);
        else
            return test::random_frame<D>(random);
    };
    using F = decltype(draw());
    std::vector<F> a, b;
    for (std::size_t i = 0; i < pairs; ++i) {
        a.push_back(draw());
        b.push_back(draw());
    }
    const auto contestant = [&](const char* name, auto overlap) {
        const auto answer = [&a, &b, pairs, overlap] {
            std::size_t hits = 0;
            for (std::size_t i = 0; i < pairs; ++i) hits += overlap(a[i], b[i]) ? 1 : 0;
            return hits;
        };
        return Contestant<decltype(answer)>{name, answer};
    };
    const auto axes = contestant("separating axes", [](const F& x, const F& y) { return overlaps(x, y); });
    const auto elimination =
        contestant("elimination", [](const F& x, const F& y) { return overlaps_by_elimination(x, y); });
    const auto full = contestant("  with proof", [](const F& x, const F& y) {
        return intersect(x, y, {.open = false, .box = FrameBox::none}).hit;
    });
    if constexpr (!Moving) {
        const auto boxed =
            contestant("  with proof, tight box", [](const F& x, const F& y) { return intersect(x, y).hit; });
        const std::vector<PlainFrame<D>> plain_a(a.begin(), a.end()), plain_b(b.begin(), b.end());
        PlainElimination<D> plain;
        const auto documented = [&] {
            std::size_t hits = 0;
            for (std::size_t i = 0; i < pairs; ++i) hits += plain.overlap(plain_a[i], plain_b[i]) ? 1 : 0;
            return hits;
        };
        compare(row, pairs, repetitions, axes, elimination, full, boxed,
                Contestant<decltype(documented)>{"documented scheme", documented});
    } else {
        compare(row, pairs, repetitions, axes, elimination, full);
    }
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
        compare(row, pairs, repetitions, Contestant<decltype(peer)>{kPeer, peer},
                Contestant<decltype(axes)>{"separating axes", axes});
    else
        compare(row, pairs, repetitions, Contestant<decltype(axes)>{"separating axes (no Bullet)", axes});
}

/// Tori of several sizes at random poses in a cube of fixed size.
std::vector<FrameObject> strew(std::size_t count, std::uint32_t cells, std::uint32_t fan_out) {
    Random random(17);
    std::vector<std::shared_ptr<const FrameTree>> trees;
    for (const double size : {0.5, 0.7, 0.9, 1.1}) {
        const auto mesh = tetrahedra_of({size, 0.25 * size, 40, cells});
        trees.push_back(std::make_shared<const FrameTree>(*build_frame_tree(*mesh, {.fan_out = fan_out})));
    }
    std::vector<FrameObject> objects;
    for (std::size_t i = 0; i < count; ++i)
        objects.push_back({trees[random.index(trees.size())], random.pose(10)});
    return objects;
}

/// Time of one search in microseconds: median over the rounds of the mean over the objects asked, contenders
/// in turn.
struct ToriTimes {
    double search = 0;         ///< Down the tree over the objects.
    double one_by_one = 0;     ///< Every object's root, placed and tested, and down from there.
    double stored = 0;         ///< The same with boxes of all objects at hand: those first.
    double eliminated = 0;     ///< Down the tree over the objects; nodes by elimination, pruned by its box.
    double all_pairs[2] = {};  ///< All pairs of leaves, by separating axes and by elimination.
    double collisions = 0;
    std::size_t wrong = 0;  ///< Searches whose answer is not that of the leaves of all others, one by one.
};

/// Leaves against leaves, nothing pruned.
std::vector<std::uint32_t> by_leaves(const FrameWorld& world, std::size_t object) {
    const auto leaves = [&](std::size_t i) {
        std::vector<Frame<3>> frames;
        for (const FrameNode& node : world.objects()[i].tree->nodes()) {
            if (node.child_count == 0) frames.push_back(placed(node.volume, world.objects()[i].pose));
        }
        return frames;
    };
    const std::vector<Frame<3>> own = leaves(object);
    std::vector<std::uint32_t> found;
    for (std::uint32_t b = 0; b < world.objects().size(); ++b) {
        if (b == object || !overlaps(world.bounds(object), world.bounds(b))) continue;
        const std::vector<Frame<3>> others = leaves(b);
        const auto overlapping = [&](const Frame<3>& p) {
            return std::any_of(others.begin(), others.end(),
                               [&](const Frame<3>& q) { return overlaps(p, q); });
        };
        if (std::any_of(own.begin(), own.end(), overlapping)) found.push_back(b);
    }
    return found;
}

ToriTimes time_tori(const FrameWorld& world, std::size_t asked, int rounds) {
    ToriTimes times;
    std::vector<double> search, one_by_one, stored, eliminated, pairs_by_axes, pairs_by_elimination;
    const std::size_t step = world.objects().size() / asked;
    const FrameSearch all{.by_tree = false}, solving{.method = FrameMethod::elimination};
    for (int r = 0; r < rounds; ++r) {
        double spent[6] = {};
        for (std::size_t k = 0; k < asked; ++k) {
            const std::size_t i = k * step;
            const double start = now();
            const CollidingObjects found = colliding_objects(world, i);
            const double second = now();
            const CollidingObjects plain = colliding_objects(world, i, all);
            const double third = now();
            std::vector<std::uint32_t> listed;
            for (std::uint32_t b = 0; b < world.objects().size(); ++b) {
                if (b != i && overlaps(world.bounds(i), world.bounds(b)) &&
                    collide(world.objects()[i], world.objects()[b]))
                    listed.push_back(b);
            }
            const double fourth = now();
            const CollidingObjects solved = colliding_objects(world, i, solving);
            const double fifth = now();
            const FrameCollisions pairs = search_collisions(world, i);
            const double sixth = now();
            const FrameCollisions solved_pairs = search_collisions(world, i, solving);
            spent[5] += now() - sixth;
            spent[4] += sixth - fifth;
            spent[3] += fifth - fourth;
            spent[2] += fourth - third;
            spent[1] += third - second;
            spent[0] += second - start;
            if (r > 0) continue;
            times.collisions += static_cast<double>(found.objects.size()) / static_cast<double>(asked);
            const bool right = found.objects == plain.objects && found.objects == listed &&
                               found.objects == by_leaves(world, i) && found.objects == solved.objects &&
                               pairs.contacts == solved_pairs.contacts;
            times.wrong += right ? 0 : 1;
        }
        const double scale = 1e-3 / static_cast<double>(asked);
        search.push_back(spent[0] * scale);
        one_by_one.push_back(spent[1] * scale);
        stored.push_back(spent[2] * scale);
        eliminated.push_back(spent[3] * scale);
        pairs_by_axes.push_back(spent[4] * scale);
        pairs_by_elimination.push_back(spent[5] * scale);
    }
    times.search = median(search);
    times.one_by_one = median(one_by_one);
    times.stored = median(stored);
    times.eliminated = median(eliminated);
    times.all_pairs[0] = median(pairs_by_axes);
    times.all_pairs[1] = median(pairs_by_elimination);
    return times;
}

void compare_tori(bool quick) {
    std::printf("\nTori in a cube of side 20, one against all others, first hit per object; microseconds\n");
    std::printf("%8s %10s %6s %8s %12s %8s %8s %11s %10s %11s %10s %6s %8s\n", "fan-out", "primitives",
                "tori", "search", "one by one", "ratio", "boxes", "elimination", "all pairs", "elimination",
                "collisions", "wrong", "growth");
    for (const std::uint32_t fan_out : {0U, 8U}) {
        for (const std::uint32_t cells : {1U, 2U}) {
            double first = 0;
            for (const std::size_t count : {100U, 300U, 1000U}) {
                const auto world = FrameWorld::make(strew(count, cells, fan_out));
                const ToriTimes t = time_tori(*world, quick ? 20 : 50, quick ? 3 : 9);
                if (first == 0) first = t.search;
                std::printf("%8u %10u %6zu %8.1f %12.1f %8.3f %8.1f %11.1f %10.1f %11.1f %10.2f %6zu %8.2f\n",
                            fan_out, 5 * 40 * cells * cells + 1, count, t.search, t.one_by_one,
                            t.search / t.one_by_one, t.stored, t.eliminated, t.all_pairs[0], t.all_pairs[1],
                            t.collisions, t.wrong, t.search / first);
            }
        }
    }
    std::printf("growth: search time over that of 100 tori; the document's curve is about 2 at 1000\n");
}

int run(bool quick, bool tori) {
    // So many frames stay in the second-level cache, and no branch predictor learns their order.
    const std::size_t pairs = 1500;
    const int repetitions = quick ? 15 : 101;
    std::printf("%-22s %-26s %9s %8s %11s\n", "frames", "", "ns", "ratio", "hits");
    compare_frames<2, false>("random, 2D", pairs, repetitions);
    compare_frames<3, false>("random, 3D", pairs, repetitions);
    compare_frames<2, true>("random, 2D moving", pairs, repetitions);
    compare_frames<3, true>("random, 3D moving", pairs, repetitions);
    compare_boxes("boxes, about 50 %", 0.8, pairs, repetitions);
    compare_boxes("boxes, about 10 %", 1.6, pairs, repetitions);
    if (!tori) return 0;
    compare_tori(quick);
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
