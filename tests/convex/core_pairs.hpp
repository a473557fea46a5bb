// What tests of the solvers start from.
#pragma once

#include <gtest/gtest.h>

#include "convex/core_pair.hpp"

namespace graze::test {

/// The cores of two shapes that are usable and bounded.
inline CorePair pair_of(const Placed& a, const Placed& b) {
    CorePair pair;
    EXPECT_TRUE(make_core_pair(a, b, pair));
    return pair;
}

}  // namespace graze::test
