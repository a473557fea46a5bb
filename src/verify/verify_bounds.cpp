// Bounds of placed shapes in outward-rounded intervals; half-spaces that face each other by exact signs.
#include "verify/verify_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>

#include "graze/shape/shape.hpp"
#include "math/nearest.hpp"
#include "shape/affine_image.hpp"
#include "shape/ball.hpp"
#include "shape/half_space_normal.hpp"
#include "shape/primitives/list.hpp"

namespace graze::verifying {
namespace {

/// Rᵀ n.
IntervalVec3 pulled_back(const Pose& pose, const IntervalVec3& n) noexcept {
    return transpose_times(enclose(pose.rotation), n);
}

/// The half-space's normal in world frame, R⁻ᵀ n: the placed set is { x : m · (x - p) <= offset }.
IntervalVec3 world_normal(const Placed& half_space) noexcept {
    return solve(transpose(half_space.pose.rotation), enclose(half_space.shape.vector(0)));
}

/// The signed distance of a half-space and a bounded shape: only along its own normal is the half-space
/// bounded. `apart` is the other's origin relative to the half-space's.
Interval half_space_gap(const Placed& half_space, const Placed& other, const IntervalVec3& apart) noexcept {
    const IntervalVec3 m = world_normal(half_space);
    const Interval lowest = dot(m, apart) - support_value(other.shape, pulled_back(other.pose, -m));
    return (lowest - Interval(half_space.shape.values()[3])) / norm(m);
}

bool excludes_zero(const Interval& x) noexcept { return x.lower > 0 || x.upper < 0; }

/// Two half-spaces overlap without end unless their normals are exactly opposite.
Interval half_spaces_gap(const Placed& a, const Placed& b, const IntervalVec3& apart) noexcept {
    const IntervalVec3 m = world_normal(a);
    const IntervalVec3 other = world_normal(b);
    const Interval cosine = dot(m, other);
    if (!std::isfinite(cosine.lower) || !std::isfinite(cosine.upper)) return Interval::everything();
    const IntervalVec3 across = cross(m, other);
    if (cosine.lower > 0 || excludes_zero(across.x) || excludes_zero(across.y) || excludes_zero(across.z))
        return {-kInfinity, -kInfinity};
    const Sign crossing = crossing_sign(a, b);
    if (crossing == Sign::positive) return {-kInfinity, -kInfinity};
    if (crossing == Sign::unknown || !(cosine.upper < 0)) return Interval::everything();
    return (dot(m, apart) - Interval(a.shape.values()[3])) / norm(m) -
           Interval(b.shape.values()[3]) / norm(other);
}

/// The sum of two doubles as their rounded sum, which is put into `a`, and the exact rest, which comes back.
double split_sum(double& a, double b) noexcept {
    const double sum = a + b;
    const double error = rounding::sum_error(a, b, sum);
    a = sum;
    return error;
}

/// A shape as a core and a ball around each of its points. A search ends in the corners and edges of a core,
/// where it would go on along a round skin.
struct Peeled {
    Shape core;
    Interval margin{0.0};
};

Peeled peeled(const Shape& shape) {
    if (shape.type() == ShapeType::rounded) {
        const Peeled inner = peeled(shape.children()[0]);
        return {inner.core, inner.margin + Interval(shape.values()[0])};
    }
    const auto of_primitive = [&]<class P>(const P& p) -> Peeled {
        if constexpr (PrimitiveTraits<P>::kMargin && requires { PrimitiveTraits<P>::core_corners(p); }) {
            const auto ends = PrimitiveTraits<P>::core_corners(p);
            static_assert(ends.size() <= 2, "a core with a margin is a point or a segment here");
            return {ends.size() == 1 ? Shape(Point{ends.front()}) : Shape(Segment{ends.front(), ends.back()}),
                    Interval(shape.margin())};
        } else {
            return {shape};
        }
    };
    return visit_primitive(shape, of_primitive, [&] { return Peeled{shape}; });
}

/// The core as the pose turns it, times +1 or -1. A map of the origin alone is the origin, without a search.
Shape rotated(const Shape& core, Mat3 rotation, double sign) {
    for (Vec3& column : rotation.columns) column = sign * column;
    const bool at_origin = is_ball(core) && core.margin() == 0 && core.centre() == Vec3{};
    return at_origin ? core : affine_image(core, {rotation, {}});
}

/// A lower bound of the radius that a ball keeps under a near-rotation.
Interval ball_below(const Interval& margin, const Mat3& rotation) noexcept {
    return std::max(0.0, (margin * Interval(stretch(rotation).lower)).lower);
}

double extent_of(const Placed& placed) noexcept {
    if (!is_half_space(placed)) return placed.shape.reach();
    return (abs(Interval(placed.shape.values()[3])) / norm(enclose(placed.shape.vector(0)))).upper;
}

/// A member of the core near the offset, as for `core_member_near`, of every primitive that offers one.
std::optional<IntervalVec3> simple_member_near(const Placed& placed, const Vec3& offset) noexcept {
    const Shape* core = &placed.shape;
    while (core->type() == ShapeType::rounded) core = &core->children()[0];
    const Vec3 local = transpose_times(placed.pose.rotation, offset);
    const auto of_primitive = [&]<class P>(const P& p) -> std::optional<IntervalVec3> {
        if constexpr (requires { PrimitiveTraits<P>::core_member_near(p, 0.0, local); })
            return PrimitiveTraits<P>::core_member_near(p, core->margin(), local);
        else
            return std::nullopt;
    };
    const auto member =
        visit_primitive(*core, of_primitive, []() -> std::optional<IntervalVec3> { return std::nullopt; });
    if (member) return enclose(placed.pose.rotation) * *member;
    return core_member_near(placed, *core, offset);
}

}  // namespace

bool meaningful(const Placed& placed) noexcept {
    const auto& c = placed.pose.rotation.columns;
    return placed.shape.valid() && is_finite(c[0]) && is_finite(c[1]) && is_finite(c[2]) &&
           is_finite(placed.pose.position);
}

bool nearly_unit(const Vec3& v) noexcept { return std::abs(length_sq(v) - 1) <= 2e-6; }

IntervalVec3 place(const Pose& pose, const IntervalVec3& x) noexcept {
    return enclose(pose.rotation) * x + enclose(pose.position);
}

double clearance_at(const Placed& placed, const IntervalVec3& offset) noexcept {
    const Interval factor = stretch(placed.pose.rotation);
    if (!(factor.lower > 0)) return -std::numeric_limits<double>::infinity();
    const double local = clearance(placed.shape, solve(placed.pose.rotation, offset));
    return (Interval(local) * Interval(local >= 0 ? factor.lower : factor.upper)).lower;
}

bool has_half_space(const Placed& a, const Placed& b) noexcept {
    return is_half_space(a) || is_half_space(b);
}

Interval gap_along(const Placed& a, const Placed& b, const Vec3& normal) noexcept {
    // Subtracting the positions first loses nothing for pairs far from the origin.
    return gap_along(a, b, normal, enclose(b.pose.position) - enclose(a.pose.position));
}

Interval gap_along(const Placed& a, const Placed& b, const Vec3& normal, const IntervalVec3& apart) noexcept {
    if (is_half_space(a) && is_half_space(b)) return half_spaces_gap(a, b, apart);
    if (is_half_space(a)) return half_space_gap(a, b, apart);
    if (is_half_space(b)) return half_space_gap(b, a, -apart);
    const IntervalVec3 n = enclose(normal);
    return (dot(n, apart) - support_value(b.shape, pulled_back(b.pose, -n)) -
            support_value(a.shape, pulled_back(a.pose, n))) /
           norm(n);
}

bool spans(const IntervalVec3& difference, const Interval& distance, const Vec3& normal, double margins,
           double slack) noexcept {
    // The difference v of the core points has |v| <= upper and v · n >= lower, so it lies within
    // sqrt(upper² - lower²) <= sqrt(width * 2 upper) of n's line: the tightest bound across the normal that
    // bounds of this width imply.
    const double core = std::max(std::abs(distance.lower), std::abs(distance.upper)) + margins;
    const double across = slack + std::sqrt(2 * distance.width() * core);
    const IntervalVec3 n = enclose(normal);
    const Interval middle_distance(distance.middle());
    return abs(dot(difference, n) - middle_distance).upper <= slack &&
           norm(difference - middle_distance * n).upper <= across;
}

IntervalVec3 shifted_difference(const Vec3& from, double t, const Vec3& direction, const Vec3& to) noexcept {
    IntervalVec3 result{};
    for (std::size_t i = 0; i < 3; ++i) {
        double sum = t * direction[i];
        const double product_error = std::fma(t, direction[i], -sum);
        const double first_error = split_sum(sum, from[i]);
        const double second_error = split_sum(sum, -to[i]);
        const bool exact = std::isfinite(sum) &&
                           (t == 0 || direction[i] == 0 || std::abs(t * direction[i]) > rounding::kTrusted);
        result[i] =
            exact ? Interval(sum) + (Interval(product_error) + Interval(first_error) + Interval(second_error))
                  : Interval(from[i]) + Interval(t) * Interval(direction[i]) - Interval(to[i]);
    }
    return result;
}

double distance_above(const Placed& a, const IntervalVec3& point_a, const Placed& b,
                      const IntervalVec3& point_b) noexcept {
    const IntervalVec3 apart = enclose(b.pose.position) - enclose(a.pose.position);
    const Interval inside = Interval(clearance_at(a, point_a)) + Interval(clearance_at(b, point_b - apart));
    return (norm(point_a - point_b) - inside).upper;
}

std::optional<CloseMembers> close_members(const Closeness& close, const Placed& a, const Placed& b) noexcept {
    if (has_half_space(a, b)) return std::nullopt;
    IntervalVec3 sum_a{};
    IntervalVec3 sum_b{};
    Interval total(0);
    for (std::size_t i = 0; i < close.weights.size(); ++i) {
        if (close.weights[i] == 0) continue;
        const Vec3& d = close.directions[i];
        if (!(close.weights[i] > 0) || !std::isfinite(close.weights[i]) || !is_finite(d)) return std::nullopt;
        const Interval weight = close.weights[i];
        sum_a += weight * support_enclosure(a.shape, transpose_times(a.pose.rotation, d));
        sum_b += weight * support_enclosure(b.shape, transpose_times(b.pose.rotation, -d));
        total += weight;
    }
    if (!(total.lower > 0)) return std::nullopt;
    const IntervalVec3 in_a{sum_a.x / total, sum_a.y / total, sum_a.z / total};
    const IntervalVec3 in_b{sum_b.x / total, sum_b.y / total, sum_b.z / total};
    return CloseMembers{enclose(a.pose.rotation) * in_a, enclose(b.pose.rotation) * in_b};
}

double combination_distance_above(const Closeness& close, const Placed& a, const Placed& b) noexcept {
    const std::optional<CloseMembers> members = close_members(close, a, b);
    if (!members) return std::numeric_limits<double>::infinity();
    const IntervalVec3 apart = enclose(a.pose.position) - enclose(b.pose.position);
    return norm(members->of_a - members->of_b + apart).upper;
}

namespace {

double distance_above_by_search(const Placed& a, const Placed& b, const IntervalVec3& apart) noexcept {
    try {
        const Peeled of_a = peeled(a.shape);
        const Peeled of_b = peeled(b.shape);
        // The cores overlap when the difference of the two, each about its own origin, holds `apart`.
        const Shape difference =
            minkowski_sum(rotated(of_a.core, a.pose.rotation, 1), rotated(of_b.core, b.pose.rotation, -1));
        const Interval margins =
            ball_below(of_a.margin, a.pose.rotation) + ball_below(of_b.margin, b.pose.rotation);
        return (Interval(-clearance(difference, apart)) - margins).upper;
    } catch (const std::bad_alloc&) {
        return std::numeric_limits<double>::infinity();
    }
}

}  // namespace

std::array<Vec3, 2> separating_guesses(const Placed& a, const Placed& b) noexcept {
    try {
        const Shape difference = minkowski_sum(rotated(peeled(a.shape).core, a.pose.rotation, 1),
                                               rotated(peeled(b.shape).core, b.pose.rotation, -1));
        return directions_towards(difference, b.pose.position - a.pose.position);
    } catch (const std::bad_alloc&) {
        return {};
    }
}

bool come_within(const Placed& a, const Placed& b, const IntervalVec3& apart, double wanted) noexcept {
    if (has_half_space(a, b)) return gap_along(a, b, {1, 0, 0}, apart).upper <= wanted;
    // From one of the two the search may end a little too early.
    return distance_above_by_search(a, b, apart) <= wanted ||
           distance_above_by_search(b, a, -apart) <= wanted;
}

bool follows_half_space(const Vec3& normal, const Placed& a, const Placed& b) noexcept {
    const bool first = a.shape.type() == ShapeType::half_space;
    const Placed& half_space = first ? a : b;
    const IntervalVec3 m = solve(transpose(half_space.pose.rotation), enclose(half_space.shape.vector(0)));
    const Interval size = norm(m);
    const IntervalVec3 out = first ? m : -m;
    const IntervalVec3 off = enclose(normal) - IntervalVec3{out.x / size, out.y / size, out.z / size};
    return norm(off).upper <= 64 * kEps + 4 * orthonormality_defect(half_space.pose.rotation);
}

Interval margin_below(const Placed& placed) noexcept {
    return ball_below(exact_margin(placed.shape), placed.pose.rotation);
}

std::optional<Vec3> core_half_extents(const Shape& primitive) noexcept {
    const auto of_primitive = []<class P>(const P& p) -> std::optional<Vec3> {
        if constexpr (requires { PrimitiveTraits<P>::core_half_extents(p); })
            return PrimitiveTraits<P>::core_half_extents(p);
        else
            return std::nullopt;
    };
    return visit_primitive(primitive, of_primitive, []() -> std::optional<Vec3> { return std::nullopt; });
}

std::optional<IntervalVec3> core_member_near(const Placed& placed, const Shape& shape,
                                             const Vec3& offset) noexcept {
    if (shape.type() == ShapeType::rounded) return core_member_near(placed, shape.children()[0], offset);
    if (is_ball(shape)) return enclose(placed.pose.rotation) * enclose(shape.centre());
    const std::optional<Vec3> half = core_half_extents(shape);
    const Vec3 local = transpose_times(placed.pose.rotation, offset);
    if (!half || !is_finite(local)) return std::nullopt;
    const Vec3 inside{std::clamp(local.x, -half->x, half->x), std::clamp(local.y, -half->y, half->y),
                      std::clamp(local.z, -half->z, half->z)};
    return enclose(placed.pose.rotation) * enclose(inside);
}

double members_distance_above(const Placed& a, const Vec3& near_a, const Placed& b,
                              const Vec3& near_b) noexcept {
    auto x = simple_member_near(a, near_a);
    auto y = simple_member_near(b, near_b);
    const IntervalVec3 apart = enclose(a.pose.position) - enclose(b.pose.position);
    double least = std::numeric_limits<double>::infinity();
    for (int pass = 0; pass < 4 && x && y; ++pass) {
        least = std::min(least, (norm(*x - *y + apart) - margin_below(a) - margin_below(b)).upper);
        x = simple_member_near(a, middle(*y) - middle(apart));
        if (x) y = simple_member_near(b, middle(*x) + middle(apart));
    }
    return least;
}

double extent(const Placed& a, const Placed& b) noexcept {
    const Interval apart = norm(enclose(a.pose.position) - enclose(b.pose.position));
    return (Interval(extent_of(a)) + Interval(extent_of(b)) + apart).upper;
}

double distortion(const Placed& a, const Placed& b) noexcept {
    return (orthonormality_defect(a.pose.rotation) + orthonormality_defect(b.pose.rotation)) * extent(a, b);
}

}  // namespace graze::verifying
