// Changes of single boxes. Lanes stay filled from the first; an emptied node goes, a root with one child
// gives way to it.
#include "scene/broad_phase/dynamic_tree_nodes.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace graze {
namespace {

/// A lane taken out of its node.
struct Lane {
    FloatBox box;
    std::uint32_t child;
};
constexpr std::size_t kSplitLanes = kNodeWidth + 1;
/// Both sides of a split have so many lanes at the least: a third, as R-trees do.
constexpr std::size_t kLeastLanes = 3;

/// Surfaces of both sides when the first `left` lanes go left, times their numbers.
float split_cost(const std::array<Lane, kSplitLanes>& lanes, std::size_t left) noexcept {
    FloatBox sides[2] = {no_box(), no_box()};
    for (std::size_t i = 0; i < kSplitLanes; ++i) merge_into(sides[i < left ? 0 : 1], lanes[i].box);
    return surface_of(sides[0]) * static_cast<float>(left) +
           surface_of(sides[1]) * static_cast<float>(kSplitLanes - left);
}

void sort_along(std::array<Lane, kSplitLanes>& lanes, std::size_t axis) {
    std::stable_sort(lanes.begin(), lanes.end(), [axis](const Lane& a, const Lane& b) {
        return a.box.min[axis] + a.box.max[axis] < b.box.min[axis] + b.box.max[axis];
    });
}

/// Brings the lanes in order; returns how many go left.
std::size_t best_split(std::array<Lane, kSplitLanes>& lanes) {
    float best = std::numeric_limits<float>::infinity();
    std::size_t best_left = kLeastLanes, best_axis = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        sort_along(lanes, axis);
        for (std::size_t left = kLeastLanes; left <= kSplitLanes - kLeastLanes; ++left) {
            const float cost = split_cost(lanes, left);
            if (cost < best) best = cost, best_left = left, best_axis = axis;
        }
    }
    sort_along(lanes, best_axis);
    return best_left;
}

/// How much larger a node's box may get by a moved one before that is inserted elsewhere: half as large
/// again.
constexpr float kWorthStaying = 1.5F;

}  // namespace

FloatBox WideTree::box_at(std::uint32_t place) const noexcept {
    const BoxNode& node = nodes[place / kNodeWidth];
    const std::size_t lane = place % kNodeWidth;
    return {{node.min[0][lane], node.min[1][lane], node.min[2][lane]},
            {node.max[0][lane], node.max[1][lane], node.max[2][lane]}};
}

FloatBox WideTree::node_box(std::uint32_t node) const noexcept {
    FloatBox box = no_box();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const BoxNode& n = nodes[node];
        for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
            box.min[axis] = n.min[axis][lane] < box.min[axis] ? n.min[axis][lane] : box.min[axis];
            box.max[axis] = n.max[axis][lane] > box.max[axis] ? n.max[axis][lane] : box.max[axis];
        }
    }
    return box;
}

Aabb WideTree::bounds() const noexcept {
    Aabb out;
    if (empty()) return out;
    const FloatBox box = node_box(kRoot);
    const double unscale = 1 / frame.scale;  // exact: a power of two
    for (std::size_t i = 0; i < 3; ++i) {
        out.min[i] = rounding::add_down(frame.origin[i], box.min[i] * unscale);
        out.max[i] = rounding::add_up(frame.origin[i], box.max[i] * unscale);
    }
    return out;
}

std::size_t WideTree::memory_bytes() const noexcept {
    return nodes.capacity() * sizeof(BoxNode) +
           (parents.capacity() + unused.capacity() + places.capacity()) * sizeof(std::uint32_t);
}

void WideTree::clear() noexcept {
    nodes.clear();
    parents.clear();
    unused.clear();
    height = 0;
}

void WideTree::set_box(std::uint32_t place, const FloatBox& box) noexcept {
    BoxNode& node = nodes[place / kNodeWidth];
    const std::size_t lane = place % kNodeWidth;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        node.min[axis][lane] = box.min[axis];
        node.max[axis][lane] = box.max[axis];
    }
}

void WideTree::set_lane(std::uint32_t place, const FloatBox& box, std::uint32_t child) noexcept {
    set_box(place, box);
    nodes[place / kNodeWidth].child[place % kNodeWidth] = child;
    refer(place);
}

void WideTree::clear_lane(std::uint32_t place) noexcept {
    set_box(place, no_box());
    nodes[place / kNodeWidth].child[place % kNodeWidth] = child::kNone;
}

void WideTree::refer(std::uint32_t place) noexcept {
    const std::uint32_t c = nodes[place / kNodeWidth].child[place % kNodeWidth];
    (child::is_leaf(c) ? places[child::leaf_first(c)] : parents[c]) = place;
}

/// The lanes of one node to another, whose own are lost; the first is left empty.
void WideTree::move_node(std::uint32_t from, std::uint32_t to) noexcept {
    nodes[to] = nodes[from];
    for (std::uint32_t lane = 0; lane < lanes_used(nodes[to]); ++lane) refer(place_of(to, lane));
    for (std::size_t lane = 0; lane < kNodeWidth; ++lane) clear_lane(place_of(from, lane));
}

