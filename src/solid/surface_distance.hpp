// How far a point is from the triangles of a mesh or height field, and from the inside of a solid, with
// bounds that contain the truth.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/work_budget.hpp"
#include "graze/math/interval.hpp"
#include "graze/shape/shape.hpp"
#include "math/interval_inverse.hpp"
#include "mesh/part_set.hpp"
#include "solid/nearest_on_mesh.hpp"
#include "solid/side_of.hpp"

namespace graze {

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
    double clearance = 0;                 ///< No triangle (without the margin) is nearer.
};

/// A placed mesh or height field, valid, prepared for the distances of many points. Must not outlive it.
class PlacedSurface {
public:
    explicit PlacedSurface(const Placed& placed) noexcept;

    [[nodiscard]] const PartSet& set() const noexcept { return set_; }
    [[nodiscard]] const Pose& pose() const noexcept { return *pose_; }
    /// Lengths of the local frame times this are lengths of the world.
    [[nodiscard]] const Interval& lengths() const noexcept { return lengths_; }
    /// A point of the world in the local frame: `local_enclosure`, bit for bit.
    [[nodiscard]] IntervalVec3 enclosure(const Vec3& point) const noexcept;

private:
    PartSet set_;
    const Pose* pose_;
    std::optional<IntervalInverse> inverse_;  ///< Empty for the identity.
    Interval lengths_;
};

/// What is known of a point before its distance.
struct KnownOfPoint {
    std::optional<std::uint32_t> near_part;  ///< A triangle of a mesh that may be near: see NearestOptions.
    std::optional<PointSide> side;           ///< On which side of a solid it is.
};

/// The same as below, bit for bit, whatever is known.
PointDistance distance_from_point(const PlacedSurface& placed, const Vec3& point, const KnownOfPoint& known,
                                  WorkBudget* work = nullptr) noexcept;

/// Of a placed mesh or height field, valid, from a finite point. Inside a margin the lower end may be far off
/// where the surface is concave: depths there are bounded by an exit that was found, not by the shortest.
/// `work` as above.
PointDistance distance_from_point(const Placed& placed, const Vec3& point,
                                  WorkBudget* work = nullptr) noexcept;

}  // namespace graze
