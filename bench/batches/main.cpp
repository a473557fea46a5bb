// graze_bench_batches: the same questions as a batch and as a loop of single calls, in one interleaved run on
// one thread; processor time, medians over the repetitions. One pair at many random poses, of which about
// half or a tenth overlap; many pairs of shapes of many sizes; and the batch by wall time on two threads
// beside one. Answers that differ from the single calls' are counted. The instruction set is the machine's
// best. usage: graze_bench_batches [--questions N] [--repetitions N]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>

#include "graze/graze.hpp"
#include "oracle/random.hpp"
#include "ratios.hpp"

namespace graze::bench {
namespace {

using test::Random;

struct Settings {
    std::size_t questions = 4096;
    int repetitions = 31;
};

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double wall_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct Times {
    std::vector<double> first;
    std::vector<double> second;
    std::vector<double> ratios;  ///< first / second, by repetition
};

Times measure(const Settings& settings, double (*seconds)(), const std::function<void()>& first,
              const std::function<void()>& second) {
    Times times;
    for (int repetition = -1; repetition < settings.repetitions; ++repetition) {  // the first one warms up
        const double start = seconds();
        first();
        const double middle = seconds();
        second();
        const double end = seconds();
        if (repetition < 0) continue;
        times.first.push_back(middle - start);
        times.second.push_back(end - middle);
        times.ratios.push_back(times.first.back() / times.second.back());
    }
    return times;
}

void report(const std::string& row, const char* against, const Times& times, double questions,
            std::size_t wrong) {
    std::printf("%-42s %9.1f %9.1f  %-12s %6.3f %6zu\n", row.c_str(), 1e9 * median(times.first) / questions,
                1e9 * median(times.second) / questions, against, median(times.ratios), wrong);
    record_ratio("batches", {row, against, median(times.ratios), wrong});
}

Shape hull_of(Random& random, int count) {
    const Vec3 radii{random.uniform(0.35, 0.65), random.uniform(0.35, 0.65), random.uniform(0.35, 0.65)};
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(hadamard(radii, random.direction()));
    return ConvexHull::build(points).value();
}

struct Named {
    std::string name;
    Shape shape;
};

/// Positions in a cube that makes about this share of the pairs overlap, found by bisection.
std::vector<PosePair> poses_of(const Shape& a, const Shape& b, std::size_t count, double share) {
    double low = 0, high = 10;
    std::vector<PosePair> poses(count);
    std::vector<unsigned char> results(count);
    for (int step = 0; step < 20; ++step) {
        Random random(11);
        for (PosePair& pair : poses)
            pair = {random.pose(0.5 * (low + high)), random.pose(0.5 * (low + high))};
        overlaps_at(a, b, poses, results);
        const auto hits = static_cast<double>(std::count(results.begin(), results.end(), 1));
        (hits > share * static_cast<double>(count) ? low : high) = 0.5 * (low + high);
    }
    return poses;
}

bool same(const Separation& x, const Separation& y) {
    return x.distance == y.distance && x.point_a == y.point_a && x.point_b == y.point_b &&
           x.normal == y.normal && x.status == y.status;
}

void overlaps_rows(const Settings& settings, const Named& a, const Named& b) {
    for (const double share : {0.5, 0.1}) {
        const std::vector<PosePair> poses = poses_of(a.shape, b.shape, settings.questions, share);
        std::vector<unsigned char> batch(poses.size()), single(poses.size());
        Placed x{a.shape, {}}, y{b.shape, {}};
        const Times times = measure(
            settings, thread_seconds, [&] { overlaps_at(a.shape, b.shape, poses, batch); },
            [&] {
                for (std::size_t i = 0; i < poses.size(); ++i) {
                    x.pose = poses[i].a;
                    y.pose = poses[i].b;
                    single[i] = overlaps(x, y) ? 1 : 0;
                }
            });
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < poses.size(); ++i) wrong += batch[i] != single[i] ? 1 : 0;
        report(a.name + "-" + b.name + " BOOL " + std::to_string(static_cast<int>(100 * share)) + "%",
               "single calls", times, static_cast<double>(poses.size()), wrong);
    }
}

void separations_row(const Settings& settings, const Named& a, const Named& b) {
    const std::vector<PosePair> poses = poses_of(a.shape, b.shape, settings.questions, 0.1);
    std::vector<Separation> batch(poses.size()), single(poses.size());
    Placed x{a.shape, {}}, y{b.shape, {}};
    const Times times = measure(
        settings, thread_seconds, [&] { separations_at(a.shape, b.shape, poses, batch); },
        [&] {
            for (std::size_t i = 0; i < poses.size(); ++i) {
                x.pose = poses[i].a;
                y.pose = poses[i].b;
                single[i] = separation(x, y);
            }
        });
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < poses.size(); ++i) wrong += same(batch[i], single[i]) ? 0 : 1;
    report(a.name + "-" + b.name + " DIST", "single calls", times, static_cast<double>(poses.size()), wrong);
}

