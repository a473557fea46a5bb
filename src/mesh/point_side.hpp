// On which side of a solid mesh a point of its own frame lies, exactly: by the parity of the triangles that a
// ray crosses. Building a mesh needs it, to turn shells outward. The ray's direction is drawn at random
// (always the same way); where it hits an edge or a corner another one is drawn, and after a few the ties are
// broken symbolically, which is exact for every direction. Sources: O'Rourke, "Computational Geometry in
// C", 7.5 (rays and redrawing); Edelsbrunner, Mücke, "Simulation of Simplicity", 1990.
#pragma once

#include <cstdint>

#include "core/work_budget.hpp"
#include "graze/mesh/mesh.hpp"

namespace graze {

enum class PointSide : std::uint8_t { outside, boundary, inside };

/// Of a point in the mesh's own frame, finite. What it takes is charged to the budget, if there is one; it is
/// answered all the same.
PointSide side_of(const MeshData& solid, const Vec3& point, WorkBudget* work = nullptr) noexcept;

namespace inside_detail {

/// One draw: whether the ray along `direction` (finite, not zero) crosses an odd number of triangles.
enum class Parity : std::uint8_t { even, odd, boundary, unclear };

/// `symbolic` breaks ties by an infinitely small turn of the direction; else a tie makes the answer unclear.
Parity ray_parity(const MeshData& solid, const Vec3& point, const Vec3& direction, bool symbolic,
                  WorkBudget* work = nullptr) noexcept;

/// The n-th draw of a number in [0, 1), the same on every machine.
double random_unit(std::uint64_t n) noexcept;

}  // namespace inside_detail

}  // namespace graze
