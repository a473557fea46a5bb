// Clearances of the plain shapes by their inequalities, vertices and nearest points, and of combinators from those of their parts;
// sums and hulls of shapes go to the search.
#include "verify/membership.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "graze/shape/hull.hpp"
#include "math/nearest.hpp"

namespace graze {
namespace {

constexpr double kNoLowerBound = -std::numeric_limits<double>::infinity();

Interval positive_part(const Interval& a) noexcept { return max(a, Interval(0)); }

/// Minus the largest distance, as a clearance.
double outside_by(const Interval& distance) noexcept { return -distance.upper; }

double segment_clearance(const Vec3& a, const Vec3& b, const IntervalVec3& x) noexcept {
    const double s = nearest_on_segment(a, b, middle(x));
    return outside_by(norm(x - (enclose(a) + Interval(s) * (enclose(b) - enclose(a)))));
}

double triangle_clearance(const std::array<Vec3, 3>& t, const IntervalVec3& x) noexcept {
    const TrianglePoint y = nearest_on_triangle(t, middle(x));
    const Interval u = y.u;
    const Interval v = y.v;
    if (!(y.u >= 0 && y.v >= 0 && (u + v).upper <= 1)) {
        // u + v rounded to 1 may exceed it by a hair: the edges alone are safe.
        return std::max({segment_clearance(t[0], t[1], x), segment_clearance(t[0], t[2], x), segment_clearance(t[1], t[2], x)});
    }
    const IntervalVec3 origin = enclose(t[0]);
    return outside_by(norm(x - (origin + u * (enclose(t[1]) - origin) + v * (enclose(t[2]) - origin))));
}

/// Inside (or on) a solid tetrahedron, else the distance to its nearest face.
double four_point_clearance(const std::array<Vec3, 4>& v, const IntervalVec3& x) noexcept {
    const double inside = tetrahedron_clearance({enclose(v[0]), enclose(v[1]), enclose(v[2]), enclose(v[3])}, x);
    if (inside >= 0) return inside;
    return std::max({triangle_clearance({v[0], v[1], v[2]}, x), triangle_clearance({v[0], v[1], v[3]}, x),
                     triangle_clearance({v[0], v[2], v[3]}, x), triangle_clearance({v[1], v[2], v[3]}, x)});
}

/// The tetrahedron of `apex` and a boundary triangle that holds x best, in doubles; only the choice rests on them.
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
    if (!chosen) return kNoLowerBound;
    return tetrahedron_clearance(
        {enclose(top), enclose(hull.vertices[(*chosen)[0]]), enclose(hull.vertices[(*chosen)[1]]), enclose(hull.vertices[(*chosen)[2]])},
        x);
}

double hull_clearance(const HullData& hull, const IntervalVec3& x) noexcept {
    const auto& v = hull.vertices;
    if (v.empty()) return kNoLowerBound;
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
    std::array<Vec3, 3> nearest{v[0], v[0], v[0]};
    double best = std::numeric_limits<double>::infinity();
    for (const auto& t : hull.triangles) {
        const std::array<Vec3, 3> triangle{v[t[0]], v[t[1]], v[t[2]]};
        const double distance_sq = nearest_on_triangle(triangle, p).distance_sq;
        if (distance_sq < best) {
            best = distance_sq;
            nearest = triangle;
        }
    }
    return triangle_clearance(nearest, x);
}

double box_clearance(const Vec3& half, const IntervalVec3& x) noexcept {
    const IntervalVec3 over{abs(x.x) - Interval(half.x), abs(x.y) - Interval(half.y), abs(x.z) - Interval(half.z)};
    const double inside = -std::max({over.x.upper, over.y.upper, over.z.upper});
    if (inside >= 0) return inside;
    return outside_by(norm({positive_part(over.x), positive_part(over.y), positive_part(over.z)}));
}

double cylinder_clearance(double radius, double half_height, const IntervalVec3& x) noexcept {
    const Interval across = sqrt(square(x.x) + square(x.y)) - Interval(radius);
    const Interval along = abs(x.z) - Interval(half_height);
    const double inside = -std::max(across.upper, along.upper);
    if (inside >= 0) return inside;
    return outside_by(sqrt(square(positive_part(across)) + square(positive_part(along))));
}

double cone_clearance(double radius, double half_height, const IntervalVec3& x) noexcept {
    if (half_height == 0) return cylinder_clearance(radius, 0, x);
    const Interval r = radius;
    const Interval h = half_height;
    const Interval across = sqrt(square(x.x) + square(x.y));
    // Heights over the base, below the apex, and inside of the slanted side.
    const Interval slant = (r * (h - x.z) - Interval(2) * h * across) / sqrt(square(r) + square(Interval(2) * h));
    const double inside = std::min({(x.z + h).lower, (h - x.z).lower, slant.lower});
    if (inside >= 0) return inside;
    // By symmetry the nearest point lies in the half-plane of the axis and x, where the cone is a triangle.
    const IntervalVec3 flat{across, Interval(0), x.z};
    const Vec3 rim{radius, 0, -half_height};
    return std::max(segment_clearance({0, 0, half_height}, rim, flat), segment_clearance({0, 0, -half_height}, rim, flat));
}

/// Σ (x_i / radii_i)²; a flattened axis counts as infinite off zero.
Interval ellipsoid_level(const Vec3& radii, const IntervalVec3& x) noexcept {
    Interval level(0);
    for (std::size_t i = 0; i < 3; ++i) {
        if (radii[i] > 0)
            level += square(x[i] / Interval(radii[i]));
        else if (!(x[i] == Interval(0)))
            return {0, std::numeric_limits<double>::infinity()};
    }
    return level;
}

/// The nearest point of the ellipsoid to a p outside of it, up to rounding: y_i = p_i / (1 + t / radii_i²) with the t > 0 that puts
/// y on the surface. Newton's steps from t = 0 approach it from below, as the level is convex and falling in t.
Vec3 nearest_on_ellipsoid(const Vec3& radii, const Vec3& p) noexcept {
    constexpr int kSteps = 64;  // each at least halves the excess of the level; in the end they square it
    double t = 0;
    Vec3 y{};
    for (int step = 0; step < kSteps; ++step) {
        double level = -1;
        double slope = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            if (!(radii[i] > 0)) continue;
            const double shrink = 1 + t / radii[i] / radii[i];
            y[i] = p[i] / shrink;
            const double share = (y[i] / radii[i]) * (y[i] / radii[i]);
            level += share;
            slope += 2 * share / shrink / radii[i] / radii[i];
        }
        const double next = t + level / slope;
        if (!(level > 0) || !(next > t) || !std::isfinite(next)) break;
        t = next;
    }
    return y;
}

