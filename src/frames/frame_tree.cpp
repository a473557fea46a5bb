#include "graze/frames/frame_tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graze {
namespace {

constexpr std::size_t kMaxDepth = 64;  // searches recurse once per level of both trees

BuildError fault(Rule rule, std::size_t node, const char* text) { return {rule, Element::node, node, text}; }

/// Every node but the root has one parent, before it. Fills the nodes' levels, the root's being 1.
expected<std::vector<std::size_t>, BuildError> levels_of(const std::vector<FrameNode>& nodes) {
    std::vector<std::size_t> level(nodes.size(), 0);
    level[0] = 1;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const FrameNode& node = nodes[i];
        if (level[i] == 0)
            return unexpected<BuildError>(
                fault(Rule::not_a_tree, i, "no node before it names it as a child"));
        if (level[i] > kMaxDepth)
            return unexpected<BuildError>(fault(Rule::too_complex, i, "the tree is deeper than 64 levels"));
        if (node.child_count == 0) continue;
        if (node.first_child <= i || node.first_child >= nodes.size() ||
            node.child_count > nodes.size() - node.first_child) {
            return unexpected<BuildError>(
                fault(Rule::not_a_tree, i, "its children must come after it and lie inside the array"));
        }
        for (std::size_t c = node.first_child; c < node.first_child + node.child_count; ++c) {
            if (level[c] != 0)
                return unexpected<BuildError>(fault(Rule::not_a_tree, c, "it has two parents"));
            level[c] = level[i] + 1;
        }
    }
    return level;
}

double extent_of(const Frame<3>& frame) noexcept {
    double size = 0;
    for (const Vec3& component : frame.components()) size += length(component);
    return size;
}

/// How far the corners of `inner` stick out of `outer`, rounded; <= 0 when they do not.
double excess(const Frame<3>& outer, const Frame<3>& inner) noexcept {
    double most = -extent_of(outer);
    Vec3 slanted{};
    for (const Vec3& normal : outer.normals()) slanted += normal;
    const auto corners = inner.corners();
    for (std::size_t c = 0; c < inner.corner_count(); ++c) {
        const Vec3 at = corners[c] - outer.origin();
        for (const Vec3& normal : outer.normals()) {
            most = std::max(most, -dot(normal, at) / length(normal));
            if (outer.kind() == FrameKind::cuboid)
                most = std::max(most, (dot(normal, at) - outer.volume()) / length(normal));
        }
        if (outer.kind() == FrameKind::tetrahedron)
            most = std::max(most, (dot(slanted, at) - outer.volume()) / length(slanted));
    }
    return most;
}

/// Grows the node until it contains its children for certain. Reports the child that it cannot contain.
expected<void, BuildError> add_children(std::vector<FrameNode>& nodes, std::size_t i) {
    FrameNode& node = nodes[i];
    const double size = extent_of(node.volume);
    double most = 0;
    for (std::size_t c = node.first_child; c < node.first_child + node.child_count; ++c) {
        const double out = excess(node.volume, nodes[c].volume);
        if (!(out <= 1e-9 * size))
            return unexpected<BuildError>(
                fault(Rule::not_contained, c, "it sticks out of its parent: make the parent larger"));
        most = std::max(most, out);
    }
    const Frame<3> given = node.volume;
    double step = most + 16 * kEps * (size + length(given.origin()));
    for (int attempt = 0; attempt < 40; ++attempt, step *= 2) {
        bool all = true;
        for (std::size_t c = node.first_child; all && c < node.first_child + node.child_count; ++c)
            all = contains(node.volume, nodes[c].volume);
        if (all) return {};
        node.volume = grown(given, step);
    }
    return unexpected<BuildError>(
        fault(Rule::not_contained, i,
              "it is too thin to show that its children are inside of it: make it thicker"));
}

/// Orthonormal axes, those of the edges where they are perpendicular.
Mat3 axes_along(const Frame<3>& frame) noexcept {
    const auto& c = frame.components();
    const Vec3 first = c[0] * (1 / length(c[0]));
    const Vec3 across = cross(c[0], c[1]);
    const Vec3 third = across * (1 / length(across));
    const Mat3 axes{{first, cross(third, first), third}};
    // The product of edges that are almost parallel has few right digits.
    return orthonormality_defect(axes) < 64 * kEps ? axes : Mat3::identity();
}

/// `rounding` bounds what is lost by turning a corner.
FrameNodeBox box_along(const Mat3& axes, const FrameNode& node, double rounding) noexcept {
    const Frame<3>& volume = node.volume;
    const auto corners = volume.corners();
    Aabb box;
    for (std::size_t c = 0; c < volume.corner_count(); ++c) {
        const Vec3 at = transpose_times(axes, corners[c]);
        box = {min(box.min, at), max(box.max, at)};
    }
    const Vec3 half = (box.max - box.min) * 0.5 + Vec3{rounding, rounding, rounding};
    const double share = volume.kind() == FrameKind::cuboid ? 1 : 1.0 / 6;
    const bool filled = share * volume.volume() >= 0.5 * (8 * half.x * half.y * half.z);
    return {(box.min + box.max) * 0.5, half, node.first_child, node.child_count, filled};
}

}  // namespace

expected<FrameTree, BuildError> FrameTree::make(std::vector<FrameNode> nodes) {
    if (nodes.empty())
        return unexpected<BuildError>({Rule::too_few, Element::whole, 0, "a tree needs at least a root"});
    if (nodes.size() > 0xffffffffU)
        return unexpected<BuildError>(
            {Rule::too_complex, Element::whole, 0, "a tree has at most 2^32 - 1 nodes"});
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (auto ok = check(nodes[i].volume); !ok)
            return unexpected<BuildError>({ok.error().rule, Element::node, i, ok.error().message()});
    }
    auto levels = levels_of(nodes);
    if (!levels) return unexpected<BuildError>(std::move(levels.error()));
    FrameTree tree;
    for (std::size_t i = nodes.size(); i-- > 0;) {  // children come after their parents
        tree.depth_ = std::max(tree.depth_, (*levels)[i]);
        if (nodes[i].child_count == 0)
            ++tree.leaf_count_;
        else if (auto ok = add_children(nodes, i); !ok)
            return unexpected<BuildError>(std::move(ok.error()));
    }
    const Frame<3>& root = nodes[0].volume;
    tree.reach_ = (length(root.origin()) + extent_of(root)) * (1 + 16 * kEps);
    tree.axes_ = axes_along(root);
    for (const FrameNode& node : nodes)
        tree.boxes_.push_back(box_along(tree.axes_, node, 16 * kEps * tree.reach_));
    tree.nodes_ = std::move(nodes);
    return tree;
}

}  // namespace graze
