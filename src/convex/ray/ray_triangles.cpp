// The ray in the frame of the triangles, and the bounds of a certain hit by the plane along the triangle's
// normal. World frame unless stated otherwise.
#include "convex/ray/ray_triangles.hpp"

#include <array>
#include <bit>
#include <limits>

#include "convex/ray/ray_local.hpp"
#include "graze/math/predicates.hpp"
#include "graze/math/vec.hpp"
#include "math/degeneracy/projection_axis.hpp"
#include "math/degeneracy/thin_triangle.hpp"
#include "math/double_double.hpp"
#include "math/square_range.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

/// A start farther away than this many times the shape's reach (in the 1-norm: 16 times or more) is moved
/// along the ray to where the shape begins.
constexpr double kFar = 28;

double one_norm(const Vec3& v) noexcept { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

/// Twice the inverse of the power of two at or below a served number, without a division.
double twice_inverse_power(double x) noexcept {
    return std::bit_cast<double>((2047 - (std::bit_cast<std::uint64_t>(x) >> 52)) << 52);
}

/// Where the ray is twice the reach, and what rounding of the path may cost, before its point nearest to the
/// origin of the shape: not past the shape, from however far.
double approach_time(const Ray& ray, const Vec3& start, double reach) noexcept {
    const Vec3 direction = unit(ray.direction);
    return (-dot(start, direction) - 2 * reach - 24 * kEps * one_norm(start)) / length(ray.direction);
}

/// Times at which a ray may be in a triangle.
struct Passage {
    Interval bounds = Interval::everything();
    /// Of the times at which it passes the corners' heights, without what is added for rounding.
    double spread = 0;
};

/// The corners relative to the pose's position.
struct WorldTriangle {
    WorldTriangle(const Pose& pose, const Triangle& t) noexcept
        : a(pose.rotation * t.a), b(pose.rotation * t.b), c(pose.rotation * t.c) {
        reach = one_norm(max(abs(t.a), max(abs(t.b), abs(t.c))));
    }

    Vec3 a{}, b{}, c{};
    double reach = 0;  ///< At least the length of each corner.

    [[nodiscard]] Vec3 normal_against(const Vec3& direction) const noexcept {
        const Vec3 area = cross(b - a, c - a);
        const double square = length_sq(area);
        // Without a call where squares stay in range.
        const Vec3 normal = is_square_in_range(square) ? area * (1 / std::sqrt(square)) : unit(area);
        return dot(normal, direction) > 0 ? -normal : normal;
    }
    /// Unit, across the longest edge and as much against the direction as that allows.
    [[nodiscard]] Vec3 across_longest_edge(const Vec3& direction) const noexcept {
        return -across_edge(unit(direction), unit(longest_edge(a, b, c)));
    }
    /// While the ray passes the heights of the corners along the unit vector, which must point against it:
    /// before, and after, it is not in the triangle. The whole line when the ray is too nearly parallel to
    /// the plane.
    [[nodiscard]] Passage passage(const Ray& ray, const Pose& pose, const Vec3& normal) const noexcept {
        const Vec3 n = abs(normal);
        const double rate = -dot(normal, ray.direction);
        const double speed = dot(n, abs(ray.direction));
        if (!(rate > 64 * kEps * speed)) return {};
        const double at_a = dot(normal, a), at_b = dot(normal, b), at_c = dot(normal, c);
        const double high = std::max(at_a, std::max(at_b, at_c));
        const double low = std::min(at_a, std::min(at_b, at_c));
        // A check of the bounds may add up in another order: leave space for the roundings of every term.
        const double terms =
            dot(n, abs(ray.origin) + abs(pose.position)) + std::max(std::abs(high), std::abs(low));
        const double error = 32 * kEps * terms + 16 * kEps * reach;
        const double from = dot(normal, ray.origin - pose.position);
        const double slowness = 1 / rate;
        const double lower = (from - high - error) * slowness;
        const double upper = (from - low + error) * slowness;
        const double slope = 32 * kEps * (speed * slowness);
        return {{lower - slope * std::abs(lower), upper + slope * std::abs(upper)}, (high - low) * slowness};
    }
};

/// Where the ray hits the triangle's plane, with twice the digits. NaN when it does so nowhere.
double precise_time(const Ray& ray, const Pose& pose, const Triangle& triangle) noexcept {
    using Number = DoubleDouble;
    using Vector = BasicVec3<Number>;
    const auto vector = [](const Vec3& v) { return Vector{v.x, v.y, v.z}; };
    const BasicMat3<Number> rotation{{vector(pose.rotation.columns[0]), vector(pose.rotation.columns[1]),
                                      vector(pose.rotation.columns[2])}};
    const Vector start = vector(ray.origin) - vector(pose.position);
    const Vector a = rotation * vector(triangle.a) - start;
    const Vector e = rotation * (vector(triangle.b) - vector(triangle.a));
    const Vector f = rotation * (vector(triangle.c) - vector(triangle.a));
    const Vector normal = cross(e, f);
    return static_cast<double>(dot(normal, a) / dot(normal, vector(ray.direction)));
}

bool all_are(Sign wanted, const std::array<Sign, 3>& signs) noexcept {
    return std::ranges::all_of(signs, [&](Sign sign) { return sign == wanted; });
}
bool some_is(Sign wanted, const std::array<Sign, 3>& signs) noexcept {
    return std::ranges::any_of(signs, [&](Sign sign) { return sign == wanted; });
}

/// For a line in the plane of the triangle: whether no corner, or some corners on either side, or one on the
/// line.
bool intersects_in_plane(const PlacedPoint& from, const PlacedPoint& to,
                         const std::array<PlacedPoint, 3>& corners) noexcept {
    for (int axis = 0; axis < 3; ++axis) {
        std::array<Sign, 3> sides{};
        for (std::size_t i = 0; i < 3; ++i) sides[i] = cross_sign(from, to, corners[i], axis);
        if (all_are(Sign::positive, sides) || all_are(Sign::negative, sides)) return false;
    }
    return true;
}

/// Whether all corners, on one line with the two points, are before the first or after the second along
/// `direction`.
bool apart_on_line(const PlacedPoint& from, const PlacedPoint& end, const Vec3& direction,
                   const std::array<PlacedPoint, 3>& corners) noexcept {
    const std::size_t largest = largest_axis(direction);
    const Sign ahead = direction[largest] > 0 ? Sign::positive : Sign::negative;
    const auto all = [&](const PlacedPoint& point, Sign wanted) {
        return std::ranges::all_of(corners, [&](const PlacedPoint& corner) {
            return difference_sign(corner, point, static_cast<int>(largest)) == wanted;
        });
    };
    return all(from, opposite(ahead)) || all(end, ahead);
}

/// In the plane of the triangle: whether the segment between two points of a line intersects it, given that
/// the line does.
bool part_intersects_in_plane(const PlacedPoint& from, const PlacedPoint& end, const Vec3& direction,
                              const std::array<PlacedPoint, 3>& corners) noexcept {
    PointSigns signs;
    if (const int axis = area_axis(signs, corners[0], corners[1], corners[2]); axis >= 0) {
        const Sign winding = cross_sign(corners[0], corners[1], corners[2], axis);
        // Projected along an axis in which it has an area: only its edges can still separate the two.
        for (std::size_t i = 0; i < 3; ++i) {
            const PlacedPoint &p = corners[i], &q = corners[(i + 1) % 3];
            if (cross_sign(p, q, from, axis) == opposite(winding) &&
                cross_sign(p, q, end, axis) == opposite(winding))
                return false;
        }
        return true;
    }
    // On one line: hit between one side of it and the other.
    for (int axis = 0; axis < 3; ++axis) {
        for (std::size_t i = 0; i < 3; ++i) {
            const PlacedPoint &p = corners[i], &q = corners[(i + 1) % 3];
            const Sign before = cross_sign(p, q, from, axis), after = cross_sign(p, q, end, axis);
            if (before != after) return true;
            if (before != Sign::zero) return false;
        }
    }
    return !apart_on_line(from, end, direction, corners);
}

/// A ray and the corners of a triangle as exact points, and on which sides of the ray's line the edges pass.
struct LineSides {
    LineSides(const Ray& ray, const Pose& pose, const Triangle& triangle) noexcept
        : ahead{Mat3{{ray.direction, Vec3{}, Vec3{}}}, ray.origin},
          from{nullptr, ray.origin},
          corners{{{&pose, triangle.a}, {&pose, triangle.b}, {&pose, triangle.c}}} {
        const PlacedPoint to = at(1);
        std::array<Sign, 3> sides{};
        for (std::size_t i = 0; i < 3; ++i) sides[i] = orient3d(from, to, corners[i], corners[(i + 1) % 3]);
        left = some_is(Sign::positive, sides);
        right = some_is(Sign::negative, sides);
    }
    LineSides(const LineSides&) = delete;
    LineSides& operator=(const LineSides&) = delete;

    [[nodiscard]] PlacedPoint at(double t) const noexcept { return {&ahead, {t, 0, 0}}; }
    /// The three volumes add up to that of the normal and the direction: of a line on the same side of all
    /// edges, the side of the plane that it leaves to.
    [[nodiscard]] Sign beyond() const noexcept { return left ? Sign::positive : Sign::negative; }
    [[nodiscard]] Sign side_of(const PlacedPoint& point) const noexcept {
        return orient3d(corners[0], corners[1], corners[2], point);
    }

    Pose ahead;  ///< Takes (t, 0, 0) to origin + t * direction, exactly.
    PlacedPoint from;
    std::array<PlacedPoint, 3> corners;
    bool left = false, right = false;
};

/// A time after which the ray is past the triangle: twice the distance to its farthest corner, and as much
/// again for rounding.
double time_beyond(const Ray& ray, const Pose& pose, const Triangle& triangle) noexcept {
    const double reach = WorldTriangle(pose, triangle).reach;
    return 4 * (one_norm(ray.origin) + one_norm(pose.position) + reach) / max_component(abs(ray.direction));
}

}  // namespace

