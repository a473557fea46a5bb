// Names of the features that contact points come from.
#pragma once

#include <cstdint>

namespace graze {

/// A feature of each shape packed into one name: kind (vertex, edge, face) and index of a's, then of b's.
enum class FeatureKind : std::uint32_t { vertex = 1, edge = 2, face = 3 };
constexpr std::uint32_t feature_name(FeatureKind kind, std::uint32_t index) noexcept {
    return static_cast<std::uint32_t>(kind) << 28 | (index & 0x0fffffffU);
}
std::uint32_t edge_name(std::uint32_t from, std::uint32_t to) noexcept;
inline std::uint64_t feature_pair(std::uint32_t a, std::uint32_t b) noexcept {
    return static_cast<std::uint64_t>(a) << 32 | b;
}

}  // namespace graze
