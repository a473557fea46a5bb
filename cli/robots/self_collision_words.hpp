// Which links of a robot can touch each other, as text, JSON and CSV, beside what an SRDF file has of it.
#pragma once

#include <string>
#include <vector>

#include <graze/robot/self_collision.hpp>

#include "robots/cell_inputs.hpp"

namespace graze::cli {

/// A pair with what its file has and with the result of the check of its proof.
struct LinkPair {
    SelfCollisionPair found;
    std::string disabled;   ///< Why the file disables it; empty: it does not.
    bool verified = false;  ///< Of never and always.
};

struct SelfCollisionRun {
    const LoadedRobot* robot = nullptr;
    bool compared = false;  ///< With an SRDF file, or with what the robot's own file excludes.
    std::vector<LinkPair> pairs;
};

/// Pairs that are disabled though they can touch, and pairs that are enabled though they never do, each as
/// one sentence without a full stop; without a file to compare with none.
std::vector<std::string> difference_sentences(const SelfCollisionRun& run);

/// A table with a row for each pair, the differences, and how many pairs are what.
std::string self_collision_text(const SelfCollisionRun& run, const SelfCollisionOptions& options,
                                std::size_t width);
std::string self_collision_json(const SelfCollisionRun& run, const SelfCollisionOptions& options,
                                const std::string& file);
std::string self_collision_csv(const SelfCollisionRun& run);

}  // namespace graze::cli
