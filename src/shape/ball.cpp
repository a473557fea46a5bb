// The rare ball that is not around its shape's origin.
#include "shape/ball.hpp"

namespace graze {

Vec3 turned_centre(const Placed& ball) noexcept { return ball.pose.rotation * ball.shape.centre(); }

}  // namespace graze
