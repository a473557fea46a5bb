// The verbs on pairs of which at least one side is not convex: meshes, compounds, height fields. Their parts
// are convex and sit in trees; a solid mesh also has an inside. The dispatch table sends those pairs here.
// World frame.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graze/query/query.hpp"
#include "query/composite/part_pairs.hpp"

namespace graze {

/// Some pair of parts that intersect; none when the pair's work is spent before one is found. Bounded pairs
/// only. Exact for triangles without margins, as sure as `overlaps` for other parts.
std::optional<PartPair> intersecting_parts(const PartPairs& pairs) noexcept;

/// All pairs of triangles that intersect, by growing numbers; those found until the pair's work is spent.
/// None unless both sides are made of triangles.
std::vector<TrianglePair> intersecting_triangles(const PartPairs& pairs);

/// Whether a connected piece of one side seems to be inside of the other, a solid: as certain as the inside
/// test at one of its points. Precondition: no parts intersect.
bool encloses_part(const PartPairs& pairs) noexcept;

/// A part of one side that is inside of the other, a solid, by a probe for `verify`. Precondition: no parts
/// intersect.
std::optional<SolidProbe> enclosed_part(const PartPairs& pairs) noexcept;

/// Outside probes for each connected piece of either side, as far as the other one is a solid; empty when one
/// of them is inside or cannot be decided.
std::optional<std::vector<SolidProbe>> outside_probes(const PartPairs& pairs);

/// Whether every connected piece of b is inside of the solid a (or of a inside of b). Precondition: no parts
/// intersect.
bool all_enclosed(const PartPairs& pairs, bool b_in_a) noexcept;

/// Whether b (or a) contains a connected piece of the other side's surface, or this cannot be excluded.
/// Precondition: no parts intersect.
bool reaches_around_piece(const PartPairs& pairs, bool b_holds) noexcept;

/// Whether the surface of one side is somewhere deeper in the other, a solid, than `tolerance`. Precondition:
/// parts only touch.
bool surface_enters_solid(const PartPairs& pairs, double tolerance) noexcept;

bool composite_overlaps(const Placed& a, const Placed& b, PairCache* cache) noexcept;
Separation composite_separation(const Placed& a, const Placed& b, const SeparationOptions& options,
                                PairCache* cache) noexcept;
/// The same, and what they cost is added to `counted` when that is not null.
bool composite_overlaps(const Placed& a, const Placed& b, PairCache* cache, PairWork* counted) noexcept;
Separation composite_separation(const Placed& a, const Placed& b, const SeparationOptions& options,
                                PairCache* cache, PairWork* counted) noexcept;
/// The same of a bounded pair, within its work: where that is spent, bounds that hold without the rest of the
/// search, and `Status::budget_reached`.
Separation bounded_separation(const PartPairs& pairs, const SeparationOptions& options,
                              PairCache* cache = nullptr) noexcept;
/// Of a set of parts and a half-space: the points of the part that reaches deepest, and bounds that hold for
/// all parts.
Separation half_space_separation(const PlacedParts& parts, const Placed& half_space) noexcept;
/// Distance of the parts of a bounded pair; empty when parts seem to touch, or the pair's work is spent.
/// Whether one side is inside of the other is not tested.
std::optional<Separation> composite_gap(const PartPairs& pairs, const SeparationOptions& options,
                                        PairCache* cache = nullptr) noexcept;
/// The answer for pairs that overlap: bounds of the depth; [0, 0] for two surfaces. Within the pair's work,
/// or the default one.
Separation composite_overlap_depth(const PartPairs& pairs, const SeparationOptions& options) noexcept;
/// The same for two surfaces: no depth, and a common point of two triangles.
Separation intersecting_surfaces(const PartPairs& pairs, const SeparationOptions& options) noexcept;
/// Adds to the depth of a pair that overlaps the parts that show it. Those of an upper end of 0 are two that
/// intersect; deeper ones have none.
void name_intersecting_parts(Separation& depth, const PartPairs& pairs) noexcept;
/// Of a pair that touches up to rounding: how far b has to move along the normal of the gap to be outside of
/// a, where that is not much more than rounding. An upper bound.
std::optional<double> short_exit_distance(const PartPairs& pairs, const Separation& gap) noexcept;
/// A common point of two parts of a pair that overlaps, up to rounding and the depth of these parts; the
/// middle of b when none is known.
Vec3 common_point(const PartPairs& pairs) noexcept;
std::optional<RayHit> composite_raycast(const Ray& ray, const Placed& target,
                                        PairWork* counted = nullptr) noexcept;
/// The same for each of the rays, which are as many as there are places for answers.
void composite_raycasts(std::span<const Ray> rays, const Placed& target,
                        std::span<std::optional<RayHit>> hits) noexcept;
Verdict decide_composite(const Placed& a, const Placed& b) noexcept;
/// The same of a bounded pair, within its work. Where that is spent the status is `budget_reached` and the
/// proof is missing: the answer is disjoint where the search was complete, and undecided where it was not.
Verdict decide_bounded(const PartPairs& pairs) noexcept;

/// The proof that two parts intersect; empty where a decision about them finds none.
std::optional<IntersectingParts> prove_parts_intersect(const PartPairs& pairs,
                                                       const PartPair& parts) noexcept;

}  // namespace graze
