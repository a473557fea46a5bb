// A deforming mesh prepared for the search of its features: boxes around what vertices and triangles sweep
// from t = 0 to t = 1, a tree over the latter, and the one triangle to which a shared vertex or edge is
// assigned, so that each feature is tested once. World frame. All boxes are exact: vertices move on straight
// lines, so the box of a start and an end contains the path between them.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/ccd/feature_impact.hpp"
#include "graze/tree/box_tree.hpp"

namespace graze {

using Corners = std::array<std::uint32_t, 3>;

struct SweptMesh {
    DeformingMesh mesh;
    BoxTree tree;                ///< Over `faces`.
    std::vector<Aabb> vertices;  ///< Of each vertex over its path.
    std::vector<Aabb> faces;     ///< Of each triangle over its path.
    /// By triangle: which of its features are assigned to it, bits of `owns_*`.
    std::vector<std::uint8_t> owned;

    [[nodiscard]] bool owns_vertex(std::uint32_t triangle, std::uint32_t corner) const noexcept {
        return (owned[triangle] >> corner & 1U) != 0;
    }
    /// The edge from a corner to the next one.
    [[nodiscard]] bool owns_edge(std::uint32_t triangle, std::uint32_t corner) const noexcept {
        return (owned[triangle] >> (3 + corner) & 1U) != 0;
    }
    /// False for a triangle with the three vertices of an earlier one.
    [[nodiscard]] bool owns_face(std::uint32_t triangle) const noexcept {
        return (owned[triangle] >> 6 & 1U) != 0;
    }
};

/// The error names the first bad index or vertex, and whether it is at the start or at the end.
expected<SweptMesh, BuildError> sweep(const DeformingMesh& mesh);
/// `sweep` of one of two meshes: errors begin with its name, "mesh a" or "mesh b".
expected<SweptMesh, BuildError> sweep(const DeformingMesh& mesh, const char* name);

/// A margin for searches of the trees: a little more than `reach`, so that their rounding leaves no pair of
/// triangles out.
double tree_reach(const SweptMesh& a, const SweptMesh& b, double reach) noexcept;

}  // namespace graze
