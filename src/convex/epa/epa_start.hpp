// Where EPA starts: four points of the difference around the origin that are not in one plane, or the answer
// when there are none. Frame and scale of the CorePair.
#pragma once

#include <array>
#include <optional>

#include "convex/core_pair.hpp"
#include "convex/epa/epa_result.hpp"
#include "convex/simplex/simplex.hpp"

namespace graze {

/// Finds the support point of the difference in place.
inline void find_support(const CorePair& pair, const Vec3& direction, SimplexPoint& p) noexcept {
    p.direction = direction;
    p.a = pair.support_a(direction);
    p.b = pair.support_b(direction);
    p.w = p.a - p.b;
}

/// Whether the simplex is a tetrahedron thicker than what rounding makes of a flat one.
bool is_solid(const CorePair& pair, const Simplex& simplex) noexcept;

/// Any other simplex that holds the origin, grown to a tetrahedron by support points; or the answer of a flat
/// difference, which has depth zero up to how far it is from flat along its normal.
struct EpaStart {
    std::array<SimplexPoint, 4> points{};
    std::optional<EpaResult> flat;
};
EpaStart grow_to_solid(const CorePair& pair, const Simplex& start) noexcept;

}  // namespace graze
