// Signed distance of two boxes: all 15 axes when they overlap, GJK when they are apart.
#pragma once

#include "graze/convex/separation.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

Separation separation_box_box(const Placed& a, const Placed& b, const SeparationOptions& options, PairCache* cache) noexcept;

}  // namespace graze
