// The same job by FCL, as a user of it would write it.
#pragma once

#include <filesystem>

namespace graze::bench {

/// Reads the parts of a mesh file and prints a line for each pair that clashes. False when the file cannot be
/// read.
bool print_clashes_by_fcl(const std::filesystem::path& file);

}  // namespace graze::bench
