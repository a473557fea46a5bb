// Sweeps by the combinators of shapes.
#include "graze/motion/motion.hpp"

#include <array>

#include "graze/shape/shape.hpp"

namespace graze {

Shape swept_along(const Shape& shape, const Vec3& displacement) {
    return minkowski_sum(shape, Segment{{}, displacement});
}

Shape hull_of_placements(const Shape& shape, const Pose& first, const Pose& second) {
    const std::array<Shape, 2> ends{transformed(shape, Affine::from(first)),
                                    transformed(shape, Affine::from(second))};
    return convex_hull_of(ends);
}

}  // namespace graze
