// What `verify` needs for shapes that are not convex: covers of two trees by planes, and probes that
// distinguish inside from outside. World frame; every statement is evaluated in outward-rounded intervals.
#pragma once

#include <array>
#include <cstdint>

#include "graze/result/proof.hpp"
#include "mesh/placed_parts.hpp"

namespace graze::verifying {

/// Whether the walk that the cover describes ends with every pair of parts on the two sides of a plane; with
/// delta > 0, with gaps of -delta at the least.
bool covers(const SeparatingCover& cover, const PlacedParts& a, const PlacedParts& b, double delta) noexcept;

/// Whether the cover has one plane for the wholes: what is inside of a solid is inside of its hull, so no
/// piece is inside of the other side then.
inline bool is_single_plane(const SeparatingCover& cover) noexcept {
    return cover.steps.size() == 1 && cover.steps.front() == SeparatingCover::Step::plane;
}

/// Whether each connected piece of either side has a probe that shows it outside of the other side, as far as
/// that one is a solid; a single plane that holds needs none. Given that both trees hold, as for all probes
/// below.
bool all_outside(const SeparatingCover& cover, const PlacedParts& a, const PlacedParts& b) noexcept;

enum class PointLocation : std::uint8_t { unknown, inside, outside };

struct Probed {
    PointLocation where = PointLocation::unknown;
    std::uint32_t triangles = 0;  ///< How many were examined.
};

/// Where the probe starts with respect to the other side; unknown unless that is a solid and every crossing
/// is decided. The result is valid only if `tree_holds` is true for the solid: boxes that the segment misses
/// are skipped.
Probed locate_point(const SolidProbe& probe, const PlacedParts& a, const PlacedParts& b) noexcept;

/// The same for a point that is somewhere in the box `start`, and the segment to `end`.
Probed locate_point(const IntervalVec3& start, const Vec3& end, const PlacedParts& solid) noexcept;

/// Directions of probes, no two alike and none along an edge that models like to have. Eight misses in a row
/// mean that the part is within rounding of the surface.
inline constexpr std::array<Vec3, 8> kProbeDirections{{{0.267, 0.535, 0.802},
                                                       {-0.743, 0.371, 0.557},
                                                       {0.169, -0.845, 0.507},
                                                       {-0.408, -0.328, -0.852},
                                                       {0.913, 0.183, -0.365},
                                                       {0.619, -0.513, -0.594},
                                                       {-0.127, 0.931, -0.342},
                                                       {-0.958, -0.211, 0.195}}};

/// Whether one of the probes from the point somewhere in the box shows it outside of the solid.
bool starts_outside(const PlacedParts& solid, const IntervalVec3& start) noexcept;

/// Whether the segment from a point of one box to a point of the other misses triangle i.
bool passes_before(const PlacedParts& parts, std::uint32_t i, const IntervalVec3& start,
                   const IntervalVec3& end) noexcept;

}  // namespace graze::verifying
