// Inner balls of primitives by their traits, of polytopes around their centre; combinations from those of
// their parts.
#include "convex/epa/inner_ball.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "convex/epa/point_depth.hpp"
#include "graze/math/vec.hpp"
#include "shape/primitives/list.hpp"

namespace graze {
namespace {

/// What a matrix makes of its least stretched unit vector.
struct LeastStretch {
    double factor = 0;  ///< At most the smallest by which it stretches a vector.
    Vec3 direction{1, 0, 0};
};

/// A unit vector that the symmetric and singular matrix maps to zero, up to rounding; any when there are
/// several.
Vec3 kernel(const Mat3& s) noexcept {
    Vec3 best{};
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 normal = cross(s.columns[i], s.columns[(i + 1) % 3]);
        if (length_sq(normal) > length_sq(best)) best = normal;
    }
    return unit(best);
}

/// By the root of the smallest eigenvalue of mᵀm, by the
/// trigonometric solution of its characteristic equation (Smith, Eigenvalues of a symmetric 3 × 3 matrix,
/// 1961).
LeastStretch least_stretch(const Mat3& m) noexcept {
    const double largest = std::max({max_component(abs(m.columns[0])), max_component(abs(m.columns[1])),
                                     max_component(abs(m.columns[2]))});
    if (!(largest > 0)) return {};
    const double down = 1 / largest;
    const Mat3 scaled{{m.columns[0] * down, m.columns[1] * down, m.columns[2] * down}};
    Mat3 s = transpose_times(scaled, scaled);
    const double mean = (s(0, 0) + s(1, 1) + s(2, 2)) / 3;
    for (std::size_t i = 0; i < 3; ++i) s(i, i) -= mean;
    double square = 0;
    for (const Vec3& column : s.columns) square += length_sq(column);
    const double spread = std::sqrt(square / 6);
    const double cosine =
        spread > 0 ? std::clamp(determinant(s) / (2 * spread * spread * spread), -1.0, 1.0) : 1;
    const double least = mean + 2 * spread * std::cos(std::acos(cosine) / 3 + 2 * std::numbers::pi / 3);
    // Rounding turns a cosine near 1 by up to sqrt(8 eps) = 3e-8; beside that, some ten roundings of numbers
    // no larger than the trace.
    const double factor = largest * std::sqrt(std::max(0.0, least - 1e-7 * spread - 64 * kEps * mean));
    for (std::size_t i = 0; i < 3; ++i) s(i, i) -= least - mean;
    return {factor, unit(scaled * kernel(s))};
}

InnerBall less_margin(InnerBall ball, double margin) noexcept {
    ball.radius = std::max(0.0, ball.radius - margin);
    return ball;
}

/// The hull of at least four corners.
template <class P> constexpr bool may_be_solid = false;
template <PolytopePrimitive P>
constexpr bool may_be_solid<P> =
    std::tuple_size_v<decltype(PrimitiveTraits<P>::core_corners(std::declval<P>()))> >= 4;

InnerBall ball_around_centre(const Shape& solid) noexcept {
    const PointDepth found = plain_depth_at(solid, solid.centre()).value_or(PointDepth{});
    return {solid.centre(), std::max(0.0, found.depth), found.out};
}

InnerBalls balls_of_hull(const Shape& hull) noexcept {
    InnerBalls balls;
    // Balls in the children average to one around the mean of their centres.
    InnerBall mean;
    const double share = 1 / static_cast<double>(hull.children().size());
    for (const Shape& child : hull.children()) {
        const InnerBall first = inner_balls(child).storage[0];
        mean.centre += share * first.centre;
        mean.radius += share * (first.radius + child.margin());
        if (&child == &hull.children()[0]) mean.touch = first.touch;
    }
    balls.add(less_margin(mean, hull.margin()));
    for (const Shape& child : hull.children()) {
        for (const InnerBall& ball : inner_balls(child))
            balls.add(less_margin(ball, hull.margin() - child.margin()));
    }
    return balls;
}

InnerBalls balls_of_sum(const Shape& sum) noexcept {
    InnerBalls balls;
    const InnerBalls second = inner_balls(sum.children()[1]);
    for (const InnerBall& x : inner_balls(sum.children()[0])) {
        for (const InnerBall& y : second) balls.add({x.centre + y.centre, x.radius + y.radius, x.touch});
    }
    return balls;
}

InnerBalls balls_of_image(const Shape& image) noexcept {
    const Mat3 m{{image.vector(0), image.vector(1), image.vector(2)}};
    const LeastStretch least = least_stretch(m);
    InnerBalls balls;
    for (const InnerBall& ball : inner_balls(image.children()[0])) {
        balls.add({m * ball.centre + image.vector(3),
                   least.factor * (ball.radius + image.children()[0].margin()), least.direction});
    }
    return balls;
}

}  // namespace

void InnerBalls::add(const InnerBall& ball) noexcept {
    if (count < storage.size()) {
        storage[count++] = ball;
        return;
    }
    InnerBall& least = *std::min_element(storage.begin() + 1, storage.end(),
                                         [](const auto& x, const auto& y) { return x.radius < y.radius; });
    if (ball.radius > least.radius) least = ball;
}

InnerBalls inner_balls(const Shape& shape) noexcept {
    switch (shape.type()) {
        case ShapeType::minkowski_sum: return balls_of_sum(shape);
        case ShapeType::convex_hull_of: return balls_of_hull(shape);
        case ShapeType::affine_image: return balls_of_image(shape);
        case ShapeType::rounded: return inner_balls(shape.children()[0]);
        default: break;
    }
    const auto of_primitive = [&]<class P>(const P& p) -> InnerBall {
        if constexpr (requires { PrimitiveTraits<P>::inner_ball(p, 0.0); })
            return PrimitiveTraits<P>::inner_ball(p, shape.margin());
        else if constexpr (may_be_solid<P>)
            return ball_around_centre(shape);
        else
            return {shape.centre()};
    };
    InnerBalls balls;
    balls.add(visit_primitive(shape, of_primitive, [&] {
        return shape.type() == ShapeType::hull ? ball_around_centre(shape) : InnerBall{shape.centre()};
    }));
    return balls;
}

}  // namespace graze
