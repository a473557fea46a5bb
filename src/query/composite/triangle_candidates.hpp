// Pairs of triangles of two meshes or height fields that may intersect: leaves by the trees, triangles by
// their boxes and planes, several at a time. A leaf that comes near leaves of the other tree is transformed
// into their frame, with tight bounds of its transformed triangles.
#pragma once

#include <array>
#include <bit>

#include "convex/triangle/triangle_triangle.hpp"
#include "query/composite/part_pairs.hpp"
#include "simd/tree/leaf_triangles.hpp"
#include "tree/transformed_pairs.hpp"

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

/// Where the corners of a leaf are: in the array of a mesh, or made for a height field or vertices in floats.
class LeafOfTriangles {
public:
    LeafOfTriangles(const PlacedParts& side, LeafSlots leaf) noexcept {
        const MeshData* mesh = side.mesh();
        const Vec3* packed = mesh != nullptr ? mesh->packed : nullptr;
        const bool strided =
            mesh != nullptr && packed == nullptr && mesh->vertices.scalar == VertexScalar::float64;
        for (std::uint32_t i = 0; i < leaf.count; ++i) {
            if (packed != nullptr) {
                const auto t = mesh->corners_in_slot(leaf.first + i);
                for (std::size_t c = 0; c < 3; ++c) corners_.corner[i][c] = &packed[t[c]].x;
            } else if (strided) {
                const auto t = mesh->corners_in_slot(leaf.first + i);
                for (std::size_t c = 0; c < 3; ++c) corners_.corner[i][c] = mesh->vertices.double_at(t[c]);
            } else {
                make(i, side.triangle_in_slot(leaf.first + i));
            }
        }
        corners_.count = leaf.count;
        for (std::uint32_t i = leaf.count; i % 4 != 0; ++i) {
            for (std::size_t c = 0; c < 3; ++c) corners_.corner[i][c] = corners_.corner[0][c];
        }
    }
    LeafOfTriangles(const LeafOfTriangles&) = delete;  // `corners` may point into this object
    LeafOfTriangles& operator=(const LeafOfTriangles&) = delete;

    [[nodiscard]] const simd::LeafCorners& corners() const noexcept { return corners_; }

private:
    void make(std::uint32_t i, const Triangle& t) noexcept {
        const Vec3* from[3] = {&t.a, &t.b, &t.c};
        for (std::size_t c = 0; c < 3; ++c) {
            for (std::size_t k = 0; k < 3; ++k) made_[i][c][k] = (*from[c])[k];
            corners_.corner[i][c] = made_[i][c];
        }
    }

    simd::LeafCorners corners_;
    /// Plain numbers: nothing to initialise for a mesh, which needs none.
    double made_[child::kMaxLeafCount][3][3];
};

template <class Visit> class TriangleCandidateSearch {
public:
    TriangleCandidateSearch(const PartPairs& pairs, const TriangleView& view, Visit& visit) noexcept
        : pairs_(pairs),
          sides_{&pairs.a, &pairs.b},
          views_{leaf_view(TriangleView(pairs.b.placed.pose, pairs.a.placed.pose,
                                        pairs.a.placed.shape.core_reach())),
                 leaf_view(view)},
          visit_(visit) {}

    /// Exact up to the view's error, which the leaf's bounds include.
    void transform(std::size_t side, LeafSlots slots, simd::TransformedLeaf& leaf) const noexcept {
        spend(pairs_.work, work::kTransformedLeaf);
        simd::transform_leaf(LeafOfTriangles(*sides_[side], slots).corners(), views_[side], leaf);
    }

    [[nodiscard]] Continue visit(const simd::TransformedPair& leaves) const {
        if (ends_at_leaf(pairs_)) return Continue::no;
        spend(pairs_.work, work::kLeafPair);
        const LeafSlots own = leaves.other, other = leaves.transformed;
        std::array<std::uint32_t, child::kMaxLeafCount> bits;
        simd::pairs_that_may_intersect(LeafOfTriangles(*sides_[1 - leaves.side], own).corners(), leaves.leaf,
                                       bits.data());
        for (std::uint32_t i = 0; i < own.count; ++i) {
            for (; bits[i] != 0; bits[i] &= bits[i] - 1) {
                const auto j = static_cast<std::uint32_t>(std::countr_zero(bits[i]));
                const bool other_in_a = leaves.side == 0;
                if (offer(other_in_a ? other.first + j : own.first + i,
                          other_in_a ? own.first + i : other.first + j) == Continue::no)
                    return Continue::no;
            }
        }
        return Continue::yes;
    }

private:
    Continue offer(std::uint32_t slot_a, std::uint32_t slot_b) const {
        spend(pairs_.work, work::kTrianglePair);
        const PartPair parts{pairs_.a.tree()->order()[slot_a], pairs_.b.tree()->order()[slot_b]};
        return visit_(
            TriangleCandidates{parts, pairs_.a.triangle_in_slot(slot_a), pairs_.b.triangle_in_slot(slot_b)});
    }

    const PartPairs& pairs_;
    std::array<const PlacedParts*, 2> sides_;
    std::array<simd::LeafView, 2> views_;  ///< Of a's triangles in b's frame, of b's in a's.
    Visit& visit_;
};

template <class Visit>
void visit_triangle_candidates_of(const PartPairs& pairs, const TriangleView& view, Visit& visit) {
    const TriangleCandidateSearch search(pairs, view, visit);
    const auto transform = [&](std::size_t side, LeafSlots slots, simd::TransformedLeaf& leaf) {
        search.transform(side, slots, leaf);
    };
    const auto visit_leaves = [&](const simd::TransformedPair& leaves) { return search.visit(leaves); };
    count(pairs, visit_transformed_pairs(*pairs.a.tree(), *pairs.b.tree(), Affine::from(pairs.pair.b_in_a),
                                         2 * pairs.error(), {transform, visit_leaves}));
}

}  // namespace detail

/// Calls visit(const TriangleCandidates&) -> Continue for every pair that overlaps, and some more. Both sides
/// are made of triangles.
template <class Visit>
void visit_triangle_candidates(const PartPairs& pairs, const TriangleView& view, Visit&& visit) {
    if (pairs.counted == nullptr) return detail::visit_triangle_candidates_of(pairs, view, visit);
    const auto counted = detail::counted_visit(*pairs.counted, visit);
    const FunctionRef<Continue(const TriangleCandidates&)> shared = counted;
    detail::visit_triangle_candidates_of(pairs, view, shared);
}

}  // namespace graze
