// Corners of triangles and whole parts inside of solids, in doubles: contacts need no proof of their own,
// `verify` checks both of their ends.
#include "query/contacts/composite_contacts_corner.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "convex/manifold/manifold.hpp"
#include "query/contacts/composite_contacts_exit.hpp"
#include "solid/surface_distance.hpp"

namespace graze {
namespace {

/// Corners tested at most: each takes a microsecond or two.
constexpr std::size_t kMostCorners = 4096;

struct Corner {
    Vec3 local{};
    std::uint32_t part = 0;
    std::uint32_t index = 0;
};

/// Of the triangles in the solid's box, one of each place.
std::vector<Corner> corners_in_box(const SolidSides& sides, WorkBudget* work) {
    const Pose solid_in_inner = relative(sides.inner.placed.pose, sides.solid.placed.pose);
    const Pose inner_in_solid = relative(sides.solid.placed.pose, sides.inner.placed.pose);
    const Aabb box = transformed(sides.solid.bounds(), Affine::from(solid_in_inner));
    std::vector<Corner> corners;
    const TreeStats stats = visit_box(*sides.inner.tree(), box, [&](LeafSlots leaf) {
        spend(work, work::kLeaf + leaf.count * work::kCornersInBox);
        for (const std::uint32_t part : sides.inner.tree()->primitives(leaf)) {
            const Triangle t = sides.inner.triangle(part);
            std::uint32_t index = 0;
            for (const Vec3& corner : {t.a, t.b, t.c}) {
                // What a rounding leaves out is no deeper than that.
                if (contains(sides.solid.bounds(), inner_in_solid * corner))
                    corners.push_back({corner, part, index});
                ++index;
            }
        }
        return spent(work) ? Continue::no : Continue::yes;
    });
    spend(work, stats.node_tests * work::kNode);
    const auto place = [](const Corner& c) { return std::tie(c.local.x, c.local.y, c.local.z); };
    std::sort(corners.begin(), corners.end(), [&](const Corner& x, const Corner& y) {
        return std::tuple_cat(place(x), std::tie(x.part, x.index)) <
               std::tuple_cat(place(y), std::tie(y.part, y.index));
    });
    corners.erase(std::unique(corners.begin(), corners.end(),
                              [&](const Corner& x, const Corner& y) { return place(x) == place(y); }),
                  corners.end());
    return corners;
}

}  // namespace

void leave_solid(const ContactScene& scene, LocalContact& contact) {
    const SolidSides sides(scene, contact.kind == LocalContact::Kind::corner_of_b);
    const Pose& pose = sides.solid.placed.pose;
    const Vec3 out = sides.of_b ? contact.normal : -contact.normal;
    const std::optional<SolidExit> exit = first_triangle(
        sides.solid,
        {transpose_times(pose.rotation, contact.corner - pose.position), transpose_times(pose.rotation, out)},
        scene.pairs.work);
    if (!exit) return;
    (sides.of_b ? contact.parts.a : contact.parts.b) = exit->part;
    set_point(sides, exit->t, contact);
}

std::vector<LocalContact> corners_inside(const ContactScene& scene, bool of_b) {
    const SolidSides sides(scene, of_b);
    const std::vector<Corner> corners = corners_in_box(sides, scene.pairs.work);
    const std::size_t step = 1 + corners.size() / (kMostCorners + 1);
    std::vector<LocalContact> found;
    for (std::size_t i = 0; i < corners.size() && !spent(scene.pairs.work); i += step) {
        const InnerPoint corner{sides.inner.placed.pose * corners[i].local, corners[i].part,
                                feature_name(FeatureKind::vertex, corners[i].index)};
        if (std::optional<LocalContact> contact = contact_inside(scene, sides, corner))
            found.push_back(*std::move(contact));
    }
    return found;
}

std::vector<LocalContact> parts_inside(const ContactScene& scene, bool of_b) {
    const SolidSides sides(scene, of_b);
    std::vector<LocalContact> found;
    for (std::uint32_t i = 0; i < sides.inner.count() && !spent(scene.pairs.work); ++i) {
        const Placed part = placed_part(sides.inner, i);
        const Vec3 middle = part.pose * part.shape.centre();
        const PointDistance nearest = distance_from_point(sides.solid.placed, middle, scene.pairs.work);
        if (nearest.side != PointSide::inside) continue;
        const Vec3 out = nearest.nearest == middle ? placed_normal(sides.solid, nearest.part)
                                                   : unit(nearest.nearest - middle);
        LocalContact contact;
        contact.kind = of_b ? LocalContact::Kind::corner_of_b : LocalContact::Kind::corner_of_a;
        contact.parts = of_b ? PartPair{nearest.part, i} : PartPair{i, nearest.part};
        contact.normal = of_b ? out : -out;
        contact.corner = part.pose * support(part.shape, transpose_times(part.pose.rotation, -out));
        contact.corner_name = feature_name(FeatureKind::face, 0);
        leave_solid(scene, contact);
        if (contact.depth > scene.tolerance) {
            found.push_back(std::move(contact));
            continue;
        }
        // The part reaches from wall to wall, so that its far end has no exit there.
        std::optional<LocalContact> of_middle =
            contact_inside(scene, sides, {middle, i, contact.corner_name});
        if (of_middle) found.push_back(*std::move(of_middle));
    }
    return found;
}

}  // namespace graze
