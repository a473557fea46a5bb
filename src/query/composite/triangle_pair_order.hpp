// The order in which pairs of triangles are reported: by growing triangle_a, then triangle_b, whatever order
// a search found them in.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "graze/result/contact.hpp"

namespace graze {

inline void sort_by_number(std::vector<TrianglePair>& pairs) {
    std::sort(pairs.begin(), pairs.end(), [](const TrianglePair& x, const TrianglePair& y) {
        return std::tie(x.triangle_a, x.triangle_b) < std::tie(y.triangle_a, y.triangle_b);
    });
}

}  // namespace graze
