// Shapes as triangles for display: meshes as they are, convex shapes as the hull of support points, so that
// every triangle lies inside of the shape. A few directions start it; then points are added along the normals
// of facets and edges that the shape exceeds by more than the tolerance, until there are none (the sandwich
// algorithm, inner half). Rims of cylinders and cones get as many points as their chords need; directions
// spread evenly would give them thousands, and hulls of many points of one circle take seconds.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "graze/bounds/aabb.hpp"
#include "graze/io/document.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"

namespace graze::io {

namespace {

void add(TriangleSoup& to, const TriangleSoup& from) {
    const auto base = static_cast<std::uint32_t>(to.vertices.size());
    to.vertices.insert(to.vertices.end(), from.vertices.begin(), from.vertices.end());
    for (const auto& t : from.triangles) to.triangles.push_back({base + t[0], base + t[1], base + t[2]});
}

/// Finer than any picture; of a ball some thirty thousand points.
constexpr double kLeastTolerance = 1e-4;

/// Subdivisions of the sphere of directions: an edge of the icosphere is about 1.1 / 2^k, and the hull of
/// points on a unit sphere that far apart lies within an eighth of its square of it.
std::uint32_t subdivisions_for(double tolerance) {
    std::uint32_t k = 1;
    while (k < 6 && std::pow(1.1 / (1U << k), 2) / 8 > tolerance) ++k;
    return k;
}

/// Support points along the directions of a sphere, and along the axes of rings, where flat faces and rims
/// lie.
std::vector<Vec3> support_points(const Shape& shape, double tolerance) {
    const TriangleSoup sphere = icosphere_mesh(1, subdivisions_for(tolerance));
    std::vector<Vec3> points;
    points.reserve(sphere.vertices.size());
    for (const Vec3& direction : sphere.vertices) points.push_back(support(shape, direction));
    // Faces perpendicular to an axis are reached by directions slightly off it, as are the rims of cylinders
    // and cones.
    constexpr double kBeside = 1e-3;
    const auto turns =
        static_cast<std::size_t>(std::clamp(std::ceil(3.15 / std::sqrt(2 * tolerance)), 8.0, 200.0));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t i = 0; i < turns; ++i) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(turns);
            for (const double height : {1 / kBeside, -1 / kBeside, 0.0}) {
                Vec3 direction;
                direction[axis] = height;
                direction[(axis + 1) % 3] = std::cos(angle);
                direction[(axis + 2) % 3] = std::sin(angle);
                points.push_back(support(shape, direction));
            }
        }
    }
    return points;
}

/// A flat or thinner set: its polygon with both orientations, or a triangle without area.
TriangleSoup triangles_of(const HullData& hull) {
    TriangleSoup soup{hull.vertices, {}};
    if (hull.dimension >= 2) soup.triangles.assign(hull.triangles.begin(), hull.triangles.end());
    if (hull.dimension < 2 && !soup.vertices.empty())
        soup.triangles.push_back({0, static_cast<std::uint32_t>(soup.vertices.size() - 1), 0});
    return soup;
}

TriangleSoup hull_triangles(const std::vector<Vec3>& points) {
    const auto hull = ConvexHull::build(points, {.allow_degenerate = true});
    return hull ? triangles_of(hull->data()) : TriangleSoup{};
}

/// A triangle at one of its edges.
struct EdgeSide {
    std::uint32_t low = 0, high = 0;  ///< The ends.
    Vec3 normal{};                    ///< Unit, of the triangle.
};

/// Three for each triangle.
std::vector<EdgeSide> edge_sides(const HullData& hull) {
    std::vector<EdgeSide> sides;
    sides.reserve(3 * hull.triangles.size());
    for (const auto& t : hull.triangles) {
        const Vec3& a = hull.vertices[t[0]];
        const Vec3 normal = unit(cross(hull.vertices[t[1]] - a, hull.vertices[t[2]] - a));
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [low, high] = std::minmax(t[i], t[(i + 1) % 3]);
            sides.push_back({low, high, normal});
        }
    }
    return sides;
}

/// Points of the shape that are more than `most` beyond a facet of a hull of some of its points; where there
/// are none, beyond an edge along the mean of its facets' normals.
std::vector<Vec3> points_beyond(const Shape& shape, const HullData& hull, double most) {
    std::vector<Vec3> found;
    const auto probe = [&](const Vec3& normal, std::uint32_t vertex) {
        const Vec3 point = support(shape, normal);
        if (dot(point - hull.vertices[vertex], normal) > most) found.push_back(point);
    };
    std::vector<EdgeSide> sides = edge_sides(hull);
    for (std::size_t i = 0; i < sides.size(); i += 3) probe(sides[i].normal, sides[i].low);
    if (!found.empty()) return found;
    std::ranges::sort(sides, {}, [](const EdgeSide& side) { return std::pair(side.low, side.high); });
    constexpr double kOneFace = 1 - 1e-9;  // cosine of the normals of triangles of one flat face
    for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
        const EdgeSide &one = sides[i], &other = sides[i + 1];
        if (one.low == other.low && one.high == other.high && dot(one.normal, other.normal) < kOneFace)
            probe(unit(one.normal + other.normal), one.low);
    }
    return found;
}

