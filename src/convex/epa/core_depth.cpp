#include "convex/epa/core_depth.hpp"

#include <limits>

#include "convex/epa/inner_ball.hpp"

namespace graze {
namespace {

PointDepth depth_by_balls(const Shape& shape, const Vec3& p) noexcept {
    PointDepth best{-std::numeric_limits<double>::infinity()};
    for (const InnerBall& ball : inner_balls(shape)) {
        const double depth = ball.radius - length(p - ball.centre);
        if (depth > best.depth) best = {depth, unit(p - ball.centre), ball.touch};
    }
    return best;
}

}  // namespace

PointDepth depth_lower_bound_at(const Shape& shape, const Vec3& p) noexcept {
    if (shape.type() == ShapeType::rounded) return depth_lower_bound_at(shape.children()[0], p);
    const std::optional<PointDepth> plain = plain_depth_at(shape, p);
    return plain ? *plain : depth_by_balls(shape, p);
}

}  // namespace graze
