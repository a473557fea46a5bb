// Support points of cores, inlined into the solvers' loops: the plain shapes here, hulls and combinators out of line.
// Local frame. Any direction, zero included; only its direction matters, not its length.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// The types whose support is not a handful of operations.
Vec3 composite_core_support(const Shape& shape, const Vec3& direction, std::uint32_t& hint) noexcept;

/// v / |v| times `radius` in the xy plane; zero when v is. Safe against overflow and underflow of the squares.
inline Vec3 disk_support(double radius, const Vec3& direction, double z) noexcept {
    double x = direction.x;
    double y = direction.y;
    double square = x * x + y * y;
    if (!(square > 1e-290 && square < 1e290)) {
        const double largest = std::max(std::abs(x), std::abs(y));
        if (!(largest > 0)) return {radius, 0, z};
        const double lift = largest < 1e-290 ? 0x1p100 : 1;
        const double scale = 1 / (largest * lift);
        x = x * lift * scale;
        y = y * lift * scale;
        square = x * x + y * y;
    }
    const double scale = radius / std::sqrt(square);
    return {x * scale, y * scale, z};
}

inline Vec3 best_of(const Vec3& direction, const Vec3& p, const Vec3& q) noexcept { return dot(direction, q) > dot(direction, p) ? q : p; }

/// Whether the apex is at least as high as the rim: half_height * z beats radius * |xy| - half_height * z.
inline bool apex_is_highest(double radius, double half_height, const Vec3& direction) noexcept {
    if (!(direction.z > 0)) return false;
    const double height = 2 * half_height * direction.z;
    const double height_sq = height * height;
    const double across_sq = radius * radius * (direction.x * direction.x + direction.y * direction.y);
    const double larger = std::max(height_sq, across_sq);
    if (larger > 1e-280 && larger < 1e280) return height_sq >= across_sq;
    // The squares leave the range of double: compare the lengths.
    const Vec3 d = unit(direction);
    return 2 * half_height * d.z >= radius * std::hypot(d.x, d.y);
}

inline Vec3 cone_support(double radius, double half_height, const Vec3& direction) noexcept {
    if (apex_is_highest(radius, half_height, direction)) return {0, 0, half_height};
    return disk_support(radius, direction, -half_height);
}

/// Support point of the ellipsoid less its margin along the direction.
inline Vec3 ellipsoid_core_support(const Vec3& radii, double margin, const Vec3& direction) noexcept {
    const double largest = max_component(radii);
    if (!(largest > 0)) return {};
    const Vec3 d = unit(direction);
    const Vec3 scaled = unit(hadamard(radii * (1 / largest), d));
    return hadamard(radii, scaled) - margin * d;
}

/// Second derivative of an ellipsoid core's support height on the plane of two directions s, t: how fast the support point
/// moves as the direction turns. Symmetric, not negative.
struct SupportCurvature {
    double ss = 0;
    double st = 0;
    double tt = 0;
};

/// At the unit direction d, for unit s and t perpendicular to it. Zero for every other type.
inline SupportCurvature core_curvature(const Shape& shape, const Vec3& d, const Vec3& s, const Vec3& t) noexcept {
    if (shape.type() != ShapeType::ellipsoid) return {};
    const Vec3 radii = shape.vector(0);
    const Vec3 m = hadamard(radii, d);
    const double inverse = 1 / length(m);
    const Vec3 rs = hadamard(radii, s);
    const Vec3 rt = hadamard(radii, t);
    const double ms = dot(m, rs) * inverse;
    const double mt = dot(m, rt) * inverse;
    const double round = shape.margin();
    return {(dot(rs, rs) - ms * ms) * inverse - round, (dot(rs, rt) - ms * mt) * inverse, (dot(rt, rt) - mt * mt) * inverse - round};
}

/// See `core_support` in graze/shape/support.hpp.
inline Vec3 core_support_inline(const Shape& shape, const Vec3& d, std::uint32_t& hint) noexcept {
    const auto& v = shape.values();
    switch (shape.type()) {
        case ShapeType::box: return {std::copysign(v[0], d.x), std::copysign(v[1], d.y), std::copysign(v[2], d.z)};
        case ShapeType::sphere: return {};
        case ShapeType::capsule: return {0, 0, d.z < 0 ? -v[1] : v[1]};
        case ShapeType::cylinder: return disk_support(v[0], d, d.z < 0 ? -v[1] : v[1]);
        case ShapeType::cone: return cone_support(v[0], v[1], d);
        case ShapeType::hull: {
            const auto& hull = static_cast<const HullData&>(*shape.payload());
            hint = support_vertex(hull, d, hint);
            return hull.vertices[hint];
        }
        case ShapeType::point: return shape.vector(0);
        case ShapeType::segment: return best_of(d, shape.vector(0), shape.vector(1));
        case ShapeType::triangle: return best_of(d, best_of(d, shape.vector(0), shape.vector(1)), shape.vector(2));
        case ShapeType::tetrahedron:
            return best_of(d, best_of(d, best_of(d, shape.vector(0), shape.vector(1)), shape.vector(2)), shape.vector(3));
        case ShapeType::ellipsoid: return ellipsoid_core_support(shape.vector(0), shape.margin(), d);
        default: return composite_core_support(shape, d, hint);
    }
}

}  // namespace graze
