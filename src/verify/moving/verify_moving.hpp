// Moving sets that a plane keeps apart over some time, for `verify`. For every point of a body the height
// along a fixed direction lies above the line between its values at two times by at most K h² / 8, where K
// bounds its second derivative; so the gap of the bodies lies above the line between its own ends less that.
// Everything is evaluated in outward-rounded intervals about the exact motions. World frame.
#pragma once

#include "graze/bounds/aabb.hpp"
#include "graze/motion/motion.hpp"
#include "graze/result/impact.hpp"

namespace graze::verifying {

/// A convex set that moves with a body: a shape, or all that is within `margin` of a box. Keeps the addresses
/// of the shape and the motion.
struct MovingSet {
    const Motion* motion = nullptr;
    const Shape* shape = nullptr;  ///< Null for a box.
    Aabb box{};                    ///< In the body's frame.
    double margin = 0;             ///< Of a box.

    [[nodiscard]] bool half_space() const noexcept {
        return shape != nullptr && shape->type() == ShapeType::half_space;
    }
};

/// The first time after t at which one of the motions changes its piece, at most `end`.
double border_after(const Motion& a, const Motion& b, double t, double end) noexcept;

/// Whether the gap along n (unit up to rounding) stays open over the time, which one piece of each motion
/// serves.
bool stays_open(const MovingSet& a, const MovingSet& b, const Interval& time, const Vec3& n) noexcept;
/// The same with at most `tests` at parts of the time, which are counted down.
bool stays_open(const MovingSet& a, const MovingSet& b, const Interval& time, const Vec3& n,
                int& tests) noexcept;

/// Whether the cell's plane keeps them apart throughout its time.
bool holds(const TimeCell& cell, const MovingSet& a, const MovingSet& b) noexcept;

}  // namespace graze::verifying
