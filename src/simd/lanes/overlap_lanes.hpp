// Which pairs overlap, several at a time: the scalar code's answers for primitives whose test has few
// branches. In the order given: a ball or capsule first. Same answer, bit for bit, as the scalar code of the
// pair, on every instruction set.
//
// Of the time of a loop of single calls, on random poses of which half overlap, AVX-512 (AMD EPYC): sphere
// and sphere 0.26, box 0.25, capsule 0.17, cylinder 0.20, cone 0.25; capsule and capsule 0.13, box 0.25; box
// and box 0.25. With AVX2 0.42, 0.47, 0.34, 0.35, 0.43; 0.26, 0.37; 0.49. bench/batches measures it.
#pragma once

#include "simd/lanes/pair_block.hpp"

namespace graze::simd {

/// The first `count` pairs; valid shapes.
using OverlapLanes = LaneVerdicts (*)(const PairBlock& block, std::size_t count) noexcept;

LaneVerdicts overlaps_sphere_sphere(const PairBlock& block, std::size_t count) noexcept;
/// A sphere and the other.
LaneVerdicts overlaps_sphere_box(const PairBlock& block, std::size_t count) noexcept;
LaneVerdicts overlaps_sphere_capsule(const PairBlock& block, std::size_t count) noexcept;
LaneVerdicts overlaps_sphere_cylinder(const PairBlock& block, std::size_t count) noexcept;
LaneVerdicts overlaps_sphere_cone(const PairBlock& block, std::size_t count) noexcept;
LaneVerdicts overlaps_capsule_capsule(const PairBlock& block, std::size_t count) noexcept;
/// A capsule and a box.
LaneVerdicts overlaps_capsule_box(const PairBlock& block, std::size_t count) noexcept;
LaneVerdicts overlaps_box_box(const PairBlock& block, std::size_t count) noexcept;

}  // namespace graze::simd
