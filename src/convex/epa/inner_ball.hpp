// Balls inside a core: what bounds the depth of round shapes with nearly the same centre, where a polytope
// would need thousands of facets. Local frame. Not unique: a few large ones are given, around the centre and
// around those of parts.
#pragma once

#include <array>
#include <cstddef>

#include "graze/shape/shape.hpp"
#include "shape/primitives/traits.hpp"

namespace graze {

/// One at least; hulls of shapes have those of their children too, the largest ones.
struct InnerBalls {
    std::array<InnerBall, 4> storage{};
    std::size_t count = 0;

    /// In place of the smallest but the first when there is no space.
    void add(const InnerBall& ball) noexcept;
    [[nodiscard]] const InnerBall* begin() const noexcept { return storage.data(); }
    [[nodiscard]] const InnerBall* end() const noexcept { return storage.data() + count; }
};
InnerBalls inner_balls(const Shape& shape) noexcept;

}  // namespace graze
