// Lists of triangles and parts, and distances of points.
#include <algorithm>
#include <cmath>

#include "convex/triangle/triangle_triangle.hpp"
#include "graze/math/vec.hpp"
#include "query/audit/audit.hpp"
#include "query/audit/audit_bounds.hpp"
#include "query/composite/part_pairs.hpp"

namespace graze::audit {
namespace {

// Exact signs of two triangles take about a microsecond.
constexpr std::size_t kMostTrianglePairs = 20'000;

void record(Check& check, std::span<const TrianglePair> triangles) {
    for (const TrianglePair& pair : triangles)
        check.answered("triangles",
                       {static_cast<double>(pair.triangle_a), static_cast<double>(pair.triangle_b)});
}

bool in_order(const TrianglePair& x, const TrianglePair& y) noexcept {
    return x.triangle_a != y.triangle_a ? x.triangle_a < y.triangle_a : x.triangle_b < y.triangle_b;
}

void check_list(Check& check, std::span<const TrianglePair> triangles, std::size_t count_a,
                std::size_t count_b) {
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        const TrianglePair& pair = triangles[i];
        check.expect(pair.triangle_a < count_a && pair.triangle_b < count_b,
                     "a triangle that does not exist");
        check.expect(is_finite(pair.segment.a) && is_finite(pair.segment.b) && pair.error >= 0,
                     "a common segment is not finite");
        if (i > 0) check.expect(in_order(triangles[i - 1], pair), "pairs out of order, or one twice");
    }
}

bool same_pairs(std::span<const TrianglePair> triangles, std::vector<TrianglePair> twin) {
    for (TrianglePair& pair : twin) std::swap(pair.triangle_a, pair.triangle_b);
    std::ranges::sort(twin, in_order);
    return std::ranges::equal(triangles, twin, [](const TrianglePair& x, const TrianglePair& y) {
        return x.triangle_a == y.triangle_a && x.triangle_b == y.triangle_b && x.touching == y.touching;
    });
}

/// All pairs by exact signs, without a tree.
bool same_as_all_pairs(std::span<const TrianglePair> triangles, const Pair& pair) {
    const PlacedParts a(pair.a), b(pair.b);
    const TriangleView view(pair.a.pose, pair.b.pose, pair.b.shape.core_reach());
    auto next = triangles.begin();
    for (std::uint32_t i = 0; i < a.count(); ++i) {
        for (std::uint32_t j = 0; j < b.count(); ++j) {
            const bool listed = next != triangles.end() && next->triangle_a == i && next->triangle_b == j;
            if (listed != (contact(view, a.triangle(i), b.triangle(j)) != TriangleContact::disjoint))
                return false;
            if (listed) ++next;
        }
    }
    return next == triangles.end();
}

}  // namespace

void check_triangles(std::span<const TrianglePair> triangles, const Pair& pair) {
    Check check("intersecting_triangles", pair.a, pair.b);
    record(check, triangles);
    const bool both_meshes = valid(pair.a, pair.b) && !pair.a.shape.convex() && !pair.b.shape.convex() &&
                             PlacedParts(pair.a).made_of_triangles() &&
                             PlacedParts(pair.b).made_of_triangles();
    if (!both_meshes) {
        check.expect(triangles.empty(), "triangles of shapes that have none, or of invalid input");
        return;
    }
    const std::size_t count_a = parts_in(pair.a.shape), count_b = parts_in(pair.b.shape);
    check_list(check, triangles, count_a, count_b);
    if (sampled(check, kTwinSample, Salt::twin))
        check.expect(same_pairs(triangles, intersecting_triangles(pair.b, pair.a)),
                     "the swapped pairs are others");
    if (sampled(check, kBruteSample, Salt::brute) && count_a * count_b <= kMostTrianglePairs)
        check.expect(same_as_all_pairs(triangles, pair), "all pairs by exact signs are others");
    if (!sampled(check, kVerbSample, Salt::verbs)) return;
    const Interval distance = separation(pair.a, pair.b).distance;
    if (!triangles.empty()) {
        check.expect(overlaps(pair.a, pair.b), "triangles intersect, but the shapes do not overlap");
        check.expect(distance.lower <= 0, "triangles intersect, but the distance is positive");
    } else if (pair.a.shape.margin() + pair.b.shape.margin() == 0 && !has_solid(pair.a, pair.b)) {
        check.expect(distance.upper > 0,
                     "no triangles intersect, but the distance of the surfaces is not positive");
        check.expect(decide(pair.a, pair.b).answer != Answer::intersecting,
                     "no triangles intersect, but the surfaces are decided to");
    }
}

