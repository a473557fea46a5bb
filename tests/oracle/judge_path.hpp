// What the contract of a PathClearance states, by samples of the path and the verbs on two shapes.
#pragma once

#include <string>
#include <vector>

#include "oracle/cell_oracle.hpp"

namespace graze::test {

struct PathCase {
    const CellInput& input;
    const RobotCell& cell;
    const JointPath& path;
    PathOptions options{};
    double reach = 1;            ///< Of the largest robot, at least.
    std::size_t samples = 1000;  ///< Of the whole path.
};

/// Empty when the answer keeps its contract: bounds against samples, the pair and the contact at the times
/// that it names, sharp times of hits, and open only where the distance is what is wanted, up to the
/// tolerance.
std::vector<std::string> path_faults(const PathCase& given, const PathClearance& answer);

/// Whether the answer's time is a few doubles wide, or has a piece of the path that is: between two doubles a
/// body may move by any length, so that more cannot be decided.
bool between_doubles(const JointPath& path, const PathClearance& answer);

}  // namespace graze::test
