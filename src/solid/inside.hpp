// On which side of a solid mesh a point lies, exactly: by the parity of the triangles that a ray crosses. The ray's direction is drawn
// at random (always the same way); where it meets an edge or a corner another one is drawn, and after a few the ties are broken
// symbolically, which is exact for every direction. Points of the surface are told apart by exact signs.
// Sources: O'Rourke, "Computational Geometry in C", 7.5 (rays and redrawing); Edelsbrunner, Mücke, "Simulation of Simplicity", 1990.
#pragma once

#include <cstdint>

#include "core/work_budget.hpp"
#include "graze/math/interval_vec.hpp"
#include "graze/math/predicates.hpp"
#include "graze/mesh/mesh.hpp"

namespace graze {

enum class PointSide : std::uint8_t { outside, boundary, inside };

/// Of a point in the mesh's own frame, finite. What it takes is charged to the budget, if there is one; it is answered all the same.
PointSide side_of(const MeshData& solid, const Vec3& point, WorkBudget* work = nullptr) noexcept;

/// Of an exact point of the world, the mesh being placed by a pose: exactly { R x + p }, also where R is only close to a rotation.
PointSide side_of(const MeshData& solid, const Pose& pose, const PlacedPoint& point, WorkBudget* work = nullptr) noexcept;

/// An exact point of the world in the frame of what the pose places, enclosed. Everything when the pose is not regular.
IntervalVec3 local_enclosure(const Pose& pose, const PlacedPoint& point) noexcept;

namespace inside_detail {

/// One draw: whether the ray along `direction` (finite, not zero) crosses an odd number of triangles.
enum class Parity : std::uint8_t { even, odd, boundary, unclear };
/// `symbolic` breaks ties by an infinitely small turn of the direction; else a tie makes the answer unclear.
Parity ray_parity(const MeshData& solid, const Vec3& point, const Vec3& direction, bool symbolic, WorkBudget* work = nullptr) noexcept;

/// Without the tree, by exact signs of the world alone: slow, and right whatever the pose.
PointSide side_by_all_triangles(const MeshData& solid, const Pose& pose, const PlacedPoint& point, WorkBudget* work = nullptr) noexcept;

}  // namespace inside_detail

}  // namespace graze
