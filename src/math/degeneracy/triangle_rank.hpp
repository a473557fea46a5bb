// What three points span: exact for all finite input. This is what "degenerate" means for a triangle; how
// accurate its normal is is another question (triangle_normal.hpp). docs/notes/degeneracy.md
#pragma once

#include <cstdint>

#include "graze/math/vec.hpp"

namespace graze {

enum class TriangleRank : std::uint8_t {
    point,     ///< All three are equal.
    segment,   ///< On one line.
    triangle,  ///< An area above zero.
};

/// Points that are not finite count as a triangle: nothing was shown of them.
TriangleRank triangle_rank(const Vec3& a, const Vec3& b, const Vec3& c) noexcept;

/// Less than a triangle.
inline bool is_degenerate(const Vec3& a, const Vec3& b, const Vec3& c) noexcept {
    return triangle_rank(a, b, c) != TriangleRank::triangle;
}

}  // namespace graze
