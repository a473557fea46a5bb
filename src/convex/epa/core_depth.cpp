#include "convex/epa/core_depth.hpp"

#include <limits>

#include "convex/epa/inner_ball.hpp"

namespace graze {
namespace {

PointRoom room_by_balls(const Shape& shape, const Vec3& p) noexcept {
    PointRoom best{-std::numeric_limits<double>::infinity()};
    for (const InnerBall& ball : inner_balls(shape)) {
        const double room = ball.radius - length(p - ball.centre);
        if (room > best.room) best = {room, unit(p - ball.centre), ball.touch};
    }
    return best;
}

}  // namespace

PointRoom room_at(const Shape& shape, const Vec3& p) noexcept {
    if (shape.type() == ShapeType::rounded) return room_at(shape.children()[0], p);
    const std::optional<PointRoom> plain = plain_room_at(shape, p);
    return plain ? *plain : room_by_balls(shape, p);
}

}  // namespace graze
