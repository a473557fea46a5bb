// The shapes that are a few numbers. Plain structs in local coordinates; each converts to a Shape, which
// checks the numbers. All are solid, closed and convex. Axis of capsules, cylinders and cones is local z.
#pragma once

#include "graze/math/vec.hpp"

namespace graze {

struct Point {
    Vec3 position{};
};

struct Segment {
    Vec3 a{};
    Vec3 b{};  ///< May equal a.
};

/// The flat, solid triangle. May be degenerate.
struct Triangle {
    Vec3 a{};
    Vec3 b{};
    Vec3 c{};
};

/// Either orientation; may be flat.
struct Tetrahedron {
    Vec3 a{};
    Vec3 b{};
    Vec3 c{};
    Vec3 d{};
};

/// Ball around the origin.
struct Sphere {
    double radius = 0;
};

/// { x : |x_i| <= half_extents_i }.
struct Box {
    Vec3 half_extents{};
};

/// All points within `radius` of the segment from (0, 0, -half_height) to (0, 0, half_height).
struct Capsule {
    double radius = 0;
    double half_height = 0;
};

/// The convex hull of two spheres around (0, 0, -half_height) and (0, 0, half_height). Either may be the
/// larger one, or contain the other.
struct TaperedCapsule {
    double radius_bottom = 0;
    double radius_top = 0;
    double half_height = 0;
};

/// { x : x² + y² <= radius², |z| <= half_height }.
struct Cylinder {
    double radius = 0;
    double half_height = 0;
};

/// Apex at (0, 0, half_height), base disk of `radius` in the plane z = -half_height.
struct Cone {
    double radius = 0;
    double half_height = 0;
};

/// { x : Σ (x_i / radii_i)² <= 1 }; a zero radius flattens it.
struct Ellipsoid {
    Vec3 radii{};
};

/// { x : normal · x <= offset }. The normal need not be unit, but not zero; it points out of the solid.
/// Unbounded.
struct HalfSpace {
    Vec3 normal{0, 0, 1};
    double offset = 0;
};

}  // namespace graze
