// Random cells with paths, numbered: kinds of links and obstacles, scales, places, options and numbers of
// robots take turns.
#pragma once

#include "oracle/cell_oracle.hpp"
#include "oracle/random_robots.hpp"

namespace graze::test {

struct DrawnCell {
    CellInput input;
    double scale = 1;
    double path_size = 0.7;  ///< Above 1 paths leave limits, by several turns.
};

DrawnCell drawn_cell(Random& random, std::size_t number);

/// A path whose start does not overlap anything, if one is found soon.
JointPath drawn_path(Random& random, const DrawnCell& drawn, const RobotCell& cell);

}  // namespace graze::test
