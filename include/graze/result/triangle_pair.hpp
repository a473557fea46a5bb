// Two triangles that intersect, as searches of pairs of meshes report them.
#pragma once

#include <cstdint>

#include "graze/shape/primitives.hpp"

namespace graze {

struct TrianglePair {
    std::uint32_t triangle_a = 0;  ///< Index in a's triangles.
    std::uint32_t triangle_b = 0;  ///< Index in b's triangles.
    /// What they have in common, world frame; of length zero when it is a point. Of coplanar triangles: two common points that are
    /// farthest from each other.
    Segment segment{};
    double error = 0;       ///< Each end is within this distance of the exact one. A length.
    bool coplanar = false;  ///< In one plane, or one of them is degenerate.
    bool touching = false;  ///< An arbitrarily small translation separates them; all coplanar pairs are of this kind.
};

}  // namespace graze
