// The scene format: JSON to documents.
#pragma once

#include <filesystem>
#include <string>

#include "io/formats/read_context.hpp"
#include "io/text/json_value.hpp"

namespace graze::io {

/// The scene in a parsed document, which is used up. `folder`: where files that it names are looked up.
Document read_scene_value(JsonValue& value, const std::string& file, const std::filesystem::path& folder,
                          ReadContext& context);

Document read_scene_file(const std::filesystem::path& path, const std::string& shown, ReadContext& context);

}  // namespace graze::io
