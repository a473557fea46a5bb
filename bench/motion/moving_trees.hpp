// Rows on oriented trees that move straight.
#pragma once

#include <cstddef>

namespace graze::bench {

void run_moving_trees(std::size_t count, int repetitions);

}  // namespace graze::bench
