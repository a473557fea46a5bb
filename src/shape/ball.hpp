// Shapes that are a ball around one point, whatever they were made from: spheres, points, and what rounding
// makes of them.
#pragma once

#include "graze/math/interval.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// Whether the core is a single point: `centre()`, exactly. Never of invalid shapes, whose children may be
/// missing.
inline bool is_ball(const Shape& shape) noexcept {
    if (!shape.valid()) return false;
    const Shape* core = &shape;
    while (core->type() == ShapeType::rounded) core = &core->children()[0];
    return core->type() == ShapeType::sphere || core->type() == ShapeType::point;
}

/// The centre of a placed ball relative to a point of the world. For a sphere, whose core is a point, it is
/// at the shape's origin.
inline Vec3 ball_centre(const Placed& ball, const Vec3& from) noexcept {
    const Vec3 between = ball.pose.position - from;
    return ball.shape.core_reach() > 0 ? between + ball.pose.rotation * ball.shape.centre() : between;
}

/// The same relative to the ball's own position, exactly; zero for other shapes.
inline IntervalVec3 ball_offset(const Placed& placed) noexcept {
    return is_ball(placed.shape) ? enclose(placed.pose.rotation) * enclose(placed.shape.centre())
                                 : IntervalVec3{};
}

}  // namespace graze
