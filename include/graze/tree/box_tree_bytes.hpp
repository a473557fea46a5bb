// Box trees as bytes, to be kept and loaded without a build. Little-endian on every machine, versioned, with
// a checksum. Loading checks everything: sizes, indices, boxes and their nesting are checked, so whatever
// loads is searched safely and misses nothing within its boxes. Only the caller can test whether they are the
// boxes of its primitives: `BoxTree::encloses`. Layout: docs/notes/tree.md.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "graze/tree/box_tree.hpp"

namespace graze {

inline constexpr std::uint32_t kBoxTreeVersion = 1;

std::vector<std::byte> to_bytes(const BoxTree& tree);

/// The same tree again, or the first fault found. Linear in the number of bytes; takes no memory before their number is right.
expected<BoxTree, BuildError> box_tree_from_bytes(std::span<const std::byte> bytes);

}  // namespace graze
