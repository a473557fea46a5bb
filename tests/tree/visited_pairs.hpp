// Pairs of primitives that a search of two trees has visited.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "graze/tree/box_tree.hpp"

namespace graze::test {

using PrimitivePair = std::pair<std::uint32_t, std::uint32_t>;

struct Visited {
    const BoxTree& a;
    const BoxTree& b;
    std::set<PrimitivePair> pairs;

    void add(LeafSlots leaf_a, LeafSlots leaf_b) {
        for (const std::uint32_t p : a.primitives(leaf_a))
            for (const std::uint32_t q : b.primitives(leaf_b))
                ASSERT_TRUE(pairs.insert({p, q}).second) << "visited twice";
    }
};

}  // namespace graze::test
