// From what a solver found to a proof that `verify` accepts. Each returns whether it succeeded and then sets answer and proof.
#pragma once

#include "convex/core_pair.hpp"
#include "convex/simplex.hpp"
#include "graze/query/proof.hpp"

namespace graze {

/// The plane across the gap along `normal` (frame of a, unit, from a to b).
bool prove_apart(const Placed& a, const Placed& b, const CorePair& pair, const Vec3& normal, Verdict& verdict) noexcept;

/// A simplex of core differences that holds the origin, or comes closer to it than the margins.
bool prove_meeting(const Placed& a, const Placed& b, const CorePair& pair, const Simplex& simplex, Verdict& verdict) noexcept;

/// The close calls: bounds as tight as rounding allows, a polytope around the origin, and at last the closeness itself.
void prove_hard(const Placed& a, const Placed& b, const CorePair& pair, Verdict& verdict) noexcept;

/// Undecided, with the distance bound of the separation as tight as its normal and points show it.
void prove_closeness(const Placed& a, const Placed& b, const Separation& separation, Verdict& verdict) noexcept;

}  // namespace graze
