// Clearances of primitives by their traits, of hulls by vertices and nearest points, and of combinators from
// those of their parts; sums and hulls of shapes go to the search.
#include "verify/membership.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "graze/shape/hull.hpp"
#include "math/nearest.hpp"
#include "shape/ball.hpp"
#include "shape/primitives/list.hpp"

namespace graze {
namespace {

/// The tetrahedron of `apex` and a boundary triangle that holds x best, in doubles; only the choice rests on
/// them.
double fan_clearance(const HullData& hull, std::uint32_t apex, const IntervalVec3& x) noexcept {
    const Vec3 p = middle(x);
    const Vec3& top = hull.vertices[apex];
    double best = 0;
    const std::array<std::uint32_t, 3>* chosen = nullptr;
    for (const auto& t : hull.triangles) {
        const Vec3 a = hull.vertices[t[0]] - top;
        const Vec3 b = hull.vertices[t[1]] - top;
        const Vec3 c = hull.vertices[t[2]] - top;
        const Vec3 q = p - top;
        const double whole = dot(a, cross(b, c));
        if (whole == 0) continue;
        const double wa = dot(q, cross(b, c)) / whole;
        const double wb = dot(a, cross(q, c)) / whole;
        const double wc = dot(a, cross(b, q)) / whole;
        const double least = std::min({wa, wb, wc, 1 - wa - wb - wc});
        if (!chosen || least > best) {
            best = least;
            chosen = &t;
        }
    }
    if (!chosen) return -kInfinity;
    return tetrahedron_clearance({enclose(top), enclose(hull.vertices[(*chosen)[0]]),
                                  enclose(hull.vertices[(*chosen)[1]]), enclose(hull.vertices[(*chosen)[2]])},
                                 x);
}

double hull_clearance(const HullData& hull, const IntervalVec3& x) noexcept {
    const auto& v = hull.vertices;
    if (v.empty()) return -kInfinity;
    if (hull.triangles.empty()) return segment_clearance(v.front(), v.back(), x);
    if (hull.dimension == 3) {
        // A point on a wall between two tetrahedra of one fan is well inside a tetrahedron of another.
        const std::size_t apexes = std::min<std::size_t>(v.size(), 4);
        for (std::size_t i = 0; i < apexes; ++i) {
            const double inside = fan_clearance(hull, static_cast<std::uint32_t>(i * v.size() / apexes), x);
            if (inside >= 0) return inside;
        }
    }
    const Vec3 p = middle(x);
    const auto corners = [&v](const std::array<std::uint32_t, 3>& t) {
        return std::array<Vec3, 3>{v[t[0]], v[t[1]], v[t[2]]};
    };
    const auto* nearest = &hull.triangles.front();
    double best = std::numeric_limits<double>::infinity();
    for (const auto& t : hull.triangles) {
        const double distance_sq = nearest_on_triangle(corners(t), p).distance_sq;
        if (distance_sq < best) {
            best = distance_sq;
            nearest = &t;
        }
    }
    return triangle_clearance(corners(*nearest), x);
}

/// Minus the distance of x to the image of a nearby y, and of that to the image's members. The inverse of a
/// badly conditioned map puts x into a wide box; y is a point, and its image is near x once it has been
/// corrected by what it misses.
double image_clearance(const Shape& shape, const Mat3& m, const Interval& factor,
                       const IntervalVec3& x) noexcept {
    const IntervalVec3 off = x - enclose(shape.vector(3));
    Vec3 y = middle(solve(m, off));
    for (int pass = 0; pass < 2; ++pass)
        y += middle(solve(m, enclose(middle(off - enclose(m) * enclose(y)))));
    if (!is_finite(y)) return -kInfinity;
    const double inner = std::min(0.0, clearance(shape.children()[0], enclose(y)));
    return (Interval(inner) * Interval(factor.upper) - norm(off - enclose(m) * enclose(y))).lower;
}

double affine_clearance(const Shape& shape, const IntervalVec3& x) noexcept {
    const Mat3 m{{shape.vector(0), shape.vector(1), shape.vector(2)}};
    const Interval factor = stretch(m);
    if (!(factor.lower > 0)) return clearance_by_supports(shape, x);
    const double inner = clearance(shape.children()[0], solve(m, x - enclose(shape.vector(3))));
    if (inner >= 0) return (Interval(inner) * Interval(factor.lower)).lower;
    // The map's largest factor need not apply where x lies: the image's own support points may come closer.
    return std::max({(Interval(inner) * Interval(factor.upper)).lower, image_clearance(shape, m, factor, x),
                     clearance_by_supports(shape, x)});
}

double hull_of_clearance(const Shape& shape, const IntervalVec3& x) noexcept {
    double best = -kInfinity;
    for (const Shape& child : shape.children()) best = std::max(best, clearance(child, x));
    return best >= 0 ? best : std::max(best, clearance_by_supports(shape, x));
}

/// A point or a sphere as a summand moves or grows the other one: nothing to search for.
double sum_clearance(const Shape& shape, const IntervalVec3& x) noexcept {
    for (std::size_t i = 0; i < 2; ++i) {
        const Shape& summand = shape.children()[i];
        const Shape& other = shape.children()[1 - i];
        if (is_ball(summand) && summand.children().empty())
            return (Interval(clearance(other, x - enclose(summand.centre()))) + exact_margin(summand)).lower;
    }
    return clearance_by_supports(shape, x);
}

double composite_clearance(const Shape& shape, const IntervalVec3& x) noexcept {
    switch (shape.type()) {
        case ShapeType::polygon:
        case ShapeType::hull: return hull_clearance(static_cast<const HullData&>(*shape.payload()), x);
        case ShapeType::rounded:
            return (Interval(clearance(shape.children()[0], x)) + Interval(shape.values()[0])).lower;
        case ShapeType::affine_image: return affine_clearance(shape, x);
        case ShapeType::convex_hull_of: return hull_of_clearance(shape, x);
        case ShapeType::minkowski_sum: return sum_clearance(shape, x);
        default:
            return (Interval(clearance_in_parts(shape, x)) + exact_margin(shape))
                .lower;  // meshes, compounds, height fields
    }
}

}  // namespace

double clearance(const Shape& shape, const IntervalVec3& x) noexcept {
    if (!shape.valid()) return -kInfinity;
    const auto in_primitive = [&]<class P>(const P& p) { return PrimitiveTraits<P>::clearance(p, x); };
    const double c = visit_primitive(shape, in_primitive, [&] { return composite_clearance(shape, x); });
    return std::isnan(c) ? -kInfinity : c;
}

}  // namespace graze
