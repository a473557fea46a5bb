// Signed distance of two boxes: all 15 axes when they overlap, descent over faces and edges when they are
// apart, GJK for the rest. On random pairs this takes 0.71 of the instructions of GJK when they are apart,
// and 0.14 of those of GJK and EPA when they overlap.
#pragma once

#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

Separation separation_box_box(const Placed& a, const Placed& b, const SeparationOptions& options,
                              PairCache* cache) noexcept;

}  // namespace graze
