// Axis-aligned boxes of the plane, and names for "vector and box of D dimensions".
#pragma once

#include <limits>
#include <type_traits>

#include "graze/bounds/aabb.hpp"

namespace graze {

/// { x : min <= x <= max, componentwise }, closed. The default is empty.
struct Aabb2 {
    Vec2 min{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    Vec2 max{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

    friend constexpr bool operator==(const Aabb2&, const Aabb2&) = default;
};

inline bool is_empty(const Aabb2& box) noexcept { return !(box.min.x <= box.max.x && box.min.y <= box.max.y); }

template <int D>
requires(D == 2 || D == 3) using VecOf = std::conditional_t<D == 2, Vec2, Vec3>;

template <int D>
requires(D == 2 || D == 3) using AabbOf = std::conditional_t<D == 2, Aabb2, Aabb>;

}  // namespace graze
