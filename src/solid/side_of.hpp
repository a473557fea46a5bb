// On which side of a placed solid mesh an exact point of the world lies, exactly. Points of the surface are
// distinguished by exact signs.
#pragma once

#include "core/work_budget.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/predicates.hpp"
#include "mesh/point_side.hpp"

namespace graze {

/// Of an exact point of the world, the mesh being placed by a pose: exactly { R x + p }, also where R is only
/// close to a rotation.
PointSide side_of(const MeshData& solid, const Pose& pose, const PlacedPoint& point,
                  WorkBudget* work = nullptr) noexcept;

/// An exact point of the world in the frame of what the pose places, enclosed. Everything when the pose is
/// not regular.
IntervalVec3 local_enclosure(const Pose& pose, const PlacedPoint& point) noexcept;

namespace inside_detail {

/// Without the tree, by exact signs of the world alone: slow, and right whatever the pose.
PointSide side_by_all_triangles(const MeshData& solid, const Pose& pose, const PlacedPoint& point,
                                WorkBudget* work = nullptr) noexcept;

}  // namespace inside_detail

}  // namespace graze
