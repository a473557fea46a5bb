// The answer for (b, a) from the one for (a, b), and the answer to input that cannot be used.
#pragma once

#include <utility>

#include "graze/result/separation.hpp"

namespace graze {

/// The answer for (b, a) from the one for (a, b): nothing is rounded.
Separation flipped(const Separation& separation) noexcept;
inline void flip(Separation& separation) noexcept {
    std::swap(separation.point_a, separation.point_b);
    std::swap(separation.part_a, separation.part_b);
    separation.normal = -separation.normal;
    separation.terms_from_b = !separation.terms_from_b;
}

/// The answer to input that cannot be used.
Separation invalid_separation() noexcept;

}  // namespace graze