LineIntersection intersects_exactly(const Ray& ray, const Pose& pose, const Triangle& triangle) noexcept {
    const LineSides line(ray, pose, triangle);
    if (line.left && line.right) return LineIntersection::no;
    if (!line.left && !line.right) {
        if (!intersects_in_plane(line.from, line.at(1), line.corners)) return LineIntersection::no;
        const double beyond = time_beyond(ray, pose, triangle);
        if (!in_served_range(beyond)) return LineIntersection::in_plane;
        return part_intersects_in_plane(line.from, line.at(beyond), ray.direction, line.corners)
                   ? LineIntersection::yes
                   : LineIntersection::no;
    }
    // A start on the side that the ray leaves to has passed the triangle.
    return line.side_of(line.from) == line.beyond() ? LineIntersection::no : LineIntersection::yes;
}

std::optional<bool> intersects_until(const Ray& ray, const Pose& pose, const Triangle& triangle,
                                     double max_t) noexcept {
    if (!(max_t >= 0) || !in_served_range(max_t)) return std::nullopt;
    const LineSides line(ray, pose, triangle);
    if (line.left && line.right) return false;
    if (!line.left && !line.right) {
        return intersects_in_plane(line.from, line.at(1), line.corners) &&
               part_intersects_in_plane(line.from, line.at(max_t), ray.direction, line.corners);
    }
    if (line.side_of(line.from) == line.beyond()) return false;
    return line.side_of(line.at(max_t)) != opposite(line.beyond());
}

