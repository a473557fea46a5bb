// Lists of triangles that intersect, and distances of points.
#include "graze/query/query.hpp"

#include "core/audited.hpp"
#include "query/audit/audit.hpp"
#include "query/composite/composite.hpp"
#include "query/composite/triangle_candidates.hpp"
#include "query/composite/triangle_pair_order.hpp"
#include "solid/surface_distance.hpp"

namespace graze {

namespace {

/// Whether the search ended by itself.
bool visit_triangles(const PartPairs& pairs, TrianglePairVisitor visit) {
    if (!pairs.bounded || !pairs.a.made_of_triangles() || !pairs.b.made_of_triangles()) return true;
    const TriangleView view = triangle_view(pairs);
    bool complete = true;
    visit_triangle_candidates(pairs, view, [&](const TriangleCandidates& pair) {
        const TriangleIntersection crossed = intersection(view, pair.a, pair.b);
        if (crossed.contact == TriangleContact::disjoint) return Continue::yes;
        const Continue go_on = visit({pair.parts.a, pair.parts.b, crossed.segment, crossed.error,
                                      crossed.flat, crossed.contact == TriangleContact::touching});
        complete = go_on == Continue::yes;
        return go_on;
    });
    return complete;
}

std::vector<TrianglePair> triangles_of(const Placed& a, const Placed& b) {
    return a.shape.convex() || b.shape.convex() ? std::vector<TrianglePair>{}
                                                : intersecting_triangles(PartPairs(a, b));
}

}  // namespace

std::vector<TrianglePair> intersecting_triangles(const PartPairs& pairs) {
    std::vector<TrianglePair> found;
    visit_triangles(pairs, [&](const TrianglePair& pair) {
        found.push_back(pair);
        return Continue::yes;
    });
    sort_by_number(found);
    return found;
}

bool visit_intersecting_triangles(const Placed& a, const Placed& b, TrianglePairVisitor visit) {
    return a.shape.convex() || b.shape.convex() || visit_triangles(PartPairs(a, b), visit);
}

std::vector<TrianglePair> intersecting_triangles(const Placed& a, const Placed& b) {
    return GRAZE_AUDITED(triangles_of(a, b), audit::check_triangles(answer, {a, b}));
}

namespace {

Interval distance_of(const Placed& solid, const Vec3& point) noexcept {
    if (!usable(solid) || !is_finite(point)) return Interval::everything();
    const bool triangles =
        solid.shape.type() == ShapeType::mesh || solid.shape.type() == ShapeType::height_field;
    return triangles ? distance_from_point(solid, point).distance
                     : separation({Point{}, Pose::translation(point)}, solid).distance;
}

}  // namespace

Interval signed_distance(const Placed& solid, const Vec3& point) noexcept {
    return GRAZE_AUDITED(distance_of(solid, point), audit::check_signed_distance(answer, solid, point));
}

}  // namespace graze
