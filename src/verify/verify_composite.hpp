// Statements about shapes that are not convex, for the overloads of `verify`. World frame.
#pragma once

#include <optional>

#include "graze/result/proof.hpp"
#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"
#include "mesh/placed_parts.hpp"

namespace graze::verifying {

/// The proof about two parts, as a proof about shapes.
Proof whole_proof(const ConvexProof& proof);

bool shows(const IntersectingParts& intersecting, const Placed& a, const Placed& b) noexcept;
bool shows(const EnclosedPart& enclosed, const Placed& a, const Placed& b) noexcept;
bool shows(const SeparatingCover& cover, const Placed& a, const Placed& b) noexcept;
bool shows(const CloseParts& close, const Placed& a, const Placed& b) noexcept;

/// Whether a piece of the inner side is not shown to be outside of the outer one, given that no parts
/// intersect and that the outer one's tree holds.
bool encloses(const PlacedParts& outer, const PlacedParts& inner) noexcept;

/// The shape moved along the normal by no more than `distance`, and by little less; empty when rounding
/// leaves nothing of it.
std::optional<Placed> moved_by(double distance, const Vec3& normal, const Placed& placed) noexcept;

/// Pairs that are no farther apart, and overlap no deeper, may be too close to call.
double closest_call(const Placed& a, const Placed& b) noexcept;

/// Whether the lower end of the distance of two shapes, at least one of them not convex, holds where their
/// hulls do not prove it: every pair of pieces of the two trees is separated by as much, and no piece is
/// inside of a solid. Below zero: b moved along the normal by as much is disjoint from a. Surfaces have no
/// depth: 0 always holds for two.
bool composite_lower_end(const Separation& separation, const Placed& a, const Placed& b) noexcept;

}  // namespace graze::verifying
