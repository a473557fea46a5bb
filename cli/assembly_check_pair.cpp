// What is said of one pair that overlaps. The order is that of cost: the verdict is all that most questions need.
#include <algorithm>
#include <cmath>

#include <graze/mesh/height_field.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/query/mesh_query.hpp>
#include <graze/verify/verify.hpp>

#include "assembly_check.hpp"
#include "graze/query/query.hpp"

namespace graze::cli {
namespace {

/// Whether all of the shape is triangles: a margin would be missing in their crossings.
bool is_triangles(const Shape& shape) {
    return (shape.type() == ShapeType::mesh || shape.type() == ShapeType::height_field) && shape.margin() == 0;
}

void include(Aabb& box, const Vec3& point, double error) {
    const Vec3 reach{error, error, error};
    box = merge(box, aabb_around(point, reach));
}

/// Deep overlaps of two convex shapes are shown by a polytope, where they are not by the shapes themselves.
void certify(Clash& clash, const Placed& a, const Placed& b) {
    if (!a.shape.convex() || !b.shape.convex() || verify(clash.separation, a, b)) return;
    CertifiedSeparation certified = certified_separation(a, b);
    if (!verify(certified, a, b)) return;
    clash.separation = certified.separation;
    clash.certificate = std::move(certified.certificate);
}

}  // namespace

std::optional<Interval> depth_of(const Clash& clash) {
    const Interval& distance = clash.separation.distance;
    const bool skins = distance.lower == 0 && distance.upper == 0 && clash.relation != Relation::touching;
    if (skins) return std::nullopt;
    return Interval{std::max(0.0, -distance.upper), std::max(0.0, -distance.lower)};
}

Vec3 place_of(const Clash& clash) {
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

SurfaceCrossing crossing_of(std::uint32_t a, std::uint32_t b, const Assembly& assembly, Relation relation, std::size_t curve_limit) {
    SurfaceCrossing crossing;
    crossing.region.box = intersection(assembly.boxes[a], assembly.boxes[b]);
    // Every triangle of a mesh meets its twin and all around it: minutes for a large one, and nothing to learn.
    if (relation == Relation::identical) return crossing;
    if (!is_triangles(assembly.placed[a].shape) || !is_triangles(assembly.placed[b].shape)) return crossing;
    const std::vector<TrianglePair> pairs = intersecting_triangles(assembly.placed[a], assembly.placed[b]);
    crossing.triangle_pairs = pairs.size();
    if (pairs.empty()) return crossing;
    Aabb box;
    for (const TrianglePair& pair : pairs) {
        include(box, pair.segment.a, pair.error);
        include(box, pair.segment.b, pair.error);
    }
    // Segments of triangles that are nearly in one plane are known poorly; the crossing is in both parts all the same.
    crossing.region = {RegionKind::crossing, intersection(box, crossing.region.box)};
    const std::size_t kept = std::min(curve_limit, pairs.size());
    for (std::size_t i = 0; i < kept; ++i) {
        const Segment& segment = pairs[i * pairs.size() / kept].segment;
        crossing.curve.push_back({segment.a, segment.b});
    }
    return crossing;
}

std::optional<Clash> examine_clash(std::uint32_t a, std::uint32_t b, const Assembly& assembly, const CheckOptions& options) {
    const Placed& first = assembly.placed[a];
    const Placed& second = assembly.placed[b];
    Clash clash;
    clash.a = a;
    clash.b = b;
    clash.verdict = decide(first, second);
    if (clash.verdict.answer == Answer::disjoint) return std::nullopt;
    clash.relation = relation(first, second);
    clash.separation = separation(first, second);
    if (!options.details) return clash;
    certify(clash, first, second);
    SurfaceCrossing crossing = crossing_of(a, b, assembly, clash.relation, options.curve_limit);
    clash.region = crossing.region;
    clash.triangle_pairs = crossing.triangle_pairs;
    clash.curve = std::move(crossing.curve);
    if (clash.relation != Relation::identical) clash.manifolds = contact_manifolds(first, second);
    return clash;
}

}  // namespace graze::cli
