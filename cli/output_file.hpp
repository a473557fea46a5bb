// Files that commands write. A file appears whole or not at all: its bytes are written beside it under
// another name, flushed to the disk, and renamed. On a full disk, or when the program is killed, the file is
// as it was before.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <graze/core/error.hpp>

namespace graze::cli {

/// Replaces the file, keeping its permissions; through a symbolic link the file that it leads to. What is no
/// regular file, such as a pipe or /dev/stdout, is written to directly. The error is the system's reason.
expected<void, std::string> replace_file(const std::filesystem::path& file, std::string_view bytes);

/// The same for commands: throws UserError with the file's name, the reason and a remedy. `what` is "the
/// report".
void write_output(const std::filesystem::path& file, std::string_view bytes, std::string_view what);

/// The first bytes of a regular file, at most `most`; empty for everything else, and for files that cannot be
/// read.
std::string head_of(const std::string& file, std::size_t most);

}  // namespace graze::cli
