// The exact intersection of two frames by listing the vertices of the common polytope in rational arithmetic:
// every choice of N of its rows that intersect in a point, kept when the point satisfies all rows. Slow and
// obvious.
#pragma once

#include <gmpxx.h>

#include <array>
#include <vector>

#include "graze/bounds/frame.hpp"

namespace graze::test {

template <int D> struct ExactOverlap {
    bool overlap = false;                   ///< Closed sets.
    bool interiors_overlap = false;         ///< Open sets (moving: at some time).
    std::array<mpq_class, D> min{}, max{};  ///< Smallest world box of the common points at all times.
    mpq_class first_time, last_time;        ///< Of a moving pair.
};

/// Still pairs: velocities zero and `moving` false.
template <int D> ExactOverlap<D> exact_overlap(const MovingFrame<D>& a, const MovingFrame<D>& b, bool moving);

}  // namespace graze::test
