// Shapes of every type and build, from three sizes drawn as the build says.
#include "oracle/generators.hpp"

#include <algorithm>
#include <cmath>

#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "shape/primitives/list.hpp"

namespace graze::test {
namespace {

/// What one shape is made with.
struct Recipe {
    Build build = Build::plain;
    double scale = 1;
    bool polytopes = false;
    int depth = 0;  ///< Of nesting, so far.
};

double dyadic(double x, double scale) { return std::round(x / scale * 64) / 64 * scale; }
Vec3 dyadic(const Vec3& v, double scale) {
    return {dyadic(v.x, scale), dyadic(v.y, scale), dyadic(v.z, scale)};
}

/// Three sizes in shuffled order, as the build says.
Vec3 sizes(Random& random, const Recipe& recipe) {
    Vec3 s;
    for (std::size_t i = 0; i < 3; ++i) s[i] = random.uniform(0.2, 1.0);
    const double thin = random.chance(0.3) ? 1e-3 : random.log_uniform(1e-9, 1e-3);
    const std::size_t first = random.index(3), second = (first + 1 + random.index(2)) % 3;
    const bool two =
        recipe.build == Build::needle || (recipe.build == Build::degenerate && random.chance(0.5));
    const double factor = recipe.build == Build::flat || recipe.build == Build::needle ? thin
                          : recipe.build == Build::degenerate                          ? 0.0
                                                                                       : 1.0;
    s[first] *= factor;
    if (two) s[second] *= factor;
    if (recipe.build == Build::dyadic) s = dyadic(s, 1.0);
    return s * recipe.scale;
}

Vec3 corner(Random& random, const Vec3& size, const Recipe& recipe) {
    const Vec3 v = hadamard(random.in_cube(1), size);
    return recipe.build == Build::dyadic ? dyadic(v, recipe.scale) : v;
}

Shape make_polygon(Random& random, const Vec3& size, const Recipe& recipe) {
    const std::size_t count = 3 + random.index(8);
    std::vector<double> angles;
    for (std::size_t i = 0; i < count; ++i)
        angles.push_back((static_cast<double>(i) + random.uniform(0.1, 0.9)) * 2 * std::numbers::pi /
                         static_cast<double>(count));
    const std::size_t x = random.index(3), y = (x + 1) % 3;
    std::vector<Vec3> points;
    for (const double angle : angles) {
        Vec3 p{};
        p[x] = std::max(size.x, size.y) * std::cos(angle);
        p[y] = std::max(size.y, size.z) * std::sin(angle);
        points.push_back(p);
    }
    // Dyadic polygons are rectangles: rounding a rounder one would make it concave.
    if (recipe.build == Build::dyadic) {
        const double w = std::max(size.x, size.y), h = std::max(size.y, size.z);
        points.assign(4, Vec3{});
        for (std::size_t i = 0; i < 4; ++i) {
            points[i][x] = i == 0 || i == 3 ? w : -w;
            points[i][y] = i < 2 ? h : -h;
        }
    }
    const auto polygon = ConvexPolygon::build(points);
    return polygon ? Shape(*polygon) : Shape(Triangle{points[0], points[1], points[2]});
}

Shape make_hull(Random& random, const Vec3& size, const Recipe& recipe) {
    const std::size_t count =
        recipe.depth > 0 || recipe.polytopes ? 4 + random.index(9) : 4 + random.index(61);
    std::vector<Vec3> points = random_points(random, count, size, random.chance(0.3));
    if (recipe.build == Build::dyadic)
        for (Vec3& p : points) p = dyadic(p, recipe.scale);
    const auto hull = ConvexHull::build(points, {.allow_degenerate = true});
    return hull ? Shape(*hull) : Shape(Box{size});
}

Shape make(Random& random, ShapeType type, const Recipe& recipe);

/// A bounded child for a combinator: simple ones more often, other combinators until depth 3.
Shape make_child(Random& random, const Recipe& parent) {
    static constexpr ShapeType kPolytopes[] = {
        ShapeType::point, ShapeType::segment, ShapeType::triangle, ShapeType::tetrahedron,
        ShapeType::box,   ShapeType::polygon, ShapeType::hull};
    static constexpr ShapeType kCurved[] = {ShapeType::sphere, ShapeType::capsule, ShapeType::cylinder,
                                            ShapeType::cone, ShapeType::ellipsoid};
    static constexpr ShapeType kNested[] = {ShapeType::minkowski_sum, ShapeType::convex_hull_of,
                                            ShapeType::affine_image, ShapeType::rounded};
    Recipe recipe = parent;
    ++recipe.depth;
    if (recipe.depth < 3 && random.chance(0.25))
        return make(random, kNested[random.index(recipe.polytopes ? 3 : 4)], recipe);
    if (!recipe.polytopes && random.chance(0.5))
        return make(random, kCurved[random.index(std::size(kCurved))], recipe);
    return make(random, kPolytopes[random.index(7)], recipe);
}

Affine random_map(Random& random, const Recipe& recipe) {
    if (recipe.build == Build::dyadic)
        return {Mat3::diagonal({0.5, 1, 1.5}), dyadic(random.in_cube(0.5 * recipe.scale), recipe.scale)};
    Affine map;
    for (Vec3& column : map.linear.columns) column = random.in_cube(1);
    if (random.chance(0.5))
        map.linear =
            Mat3::diagonal({random.uniform(0.2, 1.5), random.uniform(0.2, 1.5), random.uniform(-1.5, -0.2)});
    if (recipe.build == Build::degenerate) map.linear.columns[random.index(3)] = {};
    map.offset = random.in_cube(0.5 * recipe.scale);
    return map;
}

Shape make_combination(Random& random, ShapeType type, const Recipe& recipe) {
    switch (type) {
        case ShapeType::minkowski_sum: {
            Recipe half = recipe;
            half.scale *= 0.5;
            const Shape first = make_child(random, half);
            return minkowski_sum(first, make_child(random, half));
        }
        case ShapeType::convex_hull_of: {
            std::vector<Shape> children;
            for (std::size_t i = 0, n = 1 + random.index(3); i < n; ++i) {
                const Shape child = make_child(random, recipe);
                children.push_back(
                    i == 0 ? child
                           : transformed(child, {Mat3::identity(),
                                                 corner(random, Vec3{1, 1, 1} * recipe.scale, recipe)}));
            }
            return convex_hull_of(children);
        }
        case ShapeType::affine_image: {
            const Shape child = make_child(random, recipe);
            return transformed(child, random_map(random, recipe));
        }
        default: {
            const Shape child = make_child(random, recipe);
            const double radius = random.uniform(0.05, 0.5);
            return rounded(child, (recipe.build == Build::dyadic       ? dyadic(radius, 1)
                                   : recipe.build == Build::degenerate ? 0
                                                                       : radius) *
                                      recipe.scale);
        }
    }
}

/// Any primitive but the half-space: corners within the sizes, or the sizes themselves, of two the first and
/// the last.
Shape make_of_list(Random& random, const PrimitiveInfo& info, const Vec3& s, const Recipe& recipe) {
    std::array<double, 12> numbers{};
    for (std::size_t i = 0; i < info.numbers && info.sizes; ++i)
        numbers[i] = info.numbers == 2 && i == 1 ? s.z : s[i % 3];
    for (std::size_t i = 0; i < info.numbers && !info.sizes; i += 3) {
        const Vec3 p = corner(random, s, recipe);
        for (std::size_t j = 0; j < 3; ++j) numbers[i + j] = p[j];
    }
    return make_primitive(info.type, numbers);
}

Shape make(Random& random, ShapeType type, const Recipe& recipe) {
    const Vec3 s = sizes(random, recipe);
    switch (type) {
        case ShapeType::polygon: return make_polygon(random, s, recipe);
        case ShapeType::half_space:
            return recipe.build == Build::dyadic
                       ? HalfSpace{{1, 0, 0}, s.x}
                       : HalfSpace{random.direction() * random.uniform(0.5, 2), s.x};
        case ShapeType::hull: return make_hull(random, s, recipe);
        default: break;
    }
    if (const PrimitiveInfo* info = primitive_info(type)) return make_of_list(random, *info, s, recipe);
    return make_combination(random, type, recipe);
}

}  // namespace

std::vector<Vec3> random_points(Random& random, std::size_t count, const Vec3& size, bool inner) {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 d = random.direction();
        points.push_back(hadamard(inner ? d * std::cbrt(random.unit()) : d, size));
    }
    return points;
}

Shape random_shape(Random& random, ShapeType type, Build build, double scale) {
    return make(random, type, {build, scale, false, 0});
}
Shape random_polytope(Random& random, ShapeType type, Build build, double scale) {
    return make(random, type, {build, scale, true, 0});
}

}  // namespace graze::test
