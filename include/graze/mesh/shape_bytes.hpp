// Shapes as bytes: every type, to be kept and loaded again as the same set with the same answers, bit by bit.
// Little-endian on every machine, versioned, with a checksum. What several shapes share is kept once; trees
// of meshes, compounds and height fields are kept and not built again. Loading checks everything: whatever
// loads is a shape that the builders could have made. Layout and what is checked: docs/notes/scene_bytes.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

inline constexpr std::uint32_t kShapeBytesVersion = 1;

/// The same bytes for the same shape, however it was built. The error is the shape's own fault: invalid
/// shapes are not kept.
expected<std::vector<std::byte>, BuildError> to_bytes(const Shape& shape);

/// The shape again, or the first fault found. Linear in the number of bytes but for what the hulls of convex
/// solids take; memory is taken only for what the bytes really hold, at most some hundred times their number.
expected<Shape, BuildError> shape_from_bytes(std::span<const std::byte> bytes);

}  // namespace graze
