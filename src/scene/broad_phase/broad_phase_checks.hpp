// What a program that talks to a broad phase itself may get wrong: reported where assertions are on, and
// without effect everywhere.
#pragma once

#include <span>

#include "graze/core/assert.hpp"
#include "graze/scene/broad_phase.hpp"

namespace graze {

/// Whether there is a box of the proxy among those of a broad phase, which are empty where there is none.
inline bool is_there(std::span<const Aabb> boxes, ProxyId proxy) noexcept {
    return proxy < boxes.size() && !is_empty(boxes[proxy]);
}

inline bool may_insert(std::span<const Aabb> boxes, ProxyId proxy, const Aabb& box) noexcept {
    const bool fresh = !is_there(boxes, proxy), nonempty = !is_empty(box);
    GRAZE_ASSERT(fresh, "insert of a proxy that is there: move it, or remove it before");
    GRAZE_ASSERT(nonempty, "insert of a box that is empty or has a NaN: a point is the smallest box");
    return fresh && nonempty;
}

inline bool may_move(std::span<const Aabb> boxes, ProxyId proxy, const Aabb& box) noexcept {
    const bool there = is_there(boxes, proxy), nonempty = !is_empty(box);
    GRAZE_ASSERT(there, "move of a proxy that is not there: insert it before");
    GRAZE_ASSERT(nonempty, "move to a box that is empty or has a NaN: a point is the smallest box");
    return there && nonempty;
}

inline bool may_remove(std::span<const Aabb> boxes, ProxyId proxy) noexcept {
    const bool there = is_there(boxes, proxy);
    GRAZE_ASSERT(there, "removal of a proxy that is not there");
    return there;
}

/// Broad phases with a capacity of no more boxes than this check all their invariants after every update
/// where assertions are on. Few enough that tests take no longer for it, enough for several levels of a tree.
inline constexpr std::size_t kCheckedSize = 64;

}  // namespace graze
