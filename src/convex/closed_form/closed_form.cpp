// Balls, capsules and half-spaces in closed form. The bounds are the value found and its roundings; for two
// capsules, the gap along the normal found and the distance of the points.
#include "convex/closed_form/closed_form.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "convex/core_answer.hpp"
#include "convex/epa/point_depth.hpp"
#include "convex/epa/separate.hpp"
#include "convex/primitives/point_solid.hpp"
#include "graze/shape/shape.hpp"
#include "math/square_range.hpp"
#include "result/flipped.hpp"
#include "shape/ball.hpp"
#include "shape/half_space_normal.hpp"

namespace graze {
namespace {

/// Roundings of the distance of two balls, at most 8, and of the 10 or so that `verify` needs to show it
/// again in intervals.
constexpr double kBallRoundings = 16 * kEps;

// Every answer is returned as a new object, never as a named one: two names of 200 bytes in one function, and
// one of them is copied.

/// By value: a vector whose address is taken is kept in memory, here for the sake of rare cases.
Vec3 unit_of(Vec3 v) noexcept { return unit(v); }

/// A ball around `from_position` (from its pose's position) against b's solid, of which `solid` is what was
/// found for the ball's centre; `error` bounds the rounding.
inline Separation ball_answer(const Placed& a, const Vec3& from_position, const Placed& b,
                              const PointSolid& solid, double defect, double error) noexcept {
    const double radius = a.shape.margin();
    const double distance = solid.distance - radius;
    Vec3 normal = b.pose.rotation * -solid.outward;
    // b's rotation keeps the length up to its defect: no need to normalise again but for matrices from single
    // precision.
    if (!(defect < 1e-14)) [[unlikely]]
        normal = unit_of(normal);
    return {.distance = {distance - error, distance + error},
            .point_a = a.pose.position + from_position + radius * normal,
            .point_b = b.pose * solid.nearest,
            .normal = normal};
}

/// A ball against a solid; `solid` answers for a point in b's frame.
template <class Solid> Separation ball_to_solid(const Placed& a, const Placed& b, Solid&& solid) noexcept {
    const PoseCheck poses(a, b);
    if (!poses.usable) [[unlikely]]
        return invalid_separation();
    const Vec3 from_position = centre_from_position(a);
    const Vec3 centre = transpose_times(b.pose.rotation, (a.pose.position - b.pose.position) + from_position);
    // As in make_core_pair: roundings of the extent, and what the poses' defects do to lengths.
    const Vec3 apart = abs(centre);
    const double extent = a.shape.reach() + b.shape.reach() + (apart.x + apart.y + apart.z);
    const double error = a.shape.support_error() + (kPairRoundings + poses.defect) * extent;
    return ball_answer(a, from_position, b, solid(centre), poses.defect, error);
}

/// Which of two normals that serve equally well: negated when the pair is swapped, unless the swapped pair is
/// the same pair.
double swap_sign(const Placed& a, const Placed& b) noexcept {
    const Vec3 c = b.pose.position - a.pose.position;
    const auto& u = a.shape.values();
    const auto& v = b.shape.values();
    for (const double difference :
         {c.x, c.y, c.z, u[0] - v[0], u[1] - v[1], u[2] - v[2], a.shape.margin() - b.shape.margin()}) {
        if (difference != 0) return difference > 0 ? 1 : -1;
    }
    return 1;
}

/// The centres of two balls from their poses' positions, and the way from a's to b's.
struct BallCentres {
    Vec3 from_a{};
    Vec3 from_b{};
    Vec3 between{};
};

BallCentres ball_centres(const Placed& a, const Placed& b) noexcept {
    const Vec3 from_a = centre_from_position(a);
    const Vec3 from_b = centre_from_position(b);
    // Both differences, and so their sum, are negated bit by bit when the pair is swapped.
    return {from_a, from_b, (b.pose.position - a.pose.position) + (from_b - from_a)};
}

/// What centres off their origins add to the error of two balls; nothing for spheres.
double off_origin_error(const Placed& a, const Placed& b, const PoseCheck& poses) noexcept {
    const double reach = a.shape.core_reach() + b.shape.core_reach();
    return a.shape.support_error() + b.shape.support_error() + (kPairRoundings + poses.defect) * reach;
}

/// The distance of two centres, and the direction from a's to b's.
struct CentreGap {
    double length = 0;
    Vec3 direction{};
};

inline Separation balls_answer(const Placed& a, const Placed& b, const BallCentres& centres,
                               const PoseCheck& poses, const CentreGap& gap) noexcept {
    const double ra = a.shape.margin();
    const double rb = b.shape.margin();
    const Vec3 apart = abs(centres.between);
    const double error = (kBallRoundings + poses.defect) * (ra + rb + (apart.x + apart.y + apart.z)) +
                         off_origin_error(a, b, poses);
    const double distance = gap.length - (ra + rb);
    return {.distance = {distance - error, distance + error},
            .point_a = a.pose.position + centres.from_a + ra * gap.direction,
            .point_b = b.pose.position + centres.from_b - rb * gap.direction,
            .normal = gap.direction};
}

/// Two balls of any kind, placed anywhere. Out of line: what it keeps for the rare cases would take registers
/// from the common one.
[[gnu::noinline]] Separation any_balls(const Placed& a, const Placed& b, const PoseCheck& poses) noexcept {
    if (!poses.usable) return invalid_separation();
    const BallCentres centres = ball_centres(a, b);
    const Vec3& between = centres.between;
    const double square = length_sq(between);
    const bool in_range = is_square_in_range(square);
    const double length = in_range ? std::sqrt(square) : std::hypot(between.x, between.y, between.z);
    const Vec3 direction = in_range     ? between * (1 / length)
                           : length > 0 ? unit(between)
                                        : Vec3{swap_sign(a, b), 0, 0};
    return balls_answer(a, b, centres, poses, {length, direction});
}

double clamp_to(double x, double half) noexcept { return std::max(-half, std::min(half, x)); }

PointSolid point_capsule(double radius, double half, const Vec3& p) noexcept {
    const Vec3 foot{0, 0, clamp_to(p.z, half)};
    const Vec3 out = p - foot;
    const double square = length_sq(out);
    if (is_square_in_range(square)) [[likely]] {
        const double gap = std::sqrt(square);
        const Vec3 outward = out * (1 / gap);
        return {gap - radius, foot + radius * outward, outward};
    }
    const Vec3 direction = unit_of(out);  // the x axis when the centre is on the axis
    return {dot(direction, out) - radius, foot + radius * direction, direction};
}

/// Two capsules: world axes, measured from a's position.
struct CapsulesFound {
    Vec3 point_a{};  ///< Nearest points of the two axes.
    Vec3 point_b{};
    Vec3 normal{1, 0, 0};  ///< Unit, from a to b.
    double lower = 0;      ///< Bounds of the distance of the axes, up to `error`.
    double upper = 0;
    double error = 0;
};

/// Of usable poses.
inline CapsulesFound capsule_to_capsule(const Placed& a, const Placed& b, const PoseCheck& poses) noexcept {
    const double ha = a.shape.values()[1];
    const double hb = b.shape.values()[1];
    const Vec3 da = a.pose.rotation.columns[2];
    const Vec3 db = b.pose.rotation.columns[2];
    const Vec3 c = b.pose.position - a.pose.position;
    const Vec3 apart = abs(c);
    const double error =
        (kPairRoundings + poses.defect) * (a.shape.reach() + b.shape.reach() + (apart.x + apart.y + apart.z));
    // Points s da and c + t db: the lines' nearest, clamped, then each against the other.
    const double cosine = dot(da, db);
    const Vec3 across = cross(da, db);
    const double sine_sq = length_sq(across);
    const double first = sine_sq > 0 ? clamp_to(dot(c, da - cosine * db) / sine_sq, ha) : 0;
    const double t = clamp_to(first * cosine - dot(c, db), hb);
    const double s = clamp_to(dot(c, da) + t * cosine, ha);
    const Vec3 point_a = s * da;
    const Vec3 point_b = c + t * db;
    const Vec3 between = point_b - point_a;
    const double upper = length(between);
    // Axes that intersect: the shortest translation out is perpendicular to both of them.
    const Vec3 normal = upper > error ? between * (1 / upper)
                        : sine_sq > 0 ? unit(across)
                                      : swap_sign(a, b) * perpendicular(da);
    // The roundings above matter only through the bound the normal gives: shown, not assumed.
    const double lower = dot(normal, c) - ha * std::abs(dot(normal, da)) - hb * std::abs(dot(normal, db));
    return {point_a, point_b, normal, lower, upper, error};
}

/// Nearly parallel axes, or lengths whose squares leave the range of double: for the search.
bool too_hard(const CapsulesFound& found, const Placed& a, const Placed& b) noexcept {
    const double larger = std::max(a.shape.reach(), b.shape.reach());
    return !(found.upper - found.lower <= 4 * found.error) || !(larger > 1e-90 && larger < 1e90);
}

/// The same by the search, to rounding.
Separation searched_capsules(const Placed& a, const Placed& b) noexcept {
    CorePair pair;
    SeparationOptions tight;
    tight.tolerance = 0;
    return make_core_pair(a, b, pair) ? separate(a, b, pair, tight, {}) : invalid_separation();
}

double unit_offset(const Shape& half_space) noexcept {
    return half_space.values()[3] / length(half_space.vector(0));
}

/// Two half-spaces overlap without bound unless their normals are exactly opposite. A pair for which they are
/// so only up to rounding gets an interval open below.
Separation half_space_pair(const Placed& a, const Placed& b, double defect) noexcept {
    const double infinity = std::numeric_limits<double>::infinity();
    const Vec3 outward_a = unit(a.pose.rotation * a.shape.vector(0));
    const Vec3 outward_b = unit(b.pose.rotation * b.shape.vector(0));
    Separation s;
    s.normal = -outward_b;
    s.point_a = a.pose * a.shape.centre();
    s.point_b = b.pose * b.shape.centre();
    if (length(outward_a + outward_b) > kPairRoundings + 2 * defect) {
        s.distance = {-infinity, -infinity};
        return s;
    }
    const Vec3 between = b.pose.position - a.pose.position;
    const double gap = -dot(outward_b, between) - unit_offset(a.shape) - unit_offset(b.shape);
    const double extent = length(between) + std::abs(unit_offset(a.shape)) + std::abs(unit_offset(b.shape));
    const double error = (24 * kEps + 2 * defect) * extent;
    if (crossing_sign(a, b) == Sign::zero) {
        s.distance = {gap - error, gap + error};
        s.point_b = s.point_a + gap * s.normal;
        return s;
    }
    s.distance = {-infinity, gap + error};
    s.status = Status::budget_reached;
    return s;
}

}  // namespace

Separation separation_sphere_sphere(const Placed& a, const Placed& b) noexcept {
    const PoseCheck poses(a, b);
    const Vec3 between = b.pose.position - a.pose.position;
    const double square = length_sq(between);
    const bool around_origins = a.shape.core_reach() + b.shape.core_reach() == 0;
    if (!(poses.usable & around_origins & is_square_in_range(square))) [[unlikely]]
        return any_balls(a, b, poses);
    const double gap = std::sqrt(square);
    return balls_answer(a, b, {{}, {}, between}, poses, {gap, between * (1 / gap)});
}

bool overlaps_sphere_sphere(const Placed& a, const Placed& b) noexcept {
    const PoseCheck poses(a, b);
    const Vec3 between = ball_centres(a, b).between;
    const double sum = a.shape.margin() + b.shape.margin();
    const Vec3 apart = abs(between);
    const double largest = sum + (apart.x + apart.y + apart.z);
    const double square = length_sq(between);
    if (!poses.usable) return true;
    // Squares leave the range of double for the largest and smallest served lengths.
    if (!(largest < 1e150 && largest > 1e-140)) return !(separation_sphere_sphere(a, b).distance.lower > 0);
    const double reached = sum + (kBallRoundings + poses.defect) * largest + off_origin_error(a, b, poses);
    return square <= reached * reached;
}

Separation separation_sphere_box(const Placed& a, const Placed& b) noexcept {
    return ball_to_solid(a, b, [&](const Vec3& p) { return point_box(b.shape.vector(0), p); });
}
Separation separation_sphere_capsule(const Placed& a, const Placed& b) noexcept {
    return ball_to_solid(
        a, b, [&](const Vec3& p) { return point_capsule(b.shape.margin(), b.shape.values()[1], p); });
}
Separation separation_sphere_cylinder(const Placed& a, const Placed& b) noexcept {
    return ball_to_solid(
        a, b, [&](const Vec3& p) { return point_cylinder(b.shape.values()[0], b.shape.values()[1], p); });
}
Separation separation_sphere_cone(const Placed& a, const Placed& b) noexcept {
    return ball_to_solid(
        a, b, [&](const Vec3& p) { return point_cone(b.shape.values()[0], b.shape.values()[1], p); });
}

Separation separation_capsule_capsule(const Placed& a, const Placed& b) noexcept {
    const PoseCheck poses(a, b);
    if (!poses.usable) [[unlikely]]
        return invalid_separation();
    const CapsulesFound found = capsule_to_capsule(a, b, poses);
    if (too_hard(found, a, b)) [[unlikely]]
        return searched_capsules(a, b);
    const double ra = a.shape.margin();
    const double rb = b.shape.margin();
    return {.distance = {found.lower - (ra + rb) - found.error, found.upper - (ra + rb) + found.error},
            .point_a = a.pose.position + (found.point_a + ra * found.normal),
            .point_b = a.pose.position + (found.point_b - rb * found.normal),
            .normal = found.normal};
}

bool overlaps_capsule_capsule(const Placed& a, const Placed& b) noexcept {
    const PoseCheck poses(a, b);
    if (!poses.usable) return true;
    if (balls_apart(a, b, poses)) return false;
    const CapsulesFound found = capsule_to_capsule(a, b, poses);
    const double sum = a.shape.margin() + b.shape.margin();
    if (!(found.upper + found.error > sum)) return true;
    if (too_hard(found, a, b)) return !(separation_capsule_capsule(a, b).distance.lower > 0);
    return !(found.lower - found.error > sum);
}

bool separate_ball_in_hull(const Placed& a, const Placed& b, Separation& separation) noexcept {
    const PoseCheck poses(a, b);
    if (!poses.usable) return false;
    const auto& hull = static_cast<const HullData&>(*b.shape.payload());
    const Vec3 centre = transpose_times(b.pose.rotation, ball_centre(a, b.pose.position));
    const std::optional<PointDepth> inside = depth_inside(hull, centre);
    if (!inside) return false;
    const Vec3 apart = abs(centre);
    const double extent = a.shape.reach() + b.shape.reach() + (apart.x + apart.y + apart.z);
    // The hull's boundary is between these two heights over the facet's plane.
    const double rounding = hull.planarity + hull.concavity;
    const PointSolid solid{-inside->depth, centre + inside->depth * inside->out, inside->out};
    const double error = a.shape.support_error() + rounding + (kPairRoundings + poses.defect) * extent;
    separation = ball_answer(a, centre_from_position(a), b, solid, poses.defect, error);
    return true;
}

Separation separation_any_half_space(const Placed& a, const Placed& b) noexcept {
    const PoseCheck poses(a, b);
    if (!poses.usable) return invalid_separation();
    if (a.shape.type() == ShapeType::half_space) return half_space_pair(a, b, poses.defect);
    const Vec3 outward = unit(b.pose.rotation * b.shape.vector(0));
    const double offset = unit_offset(b.shape);
    Separation s;
    s.normal = -outward;
    // Deepest point of a, relative to the half-space.
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
