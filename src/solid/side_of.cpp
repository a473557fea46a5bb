// Exact signs in the world, between points that are exact in the mesh's frame and points that are not.
#include "solid/side_of.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/math/vec.hpp"
#include "graze/tree/box_tree.hpp"
#include "mesh/triangle_box.hpp"
#include "mesh/triangle_crossing.hpp"

namespace graze {
namespace {

using namespace crossing;  // NOLINT(google-build-using-namespace): the counting of crossings is written in
                           // its words
using inside_detail::random_unit;

Aabb box_of(const IntervalVec3& p) noexcept {
    return {{p.x.lower, p.y.lower, p.z.lower}, {p.x.upper, p.y.upper, p.z.upper}};
}

/// A point of the world whose place in the mesh's frame is known only up to rounding, and near which there
/// are triangles: exact signs decide what lies between it and a point nearby that is exact in both.
PointSide side_near_surface(const MeshData& solid, const Pose& pose, const PlacedPoint& point,
                            const Aabb& around, WorkBudget* work) noexcept {
    const Vec3 middle = centre(around);
    // Wide enough for many doubles to lie in it, small enough for few triangles.
    const double spread = 1024 * max_component(half_extents(around));
    for (std::uint64_t draw = 0; draw < 16; ++draw) {
        Vec3 nearby = middle;
        for (std::size_t i = 0; i < 3; ++i) nearby[i] += spread * (2 * random_unit(3 * draw + i) - 1);
        const PointSide side = side_of(solid, nearby, work);
        if (side == PointSide::boundary) continue;
        ExactSegment segment(point, {&pose, nearby}, work);
        TriangleCrossing worst = TriangleCrossing::none;
        bool odd = false;
        visit_box(solid.tree, merge(around, {nearby, nearby}), [&](const LeafSlots& leaf) {
            for (std::uint32_t s = leaf.first; s < leaf.first + leaf.count; ++s) {
                const TriangleCrossing found = segment.with(pose, solid.triangle_in_slot(s), false);
                if (found == TriangleCrossing::crossed) odd = !odd;
                if (found == TriangleCrossing::unclear && worst != TriangleCrossing::boundary) worst = found;
                if (found == TriangleCrossing::boundary) worst = found;
            }
            return worst == TriangleCrossing::boundary ? Continue::no : Continue::yes;
        });
        if (worst == TriangleCrossing::boundary) return PointSide::boundary;
        if (worst == TriangleCrossing::unclear) continue;
        return (side == PointSide::inside) != odd ? PointSide::inside : PointSide::outside;
    }
    return inside_detail::side_by_all_triangles(solid, pose, point, work);
}

}  // namespace

IntervalVec3 local_enclosure(const Pose& pose, const PlacedPoint& point) noexcept {
    IntervalVec3 world = enclose(point.local);
    if (point.pose != nullptr) {
        if (*point.pose == pose) return world;
        world = enclose(point.pose->rotation) * world + enclose(point.pose->position);
    }
    if (pose.rotation == Mat3::identity()) return world - enclose(pose.position);
    return solve(pose.rotation, world - enclose(pose.position));
}

PointSide inside_detail::side_by_all_triangles(const MeshData& solid, const Pose& pose,
                                               const PlacedPoint& point, WorkBudget* work) noexcept {
    // Off the box by more than its size, in the mesh's frame: never on the surface.
    const double off = std::max(2 * solid.reach, kSmallestServed);
    const Vec3 outside = solid.tree.bounds().max + Vec3{off, 0.9 * off, 0.8 * off};
    ExactSegment segment(point, {&pose, outside}, work);
    bool odd = false;
    for (std::size_t i = 0; i < solid.triangles.size(); ++i) {
        const TriangleCrossing found = segment.with(pose, solid.triangle(i), true);
        if (found == TriangleCrossing::boundary) return PointSide::boundary;
        if (found == TriangleCrossing::crossed) odd = !odd;
    }
    return odd ? PointSide::inside : PointSide::outside;
}

PointSide side_of(const MeshData& solid, const Pose& pose, const PlacedPoint& point,
                  WorkBudget* work) noexcept {
    const IntervalVec3 local = local_enclosure(pose, point);
    const Aabb around = box_of(local);
    if (!is_finite(around.min) || !is_finite(around.max))
        return inside_detail::side_by_all_triangles(solid, pose, point, work);
    if (around.min == around.max) return side_of(solid, around.min, work);
    if (!overlaps(around, solid.tree.bounds())) return PointSide::outside;
    bool clear = true;
    visit_box(solid.tree, around, [&](const LeafSlots& leaf) {
        for (std::uint32_t s = leaf.first; s < leaf.first + leaf.count; ++s) {
            const Triangle t = solid.triangle_in_slot(s);
            clear = clear && !overlaps(around, box_of(t));
        }
        return clear ? Continue::yes : Continue::no;
    });
    // No triangle within rounding: all of the enclosure is on one side.
    return clear ? side_of(solid, middle(local), work) : side_near_surface(solid, pose, point, around, work);
}

}  // namespace graze
