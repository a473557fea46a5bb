// Oriented boxes and triangles at constant velocity, without turning: the first and the last moment of contact, and where. World frame; time
// counts from 0 to 1, in which a body moves by its velocity. All sets are closed.
//
// By separating axes: along each the two projections overlap from one moment to another; contact is when they do along all of them. The axes at
// rest suffice: two convex polytopes are apart at a moment exactly when one of them shows it.
// Source: D. Eberly, Dynamic Collision Detection using Oriented Bounding Boxes, with first and last times per axis instead of signs at the ends.
#pragma once

#include "graze/bounds/obb.hpp"
#include "graze/core/status.hpp"
#include "graze/math/interval.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

struct SteadyContact {
    bool hit = false;      ///< False is certain, for the doubles given, when converged; true may be wrong by rounding, as at rest.
    Interval first{0, 0};  ///< Contains the first moment of contact in [0, 1]; [0, 0] when they touch at the start. Valid when hit.
    Interval last{0, 0};   ///< Contains the last moment of contact in [0, 1]. Valid when hit.
    Vec3 point{};  ///< Of both bodies at the first moment, up to rounding: the mean of the corners of what they share then. Of triangles
                   ///< that cross at the start, the middle of what they share.
    bool unique = false;     ///< They share just this point: a corner, or two edges that cross.
    Vec3 normal{1, 0, 0};    ///< Unit, from a to b: the axis they touch along. At the start of an overlap the one of least depth.
    Vec3 normal_a{1, 0, 0};  ///< Unit, outward normal of a at the point: a box's as of an ellipsoid, a triangle's own on b's side.
    Vec3 normal_b{1, 0, 0};  ///< The same for b.
    Status status = Status::converged;  ///< invalid_input for numbers that are not finite, empty boxes and triangles without area.
};

SteadyContact steady_contact(const Obb& a, const Vec3& velocity_a, const Obb& b, const Vec3& velocity_b) noexcept;
SteadyContact steady_contact(const Triangle& a, const Vec3& velocity_a, const Obb& b, const Vec3& velocity_b) noexcept;
SteadyContact steady_contact(const Triangle& a, const Vec3& velocity_a, const Triangle& b, const Vec3& velocity_b) noexcept;

}  // namespace graze
