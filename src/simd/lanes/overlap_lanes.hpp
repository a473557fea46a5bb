// Which pairs overlap, several at a time: the scalar code's answers for primitives whose test has few
// branches. In the order given: a ball or capsule first. Same answer, bit for bit, as the scalar code of the
// pair, on every instruction set.
//
// Nanoseconds a pair on one thread (AMD EPYC at 2.6 GHz, random poses of which half overlap), with AVX-512
// and AVX2, beside a loop of single calls: see the heads of the sources.
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
