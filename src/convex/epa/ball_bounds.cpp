// The deepest of the balls around centres, and of its directions the one of least height.
#include "convex/epa/ball_bounds.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "convex/epa/core_depth.hpp"
#include "convex/epa/epa_start.hpp"
#include "convex/epa/inner_ball.hpp"

namespace graze {
namespace {

/// A ball inside one core with its centre deep in the other, or near it: a lower bound of the depth.
struct DeepBall {
    double depth = -std::numeric_limits<double>::infinity();  ///< Scaled.
    std::array<Vec3, 3> directions{};  ///< Guesses at the exit direction, or its opposite. Frame of a.
};

/// Keeps the deeper one.
void consider(DeepBall& best, double depth, const DeepBall& ball) noexcept {
    if (!(depth > best.depth)) return;
    best = ball;
    best.depth = depth;
}

/// Of all inner balls, each in the other core by `depth_at`.
template <class Balls, class DepthAt>
DeepBall deepest_ball(const CorePair& pair, double rounding, const Balls& balls,
                      const DepthAt& depth_at) noexcept {
    DeepBall best;
    const Mat3& rotation = pair.b_in_a.rotation;
    const auto scaled = [&](const InnerBall& ball, const PointDepth& at) {
        return (ball.radius + at.depth) * pair.scale - 2 * rounding;
    };
    for (const InnerBall& ball : balls(*pair.a)) {
        const PointDepth at =
            depth_at(*pair.b, transpose_times(rotation, ball.centre - pair.b_in_a.position));
        consider(best, scaled(ball, at), {0, {rotation * at.out, rotation * at.touch, ball.touch}});
    }
    for (const InnerBall& ball : balls(*pair.b)) {
        const PointDepth at = depth_at(*pair.a, pair.b_in_a * ball.centre);
        consider(best, scaled(ball, at), {0, {at.out, at.touch, rotation * ball.touch}});
    }
    return best;
}

/// Bounds by the ball, if they are as narrow as wanted.
std::optional<BallBounds> bounds_by(const DeepBall& ball, const CorePair& pair,
                                    const BallGoal& goal) noexcept {
    BallBounds bounds{0, std::numeric_limits<double>::infinity(), {}};
    const auto offer = [&](const Vec3& direction) {
        SimplexPoint p;
        find_support(pair, direction, p);
        const double height = dot(direction, p.w);
        if (height < bounds.upper) bounds = {0, height, p};
    };
    offer(goal.normal);
    for (const Vec3& direction : ball.directions) {
        offer(unit(direction));
        offer(unit(-direction));
    }
    // The ray may miss the face there: bounds of width w allow a miss of sqrt(w * upper) / 2, so they are not
    // made narrower than that, even where the bounds from balls are tighter. For pairs that only touch no
    // miss is allowed.
    if (!(bounds.upper > goal.rounding)) return std::nullopt;
    const double miss = length(bounds.point.w - bounds.upper * bounds.point.direction);
    bounds.lower = std::min(ball.depth, bounds.upper - 4 * miss * miss / bounds.upper);
    return bounds.upper - bounds.lower <= goal.width ? std::optional(bounds) : std::nullopt;
}

const HullData& hull_of(const Shape& shape) noexcept {
    return static_cast<const HullData&>(*shape.payload());
}

/// Whether the heights under the facets of two solid hulls give no bounds of that width. They are no less
/// than the depths that exact signs confirm.
bool facets_rule_out(const CorePair& pair, const BallGoal& goal) noexcept {
    bool inside = true;
    const auto depth_at = [&](const Shape& hull, const Vec3& p) {
        const auto depth = depth_under_facets(hull_of(hull), p);
        inside = inside && depth;
        return depth.value_or(PointDepth{});
    };
    const auto balls = [&](const Shape& hull) {
        const PointDepth depth = depth_at(hull, hull.centre());
        return std::array{InnerBall{hull.centre(), depth.depth, depth.out}};
    };
    const DeepBall ball = deepest_ball(pair, goal.rounding, balls, depth_at);
    return inside && !bounds_by(ball, pair, goal);
}

}  // namespace

std::optional<BallBounds> bounds_by_balls(const CorePair& pair, const BallGoal& goal) noexcept {
    const bool hulls = pair.a->type() == ShapeType::hull && pair.b->type() == ShapeType::hull;
    if (hulls && facets_rule_out(pair, goal)) return std::nullopt;
    const auto balls = [](const Shape& shape) { return inner_balls(shape); };
    return bounds_by(deepest_ball(pair, goal.rounding, balls, depth_lower_bound_at), pair, goal);
}

double limit_of_balls(const CorePair& pair, const GrowingPolytope& polytope) noexcept {
    const Vec3 centre_a = pair.a->centre() * pair.scale;
    const Vec3 centre_b = (pair.b_in_a * pair.b->centre()) * pair.scale;
    // Of each core the least height over each centre.
    constexpr double kNone = std::numeric_limits<double>::infinity();
    double a_over_a = kNone, a_over_b = kNone, b_over_a = kNone, b_over_b = kNone;
    // Directions of the first four are not unit.
    for (std::uint32_t i = 4; i < polytope.vertex_count(); ++i) {
        const SimplexPoint& p = polytope.vertex(i);
        a_over_a = std::min(a_over_a, dot(p.direction, p.a - centre_a));
        a_over_b = std::min(a_over_b, dot(p.direction, p.a - centre_b));
        b_over_a = std::min(b_over_a, dot(p.direction, centre_a - p.b));
        b_over_b = std::min(b_over_b, dot(p.direction, centre_b - p.b));
    }
    return std::max(a_over_a + b_over_a, b_over_b + a_over_b);
}

}  // namespace graze
