// Rays against convex shapes. A ray is infinite; t counts in multiples of its direction. A start inside a solid gives t = 0.
// Sets are closed: a ray that touches hits. A ray that grazes so closely that rounding cannot tell is reported as a hit with wider
// bounds (a face it slides along is bounded by where the face ends) and Status::budget_reached; a miss is always certain.
#pragma once

#include <cstdint>

#include "graze/core/status.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"

namespace graze {

struct Ray {
    Vec3 origin{};
    Vec3 direction{1, 0, 0};  ///< Not zero; need not be unit.
};

/// Where a ray first meets a shape. World frame.
struct RayHit {
    double t = 0;           ///< First parameter, inside `bounds`.
    Interval bounds{0, 0};  ///< Contains the exact first parameter, if there is one. Before `lower` the plane along `normal`
                            ///< keeps the ray outside. Relative to the shape: rounding for closed forms, 1e-9 for other
                            ///< polytopes, 1e-6 for other curved shapes. Unbounded only along a half-space.
    Vec3 point{};           ///< origin + t * direction.
    Vec3 normal{1, 0, 0};   ///< Unit, out of the shape at the hit. Opposite to the direction when the start is inside. On a
                            ///< grazed side it may be tilted against the ray, so that it shows the lower bound.
    Status status = Status::converged;
    std::uint32_t iterations = 0;  ///< Support evaluations; 0 for closed forms.
};

/// First contact of b translating along `displacement` (t = 1 at its end) with a at rest.
struct CastHit {
    Interval time{0, 0};   ///< In [0, 1]. Nothing touches before lower; contact (up to rounding) by upper. {0, 0}: touching at
                           ///< the start. Width, as a length relative to the larger shape: rounding for spheres and
                           ///< half-spaces, 1e-9 for polytopes, 1e-6 otherwise.
    Vec3 point{};          ///< World frame, on a, where they touch at that time; midway when they overlap at the start.
    Vec3 normal{1, 0, 0};  ///< Unit, from a to b at that time; the discrete one when they touch at the start.
    Status status = Status::converged;
    std::uint32_t iterations = 0;
};

}  // namespace graze
