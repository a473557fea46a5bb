// Signed distances of pairs of primitives in closed form, several at a time, with bounds, points and normals:
// the scalar code's answers, bit for bit, on every instruction set.
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
