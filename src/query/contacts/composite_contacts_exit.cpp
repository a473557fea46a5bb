// Directions and distances out of solids, in doubles: contacts carry no proof, `verify` checks both of their
// ends.
#include "query/contacts/composite_contacts_exit.hpp"

#include <algorithm>
#include <cmath>

#include "convex/manifold/manifold.hpp"
#include "solid/surface_distance.hpp"

namespace graze {

std::optional<SolidExit> first_triangle(const PlacedParts& solid, const SolidRay& ray,
                                        WorkBudget* work) noexcept {
    const Vec3 &origin = ray.origin, &direction = ray.direction;
    constexpr double kEdge =
        1e-9;  // of an edge: far above the rounding of these products, far below what a contact shows
    SolidExit found;
    const TreeStats stats = visit_ray(
        *solid.tree(), RaySegment{.origin = origin, .direction = direction},
        [&](LeafSlots leaf, double, double& limit) {
            spend(work, work::kLeaf + leaf.count * work::kPointTriangle);
            for (const std::uint32_t part : solid.tree()->primitives(leaf)) {
                const Triangle t = solid.triangle(part);
                const Vec3 e = t.b - t.a;
                const Vec3 f = t.c - t.a;
                const Vec3 across = cross(direction, f);
                const double whole = dot(e, across);
                const Vec3 from = origin - t.a;
                const Vec3 turned = cross(from, e);
                const double u = dot(from, across) / whole;
                const double v = dot(direction, turned) / whole;
                const double at = dot(f, turned) / whole;
                // False for NaN, which triangles along the ray give.
                if (u >= -kEdge && v >= -kEdge && u + v <= 1 + kEdge && at >= ray.least && at < found.t)
                    found = {at, part};
            }
            limit = std::min(limit, found.t);
            return Continue::yes;
        });
    spend(work, stats.node_tests * work::kNode);
    return std::isfinite(found.t) ? std::optional(found) : std::nullopt;
}

void set_point(const SolidSides& sides, double distance, LocalContact& contact) {
    const double beyond = sides.solid.margin();
    const double before = sides.corner_margin();
    const Vec3 out = sides.of_b ? contact.normal : -contact.normal;
    const std::uint32_t face = feature_name(FeatureKind::face, 0);
    const std::uint64_t feature =
        sides.of_b ? feature_pair(face, contact.corner_name) : feature_pair(contact.corner_name, face);
    contact.depth = distance + beyond + before;
    contact.points = {
        {contact.corner + (0.5 * (distance + beyond - before)) * out, contact.depth, feature, 0, 0}};
}

std::optional<LocalContact> contact_inside(const ContactScene& scene, const SolidSides& sides,
                                           const InnerPoint& point) {
    const PointDistance nearest = distance_from_point(sides.solid.placed, point.at, scene.pairs.work);
    const Vec3 exit = nearest.nearest - point.at;
    if (nearest.side != PointSide::inside || !(length(exit) > scene.tolerance)) return std::nullopt;
    LocalContact contact;
    contact.kind = sides.of_b ? LocalContact::Kind::corner_of_b : LocalContact::Kind::corner_of_a;
    contact.parts = sides.of_b ? PartPair{nearest.part, point.part} : PartPair{point.part, nearest.part};
    contact.normal = sides.of_b ? unit(exit) : -unit(exit);
    contact.corner = point.at;
    contact.corner_name = point.name;
    set_point(sides, length(exit), contact);
    return contact;
}

}  // namespace graze
