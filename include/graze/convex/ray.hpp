// Rays against convex shapes. A ray is infinite; t counts in multiples of its direction. A start inside a solid gives t = 0.
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
    double t = 0;                         ///< First parameter, inside `bounds`.
    Interval bounds{0, 0};                ///< Contains the exact first parameter.
    Vec3 point{};                         ///< origin + t * direction.
    Vec3 normal{1, 0, 0};                 ///< Unit, out of the shape at the hit. Opposite to the direction when the start is inside.
    Status status = Status::converged;
    std::uint32_t iterations = 0;         ///< Support evaluations; 0 for closed forms.
};

/// First contact of b translating along `displacement` (t = 1 at its end) with a at rest.
struct CastHit {
    Interval time{0, 0};                  ///< Nothing touches before lower; contact (up to the tolerance) by upper.
    Vec3 point{};                         ///< World frame, where they touch at that time.
    Vec3 normal{1, 0, 0};                 ///< Unit, from a to b at that time.
    Status status = Status::converged;
    std::uint32_t iterations = 0;
};

}  // namespace graze
