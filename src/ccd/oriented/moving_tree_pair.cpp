// Boxes by stages, a triangle against a box, and two elements by all of their separating axes; each over an
// interval of time.
#include "ccd/oriented/moving_tree_pair.hpp"

namespace graze {
namespace {

using obb_child::is_triangle;
using obb_child::slot_of;

bool passes(StageStats& stage, bool touch) noexcept {
    ++stage.tests;
    stage.failures += touch ? 1 : 0;
    return touch;
}

double norm_1(const Vec3& v) noexcept { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

Obb placed(const Obb& box, const Mat3& rotation, const Vec3& position) noexcept {
    return {rotation * box.centre + position, rotation * box.axes, box.half_extents};
}

/// A triangle without area as a box without width: the segment along its longest edge, which contains it.
Obb segment_of(const Triangle& t) noexcept {
    Vec3 from = t.a, to = t.b;
    for (const auto& [p, q] : {std::pair(t.b, t.c), std::pair(t.c, t.a)}) {
        if (length_sq(q - p) > length_sq(to - from)) from = p, to = q;
    }
    Obb box{0.5 * from + 0.5 * to, Mat3::identity(), {}};
    const Vec3 along = to - from;
    if (along == Vec3{}) return box;
    const Vec3 first = unit(along), second = perpendicular(first);
    box.axes = Mat3{{first, second, cross(first, second)}};
    box.half_extents.x = 0.5 * length(along);
    return box;
}

SteadyContact flipped(SteadyContact contact) noexcept {
    contact.normal = -contact.normal;
    std::swap(contact.normal_a, contact.normal_b);
    return contact;
}

SteadyContact contact_of(const Obb& a, const Vec3& va, const Obb& b, const Vec3& vb) noexcept {
    return steady_contact(a, va, b, vb);
}

SteadyContact contact_of(const Triangle& a, const Vec3& va, const Obb& b, const Vec3& vb) noexcept {
    const SteadyContact contact = steady_contact(a, va, b, vb);
    return contact.status == Status::invalid_input ? contact_of(segment_of(a), va, b, vb) : contact;
}

SteadyContact contact_of(const Triangle& a, const Vec3& va, const Triangle& b, const Vec3& vb) noexcept {
    const SteadyContact contact = steady_contact(a, va, b, vb);
    if (contact.status != Status::invalid_input) return contact;
    const bool flat_b = cross(b.b - b.a, b.c - b.a) == Vec3{};
    return flat_b ? contact_of(a, va, segment_of(b), vb) : flipped(contact_of(b, vb, segment_of(a), va));
}

}  // namespace

MovingTreePair::MovingTreePair(const DisplacedTree& a, const DisplacedTree& b, ObbTest test) noexcept
    : a_(a),
      b_(b),
      test_(test),
      between_(b.pose.position - a.pose.position),
      b_in_a_(relative(a.pose, b.pose)),
      a_in_b_(relative(b.pose, a.pose)) {
    const Vec3 displacement = b.displacement - a.displacement;
    displacement_in_a_ = transpose_times(a.pose.rotation, displacement);
    displacement_in_b_ = -transpose_times(b.pose.rotation, displacement);
    // As for trees at rest (obb_pair.cpp), with the displacement among the lengths. The leaves are placed and
    // rounded once more, and count as touching within 32 eps of their distance and displacement: the reserve
    // of the slack pays for both.
    slack_ = obb_slack(norm_1(between_) + norm_1(displacement) + a.tree.reach() + b.tree.reach(),
                       orthonormality_defect(a.pose.rotation) + orthonormality_defect(b.pose.rotation) +
                           a.tree.defect() + b.tree.defect());
}

bool MovingTreePair::keep(std::uint32_t a, std::uint32_t b, SweptWindow& window,
                          ObbTreeStats& stats) const noexcept {
    const auto corners = [](const Triangle& t, const Pose& into, const Obb& box) {
        const auto place = [&](const Vec3& x) { return transpose_times(box.axes, into * x - box.centre); };
        return TriangleCorners{place(t.a), place(t.b), place(t.c)};
    };
    if (is_triangle(a)) {
        const Obb& box = b_.tree.nodes()[b].box;
        const TriangleCorners p = corners(a_.tree.triangle(slot_of(a)), a_in_b_, box);
        return passes(stats.triangle_boxes,
                      keep_triangle_box(p, transpose_times(box.axes, displacement_in_b_), box.half_extents,
                                        slack_, window));
    }
    const ObbNode& node_a = a_.tree.nodes()[a];
    const Vec3 displacement = transpose_times(node_a.box.axes, displacement_in_a_);
    if (is_triangle(b)) {
        const TriangleCorners p = corners(b_.tree.triangle(slot_of(b)), b_in_a_, node_a.box);
        return passes(stats.triangle_boxes,
                      keep_triangle_box(p, displacement, node_a.box.half_extents, slack_, window));
    }
    const ObbNode& node_b = b_.tree.nodes()[b];
    ++stats.box_tests;
    const Vec3 between = b_in_a_ * node_b.box.centre - node_a.box.centre;
    const bool balls = test_ == ObbTest::sphere_sat || test_ == ObbTest::sphere_sat_lite;
    if (balls && !passes(stats.spheres, balls_touch(between, displacement_in_a_,
                                                    node_a.radius + node_b.radius + slack_, window)))
        return false;
    const SweptPair pair{{node_a.box.half_extents, node_b.box.half_extents,
                          transpose_times(node_a.box.axes, b_in_a_.rotation * node_b.box.axes),
                          transpose_times(node_a.box.axes, between), slack_},
                         displacement};
    if (!passes(stats.faces, keep_faces(pair, window))) return false;
    const bool edges = test_ == ObbTest::sat || test_ == ObbTest::sphere_sat;
    if (edges && !passes(stats.edges, keep_edges(pair, window))) return false;
    ++stats.box_failures;
    return true;
}

Triangle MovingTreePair::triangle_of_a(std::uint32_t a) const noexcept {
    const Triangle t = a_.tree.triangle(slot_of(a));
    const Mat3& r = a_.pose.rotation;
    return {r * t.a, r * t.b, r * t.c};
}

Triangle MovingTreePair::triangle_of_b(std::uint32_t b) const noexcept {
    const Triangle t = b_.tree.triangle(slot_of(b));
    const Mat3& r = b_.pose.rotation;
    return {r * t.a + between_, r * t.b + between_, r * t.c + between_};
}

std::optional<SteadyContact> MovingTreePair::contact(std::uint32_t a, std::uint32_t b) const noexcept {
    const auto box_a = [&] { return placed(a_.tree.nodes()[a].box, a_.pose.rotation, {}); };
    const auto box_b = [&] { return placed(b_.tree.nodes()[b].box, b_.pose.rotation, between_); };
    const Vec3 &va = a_.displacement, &vb = b_.displacement;
    SteadyContact contact;
    if (is_triangle(a) && is_triangle(b)) {
        contact = contact_of(triangle_of_a(a), va, triangle_of_b(b), vb);
    } else if (is_triangle(a)) {
        contact = contact_of(triangle_of_a(a), va, box_b(), vb);
    } else if (is_triangle(b)) {
        contact = flipped(contact_of(triangle_of_b(b), vb, box_a(), va));
    } else {
        contact = contact_of(box_a(), va, box_b(), vb);
    }
    return contact.hit ? std::optional(contact) : std::nullopt;
}

}  // namespace graze
