// Searches of one tree: in a box, near a point, along a ray. Visitors get leaves, a few primitives at a time,
// and return whether to continue; where the search has a limit they may lower it. No primitive is missed: a
// leaf is passed over only when its box, which contains the boxes of its primitives, is shown to be out of
// reach. A visited leaf's own box is within reach up to float rounding (a millionth of the tree's size), but
// not each of its primitives need be. The order of visits is the same on every machine. A visitor that throws
// ends the search.
#pragma once

#include <limits>
#include <memory>
#include <type_traits>

#include "graze/tree/box_tree.hpp"

namespace graze {

/// Part of a ray: origin + t * direction for t in [t_min, t_max].
struct RaySegment {
    Vec3 origin{};
    Vec3 direction{1, 0, 0};  ///< Finite, not zero; need not be unit.
    double t_min = 0;         ///< >= 0.
    double t_max = std::numeric_limits<double>::infinity();
    double margin = 0;  ///< Boxes are grown by this length on every side. Not negative.
};

namespace detail {

struct LeafVisitor {
    bool (*call)(void* visitor, std::uint32_t first, std::uint32_t count);
    void* visitor;
};
struct BoundedLeafVisitor {
    bool (*call)(void* visitor, std::uint32_t first, std::uint32_t count, double lower, double* limit);
    void* visitor;
};

TreeStats visit_box(const BoxTree& tree, const Aabb& box, LeafVisitor visitor);
TreeStats visit_near(const BoxTree& tree, const Vec3& point, double max_distance, BoundedLeafVisitor visitor);
TreeStats visit_ray(const BoxTree& tree, const RaySegment& ray, BoundedLeafVisitor visitor);

template <class Visit> void* address_of(Visit& visit) noexcept {
    return const_cast<void*>(static_cast<const void*>(std::addressof(visit)));
}
template <class Visit> BoundedLeafVisitor bounded_visitor(Visit& visit) noexcept {
    return {[](void* visitor, std::uint32_t first, std::uint32_t count, double lower, double* limit) {
                return (*static_cast<Visit*>(visitor))(LeafSlots{first, count}, lower, *limit) == Continue::yes;
            },
            address_of(visit)};
}

}  // namespace detail

/// Leaves whose boxes overlap the given one. `visit(LeafSlots) -> Continue`.
template <class Visit> TreeStats visit_box(const BoxTree& tree, const Aabb& box, Visit&& visit) {
    using V = std::remove_reference_t<Visit>;
    return detail::visit_box(tree, box,
                             {[](void* visitor, std::uint32_t first, std::uint32_t count) {
                                  return (*static_cast<V*>(visitor))(LeafSlots{first, count}) == Continue::yes;
                              },
                              detail::address_of(visit)});
}

/// Leaves within `max_distance` of the point, near ones first. `visit(LeafSlots, double lower, double& max_distance) -> Continue`: the
/// leaf's primitives are `lower` away at the least.
template <class Visit> TreeStats visit_near(const BoxTree& tree, const Vec3& point, double max_distance, Visit&& visit) {
    return detail::visit_near(tree, point, max_distance, detail::bounded_visitor(visit));
}

/// Leaves along a ray, near ones first. `visit(LeafSlots, double t_lower, double& t_max) -> Continue`: the ray is in none of the leaf's
/// primitives before `t_lower`. For any hit, answer `Continue::no` at the first.
template <class Visit> TreeStats visit_ray(const BoxTree& tree, const RaySegment& ray, Visit&& visit) {
    return detail::visit_ray(tree, ray, detail::bounded_visitor(visit));
}

}  // namespace graze
