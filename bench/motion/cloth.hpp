// Frames of a folded sheet, as a time step of cloth has them: every vertex goes straight from one place to
// another.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/ccd/feature_impact.hpp"

namespace graze::bench {

struct ClothFrame {
    std::vector<Vec3> start, end;
    std::vector<std::array<std::uint32_t, 3>> triangles;

    [[nodiscard]] DeformingMesh view() const { return {start, end, triangles}; }
};

enum class ClothMotion : std::uint8_t {
    sliding,  ///< Layers slide and ripple past each other without contact.
    closing,  ///< Layers fall onto each other: contact at some time.
};

/// A sheet of about so many triangles in eight layers over each other, joined by round folds, with ripples
/// and noise.
ClothFrame cloth_frame(std::size_t triangles, ClothMotion motion);

/// Rows of `self_impact` and `close_features` beside the search without boxes around features, in the same
/// run.
void run_cloth(int repetitions);

}  // namespace graze::bench
