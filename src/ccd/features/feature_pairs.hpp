// Pairs of features of two swept meshes, or of one with itself, whose swept boxes come within a reach along
// every axis: a vertex and a face, or two edges, each pair once. The tree finds pairs of leaves; the boxes of
// triangles, then those of the features, leave out what is farther.
//
// The pairs are exactly those whose boxes are within reach, without rounding (swept_boxes.hpp). Since the
// tests of two features begin with the same boxes, a search of these pairs answers as one of all pairs does.
// Pairs and their vertices do not depend on the order of triangles or of their corners: the indices of an
// edge and of a face ascend. For one mesh against itself a vertex comes before a face and the smaller
// edge first, and pairs that share a vertex are left out.
#pragma once

#include <algorithm>
#include <utility>

#include "ccd/features/swept_boxes.hpp"
#include "ccd/features/swept_mesh.hpp"
#include "graze/ccd/feature_impact.hpp"
#include "graze/tree/box_tree.hpp"

namespace graze {

/// What `visit_features` searches for.
struct FeatureSearch {
    const SweptMesh& a;
    const SweptMesh& b;  ///< The same object as a: one mesh with itself.
    double reach = 0;

    [[nodiscard]] bool same() const noexcept { return &a == &b; }
};

namespace detail {

struct EdgeAt {
    std::uint32_t low = 0, high = 0;
    Aabb box{};
};

/// The edges that are assigned to a triangle and within reach of a box.
struct NearEdges {
    std::array<EdgeAt, 3> edges{};
    std::size_t count = 0;

    NearEdges(const SweptMesh& mesh, std::uint32_t triangle, const Aabb& near, double reach) noexcept {
        const Corners& corners = mesh.mesh.triangles[triangle];
        for (std::uint32_t k = 0; k < 3; ++k) {
            if (!mesh.owns_edge(triangle, k)) continue;
            const auto [low, high] = std::minmax(corners[k], corners[(k + 1) % 3]);
            const Aabb box = box_of_both(mesh.vertices[low], mesh.vertices[high]);
            if (within_reach(box, near, reach)) edges[count++] = {low, high, box};
        }
    }
    [[nodiscard]] const EdgeAt* begin() const noexcept { return edges.data(); }
    [[nodiscard]] const EdgeAt* end() const noexcept { return edges.data() + count; }
};

inline FeaturePair vertex_and_face(FeaturePair::Kind kind, std::uint32_t vertex, Corners face) noexcept {
    if (face[1] < face[0]) std::swap(face[0], face[1]);
    if (face[2] < face[1]) std::swap(face[1], face[2]);
    if (face[1] < face[0]) std::swap(face[0], face[1]);
    return {kind, {vertex, face[0], face[1], face[2]}};
}

/// The vertices that are assigned to triangle i of `points`, against triangle j of `faces`.
template <class Visit>
Continue visit_vertices(const FeatureSearch& search, std::pair<const SweptMesh*, std::uint32_t> points,
                        std::pair<const SweptMesh*, std::uint32_t> faces, FeaturePair::Kind kind,
                        const Visit& visit) {
    const auto [of, i] = points;
    const auto [to, j] = faces;
    if (!to->owns_face(j)) return Continue::yes;
    const Corners &from = of->mesh.triangles[i], &face = to->mesh.triangles[j];
    for (std::uint32_t k = 0; k < 3; ++k) {
        if (!of->owns_vertex(i, k) || !within_reach(of->vertices[from[k]], to->faces[j], search.reach))
            continue;
        if (search.same() && std::find(face.begin(), face.end(), from[k]) != face.end()) continue;
        if (visit(vertex_and_face(kind, from[k], face)) == Continue::no) return Continue::no;
    }
    return Continue::yes;
}

template <class Visit>
Continue visit_edges(const FeatureSearch& search, std::uint32_t i, std::uint32_t j, const Visit& visit) {
    const NearEdges of_a(search.a, i, search.b.faces[j], search.reach);
    if (of_a.count == 0) return Continue::yes;
    const NearEdges of_b(search.b, j, search.a.faces[i], search.reach);
    for (const EdgeAt& e : of_a) {
        for (const EdgeAt& f : of_b) {
            if (!within_reach(e.box, f.box, search.reach)) continue;
            FeaturePair pair{FeaturePair::Kind::edge_edge, {e.low, e.high, f.low, f.high}};
            if (search.same()) {
                if (e.low == f.low || e.low == f.high || e.high == f.low || e.high == f.high) continue;
                if (f.low < e.low) pair.vertices = {f.low, f.high, e.low, e.high};
            }
            if (visit(pair) == Continue::no) return Continue::no;
        }
    }
    return Continue::yes;
}

}  // namespace detail

/// Calls `visit(const FeaturePair&) -> Continue` for every pair within reach. The order is the same on every
/// machine.
template <class Visit> TreeStats visit_features(const FeatureSearch& search, const Visit& visit) {
    using Kind = FeaturePair::Kind;
    const bool same = search.same();
    const auto of_triangles = [&](std::uint32_t i, std::uint32_t j) {
        if (!within_reach(search.a.faces[i], search.b.faces[j], search.reach)) return Continue::yes;
        const std::pair in_a{&search.a, i}, in_b{&search.b, j};
        if (detail::visit_vertices(search, in_a, in_b, Kind::vertex_face, visit) == Continue::no)
            return Continue::no;
        const Kind reversed = same ? Kind::vertex_face : Kind::face_vertex;
        if (detail::visit_vertices(search, in_b, in_a, reversed, visit) == Continue::no) return Continue::no;
        return detail::visit_edges(search, i, j, visit);
    };
    const auto of_leaves = [&](LeafSlots in_a, LeafSlots in_b) {
        const bool one_leaf = same && in_a.first == in_b.first;
        for (const std::uint32_t i : search.a.tree.primitives(in_a)) {
            for (const std::uint32_t j : search.b.tree.primitives(in_b)) {
                if (one_leaf && j <= i) continue;
                if (of_triangles(i, j) == Continue::no) return Continue::no;
            }
        }
        return Continue::yes;
    };
    const double margin = tree_reach(search.a, search.b, search.reach);
    if (same) return visit_self_pairs(search.a.tree, margin, of_leaves);
    return visit_pairs(search.a.tree, search.b.tree, Affine{}, {.margin = margin}, of_leaves);
}

}  // namespace graze
