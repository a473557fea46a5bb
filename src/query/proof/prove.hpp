// From what a solver found to a proof that `verify` accepts. Each returns whether it succeeded and then sets
// answer and proof.
#pragma once

#include "convex/core_pair.hpp"
#include "convex/simplex/simplex.hpp"
#include "graze/result/proof.hpp"

namespace graze {

/// The plane across the gap along `normal` (frame of a, unit, from a to b).
bool prove_apart(const Placed& a, const Placed& b, const CorePair& pair, const Vec3& normal,
                 Verdict& verdict) noexcept;

/// A simplex of core differences that holds the origin, or comes closer to it than the margins.
bool prove_overlap(const Placed& a, const Placed& b, const CorePair& pair, const Simplex& simplex,
                   Verdict& verdict) noexcept;

/// What the ordinary proofs missed: the search in double-double, bounds as tight as rounding allows, the
/// centres, and then what there is for close calls. `normal` (frame of a, from a to b): any guess.
void prove_hard(const Placed& a, const Placed& b, const CorePair& pair, const Vec3& normal,
                Verdict& verdict) noexcept;

/// Undecided, for a pair with a half-space: what its normal and the separation's points show.
void prove_half_space_closeness(const Placed& a, const Placed& b, const Separation& separation,
                                Verdict& verdict) noexcept;

}  // namespace graze
