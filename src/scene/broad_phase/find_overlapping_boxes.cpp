// By a tree that is built and walked once.
#include "graze/scene/broad_phase.hpp"

#include "graze/scene/dynamic_tree.hpp"

namespace graze {
namespace {

/// Up to so many boxes are compared one by one.
constexpr std::size_t kFew = 32;

}  // namespace

std::vector<ProxyPair> find_overlapping_boxes(std::span<const Aabb> boxes, unsigned threads) {
    std::vector<ProxyPair> pairs;
    if (boxes.size() <= kFew) {
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
            for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
                if (overlaps(boxes[i], boxes[j])) pairs.push_back({i, j});
            }
        }
        return pairs;
    }
    DynamicTree tree;
    for (std::size_t i = boxes.size(); i-- > 0;) {
        if (!is_empty(boxes[i])) tree.insert(static_cast<ProxyId>(i), boxes[i]);
    }
    tree.update(threads);
    tree.find_pairs(pairs, threads);
    return pairs;
}

}  // namespace graze
