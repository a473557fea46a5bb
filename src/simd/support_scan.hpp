// Scans over points in structure of arrays: which one lies farthest along a direction. Same answer, bit for
// bit, on every instruction set: double lanes, (x·dx + y·dy) + z·dz with each operation rounded, ties to the
// lowest index.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graze::simd {

/// Points per block: every row is padded to a multiple of it with copies of point 0, which cannot win against
/// point 0.
inline constexpr std::size_t kScanBlock = 8;

/// Three rows of `stride` doubles, one after the other: all x, all y, all z. Any alignment.
struct PointRows {
    const double* x = nullptr;
    std::size_t stride = 0;  ///< A multiple of kScanBlock, at least one block.
};

/// Index of the largest dot product with (dx, dy, dz), lowest index among equals. A NaN direction gives an
/// index below `stride`.
std::uint32_t farthest_point(PointRows points, double dx, double dy, double dz) noexcept;

}  // namespace graze::simd