std::uint32_t WideTree::new_node() {
    std::uint32_t node = 0;
    if (!unused.empty()) {
        node = unused.back();
        unused.pop_back();
    } else {
        node = static_cast<std::uint32_t>(nodes.size());
        nodes.emplace_back();
        parents.push_back(kNowhere);
    }
    for (std::size_t lane = 0; lane < kNodeWidth; ++lane) clear_lane(place_of(node, lane));
    parents[node] = kNowhere;
    return node;
}

void WideTree::insert(ProxyId proxy, const FloatBox& box) {
    if (empty()) height = new_node() + 1;
    std::uint32_t node = kRoot;
    for (std::uint32_t level = height - 1; level > 0; --level) {
        const std::uint32_t count = lanes_used(nodes[node]);
        std::uint32_t best = place_of(node, 0);
        float best_growth = std::numeric_limits<float>::infinity(), best_surface = best_growth;
        for (std::uint32_t lane = 0; lane < count; ++lane) {
            const FloatBox there = box_at(place_of(node, lane));
            const float surface = surface_of(there), growth = surface_of(merged(there, box)) - surface;
            if (growth < best_growth || (growth == best_growth && surface < best_surface))
                best_growth = growth, best_surface = surface, best = place_of(node, lane);
        }
        set_box(best, merged(box_at(best), box));
        node = nodes[node].child[best % kNodeWidth];
    }
    add(node, box, leaf_of(proxy));
}

/// A lane more for the node, whose own box in its parent is already right; what does not fit goes into a node
/// beside it.
void WideTree::add(std::uint32_t node, const FloatBox& box, std::uint32_t child) {
    const std::uint32_t count = lanes_used(nodes[node]);
    if (count < kNodeWidth) {
        set_lane(place_of(node, count), box, child);
        return;
    }
    const std::uint32_t other = split(node, box, child);
    if (node == kRoot) {
        const std::uint32_t moved = new_node();
        move_node(kRoot, moved);
        set_lane(place_of(kRoot, 0), node_box(moved), moved);
        set_lane(place_of(kRoot, 1), node_box(other), other);
        ++height;
        return;
    }
    const std::uint32_t place = parents[node];
    set_box(place, node_box(node));
    add(place / static_cast<std::uint32_t>(kNodeWidth), node_box(other), other);
}

std::uint32_t WideTree::split(std::uint32_t node, const FloatBox& box, std::uint32_t child) {
    std::array<Lane, kSplitLanes> lanes;
    for (std::size_t lane = 0; lane < kNodeWidth; ++lane)
        lanes[lane] = {box_at(place_of(node, lane)), nodes[node].child[lane]};
    lanes.back() = {box, child};
    const std::size_t left = best_split(lanes);
    const std::uint32_t other = new_node();
    for (std::size_t lane = 0; lane < kNodeWidth; ++lane) clear_lane(place_of(node, lane));
    for (std::size_t i = 0; i < kSplitLanes; ++i)
        set_lane(i < left ? place_of(node, i) : place_of(other, i - left), lanes[i].box, lanes[i].child);
    return other;
}

void WideTree::remove(ProxyId proxy) {
    remove_place(places[proxy]);
    places[proxy] = kNowhere;
    while (height > 1 && nodes[kRoot].child[1] == child::kNone) {
        const std::uint32_t only = nodes[kRoot].child[0];
        move_node(only, kRoot);
        parents[only] = kNowhere;
        unused.push_back(only);
        --height;
    }
}

void WideTree::remove_place(std::uint32_t place) {
    const std::uint32_t node = place / static_cast<std::uint32_t>(kNodeWidth);
    const std::uint32_t last = place_of(node, lanes_used(nodes[node]) - 1);
    if (last != place) set_lane(place, box_at(last), nodes[node].child[last % kNodeWidth]);
    clear_lane(last);
    if (last % kNodeWidth != 0) {
        tighten_above(node);
        return;
    }
    if (node == kRoot) {
        clear();
        return;
    }
    unused.push_back(node);
    remove_place(std::exchange(parents[node], kNowhere));
}

void WideTree::tighten_above(std::uint32_t node) noexcept {
    while (node != kRoot) {
        const FloatBox box = node_box(node), old = box_at(parents[node]);
        if (contains(box, old) && contains(old, box)) return;
        set_box(parents[node], box);
        node = parents[node] / static_cast<std::uint32_t>(kNodeWidth);
    }
}

bool WideTree::replace(ProxyId proxy, const FloatBox& box) {
    const std::uint32_t place = places[proxy], node = place / static_cast<std::uint32_t>(kNodeWidth);
    if (node != kRoot) {
        const FloatBox old = box_at(parents[node]);
        if (surface_of(merged(old, box)) > kWorthStaying * surface_of(old)) {
            remove(proxy);
            insert(proxy, box);
            return true;
        }
    }
    set_box(place, box);
    tighten_above(node);
    return false;
}

}  // namespace graze