/// Pairs of many shapes, all of the given kinds: `make(random, kind)`.
void pairs_row(const Settings& settings, const std::string& name, const std::function<Shape(Random&)>& make) {
    Random random(12);
    std::vector<Placed> all;
    for (std::size_t i = 0; i < settings.questions; ++i) all.push_back({make(random), random.pose(0.7)});
    std::vector<PlacedPair> pairs(4 * settings.questions);
    for (PlacedPair& pair : pairs) pair = {&all[random.index(all.size())], &all[random.index(all.size())]};
    std::vector<unsigned char> batch(pairs.size()), single(pairs.size());
    const Times times = measure(
        settings, thread_seconds, [&] { overlaps_of(pairs, batch); },
        [&] {
            for (std::size_t i = 0; i < pairs.size(); ++i)
                single[i] = overlaps(*pairs[i].a, *pairs[i].b) ? 1 : 0;
        });
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) wrong += batch[i] != single[i] ? 1 : 0;
    report("pairs of " + name + " BOOL", "single calls", times, static_cast<double>(pairs.size()), wrong);
}

void threads_rows(const Settings& settings, const Named& a, const Named& b, std::size_t many) {
    for (const std::size_t count : {std::size_t{64}, many}) {
        const std::vector<PosePair> poses = poses_of(a.shape, b.shape, count, 0.5);
        std::vector<unsigned char> two(poses.size()), one(poses.size());
        const Times times = measure(
            settings, wall_seconds, [&] { overlaps_at(a.shape, b.shape, poses, two, {2}); },
            [&] { overlaps_at(a.shape, b.shape, poses, one, {1}); });
        report(a.name + "-" + b.name + " x" + std::to_string(count) + " wall", "one thread", times,
               static_cast<double>(count), two == one ? 0 : 1);
    }
}

Shape primitive(Random& random, std::size_t kind) {
    const double r = random.uniform(0.2, 0.5), h = random.uniform(0.2, 0.5);
    switch (kind) {
        case 0: return Sphere{r};
        case 1: return Box{{r, h, random.uniform(0.2, 0.5)}};
        case 2: return Capsule{r, h};
        default: return Cylinder{r, h};
    }
}

void run(const Settings& settings) {
    Random random(10);
    const Named sphere{"sphere", Sphere{0.4}}, box{"box", Box{{0.5, 0.35, 0.25}}},
        capsule{"capsule", Capsule{0.25, 0.4}}, cylinder{"cylinder", Cylinder{0.3, 0.4}},
        cone{"cone", Cone{0.4, 0.4}}, hull8{"hull8", hull_of(random, 8)},
        hull32{"hull32", hull_of(random, 32)}, hull128{"hull128", hull_of(random, 128)};
    const Shape torus = *Mesh::build(torus_mesh({.rings = 48, .sides = 24}).vertices,
                                     torus_mesh({.rings = 48, .sides = 24}).triangles);
    std::printf("%-42s %9s %9s  %-12s %6s %6s\n", "row", "batch ns", "other ns", "against", "ratio", "wrong");
    using Pair = std::pair<const Named*, const Named*>;
    for (const auto& [a, b] :
         {Pair{&sphere, &sphere}, Pair{&sphere, &box}, Pair{&sphere, &capsule}, Pair{&sphere, &cylinder},
          Pair{&sphere, &cone}, Pair{&capsule, &capsule}, Pair{&capsule, &box}, Pair{&capsule, &cylinder},
          Pair{&box, &box}, Pair{&box, &cylinder}, Pair{&cylinder, &cylinder}, Pair{&box, &hull32},
          Pair{&capsule, &hull32}, Pair{&hull8, &hull8}, Pair{&hull32, &hull32}, Pair{&hull128, &hull128}})
        overlaps_rows(settings, *a, *b);
    for (const auto& [a, b] : {Pair{&sphere, &sphere}, Pair{&sphere, &box}, Pair{&sphere, &capsule},
                               Pair{&capsule, &capsule}, Pair{&capsule, &box}})
        separations_row(settings, *a, *b);
    pairs_row(settings, "primitives", [](Random& r) { return primitive(r, r.index(4)); });
    std::vector<Shape> hulls;
    for (int i = 0; i < 16; ++i) hulls.push_back(hull_of(random, 32));
    pairs_row(settings, "16 hulls and primitives", [&](Random& r) {
        return r.chance(0.3) ? hulls[r.index(hulls.size())] : primitive(r, r.index(4));
    });
    threads_rows(settings, box, box, 8 * settings.questions);
    threads_rows(settings, hull32, hull32, 8 * settings.questions);
    threads_rows(settings, {"torus", torus}, {"torus", torus}, 256);
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** arguments) {
    graze::bench::Settings settings;
    for (int i = 1; i + 1 < count; i += 2) {
        const int value = std::atoi(arguments[i + 1]);
        if (std::strcmp(arguments[i], "--questions") == 0 && value > 0)
            settings.questions = static_cast<std::size_t>(value);
        else if (std::strcmp(arguments[i], "--repetitions") == 0 && value > 0)
            settings.repetitions = value;
        else
            return std::fprintf(stderr, "usage: graze_bench_batches [--questions N] [--repetitions N]\n"), 2;
    }
    graze::bench::run(settings);
    return 0;
}
