// Where the triangles of a tree's leaves are, for kernels.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graze::simd {

/// Numbers of equal width, low bits first.
struct PackedNumbers {
    const std::uint8_t* bytes = nullptr;  ///< Null: there are none. Eight more can be read after the last.
    unsigned width = 0;                   ///< Bits of a number, 1 to 32.

    [[nodiscard]] std::uint32_t operator[](std::uint64_t i) const noexcept {
        const std::uint64_t bit = i * width;
        const std::uint8_t* from = bytes + bit / 8;
        std::uint64_t word = 0;  // compilers make this one load
        for (unsigned k = 0; k < 8; ++k) word |= static_cast<std::uint64_t>(from[k]) << 8 * k;
        return static_cast<std::uint32_t>(word >> bit % 8 & ((std::uint64_t{1} << width) - 1));
    }
};

struct TriangleSource {
    const void* vertices = nullptr;  ///< Three coordinates each, from the first one on.
    std::size_t stride = 0;          ///< Bytes from one vertex to the next.
    bool floats = false;             ///< Coordinates are floats, not doubles.
    /// Three vertices for each slot of the tree, or for each triangle.
    const std::uint32_t* corners = nullptr;
    const std::uint32_t* order = nullptr;  ///< Of each slot its triangle; null where corners are by slot.
    PackedNumbers packed;                  ///< In place of `corners`: three for each triangle.
};

}  // namespace graze::simd
