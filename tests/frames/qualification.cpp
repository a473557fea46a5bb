// Time of the elimination over that of separating axes, pair by pair, on random frames as in the validation:
// least, mean and largest ratio for hits, misses and all, in the plane and in space, still and moving. Each
// pair is asked often enough for its time to be told; both methods in turn, so that what the machine does
// meanwhile falls on both. Usage: graze_frames_qualification [pairs per kind, default 2000] [seed].
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "graze/frames/frame_overlap.hpp"
#include "oracle/random_frames.hpp"

namespace graze::test {
namespace {

/// Processor time of this thread in nanoseconds.
double now() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

struct Ratios {
    double least = 0, sum = 0, largest = 0;
    std::uint64_t count = 0;
    double eliminations = 0, axes = 0;  ///< Total nanoseconds.

    void add(double elimination, double by_axes) {
        const double ratio = elimination / by_axes;
        least = count == 0 ? ratio : std::min(least, ratio);
        largest = std::max(largest, ratio);
        sum += ratio;
        ++count;
        eliminations += elimination;
        axes += by_axes;
    }
};

/// Nanoseconds of one call: the least of three rounds of about 20 microseconds.
template <class Ask> double time_of(const Ask& ask, int repeats, int& hits) {
    double best = 0;
    for (int round = 0; round < 3; ++round) {
        const double start = now();
        for (int i = 0; i < repeats; ++i) hits += ask() ? 1 : 0;
        const double each = (now() - start) / repeats;
        best = round == 0 ? each : std::min(best, each);
    }
    return best;
}

template <class Draw>
void run(const char* name, std::uint64_t pairs, int repeats, const Draw& draw, int& hits) {
    std::array<Ratios, 3> ratios;  // hits, misses, all
    for (std::uint64_t i = 0; i < pairs; ++i) {
        const auto a = draw();
        const auto b = draw();
        const bool hit = overlaps(a, b);
        for (const bool swapped : {false, true}) {
            const auto& p = swapped ? b : a;
            const auto& q = swapped ? a : b;
            const double by_axes = time_of([&] { return overlaps(p, q); }, repeats, hits);
            const double elimination = time_of([&] { return overlaps_by_elimination(p, q); }, repeats, hits);
            ratios[hit ? 0 : 1].add(elimination, by_axes);
            ratios[2].add(elimination, by_axes);
        }
    }
    const char* const labels[] = {"hit", "miss", "all"};
    for (std::size_t i = 0; i < 3; ++i) {
        const Ratios& r = ratios[i];
        if (r.count == 0) continue;
        const auto n = static_cast<double>(r.count);
        std::printf("%-10s %-5s %8llu %8.2f %8.2f %8.2f %10.2f %10.0f %8.0f\n", name, labels[i],
                    static_cast<unsigned long long>(r.count), r.least, r.sum / n, r.largest,
                    r.eliminations / r.axes, r.eliminations / n, r.axes / n);
    }
}

int qualify(std::uint64_t pairs, std::uint64_t seed) {
    Random random(seed);
    int hits = 0;
    std::printf("Time of elimination / time of separating axes\n");
    std::printf("%-10s %-5s %8s %8s %8s %8s %10s %10s %8s\n", "kind", "", "tests", "least", "mean", "largest",
                "of totals", "elim. ns", "axes ns");
    run(
        "2D still", pairs, 200, [&] { return random_frame<2>(random); }, hits);
    run(
        "2D moving", pairs, 100, [&] { return random_moving_frame<2>(random); }, hits);
    run(
        "3D still", pairs, 100, [&] { return random_frame<3>(random); }, hits);
    run(
        "3D moving", pairs, 50, [&] { return random_moving_frame<3>(random); }, hits);
    return hits > 0 ? 0 : 1;
}

}  // namespace
}  // namespace graze::test

int main(int count, char** arguments) {
    const std::uint64_t pairs = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 2000;
    const std::uint64_t seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
    if (pairs == 0 || count > 3) {
        std::fprintf(stderr, "usage: graze_frames_qualification [pairs per kind > 0] [seed]\n");
        return 2;
    }
    return graze::test::qualify(pairs, seed);
}
