// Parts of a placed shape in a box of the world's axes. Doubles with an error bound prove that a placed
// triangle is disjoint from the box, or that it intersects it. Where neither succeeds, exact signs decide: it
// intersects the box when a corner is in it, or when it intersects one of the box's faces.
#include <algorithm>
#include <array>
#include <cmath>

#include "convex/triangle/triangle_triangle.hpp"
#include "core/audited.hpp"
#include "graze/query/query.hpp"
#include "obb/find_triangle_obb.hpp"
#include "query/audit/audit.hpp"
#include "query/composite/part_pairs.hpp"

namespace graze {
namespace {

class TrianglesAtBox {
public:
    TrianglesAtBox(const Placed& target, const Aabb& box) noexcept
        : pose_(target.pose),
          box_(box),
          centre_(centre(box)),
          half_(half_extents(box)),
          view_(kWorld, target.pose, target.shape.core_reach()),
          // A corner is mapped by fifteen roundings of numbers no larger than these; clipping it against six
          // planes rounds a few dozen times.
          error_(64 * kEps *
                 (4 * target.shape.core_reach() + largest(pose_.position) + largest(centre_) +
                  largest(half_))) {}

    [[nodiscard]] bool intersects(const Triangle& t) const noexcept {
        const Vec3 offset = pose_.position - centre_;
        const TriangleCorners local{pose_.rotation * t.a + offset, pose_.rotation * t.b + offset,
                                    pose_.rotation * t.c + offset};
        if (triangle_apart_from_box(local, half_, error_)) return false;
        const Vec3 common = centre_ + common_point(local, half_, error_);
        const Vec3 clearance = min(common - box_.min, box_.max - common);
        if (std::min({clearance.x, clearance.y, clearance.z}) > error_) return true;
        return intersects_exactly(t);
    }

private:
    static double largest(const Vec3& v) noexcept { return max_component(abs(v)); }

    [[nodiscard]] bool holds(const Vec3& corner) const noexcept {
        const PlacedPoint x{&pose_, corner};
        for (int axis = 0; axis < 3; ++axis) {
            if (difference_sign(x, {nullptr, box_.min}, axis) == Sign::negative) return false;
            if (difference_sign(x, {nullptr, box_.max}, axis) == Sign::positive) return false;
        }
        return true;
    }

    [[nodiscard]] bool intersects_exactly(const Triangle& t) const noexcept {
        if (holds(t.a) || holds(t.b) || holds(t.c)) return true;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const Vec3& side : {box_.min, box_.max}) {
                std::array<Vec3, 4> corners{};
                for (std::size_t k = 0; k < 4; ++k) {
                    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
                    corners[k][axis] = side[axis];
                    corners[k][u] = k == 1 || k == 2 ? box_.max[u] : box_.min[u];
                    corners[k][v] = k >= 2 ? box_.max[v] : box_.min[v];
                }
                if (contact(view_, {corners[0], corners[1], corners[2]}, t) != TriangleContact::disjoint ||
                    contact(view_, {corners[0], corners[2], corners[3]}, t) != TriangleContact::disjoint)
                    return true;
            }
        }
        return false;
    }

    static constexpr Pose kWorld{};

    const Pose& pose_;
    const Aabb& box_;
    Vec3 centre_;
    Vec3 half_;
    TriangleView view_;
    double error_;
};

/// The part of the box where the shape can be: bounded, also where the box is not.
Aabb clipped(const Aabb& box, const Placed& target) noexcept {
    const double reach = target.shape.reach() * (1 + 1e-5);  // more than poses within their tolerance stretch
    return intersection(box, aabb_around(target.pose.position, Vec3{1, 1, 1} * reach));
}

/// A box around the given one in the frame of the parts.
Aabb local_box(const Aabb& box, const PlacedParts& parts) noexcept {
    const Pose& pose = parts.placed.pose;
    const Aabb local = transformed(
        box, Affine::from(inverse(Pose{pose.rotation, {}})) * Affine{Mat3::identity(), -pose.position});
    // What rounding, and a pose that is not quite a rotation, do to the box where the shape is.
    const double off =
        placement_error(parts.placed) + (kPairRoundings + orthonormality_defect(pose.rotation)) *
                                            (length(pose.position) + 4 * parts.placed.shape.reach());
    const Vec3 grow = Vec3{1, 1, 1} * (parts.margin() + 2 * off);
    return minkowski_sum(local, {-grow, grow});
}

std::vector<std::uint32_t> parts_in_box(const Placed& target, const Aabb& box) {
    std::vector<std::uint32_t> found;
    if (!usable(target) || is_empty(box)) return found;
    const bool unbounded = target.shape.type() == ShapeType::half_space;
    const Aabb near = unbounded ? box : clipped(box, target);
    if (is_empty(near)) return found;
    const Placed as_shape{Box{half_extents(near)}, Pose::translation(centre(near))};
    if (target.shape.convex()) {
        if (overlaps(as_shape, target)) found.push_back(0);
        return found;
    }
    const PlacedParts parts(target);
    const bool plain = parts.made_of_triangles() && parts.margin() == 0;
    const TrianglesAtBox at_box(target, near);
    visit_box(*parts.tree(), local_box(near, parts), [&](LeafSlots leaf) {
        for (std::uint32_t slot = leaf.first; slot < leaf.first + leaf.count; ++slot) {
            const std::uint32_t part = parts.tree()->order()[slot];
            if (plain ? at_box.intersects(parts.triangle_in_slot(slot))
                      : overlaps(as_shape, placed_part(parts, part)))
                found.push_back(part);
        }
        return Continue::yes;
    });
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

std::vector<std::uint32_t> parts_overlapping_box(const Placed& target, const Aabb& box) {
    return GRAZE_AUDITED(parts_in_box(target, box), audit::check_parts_in_box(answer, target, box));
}

}  // namespace graze