RayView view_of(const Ray& ray, const Placed& placed, double defect) noexcept {
    const Mat3& rotation = placed.pose.rotation;
    const double reach = placed.shape.reach();
    // The transpose for the inverse, the difference of the positions, and the product.
    const double turned = 56 * kEps + 2 * defect;
    RayView view;
    const Vec3 direction = abs(ray.direction);
    view.step = twice_inverse_power(std::max(std::max(direction.x, direction.y), direction.z));
    Vec3 start = ray.origin - placed.pose.position;
    double lost = 0;
    view.away = one_norm(start);
    if (view.away > kFar * reach) {
        view.shift = approach_time(ray, start, reach);
        // From more than 16 times the reach away it takes more than two to come near.
        view.may_hit = view.shift > 0;
        lost = 32 * kEps * kEps * view.away;
        start = advanced(ray, view.shift, placed.pose.position);
        view.away = one_norm(start) + lost / kEps;
    }
    view.origin = transpose_times(rotation, start);
    view.direction = transpose_times(rotation, ray.direction * view.step);
    view.doubt = 56 * turned;
    view.deviation = turned * (2 * view.away + reach) + lost;
    // Nearer to an edge than what a check in world coordinates costs is not a clear miss.
    view.away += 0.25 * (one_norm(ray.origin) + one_norm(placed.pose.position));
    return view;
}

