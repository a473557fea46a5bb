// Broad phases beside the peers: boxes with half edges in [0.25, 0.75], all moving by up to 0.1 along each
// axis in every step, about 2.9 overlaps for each. A step hands over all boxes, takes them in and names all
// pairs. Interleaved step by step; the pairs are compared. Then sweep and prune by coherence, all broad
// phases by what scenes ask, searches by size, and whole steps. usage: graze_bench_scene [--only
// broad|coherence|choice|searches|steps|scaled] [--most N] [--bullet-most N] [--threads N] [--csv FILE]
// --threads N: graze with N threads beside graze with one, in place of the peers; the column by wall is how
// many times as fast.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "broad_contender.hpp"
#include "moving_boxes.hpp"
#include "ratios.hpp"
#include "whole_steps.hpp"

namespace graze::bench {
namespace {

struct Times {
    std::vector<double> own;   ///< Processor time of the calling thread, by repetition, all steps.
    std::vector<double> wall;  ///< On the clock.
    std::size_t pairs = 0;
};

/// So many steps from the start, several times: trees that are only refitted get worse with every step, and
/// the steps in which one is built again count.
void run_steps(std::size_t count, int steps, BroadContenders& contenders, std::vector<Times>& times) {
    MovingBoxes world(count);
    for (std::size_t c = 0; c < contenders.size(); ++c) {
        times[c].own.push_back(0);
        times[c].wall.push_back(0);
        times[c].pairs = 0;
        if (contenders[c]->serves(count)) contenders[c]->load(world.boxes());
    }
    for (int step = 0; step < steps; ++step) {
        world.step(count);
        for (std::size_t c = 0; c < contenders.size(); ++c) {
            if (!contenders[c]->serves(count)) continue;
            const double wall = seconds_of(CLOCK_MONOTONIC), own = cpu_seconds();
            times[c].pairs += contenders[c]->step(world.boxes());
            times[c].own.back() += cpu_seconds() - own;
            times[c].wall.back() += seconds_of(CLOCK_MONOTONIC) - wall;
        }
    }
}

void run_size(std::size_t count, int steps, int repetitions, BroadContenders& contenders, std::FILE* csv) {
    std::vector<Times> times(contenders.size());
    for (int i = 0; i < repetitions; ++i) run_steps(count, steps, contenders, times);
    for (std::size_t c = 0; c < contenders.size(); ++c) {
        if (!contenders[c]->serves(count)) continue;
        const double each = 1e9 / static_cast<double>(count) / steps, own = each * median(times[c].own),
                     wall = each * median(times[c].wall);
        std::vector<double> ratios, wall_ratios;
        for (std::size_t i = 0; i < times[c].own.size(); ++i) {
            ratios.push_back(times[0].own[i] / times[c].own[i]);
            wall_ratios.push_back(times[0].wall[i] / times[c].wall[i]);
        }
        std::printf("%8zu %-18s %9.1f %9.1f %8.3f %8.3f %10zu %7.1f\n", count, contenders[c]->name().c_str(),
                    own, wall, median(ratios), median(wall_ratios), times[c].pairs,
                    contenders[c]->bytes_per_box());
        if (c > 0)
            record_ratio("scene", {std::to_string(count) + " boxes", contenders[c]->name(), median(ratios)});
        if (csv != nullptr) {
            std::fprintf(csv, "%zu,%s,%d,%d,%.1f,%.1f,%.4f,%zu,%.1f\n", count, contenders[c]->name().c_str(),
                         steps, repetitions, own, wall, median(ratios), times[c].pairs,
                         contenders[c]->bytes_per_box());
        }
    }
}

void run_broad(std::size_t most, std::size_t bullet_most, unsigned threads, std::FILE* csv) {
    if (csv != nullptr)
        std::fprintf(csv, "boxes,contender,steps,repetitions,ns_per_box,wall_ns,graze_ratio,pairs,bytes\n");
    BroadContenders contenders;
    add_graze_broad(contenders, threads);
#ifdef GRAZE_BENCH_FCL
    if (threads == 1) add_fcl_broad(contenders);
#endif
#ifdef GRAZE_BENCH_BULLET
    if (threads == 1) add_bullet_broad(contenders, bullet_most);
#else
    static_cast<void>(bullet_most);
#endif
    std::printf("%8s %-18s %9s %9s %8s %8s %10s %7s\n", "boxes", "library", "ns/box", "wall", "graze/it",
                "by wall", "pairs", "bytes");
    struct Row {
        std::size_t boxes;
        int steps, repetitions;
    };
    for (const Row& row : {Row{1000, 40, 7}, Row{10000, 40, 5}, Row{100000, 20, 3}, Row{1000000, 10, 1}}) {
        if (row.boxes <= most) run_size(row.boxes, row.steps, row.repetitions, contenders, csv);
    }
}

}  // namespace
}  // namespace graze::bench

namespace {

struct Settings {
    std::size_t most = 1000000;
    std::size_t bullet_most = 100000;
    unsigned threads = 1;
    std::string only;
    std::FILE* csv = nullptr;
};

/// False when an option is unknown, has no value, or names a file that cannot be written.
bool read_settings(int count, char** arguments, Settings& settings) {
    for (int i = 1; i < count; i += 2) {
        const std::string name = arguments[i];
        if (i + 1 == count) return false;
        const char* const value = arguments[i + 1];
        if (name == "--most") {
            settings.most = std::strtoull(value, nullptr, 10);
        } else if (name == "--bullet-most") {
            settings.bullet_most = std::strtoull(value, nullptr, 10);
        } else if (name == "--threads") {
            settings.threads = std::max(1U, static_cast<unsigned>(std::strtoul(value, nullptr, 10)));
        } else if (name == "--only") {
            settings.only = value;
        } else if (name == "--csv") {
            settings.csv = std::fopen(value, "w");
            if (settings.csv == nullptr) std::fprintf(stderr, "graze_bench_scene: cannot write %s\n", value);
            if (settings.csv == nullptr) return false;
        } else {
            return false;
        }
    }
    return true;
}

}  // namespace

int main(int count, char** arguments) {
    using namespace graze::bench;
    Settings settings;
    if (!read_settings(count, arguments, settings)) {
        std::fprintf(stderr,
                     "usage: graze_bench_scene [--only broad|coherence|choice|searches|steps|scaled] [--most "
                     "N] [--bullet-most N] [--threads N] "
                     "[--csv FILE]\n");
        return 2;
    }
    const bool one_thread = settings.threads == 1;
    const auto wanted = [&](const char* part) { return settings.only.empty() || settings.only == part; };
    if (wanted("broad")) run_broad(settings.most, settings.bullet_most, settings.threads, settings.csv);
    if (wanted("coherence") && one_thread) run_coherence();
    if (wanted("choice") && one_thread) run_choice();
    if (wanted("searches") && one_thread) run_searches();
    if (wanted("steps")) run_whole_steps(settings.csv, settings.threads);
    if (wanted("scaled") && one_thread) run_scaled();
    if (settings.csv != nullptr) std::fclose(settings.csv);
    return 0;
}
