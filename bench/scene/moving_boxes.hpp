// The boxes of the rows of broad phases, and what they share.
#pragma once

#include <time.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "oracle/random.hpp"

namespace graze::bench {

inline double seconds_of(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
inline double cpu_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

inline double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

/// Boxes in a cube, half edges in [0.25, 0.75], about 2.9 overlaps for each; velocities of up to `speed`
/// along each axis that turn back at the faces. `spread`: boxes are smaller by up to this factor, evenly in
/// the exponent.
class MovingBoxes {
public:
    explicit MovingBoxes(std::size_t count, double speed = 0.1, double spread = 1)
        : side_(std::cbrt(static_cast<double>(count) * 8 / 2.9)) {
        test::Random random(11);
        for (std::size_t i = 0; i < count; ++i) {
            half_.push_back(
                {random.uniform(0.25, 0.75), random.uniform(0.25, 0.75), random.uniform(0.25, 0.75)});
            middle_.push_back(random.in_cube(0.5 * side_));
            velocity_.push_back(random.in_cube(speed));
            if (spread > 1) half_.back() = half_.back() * (1 / random.log_uniform(1, spread));
        }
        boxes_.resize(count);
        step(0);
    }
    [[nodiscard]] double side() const { return side_; }
    [[nodiscard]] std::span<const Aabb> boxes() const { return boxes_; }
    /// Moves the first so many.
    void step(std::size_t movers) {
        for (std::size_t i = 0; i < movers; ++i) {
            middle_[i] += velocity_[i];
            for (std::size_t k = 0; k < 3; ++k) {
                if (std::abs(middle_[i][k]) > 0.5 * side_)
                    velocity_[i][k] = std::copysign(velocity_[i][k], -middle_[i][k]);
            }
        }
        for (std::size_t i = 0; i < boxes_.size(); ++i)
            boxes_[i] = {middle_[i] - half_[i], middle_[i] + half_[i]};
    }

private:
    double side_;
    std::vector<Vec3> half_, middle_, velocity_;
    std::vector<Aabb> boxes_;
};

/// What a scene would ask of each broad phase.
void run_choice();
/// Sweep and prune beside the tree, by how much and how many of the boxes move.
void run_coherence();
/// Moves of scaled and sheared objects beside those of rigid ones.
void run_scaled();
/// Rays, regions and nearest boxes in trees of growing size.
void run_searches();

}  // namespace graze::bench
