// How far a point is from the triangles of a mesh or height field, and from the inside of a solid, with
// bounds that contain the truth.
#pragma once

#include <cstdint>
#include <limits>

#include "core/work_budget.hpp"
#include "graze/math/interval.hpp"
#include "graze/shape/shape.hpp"
#include "mesh/part_set.hpp"
#include "solid/side_of.hpp"

namespace graze {

/// Local frame.
struct SurfaceNearest {
    /// Contains the distance to the nearest triangle, without the margin. [max_distance, inf] when no
    /// triangle was examined.
    Interval distance{};
    Vec3 point{};            ///< On that triangle, up to rounding.
    std::uint32_t part = 0;  ///< Its number; the first one found where several are equally near.
    bool found = false;      ///< A triangle is within `max_distance`, up to rounding.
};

/// Of a set made of triangles. Points in the set's frame, finite. Triangles beyond `max_distance` may be
/// passed over. What it does is counted on `work`, if there is one, but never ends for it.
SurfaceNearest nearest_on_surface(const PartSet& set, const Vec3& point,
                                  double max_distance = std::numeric_limits<double>::infinity(),
                                  WorkBudget* work = nullptr) noexcept;

/// World frame.
struct PointDistance {
    /// Contains the signed distance of the point from the shape, margin included: < 0 inside. Surfaces
    /// without a margin have no inside.
    Interval distance = Interval::everything();
    Vec3 nearest{};  ///< On the nearest triangle (without the margin), up to rounding.
    std::uint32_t part = 0;
    PointSide side = PointSide::outside;  ///< Of the shape without its margin. Exact.
};

/// Of a placed mesh or height field, valid, from a finite point. Inside a margin the lower end may be far off
/// where the surface is concave: depths there are bounded by an exit that was found, not by the shortest.
/// `work` as above.
PointDistance distance_from_point(const Placed& placed, const Vec3& point,
                                  WorkBudget* work = nullptr) noexcept;

}  // namespace graze
