// What generated meshes accept.
#pragma once

#include "graze/math/vec.hpp"

namespace graze {

/// False for NaN and for sizes out of the served range too.
inline bool positive(double x) noexcept { return x > 0 && in_served_range(x); }

/// Past what a generator makes: indices and memory stay far from their ends.
inline bool too_many(double triangles) noexcept { return !(triangles <= 0x1p26); }

}  // namespace graze
