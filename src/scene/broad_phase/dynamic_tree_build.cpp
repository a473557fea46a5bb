// Structure from the top: a set goes to as few children as can hold it, in equal numbers, halved again and
// again along the axis in which its middles are spread most. So nodes at the bottom are nearly full. Boxes
// come from the bottom, in a pass over all nodes.
#include <algorithm>
#include <array>

#include "scene/broad_phase/dynamic_tree_nodes.hpp"

namespace graze {
namespace {

/// Proxies that are worth a task of their own: some tens of microseconds of work.
constexpr std::size_t kTask = 512;
constexpr std::uint32_t kTaskLevel = 2;  // 8^3 proxies are below a node of this level

/// How many proxies a node of this level can have below it.
constexpr std::size_t capacity(std::uint32_t level) noexcept { return std::size_t{1} << 3 * (level + 1); }

/// Children of a node of level > 0 with so many proxies below it.
std::size_t children_for(std::size_t count, std::uint32_t level) noexcept {
    return (count + capacity(level - 1) - 1) / capacity(level - 1);
}

/// Nodes of the tree of so many proxies with its root at this level.
std::size_t nodes_for(std::size_t count, std::uint32_t level) noexcept {
    if (level == 0) return 1;
    const std::size_t children = children_for(count, level), small = count / children,
                      large = count % children;
    return 1 + (children - large) * nodes_for(small, level - 1) +
           (large > 0 ? large * nodes_for(small + 1, level - 1) : 0);
}

/// Proxies before the child, of `count` in `children` nearly equal parts: the first ones are larger by one.
std::size_t part_begin(std::size_t count, std::size_t children, std::size_t child) noexcept {
    return count / children * child + std::min(count % children, child);
}

std::size_t widest_axis(std::span<const BuildItem> items) noexcept {
    float low[3], high[3];
    std::copy_n(items[0].middle, 3, low);
    std::copy_n(items[0].middle, 3, high);
    for (const BuildItem& item : items) {
        for (std::size_t i = 0; i < 3; ++i) {
            low[i] = item.middle[i] < low[i] ? item.middle[i] : low[i];
            high[i] = item.middle[i] > high[i] ? item.middle[i] : high[i];
        }
    }
    const float x = high[0] - low[0], y = high[1] - low[1], z = high[2] - low[2];
    return x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
}

/// Arranges the items so that children [first, last) of `children` each have theirs together.
void arrange(std::span<BuildItem> items, std::size_t children, std::size_t first, std::size_t last,
             const Workers& workers) {
    if (last - first < 2) return;
    const std::size_t middle = (first + last) / 2;
    const std::size_t begin = part_begin(items.size(), children, first),
                      end = part_begin(items.size(), children, last);
    const std::size_t axis = widest_axis(items.subspan(begin, end - begin));
    const auto at = [&](std::size_t i) { return items.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(begin), at(part_begin(items.size(), children, middle)), at(end),
                     [axis](const BuildItem& a, const BuildItem& b) {
                         return a.middle[axis] < b.middle[axis] ||
                                (a.middle[axis] == b.middle[axis] && a.source < b.source);
                     });
    const auto half = [&](std::size_t side) {
        side == 0 ? arrange(items, children, first, middle, workers)
                  : arrange(items, children, middle, last, workers);
    };
    if (end - begin >= kTask) {
        workers.for_each(2, half);
    } else {
        half(0);
        half(1);
    }
}

/// Prefetches the boxes of a node's proxies.
void ask_for(const BoxNode& node, std::span<const Aabb> boxes) noexcept {
#if defined(__GNUC__)
    for (std::size_t lane = 0; lane < kNodeWidth && node.child[lane] != child::kNone; ++lane) {
        const Aabb& box = boxes[child::leaf_first(node.child[lane])];
        __builtin_prefetch(&box.min);
        __builtin_prefetch(&box.max.z);
    }
#endif
}

}  // namespace

double WideTree::build(std::span<const std::span<BuildItem>> groups, std::span<const PlacedBox> boxes,
                       const Workers& workers) {
    clear();
    std::fill(places.begin(), places.end(), kNowhere);
    std::size_t largest = 0, used = 0;
    for (const auto& group : groups) {
        largest = std::max(largest, group.size());
        used += group.empty() ? 0 : 1;
    }
    if (used == 0) return 0;
    std::uint32_t top = 0;
    while (capacity(top) < largest) ++top;
    std::size_t total = used > 1 ? 1 : 0;
    for (const auto& group : groups) total += group.empty() ? 0 : nodes_for(group.size(), top);
    nodes.resize(total);
    parents.resize(total, kNowhere);
    height = used > 1 ? top + 2 : top + 1;
    if (used == 1) {
        const auto only =
            std::find_if(groups.begin(), groups.end(), [](const auto& group) { return !group.empty(); });
        return build_node(*only, boxes, top, kRoot, workers).cost;
    }
    std::array<Fitted, kNodeWidth> parts;
    std::uint32_t next = 1, lane = 0;
    for (std::size_t i = 0; i < kNodeWidth; ++i) clear_lane(place_of(kRoot, i));
    for (const auto& group : groups) {
        if (group.empty()) continue;
        set_lane(place_of(kRoot, lane), no_box(), next);
        parts[lane++] = build_node(group, boxes, top, next, workers);
        next += static_cast<std::uint32_t>(nodes_for(group.size(), top));
    }
    return fit_around(kRoot, {parts.data(), used}).cost;
}

WideTree::Fitted WideTree::build_node(std::span<BuildItem> items, std::span<const PlacedBox> boxes,
                                      std::uint32_t level, std::uint32_t node, const Workers& workers) {
    for (std::size_t lane = 0; lane < kNodeWidth; ++lane) clear_lane(place_of(node, lane));
    std::array<Fitted, kNodeWidth> parts;
    if (level == 0) {
        for (std::size_t i = 0; i < items.size(); ++i) {
            const PlacedBox& from = boxes[items[i].source];
            set_lane(place_of(node, i), from.box, leaf_of(from.proxy));
            parts[i] = {from.box, 0};
        }
        return fit_around(node, {parts.data(), items.size()});
    }
    const std::size_t children = children_for(items.size(), level);
    arrange(items, children, 0, children, workers);
    std::uint32_t next = node + 1;
    for (std::size_t i = 0; i < children; ++i) {
        set_lane(place_of(node, i), no_box(), next);
        const std::size_t count =
            part_begin(items.size(), children, i + 1) - part_begin(items.size(), children, i);
        next += static_cast<std::uint32_t>(nodes_for(count, level - 1));
    }
    const auto below_lane = [&](std::size_t i) {
        const std::size_t begin = part_begin(items.size(), children, i),
                          end = part_begin(items.size(), children, i + 1);
        parts[i] =
            build_node(items.subspan(begin, end - begin), boxes, level - 1, nodes[node].child[i], workers);
    };
    if (items.size() >= kTask) {
        workers.for_each(children, below_lane);
    } else {
        for (std::size_t i = 0; i < children; ++i) below_lane(i);
    }
    return fit_around(node, {parts.data(), children});
}

/// Takes the boxes of the lanes over; the node's own.
WideTree::Fitted WideTree::fit_around(std::uint32_t node, std::span<const Fitted> parts) noexcept {
    Fitted whole{no_box(), 0};
    for (std::size_t lane = 0; lane < parts.size(); ++lane) {
        set_box(place_of(node, lane), parts[lane].box);
        merge_into(whole.box, parts[lane].box);
        whole.cost += parts[lane].cost;
    }
    whole.cost += surface_of(whole.box);
    return whole;
}

double WideTree::refit(std::span<const Aabb> boxes, const Workers& workers) {
    return empty() ? 0 : refit_node(kRoot, height - 1, boxes, workers).cost;
}

WideTree::Fitted WideTree::refit_bottom(std::uint32_t node, std::span<const Aabb> boxes) noexcept {
    BoxNode& n = nodes[node];
    Fitted fitted{no_box(), 0};
    for (std::uint32_t lane = 0; lane < kNodeWidth && n.child[lane] != child::kNone; ++lane) {
        const FloatBox box = box_in_frame(boxes[child::leaf_first(n.child[lane])], frame);
        set_box(place_of(node, lane), box);
        merge_into(fitted.box, box);
    }
    fitted.cost = surface_of(fitted.box);
    return fitted;
}

WideTree::Fitted WideTree::refit_node(std::uint32_t node, std::uint32_t level, std::span<const Aabb> boxes,
                                      const Workers& workers) {
    if (level == 0) return refit_bottom(node, boxes);
    std::array<Fitted, kNodeWidth> parts;
    const std::uint32_t count = lanes_used(nodes[node]);
    if (level == 1) {
        // Exact boxes are scattered in memory: those of a node are prefetched while the node before it is
        // processed.
        for (std::uint32_t lane = 0; lane < count; ++lane) ask_for(nodes[nodes[node].child[lane]], boxes);
    }
    const auto fit = [&](std::size_t lane) {
        parts[lane] = refit_node(nodes[node].child[lane], level - 1, boxes, workers);
    };
    if (level >= kTaskLevel) {
        workers.for_each(count, fit);
    } else {
        for (std::size_t lane = 0; lane < count; ++lane) fit(lane);
    }
    return fit_around(node, {parts.data(), count});
}

std::vector<PlacedBox> WideTree::gathered() const {
    std::vector<PlacedBox> boxes;
    const auto walk = [&](const auto& self, std::uint32_t node) -> void {
        for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
            const std::uint32_t c = nodes[node].child[lane];
            if (c == child::kNone) return;
            if (child::is_leaf(c))
                boxes.push_back({box_at(place_of(node, lane)), child::leaf_first(c)});
            else
                self(self, c);
        }
    };
    if (!empty()) walk(walk, kRoot);
    return boxes;
}

}  // namespace graze
