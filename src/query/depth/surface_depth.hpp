// How deep the surface of one shape lies in another one that has an inside: the greatest distance of a point
// of the surface, inside of the solid, from the solid's own surface. Branch and bound over the tree of the
// surface, its triangles and pieces of them. World frame.
#pragma once

#include <cstdint>

#include "query/composite/part_pairs.hpp"

namespace graze {

/// What a search for the deepest point ends at.
struct SurfaceDepthGoal {
    double relative = 0;            ///< Width of the bounds, relative to the lower one.
    double width = 0;               ///< Width that is as good as none.
    std::uint32_t most_points = 0;  ///< Points measured.
};

/// The greatest depth of two surfaces in each other, as far as it is known.
struct SurfaceDepth {
    Interval depth{0};           ///< Contains the greatest depth; [0, 0] where no point is inside.
    Vec3 point{};                ///< Of a surface, up to rounding; `depth.lower` deep at the least.
    Vec3 exit{};                 ///< Nearest to it on the surface of the other shape, up to rounding.
    bool in_a = false;           ///< The point is inside of a.
    std::uint32_t measured = 0;  ///< Points.
};

/// Whether the surface of `of` is made of triangles, and `in` is a solid mesh or a convex shape: what the
/// search can bound. Neither has a margin around triangles.
bool surface_depth_known(const PlacedParts& of, const PlacedParts& in) noexcept;

/// Of the surfaces that can be bounded, each in the other shape. The pair is bounded. Counted on its work.
SurfaceDepth deepest_of_surfaces(const PartPairs& pairs, const SurfaceDepthGoal& goal);

}  // namespace graze
