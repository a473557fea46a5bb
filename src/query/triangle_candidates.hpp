// Pairs of triangles of two meshes or height fields that may meet: leaves by the trees, triangles by their boxes and planes, several at a
// time. A leaf is seen from the other side once, before it is looked for there, and its box is then that of its triangles as they lie.
#pragma once

#include <array>
#include <bit>

#include "convex/triangle_triangle.hpp"
#include "query/part_pairs.hpp"
#include "simd/leaf_triangles.hpp"

namespace graze {

/// Two triangles that could not be told apart.
struct TriangleCandidates {
    PartPair parts;
    const Triangle& a;
    const Triangle& b;
};

namespace detail {

inline simd::LeafView leaf_view(const TriangleView& view) noexcept {
    const Affine map = view.map();
    simd::LeafView out{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) out.rows[i][j] = map.linear(i, j);
        out.offset[i] = map.offset[i];
    }
    out.error = view.error();
    return out;
}

template <class Visit> class TriangleCandidateSearch {
public:
    TriangleCandidateSearch(const PartPairs& pairs, const TriangleView& view, Visit& visit) noexcept
        : sides_{&pairs.a, &pairs.b},
          views_{leaf_view(TriangleView(pairs.b.placed.pose, pairs.a.placed.pose, pairs.a.placed.shape.core_reach())), leaf_view(view)},
          visit_(visit) {}

    /// Exact up to the view's error, which the box includes.
    Aabb seen(PairSide side, LeafSlots leaf) noexcept {
        side_ = static_cast<std::size_t>(side);
        for (std::uint32_t i = 0; i < leaf.count; ++i) {
            const Triangle t = sides_[side_]->triangle_in_slot(leaf.first + i);
            for (std::size_t k = 0; k < 3; ++k) {
                leaf_.corner[0][k][i] = t.a[k];
                leaf_.corner[1][k][i] = t.b[k];
                leaf_.corner[2][k][i] = t.c[k];
            }
        }
        leaf_.count = leaf.count;
        simd::see_leaf(leaf_, views_[side_], seen_);
        return {{seen_.box_low[0], seen_.box_low[1], seen_.box_low[2]}, {seen_.box_high[0], seen_.box_high[1], seen_.box_high[2]}};
    }

    Continue operator()(LeafSlots in_a, LeafSlots in_b) {
        const LeafSlots own = side_ == 0 ? in_b : in_a, other = side_ == 0 ? in_a : in_b;
        std::array<std::uint32_t, child::kMaxLeafCount> bits;
        for (std::uint32_t i = 0; i < own.count; ++i) own_[i] = sides_[1 - side_]->triangle_in_slot(own.first + i);
        simd::pairs_that_may_meet(&own_[0].a.x, own.count, seen_, bits.data());
        for (std::uint32_t i = 0; i < own.count; ++i) {
            for (; bits[i] != 0; bits[i] &= bits[i] - 1) {
                const auto j = static_cast<std::uint32_t>(std::countr_zero(bits[i]));
                if (offer(own.first + i, own_[i], other.first + j) == Continue::no) return Continue::no;
            }
        }
        return Continue::yes;
    }

private:
    Continue offer(std::uint32_t own_slot, const Triangle& own, std::uint32_t other_slot) {
        const Triangle other = sides_[side_]->triangle_in_slot(other_slot);
        const std::uint32_t own_part = sides_[1 - side_]->tree()->order()[own_slot];
        const std::uint32_t other_part = sides_[side_]->tree()->order()[other_slot];
        if (side_ == 0) return visit_(TriangleCandidates{{other_part, own_part}, other, own});
        return visit_(TriangleCandidates{{own_part, other_part}, own, other});
    }

    std::array<const PlacedParts*, 2> sides_;
    std::array<simd::LeafView, 2> views_;  ///< Of a's triangles from b, of b's from a.
    Visit& visit_;
    std::size_t side_ = 0;  ///< Of the leaf that is seen.
    simd::LeafTriangles leaf_{};
    simd::SeenLeaf seen_;
    std::array<Triangle, child::kMaxLeafCount> own_;
};

}  // namespace detail

/// Calls visit(const TriangleCandidates&) -> Continue for every pair that meets, and some more. Both sides are made of triangles.
template <class Visit> void visit_triangle_candidates(const PartPairs& pairs, const TriangleView& view, Visit&& visit) {
    detail::TriangleCandidateSearch search(pairs, view, visit);
    visit_pairs(*pairs.a.tree(), *pairs.b.tree(), Affine::from(pairs.pair.b_in_a), {.margin = 2 * pairs.error()}, search);
}

}  // namespace graze
