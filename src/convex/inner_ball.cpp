// Inner balls by kind of shape; combinations from those of their parts.
#include "convex/inner_ball.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "graze/math/mat.hpp"

namespace graze {
namespace {

/// What a matrix makes of its least stretched unit vector.
struct LeastStretch {
    double factor = 0;  ///< At most the smallest by which it stretches a vector.
    Vec3 direction{1, 0, 0};
};

/// A unit vector that the symmetric and singular matrix maps to zero, up to rounding; any when there are several.
Vec3 kernel(const Mat3& s) noexcept {
    Vec3 best{};
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 normal = cross(s.columns[i], s.columns[(i + 1) % 3]);
        if (length_sq(normal) > length_sq(best)) best = normal;
    }
    return unit(best);
}

/// By the root of the smallest eigenvalue of mᵀm, by the
/// trigonometric solution of its characteristic equation (Smith, Eigenvalues of a symmetric 3 × 3 matrix, 1961).
LeastStretch least_stretch(const Mat3& m) noexcept {
    const double largest = std::max({max_component(abs(m.columns[0])), max_component(abs(m.columns[1])), max_component(abs(m.columns[2]))});
    if (!(largest > 0)) return {};
    const double down = 1 / largest;
    const Mat3 scaled{{m.columns[0] * down, m.columns[1] * down, m.columns[2] * down}};
    Mat3 s = transpose_times(scaled, scaled);
    const double mean = (s(0, 0) + s(1, 1) + s(2, 2)) / 3;
    for (std::size_t i = 0; i < 3; ++i) s(i, i) -= mean;
    double square = 0;
    for (const Vec3& column : s.columns) square += length_sq(column);
    const double spread = std::sqrt(square / 6);
    const double cosine = spread > 0 ? std::clamp(determinant(s) / (2 * spread * spread * spread), -1.0, 1.0) : 1;
    const double least = mean + 2 * spread * std::cos(std::acos(cosine) / 3 + 2 * std::numbers::pi / 3);
    // Rounding turns a cosine near 1 by up to sqrt(8 eps) = 3e-8; beside that, some ten roundings of numbers no larger than the trace.
    const double factor = largest * std::sqrt(std::max(0.0, least - 1e-7 * spread - 64 * kEps * mean));
    for (std::size_t i = 0; i < 3; ++i) s(i, i) -= least - mean;
    return {factor, unit(scaled * kernel(s))};
}

double inner_radius(const Shape& shape) noexcept { return shape.margin() + inner_ball(shape).radius; }

/// Along the axis of the smallest of three sizes.
InnerBall along_smallest(const Vec3& sizes) noexcept {
    const Vec3 axis = sizes.x <= sizes.y && sizes.x <= sizes.z ? Vec3{1, 0, 0} : sizes.y <= sizes.z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    return {std::min({sizes.x, sizes.y, sizes.z}), axis};
}

/// Around the centre of their hull: balls around the children's centres average to one around the mean of those, and each of them holds
/// one around every point inside it.
double hull_inner_radius(const Shape& hull) noexcept {
    double mean = 0;
    double best = 0;
    for (const Shape& child : hull.children()) {
        const double radius = inner_radius(child);
        mean += radius / static_cast<double>(hull.children().size());
        best = std::max(best, radius - length(child.centre() - hull.centre()));
    }
    return std::max(mean, best);
}

}  // namespace

InnerBall inner_ball(const Shape& shape) noexcept {
    const auto& v = shape.values();
    const std::span<const Shape> children = shape.children();
    switch (shape.type()) {
        case ShapeType::box: return along_smallest(shape.vector(0));
        case ShapeType::cylinder: return along_smallest({v[0], v[0], v[1]});
        case ShapeType::ellipsoid: {
            const InnerBall whole = along_smallest(shape.vector(0));
            return {std::max(0.0, whole.radius - shape.margin()), whole.touch};
        }
        case ShapeType::minkowski_sum: {
            const InnerBall first = inner_ball(children[0]);
            return {first.radius + inner_ball(children[1]).radius, first.touch};
        }
        case ShapeType::rounded: return inner_ball(children[0]);
        case ShapeType::convex_hull_of: return {std::max(0.0, hull_inner_radius(shape) - shape.margin()), inner_ball(children[0]).touch};
        case ShapeType::affine_image: {
            const LeastStretch least = least_stretch({{shape.vector(0), shape.vector(1), shape.vector(2)}});
            return {least.factor * inner_radius(children[0]), least.direction};
        }
        default: return {};
    }
}

}  // namespace graze
