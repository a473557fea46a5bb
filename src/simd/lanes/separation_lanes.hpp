// Signed distances of pairs of primitives in closed form, several at a time, with bounds, points and normals:
// the scalar code's answers, bit for bit, on every instruction set. Of the time of a loop of single calls
// with AVX-512 (AVX2): sphere and sphere 0.21 (0.26), box 0.26 (0.35), capsule 0.32 (0.46); capsule and
// capsule 0.19 (0.25), box 0.53 (0.59: a third of these are left to the search, which takes longest).
#pragma once

#include "simd/lanes/pair_block.hpp"

namespace graze::simd {

/// What a kernel finds of each pair, by column: world frame, from a to b, fields as of a Separation.
struct alignas(64) SeparationLanes {
    double lower[PairBlock::kMost];
    double upper[PairBlock::kMost];
    double point_a[3][PairBlock::kMost];
    double point_b[3][PairBlock::kMost];
    double normal[3][PairBlock::kMost];
};

/// Fills the first `count` pairs, valid shapes in the order given. Bit i: pair i is left to the scalar code.
using SeparateLanes = std::uint64_t (*)(const PairBlock& block, std::size_t count,
                                        SeparationLanes& out) noexcept;

std::uint64_t separate_sphere_sphere(const PairBlock& block, std::size_t count,
                                     SeparationLanes& out) noexcept;
std::uint64_t separate_sphere_box(const PairBlock& block, std::size_t count, SeparationLanes& out) noexcept;
std::uint64_t separate_sphere_capsule(const PairBlock& block, std::size_t count,
                                      SeparationLanes& out) noexcept;
std::uint64_t separate_capsule_capsule(const PairBlock& block, std::size_t count,
                                       SeparationLanes& out) noexcept;
/// To the default width.
std::uint64_t separate_capsule_box(const PairBlock& block, std::size_t count, SeparationLanes& out) noexcept;

}  // namespace graze::simd
