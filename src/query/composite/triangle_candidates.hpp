// Pairs of triangles of two meshes or height fields that may intersect: leaves by the trees, triangles by
// their boxes and planes, several at a time. A leaf that comes near leaves of the other tree is transformed
// into their frame, with tight bounds of its transformed triangles.
#pragma once

#include <array>
#include <bit>

#include "convex/triangle/triangle_triangle.hpp"
#include "graze/core/assert.hpp"
#include "query/composite/part_pairs.hpp"
#include "simd/leaf_triangles.hpp"

namespace graze {

/// Two triangles that were not proven disjoint.
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

/// Where the corners of a leaf are: in the mesh, or made for a height field.
struct LeafOfTriangles {
    LeafOfTriangles() = default;
    LeafOfTriangles(const LeafOfTriangles&) = delete;  // `corners` may point into this object
    LeafOfTriangles& operator=(const LeafOfTriangles&) = delete;

    simd::LeafCorners corners;

    void take(const PlacedParts& side, LeafSlots leaf) noexcept {
        const MeshData* mesh = side.mesh();
        for (std::uint32_t i = 0; i < leaf.count; ++i) {
            if (mesh != nullptr) {
                const auto& t = mesh->corners_in_slot(leaf.first + i);
                for (std::size_t c = 0; c < 3; ++c) corners.corner[i][c] = &mesh->vertices[t[c]].x;
            } else {
                made_[i] = side.triangle_in_slot(leaf.first + i);
                corners.corner[i][0] = &made_[i].a.x;
                corners.corner[i][1] = &made_[i].b.x;
                corners.corner[i][2] = &made_[i].c.x;
            }
        }
        corners.count = leaf.count;
        for (std::uint32_t i = leaf.count; i % 4 != 0; ++i) {
            for (std::size_t c = 0; c < 3; ++c) corners.corner[i][c] = corners.corner[0][c];
        }
    }

private:
    std::array<Triangle, child::kMaxLeafCount> made_;
};

template <class Visit> class TriangleCandidateSearch {
public:
    TriangleCandidateSearch(const PartPairs& pairs, const TriangleView& view, Visit& visit) noexcept
        : pairs_(pairs),
          sides_{&pairs.a, &pairs.b},
          views_{leaf_view(TriangleView(pairs.b.placed.pose, pairs.a.placed.pose, pairs.a.placed.shape.core_reach())), leaf_view(view)},
          visit_(visit) {}

    /// Exact up to the view's error, which the bounds include.
    TransformedLeafBounds transform_leaf(PairSide side, LeafSlots leaf) noexcept {
        side_ = static_cast<std::size_t>(side);
        transformed_ = leaf;
        leaf_.take(*sides_[side_], leaf);
        simd::transform_leaf(leaf_.corners, views_[side_], transformed_triangles_);
        const auto vector = [](const double(&v)[3]) { return Vec3{v[0], v[1], v[2]}; };
        return {{vector(transformed_triangles_.box_low), vector(transformed_triangles_.box_high)},
                vector(transformed_triangles_.along),
                transformed_triangles_.bottom,
                transformed_triangles_.top};
    }

    Continue operator()(LeafSlots in_a, LeafSlots in_b) {
        if (ends_at_leaf(pairs_)) return Continue::no;
        const LeafSlots own = side_ == 0 ? in_b : in_a, other = side_ == 0 ? in_a : in_b;
        GRAZE_ASSERT(other.first == transformed_.first && other.count == transformed_.count, "a visit of a leaf that was not transformed");
        std::array<std::uint32_t, child::kMaxLeafCount> bits;
        own_.take(*sides_[1 - side_], own);
        simd::pairs_that_may_intersect(own_.corners, transformed_triangles_, bits.data());
        for (std::uint32_t i = 0; i < own.count; ++i) {
            for (; bits[i] != 0; bits[i] &= bits[i] - 1) {
                const auto j = static_cast<std::uint32_t>(std::countr_zero(bits[i]));
                if (offer(own.first + i, other.first + j) == Continue::no) return Continue::no;
            }
        }
        return Continue::yes;
    }

private:
    Continue offer(std::uint32_t own_slot, std::uint32_t other_slot) {
        spend(pairs_.work, work::kTrianglePair);
        const Triangle own = sides_[1 - side_]->triangle_in_slot(own_slot), other = sides_[side_]->triangle_in_slot(other_slot);
        const std::uint32_t own_part = sides_[1 - side_]->tree()->order()[own_slot];
        const std::uint32_t other_part = sides_[side_]->tree()->order()[other_slot];
        if (side_ == 0) return visit_(TriangleCandidates{{other_part, own_part}, other, own});
        return visit_(TriangleCandidates{{own_part, other_part}, own, other});
    }

    const PartPairs& pairs_;
    std::array<const PlacedParts*, 2> sides_;
    std::array<simd::LeafView, 2> views_;  ///< Of a's triangles from b, of b's from a.
    Visit& visit_;
    std::size_t side_ = 0;     ///< Of the transformed leaf, whose corners in the other frame are in `transformed_triangles_`.
    LeafSlots transformed_{};  ///< That leaf.
    LeafOfTriangles leaf_;
    LeafOfTriangles own_;
    simd::TransformedLeaf transformed_triangles_;
};

}  // namespace detail

/// Calls visit(const TriangleCandidates&) -> Continue for every pair that overlaps, and some more. Both sides are made of triangles.
template <class Visit> void visit_triangle_candidates(const PartPairs& pairs, const TriangleView& view, Visit&& visit) {
    detail::TriangleCandidateSearch search(pairs, view, visit);
    detail::count(pairs,
                  visit_pairs(*pairs.a.tree(), *pairs.b.tree(), Affine::from(pairs.pair.b_in_a), {.margin = 2 * pairs.error()}, search));
}

}  // namespace graze