/// Each round divides what is left by three or more.
constexpr int kMostRounds = 16;

TriangleSoup inscribed_triangles(const Shape& shape, double tolerance) {
    constexpr double kFewDirections = 1;
    std::vector<Vec3> points = support_points(shape, kFewDirections);
    for (int round = 1;; ++round) {
        const auto hull = ConvexHull::build(points, {.allow_degenerate = true});
        if (!hull) return {};
        const HullData& data = hull->data();
        // Flat shapes have no facets whose normals lead to their outline.
        if (data.dimension < 3) return hull_triangles(support_points(shape, tolerance));
        const Aabb box = fit_aabb(data.vertices);
        const Vec3 extents = box.max - box.min;
        const double most = tolerance * std::max({extents.x, extents.y, extents.z}) / 2;
        const std::vector<Vec3> more = points_beyond(shape, data, most);
        if (more.empty() || round == kMostRounds) return triangles_of(data);
        points = data.vertices;
        points.insert(points.end(), more.begin(), more.end());
    }
}

TriangleSoup half_space_triangles(const Shape& shape, double reach) {
    const Vec3 normal = unit(shape.vector(0));
    const Vec3 away = std::abs(normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = unit(cross(normal, away)) * reach, v = cross(normal, u), c = shape.centre();
    return {{c - u - v, c + u - v, c + u + v, c - u + v}, {{0, 1, 2}, {0, 2, 3}}};
}

TriangleSoup convex_triangles(const Shape& shape, double tolerance) {
    if (shape.margin() == 0 && (shape.type() == ShapeType::hull || shape.type() == ShapeType::polygon))
        return triangles_of(*static_cast<const HullData*>(shape.payload()));
    if (shape.type() == ShapeType::box) {
        TriangleSoup box = box_mesh(shape.vector(0));
        if (!box.triangles.empty()) return box;  // a flat one is sampled like all others
    }
    if (shape.type() == ShapeType::triangle)
        return {{shape.vector(0), shape.vector(1), shape.vector(2)}, {{0, 1, 2}}};
    return inscribed_triangles(shape, std::max(tolerance, kLeastTolerance));
}

/// A mesh with a margin is drawn as its triangles moved out along the vertices' normals: right but at sharp
/// edges.
void grow(TriangleSoup& soup, double margin) {
    std::vector<Vec3> normals(soup.vertices.size());
    for (const auto& [a, b, c] : soup.triangles) {
        const Vec3 normal = cross(soup.vertices[b] - soup.vertices[a], soup.vertices[c] - soup.vertices[a]);
        for (const std::uint32_t corner : {a, b, c}) normals[corner] += normal;
    }
    for (std::size_t i = 0; i < normals.size(); ++i) {
        const double size = length(normals[i]);
        if (size > 0) soup.vertices[i] += normals[i] * (margin / size);
    }
}

}  // namespace

TriangleSoup display_triangles(const Shape& shape, double tolerance, double reach) {
    TriangleSoup soup;
    if (!shape.valid()) return soup;
    if (shape.type() == ShapeType::half_space) return half_space_triangles(shape, reach);
    if (shape.convex()) return convex_triangles(shape, tolerance);
    if (const MeshData* mesh = mesh_data(shape)) soup = {mesh->vertices.copied(), mesh->triangles.copied()};
    if (const HeightFieldData* field = height_field_data(shape)) {
        const std::size_t columns = field->grid.columns, rows = field->grid.rows;
        for (std::size_t j = 0; j <= rows; ++j) {
            for (std::size_t i = 0; i <= columns; ++i) soup.vertices.push_back(field->vertex(i, j));
        }
        for (std::size_t j = 0; j < rows; ++j) {
            for (std::size_t i = 0; i < columns; ++i) {
                const auto a = static_cast<std::uint32_t>(j * (columns + 1) + i),
                           d = static_cast<std::uint32_t>(a + columns + 2);
                soup.triangles.push_back({a, a + 1, d});
                soup.triangles.push_back({a, d, d - 1});
            }
        }
    }
    if (const CompoundData* compound = compound_data(shape)) {
        for (const Shape& part : compound->parts)
            add(soup, convex_triangles(shape.margin() > 0 ? rounded(part, shape.margin()) : part, tolerance));
        return soup;
    }
    if (shape.margin() > 0) grow(soup, shape.margin());
    return soup;
}

}  // namespace graze::io