double ellipsoid_clearance(const Vec3& radii, const IntervalVec3& x) noexcept {
    const Interval level = ellipsoid_level(radii, x);
    if (level.upper <= 1) {
        // The ball of radius 1 - s around x / radii lies in the unit ball; its image holds the same times the smallest radius.
        const double least = std::min({radii.x, radii.y, radii.z});
        return std::max(0.0, (Interval(least) * (Interval(1) - sqrt(level))).lower);
    }
    // Drawn towards the centre until it is shown to be inside: an exact member.
    const Vec3 y = nearest_on_ellipsoid(radii, middle(x));
    if (!is_finite(y)) return kNoLowerBound;
    const Interval size = sqrt(ellipsoid_level(radii, enclose(y)));
    const Interval factor = size.upper <= 1 ? Interval(1) : Interval(1) / Interval(size.upper);
    return outside_by(norm(x - factor * enclose(y)));
}

double half_space_clearance(const Shape& shape, const IntervalVec3& x) noexcept {
    const IntervalVec3 n = enclose(shape.vector(0));
    return ((Interval(shape.values()[3]) - dot(n, x)) / norm(n)).lower;
}

/// Minus the distance of x to the image of a nearby y, and of that to the image's members. The inverse of a badly conditioned map puts x
/// into a wide box; y is a point, and its image is near x once it has been corrected by what it misses.
double image_clearance(const Shape& shape, const Mat3& m, const Interval& factor, const IntervalVec3& x) noexcept {
    const IntervalVec3 off = x - enclose(shape.vector(3));
    Vec3 y = middle(solve(m, off));
    for (int pass = 0; pass < 2; ++pass) y += middle(solve(m, enclose(middle(off - enclose(m) * enclose(y)))));
    if (!is_finite(y)) return kNoLowerBound;
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
    return std::max(
        {(Interval(inner) * Interval(factor.upper)).lower, image_clearance(shape, m, factor, x), clearance_by_supports(shape, x)});
}

