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

/// What a query leaves behind, where not null.
struct SeparateMemory {
    PairCache* cache = nullptr;       ///< Also where the search starts.
    EpaPolytope* polytope = nullptr;  ///< Receives that of EPA.
};

Separation separate(const Placed& a, const Placed& b, const CorePair& pair, const SeparationOptions& options,
                    SeparateMemory memory) noexcept;

}  // namespace graze
