// EPA: the depth of the origin inside the Minkowski difference of two cores, by growing a polytope inside it.
//
// Frame and scale of the CorePair. The polytope is a closed triangle surface around the origin whose vertices
// are points of the difference, so the ball that reaches its nearest facet fits inside: the lower bound of
// the depth. Every support height is an upper bound. The facet nearest the origin is expanded until the
// bounds are within the tolerance. Starts from any simplex that holds the origin (1 to 4 points); flat
// differences (two crossing segments) have depth zero. Where the minimiser is not unique (concentric shapes)
// some nearest facet wins, the same one every time. After: van den Bergen, Collision Detection in Interactive
// 3D Environments, 4.3.8, with plane distances for all facets.
#pragma once

#include "convex/core_pair.hpp"
#include "convex/epa/epa_result.hpp"

namespace graze {

/// `start` holds the origin up to the pair's error. Keeps the polytope when `keep` is not null.
EpaResult epa(const CorePair& pair, const Simplex& start, const EpaGoal& goal,
              EpaPolytope* keep = nullptr) noexcept;

}  // namespace graze
