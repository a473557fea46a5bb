// Which links of a robot can touch each other at all, with proofs for those that cannot.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/motion/robot.hpp"
#include "graze/result/path.hpp"
#include "graze/verify/verify.hpp"

namespace graze {

struct SelfCollisionOptions {
    double padding = 0;  ///< Between two links: they count as touching when they are this close. >= 0.
    /// Stands for the limits of joints that have none: [-this, this] radians or lengths.
    double unlimited = 3.14159265358979323846;
    std::uint32_t samples = 20'000;     ///< Random configurations, to find pairs that touch.
    std::uint32_t max_boxes = 200'000;  ///< Of a pair: parts of the joints' ranges that its proof may have.
    std::uint64_t seed = 1;
    unsigned threads = 1;  ///< 0: one per core.
};

/// All pairs of links that have shapes, link_a < link_b, by growing pair.
struct SelfCollisionMatrix {
    std::vector<SelfCollisionPair> pairs;
};

SelfCollisionMatrix self_collision_matrix(const Robot& robot, const SelfCollisionOptions& options = {});

}  // namespace graze
