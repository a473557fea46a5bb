// Hulls and polygons: vertices and boundary triangles are kept, all other tables follow from them. Two
// numbers do not, because they come from points that the builder dropped: the tolerance up to which faces
// were merged, and the frame of the cells. The tolerance is 2^k times the largest |coordinate| of all points;
// a dropped point lies outside by a few roundings at most, so it is one of a few doubles, and the first of
// them that gives the hull's faces is kept.
#include "mesh/bytes/shape_bytes_hull.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "graze/math/predicates.hpp"
#include "shape/hull/hull_build.hpp"

namespace graze::shape_bytes {
namespace {

// The builder leaves points out that are outside by 16 roundings of the largest coordinate, in two rounds,
// measured with as many more.
constexpr int kMostSteps = 256;
// Polygons are planar within 1e-9 of their size around a mean plane; the plane here is that of the corners
// alone, and one-sided.
constexpr double kFlatness = 1e-8;
constexpr double kPolygonRoundings = 256 * kEps;
// Frames of cells are unit axes at right angles, times widths between 1e-5 and 1, all rounded.
constexpr double kShortestAxis = 0.999e-5;
constexpr double kAxisError = 1e-9;

bool same_facets(const HullData& a, const HullData& b) noexcept {
    const auto same_plane = [](const Plane& p, const Plane& q) {
        return p.normal == q.normal && p.offset == q.offset;
    };
    return a.facets == b.facets && a.planarity == b.planarity &&
           std::equal(a.facet_planes.begin(), a.facet_planes.end(), b.facet_planes.begin(),
                      b.facet_planes.end(), same_plane);
}

/// Whether merging up to a tolerance gives the hull's own faces.
bool gives_facets(const HullData& hull, const hulls::Surface& surface, double tolerance) {
    HullData merged;
    merged.vertices = hull.vertices;
    merged.triangles = hull.triangles;
    hulls::finish(merged);
    hulls::merge_facets(merged, surface, tolerance);
    return same_facets(merged, hull);
}

/// The smallest tolerance that gives the hull's own faces.
double merge_tolerance(const HullData& hull) {
    const double least = hulls::measure_spread(hull.vertices).tolerance;
    // Without points outside the largest coordinate is a vertex's.
    if (hull.dropped_distance == 0) return least;
    const auto surface = hulls::link_surface(hull.triangles);
    double tolerance = least;
    for (int step = 0; surface && step < kMostSteps; ++step) {
        if (gives_facets(hull, *surface, tolerance)) return tolerance;
        tolerance = std::nextafter(tolerance, std::numeric_limits<double>::infinity());
    }
    return least;
}

/// Whether the triangles are one sphere: closed by their links, in one piece, and with as many triangles as a
/// sphere has for its vertices.
bool is_sphere(const hulls::Surface& surface, std::size_t vertices) {
    std::vector<bool> used(vertices, false), reached(surface.triangles.size(), false);
    std::vector<std::uint32_t> stack{0};
    std::size_t count = 0;
    reached[0] = true;
    while (!stack.empty()) {
        const std::uint32_t t = stack.back();
        stack.pop_back();
        ++count;
        for (std::size_t k = 0; k < 3; ++k) {
            used[surface.triangles[t][k]] = true;
            const std::uint32_t beyond = surface.across[t][k];
            if (!reached[beyond]) stack.push_back(beyond);
            reached[beyond] = true;
        }
    }
    return count == reached.size() && count == 2 * vertices - 4 &&
           std::find(used.begin(), used.end(), false) == used.end();
}

/// Whether the loop turns one way only and once around, by exact signs, in the coordinate plane across
/// `axis`.
bool is_convex_loop(std::span<const Vec3> loop, std::size_t axis) {
    const std::size_t count = loop.size();
    const auto at = [&](std::size_t i) {
        const Vec3& p = loop[i % count];
        return Vec2{p[(axis + 1) % 3], p[(axis + 2) % 3]};
    };
    const auto before = [](const Vec2& p, const Vec2& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; };
    const Sign winding = orient2d(at(0), at(1), at(2));
    if (winding == Sign::zero) return false;
    std::size_t peaks = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2 p = at(i), q = at(i + 1), r = at(i + 2);
        if (orient2d(p, q, r) != winding) return false;
        peaks += before(p, q) && before(r, q) ? 1 : 0;
    }
    return peaks == 1;
}

bool is_frame(const Mat3& frame) noexcept {
    std::array<double, 3> lengths{};
    for (std::size_t i = 0; i < 3; ++i) {
        lengths[i] = length(frame.columns[i]);
        if (!(lengths[i] >= kShortestAxis && lengths[i] <= 1 + kAxisError)) return false;
        for (std::size_t j = 0; j < i; ++j) {
            if (!(std::abs(dot(frame.columns[i], frame.columns[j])) <= kAxisError * lengths[i] * lengths[j]))
                return false;
        }
    }
    return std::max({lengths[0], lengths[1], lengths[2]}) >= 1 - kAxisError;
}

using Fault = std::optional<BuildError>;

Fault fault(Rule rule, std::string why) { return BuildError{rule, Element::whole, 0, std::move(why)}; }

/// Completes a solid hull from its vertices, and from the triangles and numbers that follow.
Fault read_solid(HullData& data, WordReader& reader) {
    const std::size_t count = 2 * data.vertices.size() - 4;
    if (!reader.can_hold(count, 12))
        return fault(Rule::corrupt, "fewer boundary triangles than its vertices need; save again");
    data.triangles.resize(count);
    for (std::size_t t = 0; t < count; ++t) {
        for (std::uint32_t& corner : data.triangles[t]) {
            corner = reader.word();
            if (corner >= data.vertices.size())
                return BuildError{Rule::out_of_range, Element::triangle, t,
                                  "names a vertex that is not there; save again"};
        }
    }
    const double tolerance = reader.number();
    Mat3 frame;
    for (Vec3& axis : frame.columns) axis = reader.vector();
    const auto surface = hulls::link_surface(data.triangles);
    if (!surface || !is_sphere(*surface, data.vertices.size()) || !hulls::is_convex(*surface, data.vertices))
        return fault(Rule::not_convex,
                     "the triangles are not the boundary of a convex hull of the vertices; build it again "
                     "from its points");
    const double least = hulls::measure_spread(data.vertices).tolerance;
    const double most = data.dropped_distance == 0 ? least : least * (1 + 2 * kMostSteps * kEps);
    if (!(tolerance >= least && tolerance <= most))
        return fault(Rule::out_of_range,
                     "a tolerance of faces that is not that of the vertices; build it again from its points");
    hulls::finish(data);
    hulls::merge_facets(data, *surface, tolerance);
    if (frame != Mat3{}) {
        if (!is_frame(frame))
            return fault(Rule::out_of_range, "a frame of cells that is none; build it again from its points");
        hulls::Spread spread;
        spread.axes = frame.columns;
        spread.widths = {1, 1, 1};
        hulls::build_cells(data, *surface, spread);
    }
    if (data.cell_frame != frame)
        return fault(Rule::corrupt, "a frame of cells where there are none; build it again from its points");
    return std::nullopt;
}

/// Completes a polygon, segment or point from its vertices.
Fault finish_flat(HullData& data, std::vector<std::uint32_t> source) {
    const std::vector<Vec3> points = std::move(data.vertices);
    data.vertices.clear();
    std::vector<std::uint32_t> loop(points.size());
    for (std::uint32_t i = 0; i < loop.size(); ++i) loop[i] = i;
    hulls::take_loop(data, loop, points);
    data.source = std::move(source);
    if (points.size() == 2 && points[0] == points[1])
        return fault(Rule::flat, "a segment between one point and itself; keep it as a point");
    if (points.size() >= 3 && !is_convex_loop(points, 0) && !is_convex_loop(points, 1) &&
        !is_convex_loop(points, 2))
        return fault(
            Rule::not_convex,
            "the vertices are not the corners of a convex polygon in order; build it again from its points");
    hulls::finish(data);
    const hulls::Spread spread = hulls::measure_spread(points);
    const double most = kFlatness * spread.size + kPolygonRoundings * spread.magnitude;
    for (const Plane& plane : data.facet_planes) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (!(std::abs(plane(points[i])) <= most))
                return BuildError{Rule::not_planar, Element::vertex, i,
                                  "lies off the plane of its polygon; build a hull"};
        }
    }
    return std::nullopt;
}

}  // namespace

