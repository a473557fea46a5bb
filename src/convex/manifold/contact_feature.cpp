#include "convex/manifold/contact_feature.hpp"

#include <algorithm>

namespace graze {

std::uint32_t edge_name(std::uint32_t from, std::uint32_t to) noexcept {
    const std::uint32_t low = std::min(from, to);
    const std::uint32_t high = std::max(from, to);
    // Exact for corners below 2^14, mixed beyond.
    return feature_name(FeatureKind::edge, high < (1U << 14) ? low << 14 | high : (low * 0x9e3779b1U) ^ high);
}

}  // namespace graze
