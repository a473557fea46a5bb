// Trees of frames around any solid: boxes at several levels, each inside of its parent, the leaves together covering the solid.
#pragma once

#include <cstdint>

#include "graze/frames/frame_tree.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

struct FrameCoverOptions {
    std::uint32_t max_leaves = 256;  ///< At least 1. More leaves lie closer to the solid.
    std::uint32_t max_levels = 16;   ///< Levels below the root, at most 60.
};

/// A cover of a solid mesh, a compound or a bounded convex shape, in its local frame, margins included. All frames are boxes along the
/// principal axes of the shape's points; the children of a node divide it, and each is shrunk to what it has of the solid. So siblings
/// share no more than walls, and the volume of all leaves is near that of the solid when they are many. Flat shapes (a triangle, a segment, a
/// solid mesh folded flat) are covered where they are, by boxes that are 1e-6 of their length thick. Errors: a surface mesh, a height field
/// or a half-space, a shape that is invalid or no more than a point up to rounding, or options out of range.
expected<FrameTree, BuildError> cover_by_frames(const Shape& solid, const FrameCoverOptions& options = {});

}  // namespace graze
