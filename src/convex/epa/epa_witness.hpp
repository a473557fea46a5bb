// Where a ray from the origin leaves EPA's polytope: what carries the witness points.
#pragma once

#include <cstdint>

#include "convex/epa/epa_polytope.hpp"
#include "convex/simplex/simplex.hpp"

namespace graze {

/// A ray from the origin along a unit normal to the point wanted on the surface.
struct WitnessRay {
    Vec3 normal{1, 0, 0};
    double length = 0;
    double enough = 0;  ///< A miss of the end of the ray that the width of the bounds explains.

    [[nodiscard]] Vec3 end() const noexcept { return length * normal; }
};

/// The facet that the ray pierces, weighted. The ray along the normal crosses the surface there, between both
/// bounds, so the witness points differ by a multiple of the normal. The facet that gave the normal may be a
/// different one: several triangles share one plane of a flat-faced difference, and on a curved one the foot
/// point on the nearest plane may be outside of its facet. Starts at the facet `first`.
Simplex witness_simplex(const GrowingPolytope& polytope, std::uint32_t first, const WitnessRay& ray) noexcept;

}  // namespace graze
