// One pair of convex polytopes, each with a ball around every point, at many places: the portal walk
// (convex/gjk/portal.hpp) in float lanes, one place in each. It decides what float rounding leaves no doubt
// of: apart with an axis, overlapping with four points of the difference around the origin. Close calls are
// left to the scalar code, whose "no" is always proven, and never missing where the gap is as wide as here.
// The derivation of the bounds is in overlap_polytopes.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graze::simd {

/// Vertices in three rows, all x first.
struct FloatRows {
    const float* x = nullptr;
    std::size_t stride = 0;
    std::size_t count = 0;
};

/// Two polytopes in their own frames. Lengths are scaled by a power of two that brings the sum of both
/// reaches to 0.5 .. 1.
struct PolytopePair {
    FloatRows a;
    FloatRows b;
    double centre_a[3];  ///< A point inside of each.
    double centre_b[3];
    double inner = 0;   ///< Sum of the radii of balls around those points that are inside; 0 when unknown.
    double margin = 0;  ///< Sum of the radii of the balls around every point.
    double reach = 0;   ///< Sum of both reaches and support errors, margins included.
    double scale = 1;
};

/// Places answered together at the most.
inline constexpr std::size_t kPolytopePlaces = 128;
/// They are taken in groups of this many.
inline constexpr std::size_t kPlaceGroup = 16;

enum class PlaceAnswer : unsigned char { apart = 0, overlapping = 1, ask = 2 };

/// answers[i] for the poses a[i], b[i], of twelve doubles each, i < count <= kPolytopePlaces. All arrays go
/// on to the end of the last group; the poses there must be some. On instruction sets without vectors
/// everything is left to the scalar code.
void overlaps_polytopes(const PolytopePair& pair, const double* const* a, const double* const* b,
                        std::size_t count, PlaceAnswer* answers) noexcept;

}  // namespace graze::simd
