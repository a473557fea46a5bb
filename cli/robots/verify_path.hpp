// Proofs about paths that `graze path --proof` wrote, checked against the files that they name.
#pragma once

#include <string>

#include "commands/command.hpp"

namespace graze::cli {

/// Whether a file names the format of such a proof; its contents are not checked.
bool is_path_proof(const std::string& file);

/// Prints what is claimed and whether it holds. Files that are not where the proof names them are sought in
/// its own folder. Throws UserError when one is missing, cannot be read, or is another one by now.
Exit verify_path(const std::string& file);

}  // namespace graze::cli
