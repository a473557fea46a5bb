// Everything that must hold of a tree whose parts came from outside.
#pragma once

#include <optional>

#include "graze/tree/box_tree.hpp"

namespace graze {

/// The first fault found; none when every search of the tree is safe and misses nothing within its boxes.
std::optional<BuildError> fault_of_tree(const BoxTree& tree);

}  // namespace graze
