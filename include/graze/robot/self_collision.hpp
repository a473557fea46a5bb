// Which links of a robot can touch each other at all, with proofs for those that cannot.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/core/stop_request.hpp"
#include "graze/motion/robot.hpp"
#include "graze/result/path.hpp"
#include "graze/verify/verify.hpp"

namespace graze {

struct SelfCollisionOptions {
    double padding = 0;  ///< Between two links: they count as touching when they are this close. >= 0.
    /// Stands for limits that values do not have: [-this, this], a length or radians. Angles without limits,
    /// or with one, take a whole turn at least. Where that is not all that the robot may do, the pair's
    /// `partial` says so.
    double unlimited = 3.14159265358979323846;
    std::uint32_t samples = 20'000;  ///< Random configurations of a pair, to find out whether it touches.
    /// Parts of the joints' ranges that are examined for a pair of links. With more than four joints between
    /// the links a part counts as several: it takes as much longer.
    std::uint32_t max_boxes = 200'000;
    std::uint64_t seed = 1;
    unsigned threads = 1;  ///< 0: one per core.
    /// Pairs whose search it ends are unknown, unless they were found touching before.
    const StopRequest* stop = nullptr;
};

/// All pairs of links that have shapes, link_a < link_b, by growing pair.
struct SelfCollisionMatrix {
    std::vector<SelfCollisionPair> pairs;
};

/// Limits are those of `Robot::limits`, without the soft ones. Excluded pairs of the description are examined
/// like all others. The answer does not depend on the number of threads. Shapes that are not convex are
/// proven apart by their hulls, or those of a compound's members; where these overlap and the shapes do not,
/// the answer is unknown. Negative or NaN options: every pair is unknown.
SelfCollisionMatrix self_collision_matrix(const Robot& robot, const SelfCollisionOptions& options = {});

/// The pairs of links that the matrix has, by number alone: nothing is examined.
std::vector<SelfCollisionPair> self_collision_pairs(const Robot& robot);

/// What the matrix has about two links, link_a < link_b: for searches that end early, or show their progress.
/// `threads` does not count.
SelfCollisionPair self_collision_pair(const Robot& robot, std::uint32_t link_a, std::uint32_t link_b,
                                      const SelfCollisionOptions& options = {});

}  // namespace graze
