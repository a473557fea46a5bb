// Boxes by stages, a triangle against a box, two triangles exactly; and where they intersect.
#include "obb/obb_pair.hpp"

#include "graze/obb/obb_search.hpp"
#include "math/degeneracy/triangle_normal.hpp"

namespace graze {
namespace {

bool passes(StageStats& stage, bool apart) noexcept {
    ++stage.tests;
    stage.failures += apart ? 0 : 1;
    return !apart;
}

/// Zero for a triangle without area, in units that keep the squares in range.
Vec3 face_normal(const Triangle& t) noexcept { return rounded_normal(t.a, t.b, t.c).value_or(Vec3{}); }

}  // namespace

ObbTreePair::ObbTreePair(const PlacedTree& a, const PlacedTree& b, ObbTest test) noexcept
    : a_(a), b_(b), test_(test), b_in_a_(relative(a.pose, b.pose)), a_in_b_(relative(b.pose, a.pose)) {
    // The map x ↦ Rᵀ(x - p) of a's pose (or b's) brings both objects into that frame and keeps apart what is
    // apart; the tree's own object is then (I + E) times itself, which its share of the defects pays for.
    const Vec3 between = abs(b.pose.position - a.pose.position);
    const double lengths = between.x + between.y + between.z + a.tree.reach() + b.tree.reach();
    slack_ =
        obb_slack(lengths, orthonormality_defect(a.pose.rotation) + orthonormality_defect(b.pose.rotation) +
                               a.tree.defect() + b.tree.defect());
}

ObbPair ObbTreePair::pair_of(const ObbNode& a, const Mat3& axes_b, const Vec3& centre_b,
                             const ObbNode& b) const noexcept {
    return {a.box.half_extents, b.box.half_extents, transpose_times(a.box.axes, axes_b),
            transpose_times(a.box.axes, centre_b - a.box.centre), slack_};
}

bool ObbTreePair::boxes_apart(const ObbNode& a, std::uint32_t b, ObbTreeStats& stats) noexcept {
    const ObbNode& node = b_.tree.nodes()[b];
    if (b != cached_b_) {
        cached_b_ = b;
        b_axes_ = b_in_a_.rotation * node.box.axes;
        b_centre_ = b_in_a_ * node.box.centre;
    }
    ++stats.box_tests;
    const bool spheres = test_ == ObbTest::sphere_sat || test_ == ObbTest::sphere_sat_lite;
    const Vec3 between = b_centre_ - a.box.centre;
    if (spheres && !passes(stats.spheres, apart_by_spheres(between, a.radius, node.radius, slack_)))
        return true;
    const ObbPair pair = pair_of(a, b_axes_, b_centre_, node);
    if (!passes(stats.faces, apart_by_faces(pair))) return true;
    const bool edges = test_ == ObbTest::sat || test_ == ObbTest::sphere_sat;
    if (edges && !passes(stats.edges, apart_by_edges(pair))) return true;
    ++stats.box_failures;
    return false;
}

TriangleCorners ObbTreePair::in_box_of_a(const ObbNode& node, const Triangle& t) const noexcept {
    const auto place = [&](const Vec3& x) {
        return transpose_times(node.box.axes, b_in_a_ * x - node.box.centre);
    };
    return {place(t.a), place(t.b), place(t.c)};
}

TriangleCorners ObbTreePair::in_box_of_b(const ObbNode& node, const Triangle& t) const noexcept {
    const auto place = [&](const Vec3& x) {
        return transpose_times(node.box.axes, a_in_b_ * x - node.box.centre);
    };
    return {place(t.a), place(t.b), place(t.c)};
}

bool ObbTreePair::apart(std::uint32_t a, std::uint32_t b, ObbTreeStats& stats) noexcept {
    using namespace obb_child;
    if (!is_triangle(a) && !is_triangle(b)) return boxes_apart(a_.tree.nodes()[a], b, stats);
    if (!is_triangle(a)) {
        const ObbNode& node = a_.tree.nodes()[a];
        const TriangleCorners corners = in_box_of_a(node, b_.tree.triangle(slot_of(b)));
        return !passes(stats.triangle_boxes, triangle_apart_from_box(corners, node.box.half_extents, slack_));
    }
    const Triangle triangle = a_.tree.triangle(slot_of(a));
    if (!is_triangle(b)) {
        const ObbNode& node = b_.tree.nodes()[b];
        const TriangleCorners corners = in_box_of_b(node, triangle);
        return !passes(stats.triangle_boxes, triangle_apart_from_box(corners, node.box.half_extents, slack_));
    }
    if (!view_) view_.emplace(a_.pose, b_.pose, b_.tree.reach());
    const TriangleContact answer = graze::contact(*view_, triangle, b_.tree.triangle(slot_of(b)));
    return !passes(stats.triangles, answer == TriangleContact::disjoint);
}

Vec3 ObbTreePair::point_of(const Triangle& a, const Triangle& b) const noexcept {
    const TriangleIntersection crossed = intersection(*view_, a, b);
    // Nearly coplanar triangles have a common segment whose ends are off by much more than this.
    const double sharp =
        1e-12 * (length(a.b - a.a) + length(a.c - a.a) + length(b.b - b.a) + length(b.c - b.a));
    if (crossed.error <= sharp) return crossed.segment.a + (crossed.segment.b - crossed.segment.a) * 0.5;
    return a_.pose * common_point({a.a, a.b, a.c}, {b_in_a_ * b.a, b_in_a_ * b.b, b_in_a_ * b.c});
}

TreeContact ObbTreePair::contact(std::uint32_t a, std::uint32_t b) const noexcept {
    using namespace obb_child;
    TreeContact contact;
    Vec3 local{};  // the point in a's frame
    if (is_triangle(a) && is_triangle(b)) {
        contact.point = point_of(a_.tree.triangle(slot_of(a)), b_.tree.triangle(slot_of(b)));
    } else if (is_triangle(a)) {
        const Obb& box = b_.tree.nodes()[b].box;
        const TriangleCorners corners = in_box_of_b(b_.tree.nodes()[b], a_.tree.triangle(slot_of(a)));
        contact.point = b_.pose * (box.centre + box.axes * common_point(corners, box.half_extents, slack_));
    } else {
        const ObbNode& node = a_.tree.nodes()[a];
        if (is_triangle(b)) {
            local =
                common_point(in_box_of_a(node, b_.tree.triangle(slot_of(b))), node.box.half_extents, slack_);
        } else {
            const ObbNode& other = b_.tree.nodes()[b];
            local = common_point(
                pair_of(node, b_in_a_.rotation * other.box.axes, b_in_a_ * other.box.centre, other));
        }
        contact.point = a_.pose * (node.box.centre + node.box.axes * local);
    }
    const auto describe = [&](const PlacedTree& side, std::uint32_t element, TreeElement& name,
                              Vec3& normal) {
        if (is_triangle(element)) {
            name = {side.tree.order()[slot_of(element)], false};
            normal = side.pose.rotation * face_normal(side.tree.triangle(slot_of(element)));
        } else {
            name = {element, true};
            normal = side.pose.rotation *
                     normal_at(side.tree.nodes()[element].box, inverse(side.pose) * contact.point);
        }
    };
    describe(a_, a, contact.a, contact.normal_a);
    describe(b_, b, contact.b, contact.normal_b);
    return contact;
}

}  // namespace graze
