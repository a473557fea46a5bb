// Searches of two trees at once, and of one against itself: pairs of leaves that may overlap, or that are near. The promises are those of
// traverse.hpp: no pair of primitives whose boxes overlap (or are within reach) is missed, and the order is the same on every machine.
// The second tree is placed by an affine map into the first one's coordinates; lengths are those of the first.
#pragma once

#include <type_traits>

#include "graze/math/pose.hpp"
#include "graze/tree/traverse.hpp"

namespace graze {

/// Which axes may part two boxes. Fewer let more pairs pass.
enum class BoxTest : std::uint8_t {
    faces,            ///< The six face normals.
    faces_and_edges,  ///< And the nine cross products of edges: the full test, for general affine maps too.
};

struct PairOptions {
    double margin = 0;  ///< Boxes closer than this overlap too (and some that are not much farther). Not negative.
    BoxTest test = BoxTest::faces;
};

/// One of the two trees.
enum class PairSide : std::uint8_t { a, b };

/// A leaf's primitives as they lie in the coordinates of the other tree: in the box, and between two heights along a direction, heights being
/// dot products with it. Without a direction both are zero.
struct TransformedLeafBounds {
    Aabb box;
    Vec3 along{};  ///< No component is larger than 1.
    double bottom = 0;
    double top = 0;
};

namespace detail {

struct PairVisitor {
    bool (*call)(void* visitor, std::uint32_t first_a, std::uint32_t count_a, std::uint32_t first_b, std::uint32_t count_b);
    void* visitor;
    TransformedLeafBounds (*transform_leaf)(void* visitor, PairSide side, LeafSlots leaf) = nullptr;
};
struct BoundedPairVisitor {
    bool (*call)(void* visitor, LeafSlots a, LeafSlots b, double lower, double* limit);
    bool (*apart)(void* visitor, std::uint32_t child_a, std::uint32_t child_b);  ///< Or null.
    void* visitor;
};

TreeStats visit_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, const PairOptions& options, PairVisitor visitor);
TreeStats visit_near_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double max_distance, BoundedPairVisitor visitor);
TreeStats visit_self_pairs(const BoxTree& tree, double margin, PairVisitor visitor);

template <class Visit> PairVisitor pair_visitor(Visit& visit) noexcept {
    PairVisitor visitor{[](void* to, std::uint32_t first_a, std::uint32_t count_a, std::uint32_t first_b, std::uint32_t count_b) {
                            return (*static_cast<Visit*>(to))(LeafSlots{first_a, count_a}, LeafSlots{first_b, count_b}) == Continue::yes;
                        },
                        address_of(visit)};
    if constexpr (requires(Visit & v) { v.transform_leaf(PairSide::a, LeafSlots{}); })
        visitor.transform_leaf = [](void* to, PairSide side, LeafSlots leaf) {
            return static_cast<Visit*>(to)->transform_leaf(side, leaf);
        };
    return visitor;
}

}  // namespace detail

/// Pairs of leaves whose boxes overlap. `visit(LeafSlots a, LeafSlots b) -> Continue`. A visitor may also have `transform_leaf(PairSide, LeafSlots leaf) ->
/// TransformedLeafBounds`, with all that should be found near the leaf's primitives included (the margin is
/// not added). It is called while the other tree is searched with a leaf, when the leaf's box comes near a
/// leaf there. The visits that follow are with this leaf, until the next one is transformed. A leaf may be
/// transformed several times. With these bounds the edge-edge axes are not tested.
template <class Visit>
TreeStats visit_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, const PairOptions& options, Visit&& visit) {
    return detail::visit_pairs(a, b, b_in_a, options, detail::pair_visitor(visit));
}

/// Pairs of leaves within `max_distance`, near ones first, up to a sixteenth of the distance. `visit(LeafSlots a, LeafSlots b, double lower,
/// double& max_distance) -> Continue`: primitives of these leaves are `lower` apart at the least. Bounds are tight for rigid maps, true for all.
/// A visitor may also have `apart(std::uint32_t child_a, std::uint32_t child_b) -> bool`, which returns
/// whether everything below two children of nodes (each a node or a leaf) is farther apart than
/// `max_distance`. Then the first pair of leaves is only likely to be near.
template <class Visit>
TreeStats visit_near_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double max_distance, Visit&& visit) {
    using V = std::remove_reference_t<Visit>;
    detail::BoundedPairVisitor visitor{[](void* to, LeafSlots leaf_a, LeafSlots leaf_b, double lower, double* limit) {
                                           return (*static_cast<V*>(to))(leaf_a, leaf_b, lower, *limit) == Continue::yes;
                                       },
                                       nullptr, detail::address_of(visit)};
    if constexpr (requires(V & v) { v.apart(0U, 0U); }) {
        visitor.apart = [](void* to, std::uint32_t child_a, std::uint32_t child_b) { return static_cast<V*>(to)->apart(child_a, child_b); };
    }
    return detail::visit_near_pairs(a, b, b_in_a, max_distance, visitor);
}

/// Pairs of leaves of one tree whose boxes are within `margin` along every axis, each unordered pair once, and every leaf with itself:
/// `visit(LeafSlots, LeafSlots) -> Continue`.
template <class Visit> TreeStats visit_self_pairs(const BoxTree& tree, double margin, Visit&& visit) {
    return detail::visit_self_pairs(tree, margin, detail::pair_visitor(visit));
}

}  // namespace graze
