// The inner entry point of `decide`, for rooms above that have checked their input.
#pragma once

#include "graze/result/proof.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// As `decide`.
Verdict pair_verdict(const Placed& a, const Placed& b, Method method = Method::automatic) noexcept;

}  // namespace graze
