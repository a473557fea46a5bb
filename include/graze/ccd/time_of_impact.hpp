// The verbs on two moving bodies: when do they first touch; and tests of moving points and volumes over an
// interval of time. World frame. graze/result/impact.hpp has the contract of an impact, graze/result/ray.hpp
// the hit of a straight cast.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/bounds/bounding_volumes.hpp"
#include "graze/bounds/obb.hpp"
#include "graze/core/error.hpp"
#include "graze/motion/motion.hpp"
#include "graze/result/impact.hpp"
#include "graze/result/ray.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// First contact of two moving bodies over [0, 1]. Initial overlap is contact at t = 0, with point and normal
/// of the discrete query. Invalid input answers Status::invalid_input and a hit over all of [0, 1]: nothing
/// is excluded.
Impact time_of_impact(const Moving& a, const Moving& b, const ImpactOptions& options = {}) noexcept;

/// Every two parts that touch at a time of impact.time, and those that come as close as that leaves open: two
/// parts are left out when, at time.lower, they are farther apart than both bodies can go until time.upper
/// and the tolerance of the options together. By growing part_a, then part_b; two cubes face to face give all
/// pairs of triangles of both faces and their neighbours. A body inside of a solid touches none of its
/// triangles. Empty for a miss, for invalid input and unsupported methods, and between matrices that are
/// barely rigid; an impact whose budget ran out has a long time, and many parts.
std::vector<ImpactContact> impact_contacts(const Impact& impact, const Moving& a, const Moving& b,
                                           const ImpactOptions& options = {});

/// `time_of_impact` that keeps its proof for `verify`. The proof for meshes, compounds
/// and height fields is searched after the answer is known, and time.lower may be a little earlier than
/// without it. A proof of more than some millions of steps is abandoned, with Status::budget_reached and the
/// lower end that was shown until then.
CertifiedImpact certified_time_of_impact(const Moving& a, const Moving& b, const ImpactOptions& options = {});

/// Why a moving body is not usable: its shape's fault or its motion's.
expected<void, BuildError> check(const Moving& moving);

/// First contact while b moves along `displacement` and a rests; empty when they stay apart, on invalid
/// input, and for pairs that `supports` declines.
std::optional<CastHit> translational_cast(const Placed& a, const Placed& b,
                                          const Vec3& displacement) noexcept;

// Tests by interval arithmetic on the bounds of a motion: bounds of positions, and whether two volumes stay
// disjoint throughout. Every statement holds for all times of the interval. Source: Redon, Kheddar,
// Coquillart, "Fast continuous collision detection between rigid bodies", 2002, with bounds that include the
// extremes between the ends of the interval. These tests are of first order in the length of the interval;
// `time_of_impact` uses sharper ones.

/// Where a body point is, and how fast it moves (per unit of time; over several pieces of a motion, in all of
/// them).
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

/// Whether two volumes, each in the frame of its body, stay apart for every pose within the bounds. `false`
/// means "not shown". Rotations are taken to be such within two millionths, as those of motions are, and so
/// are the axes of boxes; gaps below 5e-5 of the boxes are not shown.
bool stay_apart(const BoundingSphere& a, const PoseBounds& bounds_a, const BoundingSphere& b,
                const PoseBounds& bounds_b) noexcept;
/// Balls around the boxes first, then fifteen axes.
bool stay_apart(const Obb& a, const PoseBounds& bounds_a, const Obb& b, const PoseBounds& bounds_b) noexcept;

}  // namespace graze
