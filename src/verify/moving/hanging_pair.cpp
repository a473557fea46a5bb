#include "verify/moving/hanging_pair.hpp"

#include <algorithm>
#include <cmath>

#include "shape/pose_check.hpp"

namespace graze::verifying {
namespace {

/// What a matrix that is a rotation within the tolerance of poses does to lengths.
double stretch_of(const Pose& pose) noexcept { return 1 + orthonormality_defect(pose.rotation) + 16 * kEps; }

IntervalPose body_in(const KinematicTree& tree, const CellBody& body, std::span<const Interval> q,
                     std::uint32_t frame) noexcept {
    return frame_in(tree, q, frame, body.frame) * enclose(body.pose);
}

/// max n·x over the placed shape, without the position.
Interval height_of(const Shape& shape, const IntervalMat3& rotation, const IntervalVec3& n) noexcept {
    return support_value(shape, transpose_times(rotation, n));
}

/// How far the body is above the half-space, which rests in the frame.
Interval gap_over(const CellBody& half_space, const IntervalPose& placed, const Shape& shape) noexcept {
    // { x : m·(x - p) <= h } with m = R⁻ᵀ n.
    const IntervalVec3 m = solve(transpose(half_space.pose.rotation), enclose(half_space.shape.vector(0)));
    const Interval level(half_space.shape.values()[3]);
    const Interval lowest =
        dot(m, placed.position - enclose(half_space.pose.position)) - height_of(shape, placed.rotation, -m);
    return (lowest - level) / norm(m);
}

}  // namespace

BodyBall ball_around(const CellBody& body) noexcept {
    if (body.shape.type() == ShapeType::half_space) return {body.pose.position, kInfinity};
    const double stretch = stretch_of(body.pose);
    Vec3 low, high;
    for (std::size_t i = 0; i < 3; ++i) {
        Vec3 axis{};
        axis[i] = 1;
        high[i] = support_value(body.shape, enclose(axis)).upper;
        low[i] = -support_value(body.shape, enclose(-axis)).upper;
    }
    const double reach = body.shape.reach() + body.shape.support_error();
    const Vec3 centre = 0.5 * (low + high);
    // Rounded: the far corner of the box from there, and eight roundings.
    const double radius = length(max(high - centre, centre - low)) * (1 + 8 * kEps);
    if (!(radius < reach)) return {body.pose.position, reach * stretch};
    // The centre itself is rounded when it is placed.
    const double slip = 8 * kEps * (length(body.pose.position) + 2 * length(centre));
    return {body.pose * centre, radius * stretch + slip};
}

HangingPair::HangingPair(const KinematicTree& kinematics, const CellBody& first,
                         const CellBody& second) noexcept
    : tree(&kinematics),
      a(&first),
      b(&second),
      frame(common_frame(kinematics, first.frame, second.frame)),
      ball_a(ball_around(first)),
      ball_b(ball_around(second)) {}

Interval gap_along(const HangingPair& pair, const Vec3& n, std::span<const Interval> q) noexcept {
    const auto half_space = [](const CellBody& body) { return body.shape.type() == ShapeType::half_space; };
    if (half_space(*pair.a) && half_space(*pair.b)) return {-kInfinity, -kInfinity};
    const IntervalPose a = body_in(*pair.tree, *pair.a, q, pair.frame),
                       b = body_in(*pair.tree, *pair.b, q, pair.frame);
    if (half_space(*pair.a))
        return pair.a->frame == pair.frame ? gap_over(*pair.a, b, pair.b->shape) : Interval::everything();
    if (half_space(*pair.b))
        return pair.b->frame == pair.frame ? gap_over(*pair.b, a, pair.a->shape) : Interval::everything();
    const IntervalVec3 direction = enclose(n);
    return (dot(direction, b.position - a.position) - height_of(pair.b->shape, b.rotation, -direction) -
            height_of(pair.a->shape, a.rotation, direction)) /
           norm(direction);
}

ChainRates rates_of(const KinematicTree& tree, const CellBody& body, const BodyBall& ball,
                    std::uint32_t frame, std::span<const Interval> middle, std::span<const JointRates> rates,
                    double half) noexcept {
    if (body.frame == frame) return {};
    ChainRates all;
    std::size_t axes = 0;
    // The centre of the ball in the frame behind each axis on the way to the frame.
    IntervalVec3 centre = enclose(ball.centre);
    for (std::uint32_t f = body.frame; f != frame; f = tree.axes[f - 1].before, ++axes) {
        const RobotAxis& axis = tree.axes[f - 1];
        const bool known = axis.coordinate < rates.size() && axis.coordinate < middle.size();
        JointRates value = known ? rates[axis.coordinate] : JointRates{{}, kInfinity, kInfinity};
        const double times = std::abs(axis.multiplier);
        value.speed = rounding::multiply_up(value.speed, times);
        value.acceleration = rounding::multiply_up(value.acceleration, times);
        // Turning does not change the distance from the axis, so it is taken in the frame behind it.
        const IntervalVec3 along = enclose(axis.direction);
        const double from_axis = (norm(cross(along, centre)) / norm(along)).upper;
        const double lever = (from_axis + ball.radius + half * all.speed) * (1 + 8 * kEps);
        all = before_axis(all, axis.turns, value, lever);
        centre = frame_in(tree, middle, axis.before, f) * centre;
    }
    const double stretch = chain_stretch(axes);
    return {all.speed * stretch, all.acceleration * stretch};
}

ChainRates rates_of(const HangingPair& pair, std::span<const Interval> middle,
                    std::span<const JointRates> rates, double half) noexcept {
    const ChainRates a = rates_of(*pair.tree, *pair.a, pair.ball_a, pair.frame, middle, rates, half),
                     b = rates_of(*pair.tree, *pair.b, pair.ball_b, pair.frame, middle, rates, half);
    return {rounding::add_up(a.speed, b.speed), rounding::add_up(a.acceleration, b.acceleration)};
}

}  // namespace graze::verifying
