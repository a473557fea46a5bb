// The quick yes or no for two shapes: a walk over the difference of the two that uses signs only, with no
// distances.
//
// Frame and rounding of a CorePair of scale 1. Both answers are proven up to the pair's error: apart by a
// separating axis, overlapping by a tetrahedron of points of the difference around the origin, its signs
// beyond doubt. Everything else is left to GJK. A loop of its own beside GJK's (support_map.hpp): it needs no
// nearest points, and for solids with a gauge mostly no search. Against GJK with thresholds in its place, on
// random pairs of which six in ten overlap, least of 60 interleaved runs: 0.84 of the time for two hulls (286
// to 340 ns), 0.75 for a box and a hull, 0.30 for a box and a cylinder, 0.37 for a cylinder and a cone (72 to
// 196 ns). Method: portal refinement (G. Snethen, XenoCollide, Game Programming Gems 7); our ends are
// certain, and no tolerance ends it.
#pragma once

#include "convex/core_kinds.hpp"
#include "convex/core_pair.hpp"
#include "convex/gjk/portal_walk.hpp"

namespace graze {

/// Whether the walk is compiled for shapes of this type.
constexpr bool portal_serves(ShapeType type) noexcept { return has_kind_of(PortalCores{}, type); }

/// `axis` (frame of a, from b to a) is tried first when it is not zero, and receives the last one tried. Both
/// types are served.
PortalAnswer portal_overlap(const CorePair& pair, Vec3& axis) noexcept;

}  // namespace graze
