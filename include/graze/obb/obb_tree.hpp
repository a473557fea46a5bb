// A binary tree of oriented boxes over triangles, and the fits of its boxes. Local frame of the triangles.
// Every box contains the exact triangles below it. Self-contained (it copies the triangles) and immutable:
// searches only read and may run at the same time. It cannot be refitted: moved vertices need a new tree, so
// meshes that deform are better served by the box tree of a Mesh.
// Sources: D. Eberly, Dynamic Collision Detection using Oriented Bounding Boxes, corrected:
// docs/notes/oriented_trees.md; Gottschalk, Lin, Manocha, OBBTree, 1996; Powell's direction set method, 1964
// (fits of minimum volume).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/bounds/obb.hpp"
#include "graze/core/error.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

// Boxes around triangles, by three methods. Every box contains the exact triangles (it is rounded outward);
// only its axes differ. Where axes are not unique (the covariance of a cube has none) the solver's choice is
// kept.

/// What the axes of a box are computed from. All methods take the convex hull first, so that interior points
/// have no influence; sets without one (flat, collinear) are taken as they are.
enum class ObbFit : std::uint8_t {
    minimum_volume,  ///< The least volume that turning the box of `triangles` finds; never a larger box than
                     ///< that one.
    points,          ///< Covariance of the hull's vertices.
    triangles,       ///< Covariance of the hull's surface: evenly spread over it, whatever the tessellation.
};

/// The box of the triangles, tight along its axes. Empty when there are none, when an index is out of range,
/// or when a corner is not finite. Vertices of no triangle do not count.
Obb fit_obb(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
            ObbFit fit);

/// Where a set of triangles is cut, across the longest axis of its box, by the triangles' centroids.
enum class ObbSplit : std::uint8_t {
    centre,  ///< At the centre of the box; where all are on one side, across the next axis; where no axis
             ///< helps, as `median`.
    median,  ///< Into halves: the tree is balanced.
};

struct ObbTreeOptions {
    ObbFit fit = ObbFit::triangles;  ///< Tight for little work; `minimum_volume` is tighter, and takes about
                                     ///< ten times as long to build.
    ObbSplit split = ObbSplit::centre;
    std::uint32_t leaf_size = 1;  ///< Sets of more triangles are split, 0 counts as 1. Larger leaves save
                                  ///< memory, and cost triangle tests.
};

/// What a node has below it, in 32 bits: another node, or a single triangle, which needs no box.
namespace obb_child {

inline constexpr std::uint32_t kTriangleBit = 0x80000000U;
inline constexpr std::uint32_t kNone = 0xffffffffU;

constexpr bool is_triangle(std::uint32_t child) noexcept { return (child & kTriangleBit) != 0; }
/// The slot of a triangle.
constexpr std::uint32_t slot_of(std::uint32_t child) noexcept { return child & ~kTriangleBit; }

}  // namespace obb_child

struct ObbNode {
    Obb box{};
    double radius = 0;  ///< Every triangle below lies within this distance of the box's centre: less than
                        ///< half the diagonal, mostly.
    /// See `obb_child`; both kNone in a leaf.
    std::array<std::uint32_t, 2> children{obb_child::kNone, obb_child::kNone};
    std::uint32_t first = 0;  ///< The triangles below: slots first .. first + count - 1.
    std::uint32_t count = 0;  ///< At least 2.

    [[nodiscard]] bool is_leaf() const noexcept { return children[0] == obb_child::kNone; }
};

class Mesh;

class ObbTree {
public:
    /// The empty tree.
    ObbTree() = default;

    /// Refuses indices past the end, coordinates that are NaN, infinite or outside {0} ∪ ±[1e-100, 1e100],
    /// and more than 2^31 - 1 triangles, naming the first. No triangles give the empty tree.
    static expected<ObbTree, BuildError> build(std::span<const Vec3> vertices,
                                               std::span<const std::array<std::uint32_t, 3>> triangles,
                                               const ObbTreeOptions& options = {});
    /// Of a mesh, which has passed those checks. The tree holds the surface, also for a solid.
    static ObbTree build(const Mesh& mesh, const ObbTreeOptions& options = {});

    [[nodiscard]] bool empty() const noexcept { return order_.empty(); }
    [[nodiscard]] std::size_t triangle_count() const noexcept { return order_.size(); }

    /// nodes()[0] is the root of two triangles or more; every child has a larger index than its parent.
    [[nodiscard]] std::span<const ObbNode> nodes() const noexcept { return nodes_; }
    /// The root as a child of nothing: node 0, slot 0 for a single triangle, kNone for the empty tree.
    [[nodiscard]] std::uint32_t root() const noexcept {
        return !nodes_.empty() ? 0 : empty() ? obb_child::kNone : obb_child::kTriangleBit;
    }
    /// Slot to index of the triangle in the input.
    [[nodiscard]] std::span<const std::uint32_t> order() const noexcept { return order_; }
    /// The triangle in a slot.
    [[nodiscard]] Triangle triangle(std::uint32_t slot) const noexcept {
        const auto& t = triangles_[slot];
        return {vertices_[t[0]], vertices_[t[1]], vertices_[t[2]]};
    }

    /// Levels below the root at which the deepest triangle hangs: 0 for a single triangle.
    [[nodiscard]] std::size_t depth() const noexcept { return depth_; }
    /// Largest distance of a point of a box or triangle from the local origin, rounded up.
    [[nodiscard]] double reach() const noexcept { return reach_; }
    /// Largest `orthonormality_defect` of the axes of a box.
    [[nodiscard]] double defect() const noexcept { return defect_; }
    /// Bytes of nodes, order, triangles and vertices.
    [[nodiscard]] std::size_t memory_bytes() const noexcept;

private:
    friend class ObbTreeBuilder;

    std::vector<ObbNode> nodes_;
    std::vector<std::uint32_t> order_;
    std::vector<std::array<std::uint32_t, 3>> triangles_;  ///< By slot.
    std::vector<Vec3> vertices_;
    std::size_t depth_ = 0;
    double reach_ = 0;
    double defect_ = 0;
};

}  // namespace graze
