// Where a line enters and leaves the intersection of half-spaces. Same answer, bit for bit, on every
// instruction set: double lanes, every operation rounded, ties to the lowest index.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graze::simd {

inline constexpr std::uint32_t kNoPlane = 0xffffffffU;

/// In multiples of the line's slope. Planes that the line is parallel to are left out.
struct PlaneClip {
    double in = 0;                   ///< Set with `first`: last entry into a half-space,
    double out = 0;                  ///< and with `last`: first exit from one.
    std::uint32_t first = kNoPlane;  ///< The plane of the entry.
    std::uint32_t last = kNoPlane;   ///< Of the exit.
};

/// `planes` has four doubles for each of `count` half-spaces { n · x + offset <= 0 }; `start` and `slope`
/// have three each.
PlaneClip clip_planes(const double* planes, std::size_t count, const double* start,
                      const double* slope) noexcept;

}  // namespace graze::simd
