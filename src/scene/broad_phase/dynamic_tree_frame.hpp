// Which boxes go into a dynamic tree, and which stay outside.
#pragma once

#include <cstddef>

#include "graze/bounds/aabb.hpp"
#include "scene/broad_phase/dynamic_tree_nodes.hpp"

namespace graze {

/// Finite boxes outside of the frame: so many, and one of so many, may wait for the next build.
inline constexpr std::size_t kFewOutside = 8;
inline constexpr std::size_t kOutsideShare = 256;

inline bool is_bounded_box(const Aabb& box) noexcept {
    return max_component(abs(box.min)) <= kLargestBoxCoordinate &&
           max_component(abs(box.max)) <= kLargestBoxCoordinate;
}

}  // namespace graze
