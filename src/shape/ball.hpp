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

/// R c for the centre c of a ball that is not at its shape's origin. Out of line: hardly any ball is such a
/// one, and its loads would take the registers of the others.
Vec3 turned_centre(const Placed& ball) noexcept;

/// The centre of a placed ball from its pose's position, world axes. For a sphere, whose core is a point, it
/// is there.
inline Vec3 centre_from_position(const Placed& ball) noexcept {
    if (ball.shape.core_reach() > 0) [[unlikely]]
        return turned_centre(ball);
    return {};
}

/// The centre of a placed ball relative to a point of the world.
inline Vec3 ball_centre(const Placed& ball, const Vec3& from) noexcept {
    return (ball.pose.position - from) + centre_from_position(ball);
}

/// The same relative to the ball's own position, exactly; zero for other shapes.
inline IntervalVec3 ball_offset(const Placed& placed) noexcept {
    return is_ball(placed.shape) ? enclose(placed.pose.rotation) * enclose(placed.shape.centre())
                                 : IntervalVec3{};
}

}  // namespace graze