std::optional<RayHit> face_hit(const Ray& ray, const Pose& pose, const Triangle& triangle) noexcept {
    const WorldTriangle world(pose, triangle);
    std::optional<RayHit> made(std::in_place);
    RayHit& hit = *made;
    hit.normal = world.normal_against(ray.direction);
    const Passage face = world.passage(ray, pose, hit.normal);
    Interval bounds = face.bounds;
    // As lengths, up to a factor of two.
    const double speed = one_norm(ray.direction);
    const double width = speed * bounds.width(), travel = speed * std::abs(bounds.upper);
    const bool narrow = width <= 1e-12 * (world.reach + travel);
    if (!narrow) {
        // Of a needle the normal is known badly, and where its longest edge is crossed much better.
        const Vec3 across = world.across_longest_edge(ray.direction);
        const Interval other = world.passage(ray, pose, across).bounds;
        if (other.width() < bounds.width() || std::isinf(bounds.upper)) {
            bounds = other;
            hit.normal = across;
        }
        if (speed * bounds.width() > 1e-9 * world.reach + 1e-12 * travel) hit.status = Status::budget_reached;
    }
    if (bounds.upper < 0 || std::isinf(bounds.upper)) {
        made.reset();
        return made;
    }
    hit.bounds = {std::max(0.0, bounds.lower), bounds.upper};
    // Corners of a triangle whose normal is known well have the same height but for a few roundings.
    const bool plain = narrow && speed * face.spread <= 16 * kEps * (world.reach + travel);
    const double t = plain ? hit.bounds.middle() : precise_time(ray, pose, triangle);
    hit.t = hit.bounds.contains(t) ? t : hit.bounds.middle();
    hit.point = ray.origin + hit.t * ray.direction;
    return made;
}

RayHit coarse_hit(const Ray& ray, const Pose& pose, const Triangle& triangle) noexcept {
    RayHit hit;
    hit.normal = -unit(ray.direction);
    const Interval bounds = WorldTriangle(pose, triangle).passage(ray, pose, hit.normal).bounds;
    hit.bounds = {std::max(0.0, bounds.lower), std::max(0.0, bounds.upper)};
    const double t = precise_time(ray, pose, triangle);
    hit.t = hit.bounds.contains(t) ? t : hit.bounds.middle();
    hit.point = ray.origin + hit.t * ray.direction;
    hit.status = Status::budget_reached;
    return hit;
}

double clear_until(const Ray& ray, const Pose& pose, const Triangle& triangle) noexcept {
    const WorldTriangle world(pose, triangle);
    const Interval face = world.passage(ray, pose, world.normal_against(ray.direction)).bounds;
    const Interval along = world.passage(ray, pose, -unit(ray.direction)).bounds;
    const bool known = face.width() <= 1e-12 * (world.reach / length(ray.direction) + std::abs(face.upper));
    if (along.upper < 0 || (known && face.upper < 0)) return std::numeric_limits<double>::infinity();
    return std::max(0.0, known ? face.lower : along.lower);
}

}  // namespace graze
