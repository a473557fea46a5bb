// Tests of moving points and volumes over an interval of time, by interval arithmetic on the bounds of the
// motion: bounds of positions, and whether two volumes stay disjoint throughout. Every statement holds for
// all times of the interval. World frame. Source: Redon, Kheddar, Coquillart, "Fast continuous collision
// detection between rigid bodies", 2002, with bounds that include the extremes between the ends of the
// interval. These tests are of first order in the length of the interval; `time_of_impact` uses sharper ones.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/bounds/bounding_sphere.hpp"
#include "graze/bounds/obb.hpp"
#include "graze/motion/motion.hpp"

namespace graze {

/// Where a body point is, and how fast it moves (per unit of time; over several pieces of a motion, in all of them).
IntervalVec3 place_over(const Motion& motion, const Vec3& x, const Interval& time) noexcept;
IntervalVec3 velocity_over(const Motion& motion, const Vec3& x, const Interval& time) noexcept;

/// A box of the world's axes around all places of a box of the body.
Aabb swept_box(const Motion& motion, const Aabb& box, const Interval& time) noexcept;

/// Bounds of a motion over 2^levels equal intervals, taken once: for many volumes on the same body.
class MotionBuckets {
public:
    /// Levels above 20 are taken as 20.
    MotionBuckets(const Motion& motion, std::uint32_t levels);

    [[nodiscard]] std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(bounds_.size()); }
    [[nodiscard]] Interval time(std::uint32_t bucket) const noexcept;
    [[nodiscard]] const PoseBounds& bounds(std::uint32_t bucket) const noexcept { return bounds_[bucket]; }
    /// The bucket that holds t, which is clamped to [0, 1].
    [[nodiscard]] std::uint32_t bucket_at(double t) const noexcept;

private:
    std::vector<PoseBounds> bounds_;
};

/// Whether two volumes, each in the frame of its body, stay apart for every pose within the bounds. `false` means "not shown". Rotations are
/// taken to be such within two millionths, as those of motions are, and so are the axes of boxes; gaps below 5e-5 of the boxes are not shown.
bool stay_apart(const BoundingSphere& a, const PoseBounds& bounds_a, const BoundingSphere& b, const PoseBounds& bounds_b) noexcept;
/// Balls around the boxes first, then fifteen axes.
bool stay_apart(const Obb& a, const PoseBounds& bounds_a, const Obb& b, const PoseBounds& bounds_b) noexcept;

}  // namespace graze
