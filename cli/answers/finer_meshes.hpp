// The meshes of CAD files that answers are about, where they are not the first ones.
#pragma once

#include <filesystem>
#include <vector>

#include "answers/answers_field.hpp"
#include "cad_files.hpp"

namespace graze::cli {

Json finer_json(const std::vector<FinerMesh>& finer);

/// The meshes that the answers are about, where they are not the first ones of a CAD file: they are needed
/// before the answers can be read. Throws UserError.
std::vector<FinerMesh> finer_meshes_of(const std::filesystem::path& file);

}  // namespace graze::cli
