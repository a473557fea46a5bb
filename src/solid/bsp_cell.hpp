// Convex polygons and polytopes under cutting planes, in doubles with a thickness: what the build of a BSP
// tree needs of geometry.
#pragma once

#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/math/pose.hpp"

namespace graze {

using Polygon = std::vector<Vec3>;  ///< A convex loop.

enum class Half : bool { below, above };

/// The part of the polygon on one side. Points within `thickness` of the plane belong to both. Empty when
/// nothing but such points is left.
Polygon clipped(const Polygon& polygon, const Plane& plane, Half keep, double thickness);

struct CellFace {
    Polygon loop;
    Plane plane;  ///< Out of the cell.
};

/// A bounded convex cell by its faces.
struct Cell {
    std::vector<CellFace> faces;

    static Cell around(const Aabb& box);
    [[nodiscard]] bool empty() const noexcept { return faces.size() < 4; }
    /// Mean of the corners.
    [[nodiscard]] Vec3 middle() const noexcept;
    [[nodiscard]] double volume() const noexcept;
};

/// The part of the cell on one side of the plane.
Cell clipped(const Cell& cell, const Plane& plane, Half keep, double thickness);

}  // namespace graze
