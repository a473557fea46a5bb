// An object as a tree of frames: the root covers it, and each level refines the one above. Children lie in their parent, and together
// cover what the parent covers of the object. Local frame of the object. Immutable.
// Source: P. Baillehache, "Fourier-Motzkin and a bounding volume tree for collision detection", with the corrections in
// docs/notes/frame_trees.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/bounds/frame.hpp"

namespace graze {

struct FrameNode {
    Frame<3> volume{};
    std::uint32_t first_child = 0;  ///< Index of the first; the others follow it. Larger than the node's own index.
    std::uint32_t child_count = 0;  ///< 0: a leaf, part of the object itself.
};

/// A node as a search walks over it, in one line of cache: a box around it along the axes of its tree, and its children.
struct alignas(64) FrameNodeBox {
    Vec3 centre{};  ///< |axesᵀ x - centre| <= half, componentwise, for all x of the node.
    Vec3 half{};
    std::uint32_t first_child = 0;  ///< As in the node itself.
    std::uint32_t child_count = 0;
    bool filled = false;  ///< The node's volume is at least half of the box: what the box does not separate, the volume hardly does.
};
static_assert(sizeof(FrameNodeBox) == 64);

class FrameTree {
public:
    /// nodes[0] is the root. The error names the node that is not a usable frame, is not in one parent, or
    /// extends out of it by more than 1e-9 of the parent's size. Inner nodes grow by as much as it takes to
    /// contain their children for certain.
    static expected<FrameTree, BuildError> make(std::vector<FrameNode> nodes);

    [[nodiscard]] std::span<const FrameNode> nodes() const noexcept { return nodes_; }
    /// Orthonormal: the edges of the root where they are perpendicular.
    [[nodiscard]] const Mat3& axes() const noexcept { return axes_; }
    /// Of the nodes, side by side.
    [[nodiscard]] std::span<const FrameNodeBox> boxes() const noexcept { return boxes_; }
    [[nodiscard]] std::size_t leaf_count() const noexcept { return leaf_count_; }
    /// Levels: 1 for a root alone.
    [[nodiscard]] std::size_t depth() const noexcept { return depth_; }
    /// Largest distance of a point of the root from the local origin, rounded up.
    [[nodiscard]] double reach() const noexcept { return reach_; }

private:
    FrameTree() = default;

    std::vector<FrameNode> nodes_;
    std::vector<FrameNodeBox> boxes_;
    Mat3 axes_ = Mat3::identity();
    std::size_t leaf_count_ = 0;
    std::size_t depth_ = 0;
    double reach_ = 0;
};

}  // namespace graze
