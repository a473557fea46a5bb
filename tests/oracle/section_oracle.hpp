// Signed distance of two cylinders or cones with exactly parallel axes, in 192 bits: the convex hull of all
// differences of the corners of both sections through the axes, and the origin's distance to its edges. Knows
// nothing of normals or faces.
#pragma once

#include "graze/shape/shape.hpp"
#include "oracle/real.hpp"

namespace graze::test {

/// How b lies beside a: both axes along z, b's +z up or down, its origin at (across, 0, along).
struct ParallelPlace {
    double across = 0;
    double along = 0;
    bool upside_down = false;
};

/// < 0: minus the depth. Accurate to about 1e-50 of the sizes.
Real section_distance(const Shape& a, const Shape& b, const ParallelPlace& place);

}  // namespace graze::test
