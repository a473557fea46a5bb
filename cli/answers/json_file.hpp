// JSON from files that are not trusted: nothing is opened that is no plain file, and what is nested deeper
// than any file of ours is refused before code that follows the nesting reads it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "answers/answers_field.hpp"

namespace graze::cli {

/// The text of a file. Throws UserError when it is no plain file, has more bytes than `most`, or cannot be
/// read.
std::string read_plain_file(const std::filesystem::path& file, std::uintmax_t most);

/// The value in a text. Throws UserError when it is not JSON or nested too deep; `name` is for the message,
/// `hint` describes how such files are made.
Json parse_json(std::string_view text, const std::string& name, std::string_view hint);

}  // namespace graze::cli
