// Many pairs of convex cores with a ball around every point: the portal walk (convex/gjk/portal.hpp) in float
// lanes, one pair in each. It decides what float rounding leaves no doubt of: apart with an axis, overlapping
// with four points of the difference around the origin. Close calls are left to the scalar code, whose "no"
// is always proven, and never missing where the gap is as wide as here. The derivation of the bounds is in
// portal_lanes.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graze::simd {

/// Pairs answered together at the most, and the groups that they are taken in.
inline constexpr std::size_t kWalkPlaces = 128;
inline constexpr std::size_t kWalkGroup = 16;

/// Vertices in three rows, all x first, `stride` floats apart.
struct FloatRows {
    const float* x = nullptr;
    std::size_t stride = 0;
    std::size_t count = 0;
};

/// The cores of all first or all second shapes of a block, in their own frames: the hull of vertices that
/// they share, or the sum of a box and a disk around z.
struct WalkCore {
    FloatRows rows{};       ///< About 1 in size. None: the sum.
    bool has_disk = false;  ///< Of the sum: whether some disk has a radius.
    double centre[3] = {};  ///< A point inside, of all of them.
    /// Of each pair: the length of which the vertices are multiples; or the half extents of the box, and the
    /// radius of the disk.
    alignas(64) double size[4][kWalkPlaces];
    alignas(64) double inner[3][kWalkPlaces];  ///< The least: radius of a ball around the centre and inside.
};

/// A pose is twelve doubles: a matrix by columns, then the position. Arrays go on to the end of the last
/// group, where they repeat some pair. Vertices are a's before they are b's.
struct WalkBlock {
    const double* pose_a[kWalkPlaces];
    const double* pose_b[kWalkPlaces];
    WalkCore a;
    WalkCore b;
    alignas(64) double margin[kWalkPlaces];  ///< Sum of the radii of the balls around every point.
    alignas(64) double reach[kWalkPlaces];   ///< Sum of both reaches and support errors, margins included:
                                             ///< 1e-30 .. 1e30.
};

enum class PlaceAnswer : unsigned char { apart = 0, overlapping = 1, ask = 2 };

/// The first `count` pairs, whose support errors are below 1e-12 of their reaches. `answers` goes on to the
/// end of the last group. On instruction sets without vectors everything is left to the scalar code.
void walk_portals(const WalkBlock& block, std::size_t count, PlaceAnswer* answers) noexcept;

}  // namespace graze::simd
