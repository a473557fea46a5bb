// Rays against convex shapes. A ray is infinite; t counts in multiples of its direction. A start inside a
// solid gives t = 0. Sets are closed: a ray that touches hits. A ray that grazes so closely that rounding
// cannot decide is reported as a hit with wider bounds (a face it slides along is bounded by where the face
// ends) and Status::budget_reached; a miss is always certain.
#pragma once

#include <array>
#include <cstdint>

#include "graze/core/error.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"

namespace graze {

struct Ray {
    Vec3 origin{};
    Vec3 direction{1, 0, 0};  ///< Not zero; need not be unit.
};

/// Points of shapes as averages of support points, from which `verify` reproduces them: membership in sums
/// and hulls of shapes cannot be decided from a point alone. Set where the support mapping found the hit;
/// closed forms leave it empty.
struct SupportTerms {
    /// Not zero; any length. The frame is documented where the terms are used.
    std::array<Vec3, 4> directions{};
    std::array<double, 4> weights{};  ///< >= 0, sum about 1.
    std::uint32_t count = 0;          ///< How many of both are set.
};

/// Where a ray first hits a shape. World frame.
struct RayHit {
    double t = 0;  ///< First parameter, inside `bounds`.
    /// Contains the exact first parameter, if there is one. Before `lower` the plane along `normal` keeps the
    /// ray outside. Relative to the shape: rounding for closed forms, 1e-9 for other polytopes, 1e-6 for
    /// other curved shapes. Unbounded only along a half-space.
    Interval bounds{0, 0};
    Vec3 point{};          ///< origin + t * direction.
    Vec3 normal{1, 0, 0};  ///< Unit, out of the shape at the hit. Opposite to the direction when the start is
                           ///< inside. On a grazed side it may be tilted, up to straight against the ray, so
                           ///< that it shows the lower bound.
    Status status = Status::converged;
    std::uint32_t iterations = 0;  ///< Support evaluations; 0 for closed forms.
    /// A member of the shape on the ray, within the bounds, up to rounding: of support points, margin
    /// included. In the local frame of the shape; below its outermost affine images, when it is one.
    SupportTerms terms{};
};

/// First contact of b translating along `displacement` (t = 1 at its end) with a at rest.
struct CastHit {
    /// In [0, 1]. Nothing touches before lower; contact (up to rounding) by upper. {0, 0}: touching at the
    /// start. Width, as a length relative to the larger shape: rounding for spheres and half-spaces, 1e-9 for
    /// polytopes, 1e-6 otherwise, also as a time for sets of parts.
    Interval time{0, 0};
    Vec3 point{};  ///< World frame, on a, where they touch at that time; midway when they overlap at the
                   ///< start.
    Vec3 normal{1, 0, 0};  ///< Unit, from a to b at that time; the discrete one when they touch at the start.
    Status status = Status::converged;
    std::uint32_t iterations = 0;
    /// A point of a's core and one of b's that are, at some time of the interval, no farther apart than both
    /// margins, up to rounding: core support points of a along the directions, in a's frame, and of b along
    /// their opposites.
    SupportTerms terms{};
};

}  // namespace graze
