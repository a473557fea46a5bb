// The box of a triangle, exact: min and max round nothing.
#pragma once

#include "graze/bounds/aabb.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

inline Aabb box_of(const Triangle& t) noexcept { return {min(t.a, min(t.b, t.c)), max(t.a, max(t.b, t.c))}; }

}  // namespace graze
