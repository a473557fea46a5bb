// The parts by which an overlap is shown where it has no depth: triangles of two surfaces that intersect, and
// parts that touch.
#include "convex/triangle/triangle_common_point.hpp"
#include "convex/triangle/triangle_triangle.hpp"
#include "query/composite/composite.hpp"

namespace graze {
namespace {

/// Of the distance of two parts that touch: near what rounding allows.
constexpr double kTouchTolerance = 1e-13;

/// Bounds of the error are 20 to 100 times the error itself, and `verify` allows 64 eps of the extent.
constexpr double kUncertainEnd = 1024 * kEps;

bool exact_triangles(const PlacedParts& side) noexcept {
    return side.made_of_triangles() && side.margin() == 0;
}

/// A point on both triangles within what `verify` allows for its rounding: in the middle of the common
/// segment where doubles determine its ends.
Vec3 common_point_of_triangles(const PartPairs& pairs, const PartPair& parts) noexcept {
    const TriangleView view = triangle_view(pairs);
    const Triangle a = pairs.a.triangle(parts.a), b = pairs.b.triangle(parts.b);
    const TriangleIntersection found = intersection(view, a, b);
    if (found.error > kUncertainEnd * pairs.pair.extent) return precise_common_point(view, a, b, found);
    return 0.5 * (found.segment.a + found.segment.b);
}

/// Sets the parts and their terms. Whether their distance shows that they intersect.
bool name_parts(Separation& depth, const PartPairs& pairs, const PartPair& parts) noexcept {
    const Separation own = separation(placed_part(pairs.a, parts.a), placed_part(pairs.b, parts.b),
                                      {.tolerance = kTouchTolerance});
    spend(pairs.work, work_of(own));
    depth.directions = own.directions;
    depth.weights = own.weights;
    depth.terms = own.terms;
    depth.terms_from_b = own.terms_from_b;
    depth.part_a = parts.a;
    depth.part_b = parts.b;
    return own.distance.upper <= 0;
}

}  // namespace

Separation intersecting_surfaces(const PartPairs& pairs, const SeparationOptions& options) noexcept {
    Separation s;
    s.distance = {0, 0};
    s.point_a = s.point_b = pairs.b.placed.pose * pairs.b.placed.shape.centre();
    s.part_a = s.part_b = kNoPart;
    const std::optional<PartPair> parts = intersecting_parts(pairs);
    if (!parts) {
        s.status = Status::budget_reached;  // they are known to intersect, but not where
        return s;
    }
    s.point_a = s.point_b = common_point_of_triangles(pairs, *parts);
    s.normal = separation(placed_part(pairs.a, parts->a), placed_part(pairs.b, parts->b), options).normal;
    s.part_a = parts->a;
    s.part_b = parts->b;
    return s;
}

Vec3 common_point(const PartPairs& pairs) noexcept {
    const PlacedParts &a = pairs.a, &b = pairs.b;
    const std::optional<PartPair> parts = intersecting_parts(pairs);
    if (!parts) return b.placed.pose * b.placed.shape.centre();
    const Separation s = separation(placed_part(a, parts->a), placed_part(b, parts->b));
    return 0.5 * (s.point_a + s.point_b);
}

std::optional<double> short_exit_distance(const PartPairs& pairs, const Separation& gap) noexcept {
    // A few times the uncertainty of the distance and of the moved position; smaller differences cannot be
    // resolved.
    const double rounding = 8 * kEps * max_component(abs(pairs.b.placed.pose.position));
    const double least = gap.distance.width() + pairs.error() + rounding;
    for (const double distance : {least, 2 * least, 8 * least, 64 * least, 1024 * least}) {
        Placed moved = pairs.b.placed;
        moved.pose.position += distance * gap.normal;
        PartPairs there(pairs.a.placed, moved);
        if (!there.bounded) return std::nullopt;
        there.work = pairs.work;
        const std::optional<Separation> found = composite_gap(there, {});
        if (found && found->distance.lower > there.error() && !encloses_part(there) && !spent(pairs.work))
            return next_above(distance * (1 + 8 * kEps) + rounding);
    }
    return std::nullopt;
}

void name_intersecting_parts(Separation& depth, const PartPairs& pairs) noexcept {
    depth.part_a = depth.part_b = kNoPart;
    const std::optional<PartPair> parts =
        depth.distance.upper == 0 ? intersecting_parts(pairs) : std::nullopt;
    if (!parts) return;
    if (name_parts(depth, pairs, *parts) || (exact_triangles(pairs.a) && exact_triangles(pairs.b))) return;
    // Other parts than triangles may only seem to overlap.
    visit_close_parts(pairs, 0, [&](std::uint32_t i, std::uint32_t j) {
        return name_parts(depth, pairs, {i, j}) ? Continue::no : Continue::yes;
    });
}

}  // namespace graze
