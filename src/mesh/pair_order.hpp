// One order of two placed shapes, whatever the order of the query: searches that are not symmetric run in it,
// so that swapping the pair flips the answer. Pairs that only differ in what is not compared here (two meshes
// of the same size at the same place) keep the order given.
#pragma once

#include <array>
#include <tuple>

#include "mesh/placed_parts.hpp"

namespace graze {

namespace pair_order_detail {

inline auto key(const Placed& placed) {
    const auto numbers = [](const Vec3& v) { return std::array<double, 3>{v.x, v.y, v.z}; };
    const auto& [x, y, z] = placed.pose.rotation.columns;
    return std::tuple(placed.shape.type(), PlacedParts(placed).count(), placed.shape.reach(),
                      numbers(placed.pose.position), numbers(x), numbers(y), numbers(z),
                      numbers(placed.shape.centre()), placed.shape.margin());
}

}  // namespace pair_order_detail

/// Whether the pair (b, a) is the one to search.
inline bool in_reverse_order(const Placed& a, const Placed& b) {
    return pair_order_detail::key(b) < pair_order_detail::key(a);
}

}  // namespace graze
