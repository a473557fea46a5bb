// Mesh files of all formats: their nodes as parts.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "graze/io/document.hpp"
#include "io/formats/read_context.hpp"

namespace graze::io {

/// How one mesh file is to be read.
struct MeshFileChoices {
    std::optional<double> unit_scale;  ///< As in ReadOptions.
    std::optional<char> up;
    SolidChoice solids = SolidChoice::where_closed;
    std::optional<double> weld{};  ///< Empty: as in ReadOptions.
};

/// The parts of a file, their shapes built. Throws a Fault. `shown` is the name of the file in messages.
std::vector<Part> read_mesh_file(const std::filesystem::path& path, const std::string& shown,
                                 const MeshFileChoices& choices, ReadContext& context);

/// The triangles of a file's nodes at their poses, neither welded nor checked. Throws a Fault.
std::vector<NamedTriangles> read_mesh_triangles(const std::filesystem::path& path,
                                                const MeshFileChoices& choices, ReadContext& context);

}  // namespace graze::io
