// Documents to files, and shapes to triangles for display.
#pragma once

#include <filesystem>
#include <string>

#include "graze/core/expected.hpp"
#include "graze/io/document.hpp"
#include "graze/io/file_error.hpp"
#include "graze/mesh/generate.hpp"

namespace graze::io {

/// The scene format: what `read_scene` makes the same document of, to the last bit. Meshes are written in full.
std::string to_json(const Document& document);

/// Binary glTF, one node for each part, meshes shared by parts that share a shape. Coordinates become floats; shapes that are not meshes become
/// triangles within `tolerance` of their size.
expected<void, FileError> write_glb(const Document& document, const std::filesystem::path& file, double tolerance = 1e-3);

/// Triangles for pictures: of meshes their own, of curved shapes inscribed ones within about `tolerance` times the shape's size; of a half-space a
/// square of its plane with half edge `reach`. Local frame, margin included.
TriangleSoup display_triangles(const Shape& shape, double tolerance = 1e-2, double reach = 1);

}  // namespace graze::io
