// The convex hull of a small set, for fits of boxes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/math/vec.hpp"

namespace graze {

/// Points brought to about unit size around the origin, each once, and triangles over them.
struct ObbFitSet {
    std::vector<Vec3> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// The surface of the convex hull; the set itself when it has none.
const ObbFitSet& hull_of(const ObbFitSet& set, ObbFitSet& scratch);

}  // namespace graze
