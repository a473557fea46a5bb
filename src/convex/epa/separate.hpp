// Signed distance of two bounded convex shapes by GJK, then EPA when the cores overlap: the path that serves
// every pair.
#pragma once

#include "convex/core_answer.hpp"
#include "convex/epa/epa.hpp"
#include "graze/result/separation.hpp"

namespace graze {

/// Wanted width of the core bounds in the pair's scale: the options' (or the default) share of the larger
/// shape, but no less than what rounding allows.
double wanted_width(const CorePair& pair, const SeparationOptions& options) noexcept;

/// `keep` receives EPA's polytope when not null.
Separation separate(const Placed& a, const Placed& b, const CorePair& pair, const SeparationOptions& options,
                    PairCache* cache, EpaPolytope* keep = nullptr) noexcept;

}  // namespace graze
