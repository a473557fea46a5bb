// Where the triangles of a tree's leaves are, for kernels.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graze::simd {

struct TriangleSource {
    const void* vertices = nullptr;  ///< Three coordinates each, from the first one on.
    std::size_t stride = 0;          ///< Bytes from one vertex to the next.
    bool floats = false;             ///< Coordinates are floats, not doubles.
    /// Three vertices for each slot of the tree, or for each triangle.
    const std::uint32_t* corners = nullptr;
    const std::uint32_t* order = nullptr;  ///< Of each slot its triangle; null where corners are by slot.
};

}  // namespace graze::simd
