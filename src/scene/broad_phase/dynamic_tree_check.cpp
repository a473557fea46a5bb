// Everything that must hold of a dynamic tree between updates.
#include <algorithm>

#include "graze/scene/dynamic_tree.hpp"
#include "scene/broad_phase/dynamic_tree_nodes.hpp"

namespace graze {
namespace {

bool same(const FloatBox& a, const FloatBox& b) noexcept { return contains(a, b) && contains(b, a); }

/// Nodes below one, the proxies counted on the way.
struct NodeCheck {
    const WideTree& tree;
    std::span<const Aabb> boxes;
    std::span<const std::uint8_t> waits;  ///< By proxy: bits that mark a box that is not in the tree yet.
    std::uint8_t waiting;
    bool tight;
    std::size_t proxies = 0;
    std::size_t nodes = 0;

    bool holds(std::uint32_t index, std::uint32_t level) {
        ++nodes;
        const BoxNode& node = tree.nodes[index];
        const std::uint32_t used = lanes_used(node);
        if (used == 0) return false;
        for (std::uint32_t lane = 0; lane < kNodeWidth; ++lane) {
            if (lane >= used ? !unused_lane(node, index, lane)
                             : !used_lane(node.child[lane], place_of(index, lane), level))
                return false;
        }
        return true;
    }

private:
    bool unused_lane(const BoxNode& node, std::uint32_t index, std::uint32_t lane) const {
        return node.child[lane] == child::kNone && same(tree.box_at(place_of(index, lane)), no_box());
    }
    bool used_lane(std::uint32_t c, std::uint32_t place, std::uint32_t level) {
        const FloatBox box = tree.box_at(place);
        if (child::is_leaf(c) != (level == 0)) return false;
        if (level > 0) return tree.parents[c] == place && same(box, tree.node_box(c)) && holds(c, level - 1);
        const ProxyId proxy = child::leaf_first(c);
        ++proxies;
        if (child::leaf_count(c) != 1 || tree.places[proxy] != place) return false;
        if ((waits[proxy] & waiting) != 0) return true;
        const FloatBox exact = box_in_frame(boxes[proxy], tree.frame);
        return tight ? same(box, exact) : contains(box, exact);
    }
};

}  // namespace

bool DynamicTree::consistent() const {
    NodeCheck check{*tree_, boxes_, state_, kChanged, age_.tight};
    if (!tree_->empty() && !check.holds(WideTree::kRoot, tree_->height - 1)) return false;
    if (check.nodes + tree_->unused.size() != tree_->nodes.size() ||
        tree_->parents.size() != tree_->nodes.size())
        return false;
    std::size_t there = 0, inside = 0, beyond = 0;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        const bool present = !is_empty(boxes_[i]), held = tree_->holds(static_cast<ProxyId>(i)),
                   outside = (state_[i] & (kOutside | kBeyond)) != 0;
        there += present ? 1 : 0;
        inside += held ? 1 : 0;
        const bool waits = (state_[i] & kChanged) != 0;
        if (waits != (std::find(changed_.begin(), changed_.end(), static_cast<ProxyId>(i)) != changed_.end()))
            return false;
        if (!waits && (present != (held || outside) || (held && outside))) return false;
        if (!waits && held && !fits(boxes_[i])) return false;
        if ((state_[i] & kBeyond) == 0) continue;
        ++beyond;
        if (!beyond_ || (state_[i] & kOutside) != 0 || (!waits && beyond_->boxes_[i] != boxes_[i]))
            return false;
    }
    if (beyond_ ? beyond != beyond_->size() || !beyond_->consistent() : beyond != 0) return false;
    const auto marked = std::count_if(outsiders_.begin(), outsiders_.end(),
                                      [&](ProxyId proxy) { return (state_[proxy] & kOutside) != 0; });
    return there == size_ && inside == check.proxies && static_cast<std::size_t>(marked) == outsiders_.size();
}

}  // namespace graze
