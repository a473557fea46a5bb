// Boxes with a margin.
#pragma once

#include "graze/bounds/aabb.hpp"

namespace graze {

/// The box grown by a length on every side, rounded outward.
inline Aabb grown(const Aabb& box, double margin) noexcept {
    if (!(margin > 0)) return box;
    const Vec3 m{margin, margin, margin};
    return minkowski_sum(box, {-m, m});
}

}  // namespace graze
