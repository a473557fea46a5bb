// Vertices and faces of Wavefront files, for tests and benchmarks: independent of how the library reads
// files.
#pragma once

#include <filesystem>
#include <optional>

#include "graze/mesh/generate.hpp"

namespace graze::test {

/// Faces of more corners are cut into fans. Nothing when the file cannot be read, has no face or a bad index.
std::optional<TriangleSoup> read_obj(const std::filesystem::path& path);

/// Around the centre of its box, within a ball of radius 1.
TriangleSoup scaled_to_radius_one(TriangleSoup soup);

}  // namespace graze::test
