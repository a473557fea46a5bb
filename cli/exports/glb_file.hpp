// Findings as binary glTF, to turn and cut in any viewer or CAD program: for each finding a node with the
// surfaces of both parts around the place, cut out along a box, and the curve in which they cross.
#pragma once

#include <string>
#include <string_view>

#include "exports/export_context.hpp"

namespace graze::cli {

/// Under a root that turns up to y and lengths to metres, as glTF has them (`metres_of`):
///   "parts": every part of a finding once, whole, grey and transparent;
///   "findings": "clash 1: arm | base" and so on, with what is known of the finding as `extras`, and below it
///       "a: arm" (orange) and "b: base" (blue), "curve" or "gap" (lines) and "place" (an octahedron).
/// Allowed clashes are left out. Throws UserError when the file would exceed the 4 GiB of the format.
std::string glb_file(const ExportContext& context);

/// Whether a file with this head was written by `glb_file`.
bool is_own_glb(std::string_view head);

/// The triangles of a placed shape inside of a box, cut along its sides; relative to `origin`, world axes.
/// `soup` are the triangles of the shape in its local frame, those of its mesh where it is one.
TriangleSoup cut_out(const TriangleSoup& soup, const Placed& placed, const Aabb& box, const Vec3& origin);

}  // namespace graze::cli
