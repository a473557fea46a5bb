// From world to local: differences with the lost bits kept, the inverse of the placing map in bounded
// arithmetic, a start near the shape; and the spans of lines in half-spaces and quadrics. A span claims
// only what its error bounds prove.
#include "convex/ray/ray_local.hpp"

#include <algorithm>
#include <cmath>

#include "convex/ray/ray_solver.hpp"
#include "graze/math/vec.hpp"
#include "shape/pose_check.hpp"

namespace graze {

namespace {

/// o - p + s d with an error relative to the result, not to the terms: every rounding error is itself a
/// double.
Approx tight_coordinate(double o, double p, double s, double d) noexcept {
    const double a = o - p;
    const double b = s * d;
    const double c = a + b;
    const double a_lost = rounding::sum_error(o, -p, a);
    const double c_lost = rounding::sum_error(a, b, c);
    const double b_lost = std::fma(s, d, -b);
    const double lost = a_lost + c_lost + b_lost;
    const double sum = c + lost;
    double error = std::abs(rounding::sum_error(c, lost, sum)) +
                   4 * kEps * (std::abs(a_lost) + std::abs(c_lost) + std::abs(b_lost));
    // Far below every served length, where the product's own error may underflow.
    if (b != 0 && std::abs(b) < rounding::kTrusted) error += rounding::kTrusted;
    return {sum, error * approx::kUp};
}

bool regular(const ApproxMat3& m) noexcept {
    const Approx d = determinant(m);
    return std::abs(d.value) > 2 * d.error && std::isfinite(d.value);
}

/// Follows affine images down to what they are images of, as long as the map can be inverted.
void peel_affine_images(RayTarget& target) noexcept {
    LocalRay& ray = target.ray;
    while (target.shape->type() == ShapeType::affine_image) {
        const Shape& image = *target.shape;
        const ApproxMat3 linear = approximate(Mat3{{image.vector(0), image.vector(1), image.vector(2)}});
        if (!regular(linear)) return;
        const ApproxMat3 back = inverse(linear);
        const ApproxMat3 chained = back * ray.to_local;
        if (!regular(chained)) return;
        ray.offset = back * (ray.offset + approximate(image.vector(3)));
        ray.to_local = chained;
        target.shape = &image.children()[0];
    }
}

/// The parameter where the ray is nearest the shape's centre, in the shape's metric. Repeated because the
/// first guess is only good to a rounding of the whole distance.
double nearest_parameter(const LocalRay& ray, const Shape& shape) noexcept {
    if (shape.type() == ShapeType::half_space) return 0;
    const Vec3 slope = value(ray.to_local * approximate(ray.direction));
    const double slope_sq = length_sq(slope);
    if (!(slope_sq > 0)) return 0;
    double t = 0;
    for (int pass = 0; pass < 3; ++pass) {
        const double step = dot(shape.centre() - value(ray.at(t)), slope) / slope_sq;
        if (!std::isfinite(t + step)) break;
        t += step;
    }
    return t;
}

/// Products of two coefficients below this, and the bounds of their errors, stay in range.
constexpr double kLargestCoefficient = 1e100;

double power_of_two_near(double x) noexcept {
    return x > 0 && std::isfinite(x) ? std::ldexp(1.0, std::ilogb(x)) : 1;
}

void scale_to_unit(LocalRay& ray, const Shape& shape) noexcept {
    double size = max_component(abs(value(ray.at(ray.shift))));
    if (std::isfinite(shape.reach())) size = std::max(size, shape.reach());
    ray.scale = 1 / power_of_two_near(size);
    const Vec3 slope = value(ray.to_local * approximate(ray.direction));
    const double speed = 1 / power_of_two_near(max_component(abs(slope)));
    ray.unit_time = speed / ray.scale;
    ray.base = ray.at(ray.shift);
    ray.slope = scaled(ray.to_local * approximate(ray.direction), speed);
    // Two slopes have length at least one; a little more covers the rounding.
    ray.range = 1.01 * (shape.reach() * ray.scale + length(value(ray.base))) / length(value(ray.slope));
}

}  // namespace

bool ray_served(const Ray& ray) noexcept {
    // NaN fails every comparison. Without branches: which component is the largest cannot be foreseen.
    const Vec3 o = abs(ray.origin), d = abs(ray.direction);
    const bool small = (o.x <= kLargestServed) & (o.y <= kLargestServed) & (o.z <= kLargestServed) &
                       (d.x <= kLargestServed) & (d.y <= kLargestServed) & (d.z <= kLargestServed);
    return small & ((d.x >= kSmallestServed) | (d.y >= kSmallestServed) | (d.z >= kSmallestServed));
}

ApproxVec3 LocalRay::at(double t) const noexcept {
    const ApproxVec3 world{tight_coordinate(origin.x, position.x, t, direction.x),
                           tight_coordinate(origin.y, position.y, t, direction.y),
                           tight_coordinate(origin.z, position.z, t, direction.z)};
    return scaled(to_local * world - offset, scale);
}

Vec3 advanced(const Ray& ray, double t, const Vec3& from) noexcept {
    Vec3 x{};
    for (std::size_t i = 0; i < 3; ++i)
        x[i] = tight_coordinate(ray.origin[i], from[i], t, ray.direction[i]).value;
    return x;
}

std::optional<RayTarget> make_ray_target(const Ray& ray, const Placed& placed, OuterImages images) noexcept {
    if (!ray_served(ray) || !usable(placed)) return std::nullopt;
    std::optional<RayTarget> made(std::in_place);
    RayTarget& target = *made;
    target.shape = &placed.shape;
    target.ray.origin = ray.origin;
    target.ray.direction = ray.direction;
    target.ray.position = placed.pose.position;
    target.ray.to_local = inverse(approximate(placed.pose.rotation));
    if (images == OuterImages::taken_off) peel_affine_images(target);
    target.ray.shift = nearest_parameter(target.ray, *target.shape);
    scale_to_unit(target.ray, *target.shape);
    return made;
}

Span both(const Span& a, const Span& b) noexcept {
    if (a.empty || b.empty) return Span::none();
    Span s;
    s.enter = max(a.enter, b.enter);
    s.leave = min(a.leave, b.leave);
    s.normal = b.enter.lower > a.enter.lower ? b.normal : a.normal;
    s.sure = a.sure && b.sure && s.enter.upper <= s.leave.lower;
    s.empty = s.enter.lower > s.leave.upper;
    return s.empty ? Span::none() : s;
}

Span either(const Span& a, const Span& b) noexcept {
    if (a.empty) return b;
    if (b.empty) return a;
    Span s;
    s.sure = a.sure || b.sure;
    s.normal = b.enter.lower < a.enter.lower ? b.normal : a.normal;
    s.enter.lower = std::min(a.enter.lower, b.enter.lower);
    s.leave.upper = std::max(a.leave.upper, b.leave.upper);
    // A part that may be missed cannot promise that the union is entered by then, unless both may be.
    if (a.sure == b.sure) {
        s.enter.upper =
            a.sure ? std::min(a.enter.upper, b.enter.upper) : std::max(a.enter.upper, b.enter.upper);
        s.leave.lower =
            a.sure ? std::max(a.leave.lower, b.leave.lower) : std::min(a.leave.lower, b.leave.lower);
    } else {
        s.enter.upper = a.sure ? a.enter.upper : b.enter.upper;
        s.leave.lower = a.sure ? a.leave.lower : b.leave.lower;
    }
    return s;
}

Span clip_plane(const Approx& a, const Approx& b, double range, const Vec3& normal) noexcept {
    Span s;
    if (b.positive()) {
        s.leave = (-a / b).interval();
        return s;
    }
    if (b.negative()) {
        s.normal = normal;
        s.enter = (-a / b).interval();
        return s;
    }
    // Parallel as far as can be decided: the value varies by no more than this where the shape is.
    const double drift = b.value == 0 && b.error == 0 ? 0 : range * (std::abs(b.value) + b.error);
    if (a.value - a.error - drift > 0) return Span::none();
    return a.value + a.error + drift <= 0 ? Span{} : Span::undecided();
}

Span clip_quadratic(const Quadratic& given, double range) noexcept {
    // A ray that passes far from a thin or small shape gives huge coefficients, whose products would
    // overflow.
    const double largest =
        std::max({std::abs(given.a.value), std::abs(given.b.value), std::abs(given.c.value)});
    if (!std::isfinite(largest)) return Span::undecided();
    const double scale = largest > kLargestCoefficient ? 1 / power_of_two_near(largest) : 1;
    const Quadratic f{scaled(given.a, scale), scaled(given.b, scale), scaled(given.c, scale)};
    const double drift =
        range * (2 * (std::abs(f.b.value) + f.b.error) + range * (f.a.value + f.a.error)) * approx::kUp;
    if (f.c.value - f.c.error - drift > 0) return Span::none();
    if (f.c.value + f.c.error + drift <= 0) return Span{};
    if (!f.a.positive()) return Span::undecided();
    const Approx discriminant = f.b * f.b - f.a * f.c;
    if (discriminant.negative()) return Span::none();
    const Approx root = sqrt(discriminant);
    Span s;
    s.enter = ((-f.b - root) / f.a).interval();
    s.leave = ((-f.b + root) / f.a).interval();
    s.sure = discriminant.value >= discriminant.error;
    return s;
}

}  // namespace graze
