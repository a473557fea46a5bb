// ConvexHull::build: spread, Qhull's proposal, exact repair, tables. Qhull sees the points at unit size around the origin, so
// that its absolute tolerances mean the same at every scale; kept vertices are the input's own doubles.
#include "graze/shape/hull.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shape/hull_build.hpp"

namespace graze {
namespace {

using hull::Spread;
using hull::Surface;

BuildError flat_error(int dimension) {
    const char* span = dimension == 2 ? "the points lie in one plane" : dimension == 1 ? "the points lie on one line" : "all points coincide";
    return {Rule::flat, Element::whole, 0,
            std::string(span) + " within rounding; add a point off it, or set allow_degenerate to get a polygon, segment or point"};
}

std::vector<double> unit_coordinates(std::span<const Vec3> points, std::span<const std::uint32_t> chosen, const Spread& spread) {
    const double scale = std::ldexp(1.0, -std::ilogb(spread.size));
    std::vector<double> coordinates;
    coordinates.reserve(3 * chosen.size());
    for (const std::uint32_t i : chosen) {
        const Vec3 p = scale * (points[i] - spread.centre);
        coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
    }
    return coordinates;
}

/// A surface over the chosen points, indices into the input; convex by exact signs when that can be had.
struct Attempt {
    std::optional<Surface> surface;
    bool convex = false;
    std::string failure;
};

Attempt attempt(std::span<const Vec3> points, std::span<const std::uint32_t> chosen, const Spread& spread, hull::Precision precision) {
    std::vector<double> coordinates = unit_coordinates(points, chosen, spread);
    hull::Proposal proposal = hull::propose_surface(coordinates, precision);
    for (auto& triangle : proposal.triangles)
        for (std::uint32_t& corner : triangle) corner = chosen[corner];
    Attempt result{hull::link_surface(std::move(proposal.triangles)), false, std::move(proposal.failure)};
    if (!result.surface) return result;
    hull::make_convex(*result.surface, points);
    result.convex = hull::is_convex(*result.surface, points);
    return result;
}

/// Merged facets first: they keep the fewest vertices. Joggled input where merging failed.
Attempt best_attempt(std::span<const Vec3> points, std::span<const std::uint32_t> chosen, const Spread& spread) {
    Attempt merged = attempt(points, chosen, spread, hull::Precision::merged);
    if (merged.convex) return merged;
    Attempt joggled = attempt(points, chosen, spread, hull::Precision::joggled);
    return joggled.convex || !merged.surface ? joggled : merged;
}

/// Repeats without the corners that turned out to be no vertices, until all are.
Attempt surface_of(std::span<const Vec3> points, const Spread& spread) {
    std::vector<std::uint32_t> chosen(points.size());
    for (std::uint32_t i = 0; i < chosen.size(); ++i) chosen[i] = i;
    Attempt best = best_attempt(points, chosen, spread);
    for (int round = 0; best.convex && round < 8; ++round) {
        const std::vector<std::uint32_t> redundant = hull::redundant_corners(*best.surface, points);
        if (redundant.empty()) break;
        chosen.clear();
        for (const auto& t : best.surface->triangles) chosen.insert(chosen.end(), t.begin(), t.end());
        std::sort(chosen.begin(), chosen.end());
        chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
        std::erase_if(chosen, [&](std::uint32_t i) { return std::binary_search(redundant.begin(), redundant.end(), i); });
        Attempt again = best_attempt(points, chosen, spread);
        if (!again.convex) break;
        best = std::move(again);
    }
    return best;
}

void take_flat(HullData& data, std::span<const Vec3> points, const Spread& spread) {
    std::vector<std::uint32_t> loop;
    if (spread.dimension == 2) loop = hull::flat_hull(points, spread.normal);
    if (spread.dimension == 1) loop = {spread.base[0], spread.base[1]};
    if (spread.dimension == 0) loop = {0};
    hull::take_loop(data, loop, points);
    hull::finish(data);
}

}  // namespace

expected<ConvexHull, BuildError> ConvexHull::build(std::span<const Vec3> points, const HullOptions& options) {
    if (points.empty()) return unexpected<BuildError>({Rule::too_few, Element::whole, 0, "there are no points; a hull needs at least four"});
    if (points.size() > std::numeric_limits<std::int32_t>::max() / 4)
        return unexpected<BuildError>({Rule::out_of_range, Element::whole, 0, "more than 2^29 points; build several hulls"});
    if (auto error = hull::check_points(points)) return unexpected<BuildError>(std::move(*error));
    const Spread spread = hull::measure_spread(points);
    if (!options.allow_degenerate && points.size() < 4)
        return unexpected<BuildError>({Rule::too_few, Element::whole, 0,
                                       "a hull needs at least four points; add some, or set allow_degenerate to get a polygon, segment or point"});
    if (!options.allow_degenerate && spread.dimension < 3) return unexpected<BuildError>(flat_error(spread.dimension));

    auto data = std::make_shared<HullData>();
    if (spread.dimension < 3) {
        take_flat(*data, points, spread);
    } else {
        const Attempt found = surface_of(points, spread);
        if (!found.surface)
            return unexpected<BuildError>({Rule::hull_failed, Element::whole, 0, "no convex hull was found (" + found.failure + "); remove near duplicates"});
        const Surface surface = hull::take_surface(*data, *found.surface, points);
        hull::finish(*data);
        hull::merge_facets(*data, surface, spread.tolerance);
    }
    data->dropped_count = static_cast<std::uint32_t>(points.size() - data->vertices.size());
    data->dropped_distance = hull::worst_dropped_distance(*data, points, spread.magnitude);
    return ConvexHull(std::move(data));
}

}  // namespace graze
