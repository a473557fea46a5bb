#include "convex/closed_form.hpp"

#include <algorithm>
#include <cmath>

#include "convex/core_answer.hpp"
#include "convex/point_solid.hpp"
#include "convex/separate.hpp"
#include "graze/shape/support.hpp"

namespace graze {
namespace {

/// Both poses looked at once: whether they can be used, and what their defects do to lengths.
struct Poses {
    double defect = 0;
    bool usable = false;

    Poses(const Placed& a, const Placed& b) noexcept {
        const double defect_a = orthonormality_defect(a.pose.rotation);
        const double defect_b = orthonormality_defect(b.pose.rotation);
        defect = defect_a + defect_b;
        usable = a.shape.valid() && b.shape.valid() && pose_usable(a.pose, defect_a) && pose_usable(b.pose, defect_b);
    }
};

/// A ball against a solid: `solid` is in b's frame.
template <class Solid>
Separation ball_against(const Placed& a, const Placed& b, Solid&& solid) noexcept {
    const Poses poses(a, b);
    if (!poses.usable) return invalid_separation();
    const Vec3 centre = transpose_times(b.pose.rotation, a.pose.position - b.pose.position);
    const PointSolid found = solid(centre);
    const double radius = a.shape.margin();
    // As in make_core_pair: 16 roundings of the extent, and what the poses' defects do to lengths.
    const Vec3 reach = abs(centre);
    const double extent = radius + b.shape.reach() + reach.x + reach.y + reach.z;
    const double error = (16 * kEps + poses.defect) * extent;
    Separation s;
    s.distance = {found.distance - radius - error, found.distance - radius + error};
    // b's rotation keeps the length up to its defect: no need to normalise again.
    s.normal = b.pose.rotation * -found.outward;
    s.point_a = a.pose.position + radius * s.normal;
    s.point_b = b.pose * found.nearest;
    return s;
}

/// Nearest points of the two axes of a capsule pair, in a's frame.
struct AxisPoints {
    Vec3 a{};
    Vec3 b{};
};

double clamp_to(double x, double half) noexcept { return std::max(-half, std::min(half, x)); }

/// Axis of a: z through the origin, half length ha. Axis of b: through c along the unit d, half length hb.
AxisPoints nearest_axis_points(double ha, double hb, const Vec3& c, const Vec3& d) noexcept {
    // Lines at parameters s (on a) and t (on b): minimise |c + t d - s z|².
    const double cosine = d.z;
    const double sine_sq = d.x * d.x + d.y * d.y;
    const double sideways = c.x * d.x + c.y * d.y;
    double s = sine_sq > 0 ? clamp_to(c.z - cosine * (sideways / sine_sq), ha) : 0;
    const double t = clamp_to((s - c.z) * cosine - sideways, hb);
    s = clamp_to(c.z + t * cosine, ha);
    return {{0, 0, s}, c + t * d};
}

double unit_offset(const Shape& half_space) noexcept { return half_space.values()[3] / length(half_space.vector(0)); }

/// Two half-spaces overlap without end unless they look exactly at each other. Rounding can hardly show that they do, so a
/// facing pair gets an interval open below.
Separation half_space_pair(const Placed& a, const Placed& b, double defect) noexcept {
    const double infinity = std::numeric_limits<double>::infinity();
    const Vec3 outward_a = unit(a.pose.rotation * a.shape.vector(0));
    const Vec3 outward_b = unit(b.pose.rotation * b.shape.vector(0));
    Separation s;
    s.normal = -outward_b;
    s.point_a = a.pose * a.shape.centre();
    s.point_b = b.pose * b.shape.centre();
    if (length(outward_a + outward_b) > 16 * kEps + 2 * defect) {
        s.distance = {-infinity, -infinity};
        return s;
    }
    const Vec3 between = b.pose.position - a.pose.position;
    const double gap = -dot(outward_b, between) - unit_offset(a.shape) - unit_offset(b.shape);
    const double extent = length(between) + std::abs(unit_offset(a.shape)) + std::abs(unit_offset(b.shape));
    s.distance = {-infinity, gap + (24 * kEps + 2 * defect) * extent};
    s.status = Status::budget_reached;
    return s;
}

}  // namespace

Separation invalid_separation() noexcept {
    Separation s;
    s.status = Status::invalid_input;
    return s;
}

Separation flipped(const Separation& s) noexcept {
    Separation f = s;
    f.point_a = s.point_b;
    f.point_b = s.point_a;
    f.normal = -s.normal;
    return f;
}

Separation separation_sphere_sphere(const Placed& a, const Placed& b) noexcept {
    const Poses poses(a, b);
    if (!poses.usable) return invalid_separation();
    const Vec3 between = b.pose.position - a.pose.position;
    const double ra = a.shape.margin();
    const double rb = b.shape.margin();
    const double square = length_sq(between);
    const bool tame = square > 1e-200 && square < 1e200;
    const double gap = tame ? std::sqrt(square) : std::hypot(between.x, between.y, between.z);
    const double error = (8 * kEps + poses.defect) * (ra + rb + gap);
    Separation s;
    s.normal = gap > 0 ? (tame ? between * (1 / gap) : unit(between)) : Vec3{1, 0, 0};
    const double distance = gap - (ra + rb);
    s.distance = {distance - error, distance + error};
    s.point_a = a.pose.position + ra * s.normal;
    s.point_b = b.pose.position - rb * s.normal;
    return s;
}

Separation separation_sphere_box(const Placed& a, const Placed& b) noexcept {
    return ball_against(a, b, [&](const Vec3& p) { return point_box(b.shape.vector(0), p); });
}

Separation separation_sphere_cylinder(const Placed& a, const Placed& b) noexcept {
    return ball_against(a, b, [&](const Vec3& p) { return point_cylinder(b.shape.values()[0], b.shape.values()[1], p); });
}

Separation separation_sphere_cone(const Placed& a, const Placed& b) noexcept {
    return ball_against(a, b, [&](const Vec3& p) { return point_cone(b.shape.values()[0], b.shape.values()[1], p); });
}

Separation separation_sphere_capsule(const Placed& a, const Placed& b) noexcept {
    const double radius = b.shape.margin();
    return ball_against(a, b, [&](const Vec3& p) {
        const Vec3 foot{0, 0, clamp_to(p.z, b.shape.values()[1])};
        const Vec3 out = p - foot;
        const double d = length(out);
        const Vec3 direction = unit(out);  // the x axis when the centre is on the axis
        return PointSolid{d - radius, foot + radius * direction, direction};
    });
}

Separation separation_capsule_capsule(const Placed& a, const Placed& b) noexcept {
    CorePair pair;
    if (!make_core_pair(a, b, pair)) return invalid_separation();
    const double ha = a.shape.values()[1] * pair.scale;
    const double hb = b.shape.values()[1] * pair.scale;
    const Vec3 d = pair.b_in_a.rotation.columns[2];
    const AxisPoints near = nearest_axis_points(ha, hb, pair.b_in_a.position * pair.scale, d);
    CoreAnswer core;
    core.point_a = near.a;
    core.point_b = near.b;
    const Vec3 between = near.b - near.a;
    core.upper = length(between);
    // Axes that meet: the shortest way out is across both of them.
    const Vec3 across{-d.y, d.x, 0};
    if (core.upper > pair.error) core.normal = unit(between);
    else if (length_sq(across) > 0) core.normal = unit(across);
    // The roundings above matter only through the bound the normal gives: shown, not assumed.
    core.lower = gap_along(pair, core.normal);
    if (core.upper - core.lower > wanted_width(pair, {})) return separate(a, b, pair, {}, nullptr);
    return finish(a, b, pair, core);
}

Separation separation_any_half_space(const Placed& a, const Placed& b) noexcept {
    const Poses poses(a, b);
    if (!poses.usable) return invalid_separation();
    if (a.shape.type() == ShapeType::half_space) return half_space_pair(a, b, poses.defect);
    const Vec3 outward = unit(b.pose.rotation * b.shape.vector(0));
    const double offset = unit_offset(b.shape);
    Separation s;
    s.normal = -outward;
    // Deepest point of a, seen from the half-space.
    const Vec3 lowest = a.pose.rotation * support(a.shape, transpose_times(a.pose.rotation, -outward));
    const Vec3 between = a.pose.position - b.pose.position;
    const double height = dot(outward, between) + dot(outward, lowest) - offset;
    const double extent = a.shape.reach() + length(between) + std::abs(offset);
    const double error = a.shape.support_error() + (24 * kEps + 2 * poses.defect) * extent;
    s.distance = {height - error, height + error};
    s.point_a = a.pose.position + lowest;
    s.point_b = s.point_a - height * outward;
    return s;
}

}  // namespace graze
