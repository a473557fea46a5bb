// The speed graze sets itself: for classes of rows, its time as a fraction of a named peer's in the same run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "runner.hpp"

namespace graze::bench {

/// What one aim came to.
struct AimResult {
    std::string aim;
    std::string peer;
    double at_most = 0;       ///< Aim: graze's time / the peer's.
    std::size_t rows = 0;     ///< Rows of the class that were run with the peer.
    std::size_t reached = 0;  ///< Those at or below the aim.
    double worst = 0;         ///< Largest ratio, and its row.
    std::string worst_row;
    double best = 0;  ///< Smallest ratio.
};

/// Aims none of whose rows were run are left out.
std::vector<AimResult> measure_aims(std::span<const Row> rows);

}  // namespace graze::bench
