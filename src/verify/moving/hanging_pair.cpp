#include "verify/moving/hanging_pair.hpp"

#include <algorithm>
#include <cmath>

#include "graze/bounds/aabb.hpp"
#include "graze/mesh/mesh.hpp"
#include "shape/pose_check.hpp"

namespace graze::verifying {
namespace {

/// What a matrix that is a rotation within the tolerance of poses does to lengths.
double stretch_of(const Pose& pose) noexcept { return 1 + orthonormality_defect(pose.rotation) + 16 * kEps; }

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

/// Of a point from a line through the origin, rounded up.
double distance_from(const Vec3& along, const IntervalVec3& point) noexcept {
    // Along a coordinate axis, as most are, the two other coordinates are all of it.
    if (along.x == 0 && along.y == 0) return sqrt(square(point.x) + square(point.y)).upper;
    const IntervalVec3 direction = enclose(along);
    return (norm(cross(direction, point)) / norm(direction)).upper;
}

/// Contains the shape, local frame. Of meshes the corners' own numbers: six support values took a tenth of a
/// verification.
Aabb box_around(const Shape& shape) noexcept {
    Aabb box;
    if (const MeshData* mesh = mesh_data(shape)) {
        for (const auto& corners : mesh->triangles)
            for (const std::uint32_t corner : corners)
                box = {min(box.min, mesh->vertices[corner]), max(box.max, mesh->vertices[corner])};
        const double margin = exact_margin(shape).upper;
        for (std::size_t i = 0; i < 3; ++i) {
            box.max[i] = rounding::add_up(box.max[i], margin);
            box.min[i] = rounding::add_down(box.min[i], -margin);
        }
        return box;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        Vec3 axis{};
        axis[i] = 1;
        box.max[i] = support_value(shape, enclose(axis)).upper;
        box.min[i] = -support_value(shape, enclose(-axis)).upper;
    }
    return box;
}

}  // namespace

BodyBall ball_around(const CellBody& body) noexcept {
    if (body.shape.type() == ShapeType::half_space) return {body.pose.position, kInfinity};
    const double stretch = stretch_of(body.pose);
    const auto [low, high] = box_around(body.shape);
    const double reach = body.shape.reach() + body.shape.support_error();
    const Vec3 centre = 0.5 * (low + high);
    // Rounded: the far corner of the box from there, and eight roundings.
    const double radius = length(max(high - centre, centre - low)) * (1 + 8 * kEps);
    if (!(radius < reach)) return {body.pose.position, reach * stretch};
    // The centre itself is rounded when it is placed.
    const double slip = 8 * kEps * (length(body.pose.position) + 2 * length(centre));
    return {body.pose * centre, radius * stretch + slip};
}

Interval gap_along(const HangingBody& a, const HangingBody& b, std::uint32_t frame, const Vec3& n) noexcept {
    const auto half_space = [](const HangingBody& x) { return x.body.shape.type() == ShapeType::half_space; };
    if (half_space(a) && half_space(b)) return {-kInfinity, -kInfinity};
    if (half_space(a))
        return a.body.frame == frame ? gap_over(a.body, b.pose, b.body.shape) : Interval::everything();
    if (half_space(b))
        return b.body.frame == frame ? gap_over(b.body, a.pose, a.body.shape) : Interval::everything();
    const IntervalVec3 direction = enclose(n);
    return (dot(direction, b.pose.position - a.pose.position) -
            height_of(b.body.shape, b.pose.rotation, -direction) -
            height_of(a.body.shape, a.pose.rotation, direction)) /
           norm(direction);
}

void rates_along_chain(const KinematicTree& tree, std::uint32_t own, const BodyBall& ball,
                       const ChainMotion& motion, std::span<ChainRates> relative_to) noexcept {
    ChainRates all;
    relative_to[own] = all;
    std::size_t axes = 0;
    // The centre of the ball in the frame behind each axis on the way to the world.
    IntervalVec3 centre = enclose(ball.centre);
    for (std::uint32_t f = own; f != 0;) {
        const RobotAxis& axis = tree.axes[f - 1];
        const bool known = axis.coordinate < motion.rates.size();
        JointRates value = known ? motion.rates[axis.coordinate] : JointRates{{}, kInfinity, kInfinity};
        const double times = std::abs(axis.multiplier);
        value.speed = rounding::multiply_up(value.speed, times);
        value.acceleration = rounding::multiply_up(value.acceleration, times);
        // Turning does not change the distance from the axis, so it is taken in the frame behind it.
        double lever = 0;
        if (axis.turns) {
            const double from_axis = distance_from(axis.direction, centre);
            lever = (from_axis + ball.radius + motion.half * all.speed) * (1 + 8 * kEps);
        }
        all = before_axis(all, axis.turns, value, lever);
        centre = motion.axes[f - 1] * centre;
        f = axis.before;
        const double stretch = chain_stretch(++axes);
        relative_to[f] = {all.speed * stretch, all.acceleration * stretch};
    }
}

}  // namespace graze::verifying
