// ConvexPolygon::build: checks that the vertices go once around a flat convex loop, within 1e-9 of its size,
// then keeps those that are corners by exact signs. Normal by Newell's method.
#include <cmath>

#include "graze/shape/hull.hpp"
#include "math/degeneracy/triangle_normal.hpp"
#include "shape/hull/hull_build.hpp"
#include "shape/hull/packed_vertices.hpp"

namespace graze {
namespace {

// Planarity that hand-made or file coordinates can satisfy; far above rounding, far below what affects a
// contact.
constexpr double kPolygonTolerance = 1e-9;

/// The vertices relative to the first one, at about unit size.
std::vector<Vec3> unit_loop(std::span<const Vec3> points, const hulls::Spread& spread) {
    const double scale = unit_scale(spread.size);
    std::vector<Vec3> loop;
    loop.reserve(points.size());
    for (const Vec3& p : points) loop.push_back(scale * (p - points[0]));
    return loop;
}

struct Newell {
    Vec3 sum{};       ///< Of the triangles of the fan around the first vertex: its length is twice the area
                      ///< enclosed.
    double size = 0;  ///< Sum of their lengths: the same when all of them go around the same way.
};

Newell newell(std::span<const Vec3> loop) {
    Newell found;
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
        const Vec3 triangle = cross(loop[i], loop[i + 1]);
        found.sum += triangle;
        found.size += length(triangle);
    }
    return found;
}

std::optional<BuildError> check_planar(std::span<const Vec3> loop, const Vec3& normal) {
    double mean = 0;
    for (const Vec3& p : loop) mean += dot(normal, p) / static_cast<double>(loop.size());
    for (std::size_t i = 0; i < loop.size(); ++i)
        if (std::abs(dot(normal, loop[i]) - mean) > kPolygonTolerance)
            return BuildError{Rule::not_planar, Element::vertex, i,
                              "the vertex lies off the polygon's plane; project it, or build a hull"};
    return std::nullopt;
}

/// Left turns only, and the fan from vertex 0 never turns back: together that is once around and convex.
std::optional<BuildError> check_convex(std::span<const Vec3> loop, const Vec3& normal) {
    const std::size_t count = loop.size();
    const auto turn = [&](std::size_t i, std::size_t j, std::size_t k) {
        const Vec3 first = loop[j] - loop[i], second = loop[k] - loop[j];
        return dot(cross(first, second), normal) >= -kPolygonTolerance * (length(first) + length(second));
    };
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t before = i == 0 ? count - 1 : i - 1;
        const std::size_t after = i + 1 == count ? 0 : i + 1;
        if (!turn(before, i, after) || (i > 0 && i + 1 < count && !turn(0, i, after)))
            return BuildError{
                Rule::not_convex, Element::vertex, i,
                "the loop turns the wrong way here; order the vertices around a convex polygon"};
    }
    return std::nullopt;
}

}  // namespace

expected<ConvexPolygon, BuildError> ConvexPolygon::build(const VertexView& given) {
    if (auto readable = check(given); !readable) return unexpected<BuildError>(std::move(readable.error()));
    const PackedVertices packed(given);
    const std::span<const Vec3> points = packed.points();
    if (points.size() < 3)
        return unexpected<BuildError>(
            {Rule::too_few, Element::whole, 0, "a polygon needs at least three vertices"});
    if (auto error = hulls::check_points(points)) return unexpected<BuildError>(std::move(*error));
    const hulls::Spread spread = hulls::measure_spread(points);
    const BuildError collinear{Rule::flat, Element::whole, 0,
                               "the vertices lie on one line; use a segment, or add a vertex off it"};
    if (spread.dimension < 2) return unexpected<BuildError>(collinear);
    const std::vector<Vec3> loop = unit_loop(points, spread);
    const Newell area = newell(loop);
    // Flat, and yet its parts cancel: no normal could decide where it turns the wrong way.
    if (spread.dimension == 2 && length(area.sum) <= kPolygonTolerance * area.size)
        return unexpected<BuildError>(
            {Rule::not_convex, Element::whole, 0,
             "the loop crosses itself; order the vertices around a convex polygon"});
    const Vec3 normal = unit(area.sum);
    if (auto error = check_planar(loop, normal)) return unexpected<BuildError>(std::move(*error));
    if (auto error = check_convex(loop, normal)) return unexpected<BuildError>(std::move(*error));

    const std::vector<std::uint32_t> corners = hulls::flat_hull(points, normal);
    if (corners.size() < 3) return unexpected<BuildError>(collinear);
    auto data = std::make_shared<HullData>();
    hulls::take_loop(*data, corners, points);
    hulls::finish(*data);
    data->dropped_count = static_cast<std::uint32_t>(points.size() - data->vertices.size());
    data->dropped_distance = hulls::worst_dropped_distance(*data, points, spread);
    return ConvexPolygon(std::move(data));
}

}  // namespace graze
