// Vertices, edges and faces on straight lines beside the sweep over time of rigid bodies, the plain method of
// the same library, on the same translations.
#pragma once

#include <cstddef>

namespace graze::bench {

/// Rows of vertex-face and edge-edge queries that hit and that miss, each as often as `count`; answers that
/// contradict each other are counted.
void run_features(std::size_t count, int repetitions);

}  // namespace graze::bench
