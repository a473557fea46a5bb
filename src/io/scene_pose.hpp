// Poses and motions of the scene format.
#pragma once

#include <optional>

#include "graze/io/document.hpp"
#include "io/text/json_cursor.hpp"

namespace graze::io {

/// The placement of an object. Scale and other parts that are not rotations go into its shape.
struct Placement {
    Pose pose{};
    /// Applied to the shape before the pose: a scale, a shear, a mirror image.
    std::optional<Mat3> distortion;
};

Placement read_placement(const JsonCursor& cursor);
/// A placement without distortion; an error otherwise.
Pose read_pose(const JsonCursor& cursor);
/// A matrix of three rows of three or four numbers, or of four rows of four.
Affine read_affine(const JsonCursor& cursor);
/// The start is `initial` where the motion has none.
MotionForm read_motion(const JsonCursor& cursor, const Pose& initial);

/// The pose and, where it is not one, the rest of an affine map.
Placement placement_of(const Affine& map);
/// The placement as one map.
Affine map_of(const Placement& placement);
/// Whether queries take the matrix as a rotation.
bool is_rotation(const Mat3& matrix);

/// The same motion relative to a parent frame at `frame`.
MotionForm moved(const MotionForm& motion, const Pose& frame);

}  // namespace graze::io
