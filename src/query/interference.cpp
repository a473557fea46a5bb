// The interference of two shapes: by branch and bound where surfaces are made of triangles; else between the
// depth of the farthest points along the normal of the separation and its length.
#include <algorithm>
#include <cmath>

#include "core/audited.hpp"
#include "graze/query/query.hpp"
#include "query/audit/audit.hpp"
#include "query/composite/part_pairs.hpp"
#include "query/depth/deep_point.hpp"
#include "query/depth/surface_depth.hpp"

namespace graze {
namespace {

/// Widths below this share of the smaller shape's reach are as good as none.
constexpr double kNarrow = 1e-6;

bool has_inside(const PlacedParts& shape) noexcept { return !shape.is_skin(); }

/// The point of the shape that is farthest along a direction: it is on the shape's surface.
Vec3 farthest_point(const PlacedParts& shape, const Vec3& direction) {
    const Placed part = placed_part(shape, farthest_part(shape, direction).part);
    return part.pose * support(part.shape, transpose_times(part.pose.rotation, direction));
}

/// Raises the lower end by points near the surfaces: what they are off the surface counts against them.
void raise_by_points(Interference& found, const PartPairs& pairs, const Separation& s) {
    const double slack = 8 * pairs.error();
    const Vec3 middle = 0.5 * (s.point_a + s.point_b);
    for (const bool in_a : {true, false}) {
        const PlacedParts& solid = in_a ? pairs.a : pairs.b;
        const PlacedParts& surface = in_a ? pairs.b : pairs.a;
        if (!has_inside(solid)) continue;
        const Separation from_middle = separation({Point{}, Pose::translation(middle)}, surface.placed);
        for (const Vec3& point : {in_a ? s.point_b : s.point_a, from_middle.point_b,
                                  farthest_point(surface, in_a ? -s.normal : s.normal)}) {
            const Interval off =
                separation({Point{}, Pose::translation(point)}, surface.placed, {.tolerance = 1e-9}).distance;
            const DepthBound bound = depth_lower_bound_at(solid, point, pairs.work);
            const double depth = bound.depth - std::max(std::abs(off.lower), std::abs(off.upper)) - slack;
            ++found.iterations;
            if (!(depth > found.depth.lower)) continue;
            found.depth.lower = depth;
            found.point = point;
            found.exit = point + bound.depth * bound.out;
            found.in_a = in_a;
        }
    }
}

/// Of a half-space and something bounded: the deepest point decides both depths.
Interference with_half_space(const Placed& a, const Placed& b, const Separation& s) {
    Interference found;
    found.depth = {std::max(0.0, -s.distance.upper), std::max(0.0, -s.distance.lower)};
    found.in_a = a.shape.type() == ShapeType::half_space;
    found.point = found.in_a ? s.point_b : s.point_a;
    found.exit = found.in_a ? s.point_a : s.point_b;
    if (a.shape.type() == b.shape.type()) found.point = found.exit = b.pose.position;
    return found;
}

Interference find_interference(const Placed& a, const Placed& b, const InterferenceOptions& options) {
    const auto escape = [&] { return options.separation ? *options.separation : separation(a, b); };
    if (a.shape.type() == ShapeType::half_space || b.shape.type() == ShapeType::half_space)
        return with_half_space(a, b, escape());
    Interference found;
    PartPairs pairs(a, b);
    if (!pairs.bounded) {
        found.status = Status::invalid_input;
        return found;
    }
    const double narrow = kNarrow * std::min(a.shape.reach(), b.shape.reach());
    const SurfaceDepth deepest =
        deepest_of_surfaces(pairs, {options.tolerance, narrow, options.max_iterations});
    found = {deepest.depth, deepest.point, deepest.exit, deepest.in_a, Status::converged, deepest.measured};
    const bool complete = (!has_inside(pairs.a) || surface_depth_known(pairs.b, pairs.a)) &&
                          (!has_inside(pairs.b) || surface_depth_known(pairs.a, pairs.b));
    if (!complete || options.separation != nullptr) {
        const Separation s = escape();
        const double freeing = std::max(0.0, -s.distance.lower);
        if (!complete) {
            found.depth.upper = freeing;
            if (freeing > 0) raise_by_points(found, pairs, s);
        }
        found.depth.upper = std::min(found.depth.upper, freeing);
        found.depth.lower = std::min(found.depth.lower, found.depth.upper);
    }
    const double width = std::max(options.tolerance * found.depth.lower, narrow);
    if (found.depth.width() > width * (1 + 1e-9)) found.status = Status::budget_reached;
    return found;
}

}  // namespace

Interference interference(const Placed& a, const Placed& b, const InterferenceOptions& options) {
    return GRAZE_AUDITED(find_interference(a, b, options), audit::check_interference(answer, {a, b}));
}

}  // namespace graze
