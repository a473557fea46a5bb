// What builder and searches of oriented trees agree on.
#pragma once

#include <cstddef>

namespace graze {

/// No triangle hangs deeper: searches keep their places in a fixed array.
inline constexpr std::size_t kMaxObbDepth = 80;

/// Slots have 31 bits, and slot 2^31 - 1 would read as no child.
inline constexpr std::size_t kMaxObbTriangles = 0x7fffffff;

}  // namespace graze
