// The nodes of a dynamic tree: eight lanes, all leaves at level 0, floats of a frame in which boxes are
// within [-1, 1]. A leaf is one proxy. Every node and proxy stores its position, the number of its node times
// eight plus its lane.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/parallel.hpp"
#include "graze/scene/broad_phase.hpp"
#include "tree/box_frame.hpp"

namespace graze {

/// Fewer proxies are served by the caller's thread alone: sharing out the work costs as much as a step with
/// this many.
inline constexpr std::size_t kWorthThreads = 2048;

/// A proxy to be built into a tree, and its box in the frame.
struct PlacedBox {
    FloatBox box;
    ProxyId proxy;
};
/// What a build sorts: small, because it moves a lot.
struct BuildItem {
    float middle[3];       ///< Of its box, doubled.
    std::uint32_t source;  ///< Index of its PlacedBox.
};

class WideTree {
public:
    static constexpr std::uint32_t kNowhere = 0xffffffffU;
    static constexpr std::uint32_t kRoot = 0;

    TreeFrame frame{};
    std::vector<BoxNode> nodes;  ///< The first is the root.
    /// The node's place in its parent; kNowhere for the root and unused nodes.
    std::vector<std::uint32_t> parents;
    std::vector<std::uint32_t> unused;  ///< Nodes to be used again.
    std::vector<std::uint32_t> places;  ///< By proxy; kNowhere when it is not in the tree.
    std::uint32_t height = 0;           ///< Levels of nodes; the root is of level height - 1.

    [[nodiscard]] bool empty() const noexcept { return height == 0; }
    [[nodiscard]] bool holds(ProxyId proxy) const noexcept { return places[proxy] != kNowhere; }
    /// The box of a lane.
    [[nodiscard]] FloatBox box_at(std::uint32_t place) const noexcept;
    /// The box around all lanes.
    [[nodiscard]] FloatBox node_box(std::uint32_t node) const noexcept;
    /// In the caller's coordinates, rounded outward; empty for the empty tree.
    [[nodiscard]] Aabb bounds() const noexcept;
    [[nodiscard]] std::size_t memory_bytes() const noexcept;

    void clear() noexcept;
    void insert(ProxyId proxy, const FloatBox& box);
    void remove(ProxyId proxy);
    /// A new box for a proxy that is in the tree. In its node when that does not grow much, otherwise from
    /// the root: then true.
    bool replace(ProxyId proxy, const FloatBox& box);

    /// Rebuilds the tree. Groups are kept apart from each other below the root, up to eight of them. Ties are
    /// broken by the order of the boxes; it is fast when neighbours in space are near each other in that
    /// order. Moves the items about. Returns the sum of the half surfaces of all nodes' boxes.
    double build(std::span<const std::span<BuildItem>> groups, std::span<const PlacedBox> boxes,
                 const Workers& workers);
    /// Fits all boxes around the exact ones. Returns the same sum.
    double refit(std::span<const Aabb> boxes, const Workers& workers);
    /// All proxies and their boxes, neighbours in the tree side by side.
    [[nodiscard]] std::vector<PlacedBox> gathered() const;

private:
    struct Fitted {
        FloatBox box;
        double cost;
    };

    [[nodiscard]] std::uint32_t new_node();
    void set_lane(std::uint32_t place, const FloatBox& box, std::uint32_t child) noexcept;
    void set_box(std::uint32_t place, const FloatBox& box) noexcept;
    void clear_lane(std::uint32_t place) noexcept;
    void refer(std::uint32_t place) noexcept;
    void move_node(std::uint32_t from, std::uint32_t to) noexcept;
    void add(std::uint32_t node, const FloatBox& box, std::uint32_t child);
    std::uint32_t split(std::uint32_t node, const FloatBox& box, std::uint32_t child);
    void remove_place(std::uint32_t place);
    void tighten_above(std::uint32_t node) noexcept;
    Fitted build_node(std::span<BuildItem> items, std::span<const PlacedBox> boxes, std::uint32_t level,
                      std::uint32_t node, const Workers& workers);
    Fitted fit_around(std::uint32_t node, std::span<const Fitted> parts) noexcept;
    Fitted refit_bottom(std::uint32_t node, std::span<const Aabb> boxes) noexcept;
    Fitted refit_node(std::uint32_t node, std::uint32_t level, std::span<const Aabb> boxes,
                      const Workers& workers);
};

inline constexpr std::uint32_t place_of(std::uint32_t node, std::size_t lane) noexcept {
    return node * static_cast<std::uint32_t>(kNodeWidth) + static_cast<std::uint32_t>(lane);
}
inline std::uint32_t lanes_used(const BoxNode& node) noexcept {
    std::uint32_t count = 0;
    while (count < kNodeWidth && node.child[count] != child::kNone) ++count;
    return count;
}
inline std::uint32_t leaf_of(ProxyId proxy) noexcept { return child::make_leaf(proxy, 1); }

/// The box that holds nothing, for merges.
inline FloatBox no_box() noexcept { return {{kNoBox, kNoBox, kNoBox}, {-kNoBox, -kNoBox, -kNoBox}}; }
inline void merge_into(FloatBox& box, const FloatBox& other) noexcept {
    for (std::size_t i = 0; i < 3; ++i) {
        box.min[i] = other.min[i] < box.min[i] ? other.min[i] : box.min[i];
        box.max[i] = other.max[i] > box.max[i] ? other.max[i] : box.max[i];
    }
}
inline FloatBox merged(const FloatBox& a, const FloatBox& b) noexcept {
    FloatBox box = a;
    merge_into(box, b);
    return box;
}
inline bool contains(const FloatBox& outer, const FloatBox& inner) noexcept {
    bool inside = true;
    for (std::size_t i = 0; i < 3; ++i)
        inside = inside && outer.min[i] <= inner.min[i] && inner.max[i] <= outer.max[i];
    return inside;
}
/// Half the surface, and a millionth of the edges so that flat boxes differ too.
inline float surface_of(const FloatBox& box) noexcept {
    const float x = box.max[0] - box.min[0], y = box.max[1] - box.min[1], z = box.max[2] - box.min[2];
    return ((x * y + y * z) + z * x) + 0x1p-20F * ((x + y) + z);
}
/// A box that lies within the frame, rounded outward.
inline FloatBox box_in_frame(const Aabb& box, const TreeFrame& frame) noexcept {
    const Vec3& o = frame.origin;
    const double s = frame.scale;
    return {{below((box.min.x - o.x) * s), below((box.min.y - o.y) * s), below((box.min.z - o.z) * s)},
            {-below((o.x - box.max.x) * s), -below((o.y - box.max.y) * s), -below((o.z - box.max.z) * s)}};
}

}  // namespace graze
