// Oriented boxes around triangles, by three methods. Local frame of the triangles. Every box contains the
// exact triangles (it is rounded outward); only its axes differ. Where axes are not unique (the covariance of
// a cube has none) the solver's choice is kept. Sources: D. Eberly, Dynamic Collision Detection using
// Oriented Bounding Boxes, with the corrected covariance of docs/notes/oriented_trees.md; Gottschalk, Lin,
// Manocha, OBBTree, 1996; Powell's direction set method, 1964.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "graze/bounds/obb.hpp"

namespace graze {

/// What the axes of a box are computed from. All methods take the convex hull first, so that interior points
/// have no influence; sets without one (flat, collinear) are taken as they are.
enum class ObbFit : std::uint8_t {
    minimum_volume,  ///< The least volume that turning the box of `triangles` finds; never a larger box than that one.
    points,          ///< Covariance of the hull's vertices.
    triangles,       ///< Covariance of the hull's surface: evenly spread over it, whatever the tessellation.
};

/// The box of the triangles, tight along its axes. Empty when there are none, when an index is out of range, or when a
/// corner is not finite. Vertices of no triangle do not count.
Obb fit_obb(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles, ObbFit fit);

}  // namespace graze
