// Proofs that two flat bodies touch within a time interval, at a time that may not be a double: a vertex that
// goes through a face, or two edges that go through each other. World frame; everything is evaluated in
// outward-rounded intervals about the exact motions, so `true` is a theorem and `false` means "not proven".
//
// The volume of the four vertices has different signs at the two ends, so it is zero in between. Projected
// along one fixed direction the vertex stays strictly inside of the triangle (the edges cross strictly)
// throughout. At the moment of the zero the four are in a plane that the direction is not in, so incidence in
// the projection implies incidence in the plane: they touch. Two points on straight paths are decided in
// exact numbers.
#pragma once

#include <array>
#include <vector>

#include "graze/motion/motion.hpp"

namespace graze::verifying {

/// Two bodies over a stretch of time that one piece of each motion serves. Points are given in the frames of
/// their bodies.
class Passage {
public:
    Passage(const MotionPiece& a, const MotionPiece& b, const Interval& time) noexcept;

    /// A body point at both ends and throughout, relative to a point near a's origin.
    struct Track {
        IntervalVec3 first{};
        IntervalVec3 last{};
        IntervalVec3 over{};
    };
    [[nodiscard]] Track of_a(const Vec3& x) const noexcept { return track(a_, x); }
    [[nodiscard]] Track of_b(const Vec3& x) const noexcept { return track(b_, x); }

private:
    struct Bounds {
        PoseBounds first{};
        PoseBounds last{};
        PoseBounds over{};
    };
    static Track track(const Bounds& bounds, const Vec3& x) noexcept;

    Bounds a_;
    Bounds b_;
};

/// The vertex goes through the triangle.
bool goes_through(const Passage::Track& vertex, const std::array<Passage::Track, 3>& face) noexcept;
/// The edges go through each other.
bool go_through(const std::array<Passage::Track, 2>& edge_a,
                const std::array<Passage::Track, 2>& edge_b) noexcept;

/// The corners of a convex shape that is flat, in order around it: at most a point, a segment or a convex
/// polygon. Empty for shapes with an inside or a round outline, and for images and sums, whose corners
/// doubles do not hold.
std::vector<Vec3> flat_corners(const Shape& shape);

/// Whether flat bodies without margins certainly touch at some time of the interval. The interval must be
/// within one piece of each motion: at the borders of pieces motions may jump by a rounding.
bool pass_through(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                  const Interval& time);

/// The same for an impact's time, given that they do not touch before its lower end: then a change of sign
/// over a slightly longer interval proves it too, and rounding hides fewer of them.
bool pass_through_by(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                     const Interval& time);

}  // namespace graze::verifying
