// Proofs for close calls: what doubles cannot tell apart any more is searched in double-double.
#pragma once

#include "graze/query/proof.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// Settles the verdict of two bounded shapes that touch or nearly do: a plane, a tetrahedron of common points, or the closeness itself.
/// `normal`: world frame, from a to b, a first guess.
void prove_close(const Placed& a, const Placed& b, const Vec3& normal, Verdict& verdict) noexcept;

}  // namespace graze
