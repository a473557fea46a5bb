// The experiments of van den Bergen's book that graze_bench_book repeats, one function each; their figures go
// to tables that have the book's beside them.
#pragma once

#include <cstdint>

#include "../documents/figures.hpp"
#include "models.hpp"

namespace graze::bench {

/// Tables 5.2 and 5.3: which tests of bounding volumes fail to separate two tori.
void study_volumes(Figures& figures, std::uint64_t samples);

/// Tables 5.4 and 5.5: tests of boxes and triangles per placement, trees of axis-aligned boxes against
/// oriented ones, all axes against faces only; figure 5.11: on which axes boxes are found disjoint. Two
/// copies of the model, all orientations alike, in a cube so large that about 60 % of the placements overlap;
/// searches end at the first pair of triangles.
void compare_trees(Figures& figures, const Model& model, int placements);

/// Table 5.6: builds, refits and bytes per triangle.
void time_builds(Figures& figures, const Model& model, int repetitions);

/// Section 3.4.5: polygons by sorted crossings of the common line against edges by ray-polygon tests.
void compare_polygons(Figures& figures, int repetitions);

/// Section 4.3.7: support points of a search that starts from the last axis, by how far shapes move in a
/// frame. Section 5.4.1: swaps of sweep and prune for each moving box, by number of boxes and speed.
void study_coherence(Figures& figures, bool quick);

}  // namespace graze::bench
