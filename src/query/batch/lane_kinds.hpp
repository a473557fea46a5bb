// Which pairs of types have kernels that answer several pairs at a time, and how blocks for them are filled.
// A new kernel is a source in simd/lanes and its line in lane_kinds.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graze/shape/shape.hpp"
#include "simd/lanes/overlap_lanes.hpp"
#include "simd/lanes/portal_lanes.hpp"
#include "simd/lanes/separation_lanes.hpp"

namespace graze {

/// The kernel of a pair of types.
struct LaneKind {
    std::uint8_t number = 0;  ///< 0: none, the scalar code serves the pair.
    bool swapped = false;     ///< It takes (b, a).
};

// "None" is one of them.
inline constexpr std::size_t kOverlapKinds = 9;
inline constexpr std::size_t kSeparationKinds = 6;

LaneKind overlap_kind(ShapeType a, ShapeType b) noexcept;
/// Null for 0.
simd::OverlapLanes overlap_kernel(std::uint8_t number) noexcept;

LaneKind separation_kind(ShapeType a, ShapeType b) noexcept;
simd::SeparateLanes separation_kernel(std::uint8_t number) noexcept;

/// Of two shapes: kernels take valid ones.
inline LaneKind overlap_kind(const Shape& a, const Shape& b) noexcept {
    return a.valid() && b.valid() ? overlap_kind(a.type(), b.type()) : LaneKind{};
}
inline LaneKind separation_kind(const Shape& a, const Shape& b) noexcept {
    return a.valid() && b.valid() ? separation_kind(a.type(), b.type()) : LaneKind{};
}

inline void set_sizes(simd::LaneSizes& sizes, std::size_t lane, const Shape& shape) noexcept {
    for (std::size_t k = 0; k < 3; ++k) sizes.number[k][lane] = shape.values()[k];
    sizes.reach[lane] = shape.reach();
}

static_assert(sizeof(Pose) == 12 * sizeof(double));
inline const double* numbers_of(const Pose& pose) noexcept { return &pose.rotation.columns[0].x; }

/// `count`, up to the end of its last group.
constexpr std::size_t lanes_for(std::size_t count) noexcept {
    return (count + simd::kLaneGroup - 1) / simd::kLaneGroup * simd::kLaneGroup;
}

constexpr std::size_t walk_lanes_for(std::size_t count) noexcept {
    return (count + simd::kWalkGroup - 1) / simd::kWalkGroup * simd::kWalkGroup;
}

/// Lanes of the last group that no pair has are made to repeat the last pair.
inline void pad_poses(simd::PairBlock& block, std::size_t count) noexcept {
    for (std::size_t i = count; i < lanes_for(count); ++i) {
        block.pose_a[i] = block.pose_a[count - 1];
        block.pose_b[i] = block.pose_b[count - 1];
    }
}
inline void pad_sizes(simd::LaneSizes& sizes, std::size_t count) noexcept {
    for (std::size_t i = count; i < lanes_for(count); ++i) {
        for (auto& numbers : sizes.number) numbers[i] = numbers[count - 1];
        sizes.reach[i] = sizes.reach[count - 1];
    }
}

}  // namespace graze
