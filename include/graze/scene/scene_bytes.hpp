// Scenes as bytes, to be kept and loaded again: objects with their shapes, placements, options, ids and exclusions. Little-endian on every
// machine, versioned, with a checksum. A loaded scene answers every question as the saved one did, object by object in the same
// order, bit by bit, and goes on as it would have: new objects get the same places. Layout and what is checked: docs/notes/scene_bytes.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/core/build_error.hpp"
#include "graze/core/expected.hpp"
#include "graze/scene/scene.hpp"

namespace graze {

inline constexpr std::uint32_t kSceneBytesVersion = 1;

/// The same bytes for scenes with the same objects in the same places that share the same shapes, whatever
/// their broad phase, threads and earlier queries. Not kept: the scene's own number, caches, response tables,
/// numbers of threads.
std::vector<std::byte> to_bytes(const Scene& scene);

/// The scene again, with a number of its own, or the first fault found. The ids of its objects have the index and generation that they had;
/// `objects` lists them in the order in which the saved scene did. Objects that shared a shape share it. Memory is taken only for what
/// the bytes really hold, at most some hundred times their number.
expected<Scene, BuildError> scene_from_bytes(std::span<const std::byte> bytes, SceneOptions options = {});

}  // namespace graze