void check_self_intersections(std::span<const TrianglePair> triangles, const Shape& mesh) {
    const Placed placed{mesh, {}};
    Check check("self_intersections", placed);
    record(check, triangles);
    if (!mesh.valid() || mesh.convex() || !PlacedParts(placed).made_of_triangles()) {
        check.expect(triangles.empty(), "triangles of a shape that has none");
        return;
    }
    const std::size_t count = parts_in(mesh);
    check_list(check, triangles, count, count);
    for (const TrianglePair& pair : triangles)
        check.expect(pair.triangle_a < pair.triangle_b, "a pair that is not in order");
    if (!sampled(check, kVerbSample, Salt::verbs) || count > kMostTrianglePairs) return;
    // What intersects itself is among the pairs of the mesh with itself.
    const std::vector<TrianglePair> all = intersecting_triangles(placed, placed);
    const bool among = std::ranges::includes(all, triangles, in_order);
    check.expect(among, "a pair that does not intersect");
}

void check_parts_in_box(std::span<const std::uint32_t> parts, const Placed& target, const Aabb& box) {
    Check check("parts_overlapping_box", target);
    check.asked("min", box.min);
    check.asked("max", box.max);
    for (const std::uint32_t part : parts) check.answered("part", {static_cast<double>(part)});
    if (!graze::check(target) || is_empty(box)) {
        check.expect(parts.empty(), "parts of invalid input, or in an empty box");
        return;
    }
    const std::size_t count = parts_in(target.shape);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        check.expect(parts[i] < count, "a part that does not exist");
        if (i > 0) check.expect(parts[i - 1] < parts[i], "parts out of order, or one twice");
    }
    const bool bounded =
        is_finite(box.min) && is_finite(box.max) && in_served_range(box.min) && in_served_range(box.max);
    if (check.failed() || !bounded || is_half_space(target) || !sampled(check, kBruteSample, Salt::brute) ||
        count > kMostBrutePairs)
        return;
    // Middle and half sizes of the box are rounded: parts that touch it may be reported or not.
    const Placed there{Box{half_extents(box)}, Pose::translation(centre(box))};
    if (!graze::check(there)) return;
    const PlacedParts all(target);
    for (std::uint32_t i = 0; i < count; ++i) {
        const Placed part = placed_part(all, i);
        const double slack = moved_slack(part, there) + 8 * kEps * (length(box.min) + length(box.max));
        const Interval distance = separation(part, there).distance;
        const bool listed = std::ranges::binary_search(parts, i);
        check.expect(listed || distance.upper >= -slack, "a part in the box is missing");
        check.expect(!listed || distance.lower <= slack, "a part outside of the box");
    }
}

void check_signed_distance(const Interval& distance, const Placed& solid, const Vec3& point) {
    Check check("signed_distance", solid);
    check.asked("point", point);
    check.answered("distance", distance);
    check.expect(ordered(distance), "the bounds are out of order or NaN");
    const Placed there{Point{}, Pose::translation(point)};
    if (!graze::check(solid) || !is_finite(point)) {
        check.expect(distance == Interval::everything(), "invalid input is measured");
        return;
    }
    if (check.failed() || !graze::check(there)) return;
    check.expect(planes_below(solid, there, {1, 0, 0}, check) <= distance.upper,
                 "a plane shows a distance above the upper bound");
    if (sampled(check, kTwinSample, Salt::twin))
        check.expect(compatible(distance, separation(solid, there).distance),
                     "the distance is not that of separation");
}

}  // namespace graze::audit
