// Rows on oriented trees that move straight, and on meshes whose time of impact is found by intervals over
// oriented trees.
#pragma once

#include <cstddef>

#include "../documents/figures.hpp"

namespace graze::bench {

void run_moving_trees(Figures& figures, std::size_t count, int repetitions);
void run_mesh_impacts(Figures& figures, std::size_t count, int repetitions);

}  // namespace graze::bench
