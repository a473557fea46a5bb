// Overlaps shown by four points of the difference around the origin, where the points that a search ends with
// are not enough. World axes; lengths in the pair's scale.
#pragma once

#include <array>
#include <span>

#include "convex/gjk/precise_search.hpp"
#include "graze/result/proof.hpp"

namespace graze {

/// The support points along the four directions, when `verify` accepts them.
bool prove_tetrahedron(const PrecisePair& pair, const std::array<Vec3, 4>& directions,
                       Verdict& verdict) noexcept;

/// For a simplex whose points lie in a plane with the origin, as those of a ball or of a point in a capsule
/// do: two of them and the farthest points to both sides of that plane.
bool prove_across(const PrecisePair& pair, const PreciseSimplex& simplex, Verdict& verdict) noexcept;

/// For an overlap that is `depth` thin along `normal`. `facing`: directions of points next to b's, which are
/// tried beside those around.
bool prove_thin_overlap(const PrecisePair& pair, const Vec3& normal, double depth,
                        std::span<const Vec3> facing, Verdict& verdict) noexcept;

}  // namespace graze
