// The nodes of a dynamic tree: eight lanes, all leaves at level 0, floats of a frame in which boxes are within [-1, 1]. A leaf is one proxy. Every
// node and proxy knows its place, the number of its node times eight plus its lane.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/scene/broad_phase.hpp"
#include "tree/box_frame.hpp"
#include "tree/parallel.hpp"

namespace graze {

/// A proxy to be built into a tree.
struct BuildItem {
    float middle[3];  ///< Of its box, doubled, in the frame.
    ProxyId proxy;
};

class WideTree {
public:
    static constexpr std::uint32_t kNowhere = 0xffffffffU;
    static constexpr std::uint32_t kRoot = 0;

    TreeFrame frame{};
    std::vector<BoxNode> nodes;          ///< The first is the root.
    std::vector<std::uint32_t> parents;  ///< The node's place in its parent; kNowhere for the root and unused nodes.
    std::vector<std::uint32_t> unused;   ///< Nodes to be used again.
    std::vector<std::uint32_t> places;   ///< By proxy; kNowhere when it is not in the tree.
    std::uint32_t height = 0;            ///< Levels of nodes; the root is of level height - 1.

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
    /// A new box for a proxy that is in the tree. In its node when that does not grow much, otherwise from the root: then true.
    bool replace(ProxyId proxy, const FloatBox& box);

    /// Builds the structure anew, without boxes: `refit` must follow. Groups are kept apart from each other near the root, up to eight of them.
    /// The order of the items decides ties. Moves the items about.
    void build(std::span<const std::span<BuildItem>> groups, const Workers& workers);
    /// Fits all boxes around the exact ones. Returns the sum of the half surfaces of all nodes' boxes.
    double refit(std::span<const Aabb> boxes, const Workers& workers);
    /// All proxies, neighbours in the tree side by side.
    void append_proxies(std::vector<ProxyId>& proxies) const;

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
    void build_node(std::span<BuildItem> items, std::uint32_t level, std::uint32_t node, const Workers& workers);
    Fitted refit_node(std::uint32_t node, std::uint32_t level, std::span<const Aabb> boxes, const Workers& workers);
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
    for (std::size_t i = 0; i < 3; ++i) inside = inside && outer.min[i] <= inner.min[i] && inner.max[i] <= outer.max[i];
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
