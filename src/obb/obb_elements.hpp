// How searches of two oriented trees go down: elements (see obb_child) that may be opened, which of two is
// opened, and what a leaf consists of.
#pragma once

#include <cstdint>

#include "graze/obb/obb_search.hpp"

namespace graze {

/// Two elements, and how many more levels each tree may be opened; negative: all.
struct ObbElementPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::int32_t depth_a = -1;
    std::int32_t depth_b = -1;
};

/// A triangle or box itself, or the triangles of a leaf.
struct ObbElementRange {
    std::uint32_t first = 0;
    std::uint32_t count = 1;
};

/// The node behind an element that may be opened; null for triangles and at the limit.
inline const ObbNode* openable(const ObbTree& tree, std::uint32_t element, std::int32_t depth) noexcept {
    return obb_child::is_triangle(element) || depth == 0 ? nullptr : &tree.nodes()[element];
}

/// The elements to test when the node, if any, is not opened further.
inline ObbElementRange elements_of(const ObbNode* leaf, std::uint32_t element) noexcept {
    return leaf != nullptr ? ObbElementRange{obb_child::kTriangleBit | leaf->first, leaf->count}
                           : ObbElementRange{element};
}

/// Opens the larger of two nodes that have children: descend(x, y) gets the pair with its first child and
/// with its second. Where none has, test(range of a, range of b). The nodes are those of the pair's elements,
/// or null.
template <class Descend, class Test>
void open_pair(const ObbElementPair& pair, const ObbNode* a, const ObbNode* b, const Descend& descend,
               const Test& test) {
    const bool inner_a = a != nullptr && !a->is_leaf(), inner_b = b != nullptr && !b->is_leaf();
    if (inner_a && (!inner_b || length_sq(a->box.half_extents) >= length_sq(b->box.half_extents))) {
        descend(ObbElementPair{a->children[0], pair.b, pair.depth_a - 1, pair.depth_b},
                ObbElementPair{a->children[1], pair.b, pair.depth_a - 1, pair.depth_b});
    } else if (inner_b) {
        descend(ObbElementPair{pair.a, b->children[0], pair.depth_a, pair.depth_b - 1},
                ObbElementPair{pair.a, b->children[1], pair.depth_a, pair.depth_b - 1});
    } else {
        test(elements_of(a, pair.a), elements_of(b, pair.b));
    }
}

}  // namespace graze