double hull_of_clearance(const Shape& shape, const IntervalVec3& x) noexcept {
    double best = kNoLowerBound;
    for (const Shape& child : shape.children()) best = std::max(best, clearance(child, x));
    return best >= 0 ? best : std::max(best, clearance_by_supports(shape, x));
}

/// A point or a ball as a summand moves or grows the other one: nothing to search for.
double sum_clearance(const Shape& shape, const IntervalVec3& x) noexcept {
    for (std::size_t i = 0; i < 2; ++i) {
        const Shape& summand = shape.children()[i];
        const Shape& other = shape.children()[1 - i];
        if (summand.type() == ShapeType::point) return clearance(other, x - enclose(summand.vector(0)));
        if (summand.type() == ShapeType::sphere) return (Interval(clearance(other, x)) + Interval(summand.values()[0])).lower;
    }
    return clearance_by_supports(shape, x);
}

double valid_clearance(const Shape& shape, const IntervalVec3& x) noexcept {
    const auto& v = shape.values();
    switch (shape.type()) {
        case ShapeType::point: return outside_by(norm(x - enclose(shape.vector(0))));
        case ShapeType::segment: return segment_clearance(shape.vector(0), shape.vector(1), x);
        case ShapeType::triangle: return triangle_clearance({shape.vector(0), shape.vector(1), shape.vector(2)}, x);
        case ShapeType::tetrahedron: return four_point_clearance({shape.vector(0), shape.vector(1), shape.vector(2), shape.vector(3)}, x);
        case ShapeType::polygon:
        case ShapeType::hull: return hull_clearance(static_cast<const HullData&>(*shape.payload()), x);
        case ShapeType::sphere: return (Interval(v[0]) - norm(x)).lower;
        case ShapeType::box: return box_clearance(shape.vector(0), x);
        case ShapeType::capsule:
            return (Interval(v[0]) - sqrt(square(x.x) + square(x.y) + square(positive_part(abs(x.z) - Interval(v[1]))))).lower;
        case ShapeType::cylinder: return cylinder_clearance(v[0], v[1], x);
        case ShapeType::cone: return cone_clearance(v[0], v[1], x);
        case ShapeType::ellipsoid: return ellipsoid_clearance(shape.vector(0), x);
        case ShapeType::half_space: return half_space_clearance(shape, x);
        case ShapeType::rounded: return (Interval(clearance(shape.children()[0], x)) + Interval(v[0])).lower;
        case ShapeType::affine_image: return affine_clearance(shape, x);
        case ShapeType::convex_hull_of: return hull_of_clearance(shape, x);
        case ShapeType::minkowski_sum: return sum_clearance(shape, x);
        case ShapeType::mesh:
        case ShapeType::compound:
        case ShapeType::height_field: return (Interval(clearance_in_parts(shape, x)) + exact_margin(shape)).lower;
    }
    return kNoLowerBound;
}

}  // namespace

double tetrahedron_clearance(const std::array<IntervalVec3, 4>& v, const IntervalVec3& x) noexcept {
    const Interval whole = volume(v[0], v[1], v[2], v[3]);
    if (whole.contains(0.0)) return kNoLowerBound;
    const double sign = whole.lower > 0 ? 1 : -1;
    constexpr std::size_t kFaces[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};  // opposite to each vertex, same orientation
    double least = std::numeric_limits<double>::infinity();
    for (const auto& face : kFaces) {
        const IntervalVec3& a = v[face[0]];
        const IntervalVec3 normal = cross(v[face[1]] - a, v[face[2]] - a);
        const Interval part = Interval(sign) * dot(x - a, normal);
        if (!(part.lower >= 0)) return kNoLowerBound;
        least = std::min(least, (part / norm(normal)).lower);
    }
    return std::max(least, 0.0);
}

double clearance(const Shape& shape, const IntervalVec3& x) noexcept {
    if (!shape.valid()) return kNoLowerBound;
    const double c = valid_clearance(shape, x);
    return std::isnan(c) ? kNoLowerBound : c;
}

}  // namespace graze