void write_hull(WordWriter& writer, const HullData& hull) {
    writer.word(static_cast<std::uint32_t>(hull.dimension));
    writer.word(hull.dropped_count);
    writer.number(hull.dropped_distance);
    writer.wide(hull.vertices.size());
    for (const Vec3& v : hull.vertices) writer.vector(v);
    for (const std::uint32_t s : hull.source) writer.word(s);
    if (hull.dimension < 3) return;
    for (const auto& triangle : hull.triangles)
        for (const std::uint32_t corner : triangle) writer.word(corner);
    writer.number(merge_tolerance(hull));
    for (const Vec3& axis : hull.cell_frame.columns) writer.vector(axis);
}

expected<std::shared_ptr<const HullData>, BuildError> read_hull(WordReader& reader) {
    auto data = std::make_shared<HullData>();
    const std::uint32_t dimension = reader.word();
    data->dropped_count = reader.word();
    data->dropped_distance = reader.number();
    const std::uint64_t count = reader.wide();
    if (dimension > 3)
        return refused("a hull of " + std::to_string(dimension) + " dimensions", Rule::out_of_range);
    if (!(data->dropped_distance >= 0) || !std::isfinite(data->dropped_distance))
        return refused("a distance of dropped points that is none", Rule::negative);
    if (count < dimension + 1 || (dimension < 2 && count != dimension + 1))
        return refused("a number of vertices that a hull of its dimension does not have", Rule::too_few);
    if (!reader.can_hold(count, 28) || count > std::numeric_limits<std::int32_t>::max() / 4)
        return refused("more vertices than its bytes can hold");
    data->vertices.resize(static_cast<std::size_t>(count));
    for (Vec3& v : data->vertices) v = reader.vector();
    std::vector<std::uint32_t> source(data->vertices.size());
    for (std::uint32_t& s : source) s = reader.word();
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] >= count + data->dropped_count)
            return unexpected<BuildError>({Rule::out_of_range, Element::vertex, i,
                                           "comes from a point that was not there; save again"});
    }
    if (auto error = hulls::check_points(data->vertices)) return unexpected<BuildError>(*std::move(error));
    if (dimension == 3) data->source = source;
    if (Fault wrong = dimension == 3 ? read_solid(*data, reader) : finish_flat(*data, std::move(source)))
        return unexpected<BuildError>(*std::move(wrong));
    return data;
}

}  // namespace graze::shape_bytes
