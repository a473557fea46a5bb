#include "assembly/clash.hpp"

#include <algorithm>
#include <utility>

#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"

namespace graze {
namespace {

/// Whether the shape is a set of triangles without a margin. `intersecting_triangles` ignores margins.
bool is_triangles(const Shape& shape) {
    return (shape.type() == ShapeType::mesh || shape.type() == ShapeType::height_field) &&
           shape.margin() == 0;
}

/// Merges a ball of radius `error` around the point into the box.
void include(Aabb& box, const Vec3& point, double error) {
    const Vec3 reach{error, error, error};
    box = merge(box, aabb_around(point, reach));
}

/// Adds a certificate to the depth of two convex parts that `verify` does not accept without one.
void certify(Clash& clash, const Placed& a, const Placed& b, const SeparationOptions& options) {
    if (!a.shape.convex() || !b.shape.convex() || verify(clash.separation, a, b)) return;
    CertifiedSeparation certified = certified_separation(a, b, options);
    if (!verify(certified, a, b)) return;
    clash.separation = certified.separation;
    clash.certificate = std::move(certified.certificate);
}

/// Segments evenly selected from all pairs.
std::vector<std::array<Vec3, 2>> select_segments(const std::vector<TrianglePair>& pairs, std::size_t limit) {
    std::vector<std::array<Vec3, 2>> curve;
    const std::size_t kept = std::min(limit, pairs.size());
    curve.reserve(kept);
    for (std::size_t i = 0; i < kept; ++i) {
        const Segment& segment = pairs[i * pairs.size() / kept].segment;
        curve.push_back({segment.a, segment.b});
    }
    return curve;
}

/// Region, number of triangle pairs and curve of a clash.
void find_crossing(Clash& clash, const PartBoxes& parts, std::size_t curve_limit) {
    clash.region.box = intersection(parts.boxes[clash.a], parts.boxes[clash.b]);
    // Every triangle of a mesh intersects its copy and all neighbours of that: minutes for a large mesh,
    // without information for the user.
    if (clash.relation == Relation::identical) return;
    const Placed& a = parts.placed(clash.a);
    const Placed& b = parts.placed(clash.b);
    if (!is_triangles(a.shape) || !is_triangles(b.shape)) return;
    const std::vector<TrianglePair> pairs = intersecting_triangles(a, b);
    clash.triangle_pairs = pairs.size();
    if (pairs.empty()) return;
    Aabb box;
    for (const TrianglePair& pair : pairs) {
        include(box, pair.segment.a, pair.error);
        include(box, pair.segment.b, pair.error);
    }
    // The segments of nearly coplanar triangles have large errors, but the crossing is inside of both parts.
    clash.region = {RegionKind::crossing, intersection(box, clash.region.box)};
    clash.curve = select_segments(pairs, curve_limit);
}

/// Two surfaces without an inside: they have neither depth.
bool surfaces_cross(const Clash& clash) {
    const Interval& distance = clash.separation.distance;
    return distance.lower == 0 && distance.upper == 0 && clash.relation != Relation::touching;
}

/// A few hundred points take about a millisecond and show the interference of most pairs; pins in holes take
/// some thousands.
constexpr InterferenceOptions kQuickInterference{.tolerance = 0.1, .max_iterations = 5000};

Interference interference_of_pair(const Clash& clash, const Placed& a, const Placed& b, DepthEffort effort) {
    // The surfaces are the same: searches would find that everywhere.
    if (clash.relation == Relation::identical) return {.depth = Interval(0)};
    InterferenceOptions options = effort == DepthEffort::quick ? kQuickInterference : InterferenceOptions{};
    options.separation = &clash.separation;
    return interference(a, b, options);
}

}  // namespace

std::optional<Clash> find_clash(PartIndex a, PartIndex b, const PartBoxes& parts,
                                const AssemblyOptions& options) {
    const Placed& first = parts.placed(a);
    const Placed& second = parts.placed(b);
    const SeparationOptions separation_options{.max_iterations = options.max_iterations,
                                               .depth = options.depth};
    Clash clash;
    clash.a = a;
    clash.b = b;
    clash.verdict = decide(first, second);
    if (clash.verdict.answer == Answer::disjoint) return std::nullopt;
    clash.relation = relation(first, second);
    clash.separation = separation(first, second, separation_options);
    clash.interference = interference_of_pair(clash, first, second, options.depth);
    if (!options.details) return clash;
    certify(clash, first, second, separation_options);
    find_crossing(clash, parts, options.curve_limit);
    if (clash.relation != Relation::identical) clash.manifolds = contact_manifolds(first, second);
    return clash;
}

std::optional<Interval> escape_distance_of(const Clash& clash) {
    if (clash.meant.deviation > 0) return -clash.meant.distance;
    const Interval& distance = clash.separation.distance;
    if (surfaces_cross(clash)) return std::nullopt;
    return Interval{std::max(0.0, -distance.upper), std::max(0.0, -distance.lower)};
}

std::optional<Interval> interference_of(const Clash& clash) {
    if (surfaces_cross(clash)) return std::nullopt;
    const Interval& depth = clash.interference.depth;
    if (clash.meant.deviation == 0) return depth;
    // Surfaces that move by no more than their deviations change a depth by no more than both.
    const Interval both{clash.meant.deviation};
    return Interval{std::max(0.0, (Interval{depth.lower} - both).lower),
                    (Interval{depth.upper} + both).upper};
}

Interval distance_of(const NearMiss& near) {
    return near.meant.deviation > 0 ? near.meant.distance : near.separation.distance;
}

Relation relation_of(const Clash& clash) {
    return clash.meant.deviation > 0 ? Relation::overlapping : clash.relation;
}

Vec3 location_of(const Clash& clash) {
    if (clash.meant.deviation > 0) return clash.meant.common;
    const Aabb& box = clash.region.box;
    const bool bounded = !is_empty(box) && is_finite(box.min) && is_finite(box.max);
    if (!clash.manifolds.empty() && !clash.manifolds.front().points.empty()) {
        const Vec3 deepest = clash.manifolds.front().points[0].position;
        return bounded ? max(box.min, min(box.max, deepest)) : deepest;
    }
    const Vec3 between = 0.5 * (clash.separation.point_a + clash.separation.point_b);
    return bounded && !contains(box, between) ? centre(box) : between;
}

std::size_t contact_count(const Clash& clash) {
    std::size_t count = 0;
    for (const ContactManifold& manifold : clash.manifolds) count += manifold.points.size();
    return count;
}

}  // namespace graze
