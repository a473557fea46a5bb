// Pairs of triangles of two meshes or height fields that may meet: leaves by the trees, triangles by their boxes. b's triangles are seen
// from a once for each pair of leaves, not once for each pair of triangles.
#pragma once

#include <array>

#include "convex/triangle_triangle.hpp"
#include "query/part_pairs.hpp"

namespace graze {

/// Two triangles whose boxes meet.
struct TriangleCandidates {
    PartPair parts;
    const Triangle& a;
    const Triangle& b;
    const Triangle& b_seen;  ///< From a, rounded.
};

namespace detail {

struct BoxedTriangle {
    Triangle triangle{};
    Aabb box{};
};

inline Aabb box_of(const Triangle& t) noexcept { return {min(t.a, min(t.b, t.c)), max(t.a, max(t.b, t.c))}; }

inline bool boxes_meet(const Aabb& a, const Aabb& b) noexcept {
    return (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y) & (a.min.z <= b.max.z) &
           (b.min.z <= a.max.z);
}

}  // namespace detail

/// Calls visit(const TriangleCandidates&) -> Continue for every pair that meets, and some more. Both sides are made of triangles.
template <class Visit> void visit_triangle_candidates(const PartPairs& pairs, const TriangleView& view, Visit&& visit) {
    const PlacedParts& a = pairs.a;
    const PlacedParts& b = pairs.b;
    const Vec3 slack = Vec3{1, 1, 1} * view.error();
    visit_pairs(*a.tree(), *b.tree(), Affine::from(pairs.pair.b_in_a), {.margin = 2 * pairs.error()}, [&](LeafSlots in_a, LeafSlots in_b) {
        std::array<Triangle, child::kMaxLeafCount> of_b{};
        std::array<detail::BoxedTriangle, child::kMaxLeafCount> seen{};
        for (std::uint32_t j = 0; j < in_b.count; ++j) {
            of_b[j] = b.triangle_in_slot(in_b.first + j);
            seen[j].triangle = view.seen_from_a(of_b[j]);
            const Aabb box = detail::box_of(seen[j].triangle);
            seen[j].box = {box.min - slack, box.max + slack};
        }
        for (std::uint32_t i = 0; i < in_a.count; ++i) {
            const Triangle own = a.triangle_in_slot(in_a.first + i);
            const Aabb box = detail::box_of(own);
            for (std::uint32_t j = 0; j < in_b.count; ++j) {
                if (!detail::boxes_meet(box, seen[j].box)) continue;
                const PartPair parts{a.tree()->order()[in_a.first + i], b.tree()->order()[in_b.first + j]};
                if (visit(TriangleCandidates{parts, own, of_b[j], seen[j].triangle}) == Continue::no) return Continue::no;
            }
        }
        return Continue::yes;
    });
}

}  // namespace graze
