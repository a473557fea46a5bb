// Rows on oriented trees that move straight, and on meshes whose time of impact is found by intervals over
// oriented trees.
#pragma once

#include <cstddef>

namespace graze::bench {

void run_moving_trees(std::size_t count, int repetitions);
void run_mesh_impacts(std::size_t count, int repetitions);

}  // namespace graze::bench
