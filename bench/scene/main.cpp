// Broad phases beside the peers: boxes with half edges in [0.25, 0.75], all moving by up to 0.1 along each axis in every step, about 2.9
// overlaps for each. A step hands over all boxes, takes them in and names all pairs. Interleaved step by step; the pairs are compared.
// usage: graze_bench_scene [--most N] [--bullet-most N] [--csv FILE]
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "broad_contender.hpp"
#include "oracle/random.hpp"

namespace graze::bench {
namespace {

double seconds_of(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Boxes in a cube, with velocities that turn back at its faces.
class MovingBoxes {
public:
    explicit MovingBoxes(std::size_t count) : side_(std::cbrt(static_cast<double>(count) * 8 / 2.9)) {
        test::Random random(11);
        for (std::size_t i = 0; i < count; ++i) {
            half_.push_back({random.uniform(0.25, 0.75), random.uniform(0.25, 0.75), random.uniform(0.25, 0.75)});
            middle_.push_back(random.in_cube(0.5 * side_));
            velocity_.push_back(random.in_cube(0.1));
        }
        boxes_.resize(count);
        place();
    }
    [[nodiscard]] std::span<const Aabb> boxes() const { return boxes_; }
    void step() {
        for (std::size_t i = 0; i < middle_.size(); ++i) {
            middle_[i] += velocity_[i];
            for (std::size_t k = 0; k < 3; ++k) {
                if (std::abs(middle_[i][k]) > 0.5 * side_) velocity_[i][k] = std::copysign(velocity_[i][k], -middle_[i][k]);
            }
        }
        place();
    }

private:
    void place() {
        for (std::size_t i = 0; i < boxes_.size(); ++i) boxes_[i] = {middle_[i] - half_[i], middle_[i] + half_[i]};
    }

    double side_;
    std::vector<Vec3> half_, middle_, velocity_;
    std::vector<Aabb> boxes_;
};

struct Times {
    std::vector<double> own;  ///< Processor time of the calling thread.
    std::vector<double> wall;
    std::size_t pairs = 0;
};

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

void run_size(std::size_t count, int steps, BroadContenders& contenders, std::FILE* csv) {
    MovingBoxes world(count);
    std::vector<Times> times(contenders.size());
    for (auto& contender : contenders) {
        if (contender->serves(count)) contender->load(world.boxes());
    }
    for (int step = 0; step < steps; ++step) {
        world.step();
        for (std::size_t c = 0; c < contenders.size(); ++c) {
            if (!contenders[c]->serves(count)) continue;
            const double wall = seconds_of(CLOCK_MONOTONIC), own = seconds_of(CLOCK_THREAD_CPUTIME_ID);
            times[c].pairs += contenders[c]->step(world.boxes());
            times[c].own.push_back(seconds_of(CLOCK_THREAD_CPUTIME_ID) - own);
            times[c].wall.push_back(seconds_of(CLOCK_MONOTONIC) - wall);
        }
    }
    for (std::size_t c = 0; c < contenders.size(); ++c) {
        if (!contenders[c]->serves(count)) continue;
        const double own = median(times[c].own), wall = median(times[c].wall), each = 1e9 / static_cast<double>(count);
        std::vector<double> sorted = times[c].own;
        double sum = 0;
        for (const double t : sorted) sum += t;
        std::printf("%8zu %-18s %9.1f %9.1f %9.1f %8.3f %10zu %7.1f\n", count, contenders[c]->name().c_str(), each * own,
                    each * sum / static_cast<double>(steps), each * wall, median(times[0].own) / own, times[c].pairs,
                    contenders[c]->bytes_per_box());
        if (csv != nullptr) {
            std::fprintf(csv, "%zu,%s,%d,%.1f,%.1f,%.1f,%zu,%.1f\n", count, contenders[c]->name().c_str(), steps, each * own,
                         each * sum / static_cast<double>(steps), each * wall, times[c].pairs, contenders[c]->bytes_per_box());
        }
    }
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** arguments) {
    using namespace graze::bench;
    std::size_t most = 1000000, bullet_most = 100000;
    std::FILE* csv = nullptr;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = arguments[i];
        if (name == "--most") most = std::strtoull(arguments[i + 1], nullptr, 10);
        if (name == "--bullet-most") bullet_most = std::strtoull(arguments[i + 1], nullptr, 10);
        if (name == "--csv") csv = std::fopen(arguments[i + 1], "w");
    }
    BroadContenders contenders;
    add_graze_broad(contenders);
#ifdef GRAZE_BENCH_FCL
    add_fcl_broad(contenders);
#endif
#ifdef GRAZE_BENCH_BULLET
    add_bullet_broad(contenders, bullet_most);
#endif
    std::printf("%8s %-18s %9s %9s %9s %8s %10s %7s\n", "boxes", "library", "ns/box", "mean", "wall", "graze/it", "pairs", "bytes");
    for (const auto& [boxes, steps] : {std::pair<std::size_t, int>{1000, 200}, {10000, 60}, {100000, 25}, {1000000, 11}}) {
        if (boxes <= most) run_size(boxes, steps, contenders, csv);
    }
    if (csv != nullptr) std::fclose(csv);
    return 0;
}
