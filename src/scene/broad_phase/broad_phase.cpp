// Many changes at once, for broad phases that do not care.
#include "graze/scene/broad_phase.hpp"

namespace graze {

void BroadPhase::insert(std::span<const ProxyId> proxies, std::span<const Aabb> boxes) {
    for (std::size_t i = 0; i < proxies.size(); ++i) insert(proxies[i], boxes[i]);
}

void BroadPhase::move(std::span<const ProxyId> proxies, std::span<const Aabb> boxes) {
    for (std::size_t i = 0; i < proxies.size(); ++i) move(proxies[i], boxes[i]);
}

}  // namespace graze
