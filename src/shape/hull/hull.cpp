// ConvexHull::build: spread, Qhull's proposal, exact repair and completion, tables. Qhull gets the points at
// unit size around the origin, so that its absolute tolerances mean the same at every scale; kept vertices
// are the input's own doubles.
#include "graze/shape/hull.hpp"

#include <algorithm>
#include <limits>

#include "math/degeneracy/triangle_normal.hpp"
#include "shape/hull/hull_build.hpp"
#include "shape/hull/packed_vertices.hpp"

namespace graze {
namespace {

using hulls::Spread;
using hulls::Surface;

BuildError flat_error(int dimension) {
    const char* span = dimension == 2   ? "the points lie in one plane"
                       : dimension == 1 ? "the points lie on one line"
                                        : "all points coincide";
    return {Rule::flat, Element::whole, 0,
            std::string(span) +
                " within rounding; add a point off it, or set allow_degenerate to get a polygon, segment or "
                "point"};
}

// A point outside by a few roundings of its coordinates (a rotated grid has many) would only add a bump that
// means nothing.
constexpr double kDropRoundings = 16;

// Below this ratio of thickness to size Qhull's absolute tolerances begin to eat into the shape.
constexpr double kThin = 1e-3;

/// The points at unit size around the origin. Thin sets are also stretched along their own axes: a hull stays
/// a hull under affine maps, and what the stretching rounds is no more than what the coordinates have rounded
/// already.
std::vector<double> unit_coordinates(std::span<const Vec3> points, std::span<const std::uint32_t> chosen,
                                     const Spread& spread) {
    const double scale = unit_scale(spread.size);
    const bool thin = spread.thickness < kThin * spread.size;
    const Vec3 origin = thin ? points[spread.base[0]] : spread.centre;
    std::vector<double> coordinates;
    coordinates.reserve(3 * chosen.size());
    for (const std::uint32_t i : chosen) {
        const Vec3 p = scale * (points[i] - origin);
        for (std::size_t axis = 0; axis < 3; ++axis)
            coordinates.push_back(thin ? dot(spread.axes[axis], p) / (scale * spread.widths[axis]) : p[axis]);
    }
    return coordinates;
}

/// A convex surface around all points but those outside by rounding; its corners are indices into the input.
struct Cover {
    Surface surface;
    double left_out = 0;  ///< Upper bound of the distance of a point that stayed outside.
};

/// Covers the chosen points; nothing when they are exactly flat. Qhull's proposal is a head start: what it
/// got wrong is flipped, cut off and added; where it gave up or left a surface beyond repair, the hull grows
/// from a tetrahedron.
std::optional<Cover> cover_chosen(std::span<const Vec3> points, std::span<const std::uint32_t> chosen,
                                  const Spread& spread) {
    std::vector<double> coordinates = unit_coordinates(points, chosen, spread);
    std::vector<hulls::TriangleIndices> proposal = hulls::propose_surface(coordinates);
    for (auto& triangle : proposal)
        for (std::uint32_t& corner : triangle) corner = chosen[corner];
    std::optional<Surface> surface = hulls::link_surface(std::move(proposal));
    if (surface) hulls::make_convex(*surface, points);
    if (!surface || !hulls::is_convex(*surface, points))
        surface = hulls::tetrahedron_surface(spread.base, points);
    if (!surface) return std::nullopt;
    Cover cover{std::move(*surface), 0};
    cover.left_out = hulls::enclose(cover.surface, points, chosen, kDropRoundings * kEps * spread.magnitude);
    return cover;
}

/// Covers all points, with no corner inside a flat face or straight edge: those are left out in a second
/// round, in which every point is a vertex.
std::optional<Cover> cover_all(std::span<const Vec3> points, const Spread& spread) {
    std::vector<std::uint32_t> chosen(points.size());
    for (std::uint32_t i = 0; i < chosen.size(); ++i) chosen[i] = i;
    std::optional<Cover> first = cover_chosen(points, chosen, spread);
    if (!first) return first;
    const std::vector<std::uint32_t> redundant = hulls::redundant_corners(first->surface, points);
    if (redundant.empty()) return first;
    chosen.clear();
    for (const auto& t : first->surface.triangles) chosen.insert(chosen.end(), t.begin(), t.end());
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    std::erase_if(chosen,
                  [&](std::uint32_t i) { return std::binary_search(redundant.begin(), redundant.end(), i); });
    std::optional<Cover> second = cover_chosen(points, chosen, spread);
    if (second) second->left_out += first->left_out;
    return second;
}

void take_flat(HullData& data, std::span<const Vec3> points, const Spread& spread) {
    std::vector<std::uint32_t> loop;
    if (spread.dimension >= 2) loop = hulls::flat_hull(points, spread.axes[2]);
    if (spread.dimension == 1) loop = {spread.base[0], spread.base[1]};
    if (spread.dimension == 0) loop = {0};
    hulls::take_loop(data, loop, points);
    hulls::finish(data);
}

}  // namespace

expected<ConvexHull, BuildError> ConvexHull::build(const VertexView& given, const HullOptions& options) {
    if (auto readable = check(given); !readable) return unexpected<BuildError>(std::move(readable.error()));
    const PackedVertices packed(given);
    const std::span<const Vec3> points = packed.points();
    if (points.empty())
        return unexpected<BuildError>(
            {Rule::too_few, Element::whole, 0, "there are no points; a hull needs at least four"});
    if (points.size() > std::numeric_limits<std::int32_t>::max() / 4)
        return unexpected<BuildError>(
            {Rule::out_of_range, Element::whole, 0, "more than 2^29 points; build several hulls"});
    if (auto error = hulls::check_points(points)) return unexpected<BuildError>(std::move(*error));
    const Spread spread = hulls::measure_spread(points);
    if (!options.allow_degenerate && points.size() < 4)
        return unexpected<BuildError>({Rule::too_few, Element::whole, 0,
                                       "a hull needs at least four points; add some, or set allow_degenerate "
                                       "to get a polygon, segment or point"});
    if (!options.allow_degenerate && spread.dimension < 3)
        return unexpected<BuildError>(flat_error(spread.dimension));

    auto data = std::make_shared<HullData>();
    const std::optional<Cover> found = spread.dimension == 3 ? cover_all(points, spread) : std::nullopt;
    if (found) {
        const Surface surface = hulls::take_surface(*data, found->surface, points);
        if (!hulls::is_convex(surface, data->vertices))
            return unexpected<BuildError>({Rule::hull_failed, Element::whole, 0,
                                           "the surface found is not convex; please report these points"});
        hulls::finish(*data);
        hulls::merge_facets(*data, surface, spread.tolerance);
        hulls::build_cells(*data, surface, spread);
        data->dropped_distance = found->left_out;
    } else if (options.allow_degenerate) {
        take_flat(*data, points, spread);
        data->dropped_distance = hulls::worst_dropped_distance(*data, points, spread);
    } else {
        return unexpected<BuildError>(flat_error(2));
    }
    data->dropped_count = static_cast<std::uint32_t>(points.size() - data->vertices.size());
    return ConvexHull(std::move(data));
}

}  // namespace graze
