// Proofs for pairs that are nearly in contact: where doubles cannot decide, the search runs in double-double.
#pragma once

#include "graze/result/proof.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// Gaps and overlaps that are not too thin: the search ends with a plane, or with four points around the
/// origin, from one start or another. `normal`: world frame, unit, from a to b, where it starts. Whether it
/// succeeded.
bool prove_by_search(const Placed& a, const Placed& b, const Vec3& normal, Verdict& verdict) noexcept;

/// Settles the verdict of two bounded shapes that touch or nearly do: a plane, a tetrahedron of common
/// points, or the closeness itself. `normal`: world frame, unit, from a to b, as good as doubles have it.
void prove_close(const Placed& a, const Placed& b, const Vec3& normal, Verdict& verdict) noexcept;

}  // namespace graze
