// Pairs of one kind as kernels take them: where the poses are, and the sizes of both shapes, side by side.
// Kernels answer several pairs at a time, each exactly as the scalar code answers it, or leave it to that
// code.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graze::simd {

/// Kernels take pairs in groups of this many. The pairs of a group that are not asked must repeat others of
/// it.
inline constexpr std::size_t kLaneGroup = 8;

/// The numbers of shapes, by column: three numbers of the struct that the shape was made from, and the radius
/// of a ball around it.
struct alignas(64) LaneSizes {
    static constexpr std::size_t kMost = 64;
    double number[3][kMost];
    double reach[kMost];
};

/// Up to 64 pairs. A pose is twelve doubles: a matrix by columns, then the position.
struct PairBlock {
    static constexpr std::size_t kMost = LaneSizes::kMost;
    const double* pose_a[kMost];
    const double* pose_b[kMost];
    LaneSizes a;
    LaneSizes b;
};

/// Bit i is of pair i.
struct LaneVerdicts {
    std::uint64_t overlap = 0;  ///< What the scalar code answers, where it is not to be asked.
    std::uint64_t ask = 0;      ///< Left to the scalar code: unusable poses, extreme sizes, close calls of
                                ///< searches.
};

}  // namespace graze::simd
