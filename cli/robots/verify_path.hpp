// Proofs about paths that `graze path --proof` wrote, checked against the files that they name.
#pragma once

#include <string>

#include "commands/command.hpp"

namespace graze::cli {

/// Whether a file claims to be such a proof; what is in it is not checked.
bool is_path_proof(const std::string& file);

/// Prints what is claimed and whether it holds. Files that are not where the proof names them are sought in
/// its own folder. Throws UserError when one is missing, cannot be read, or is another one by now.
Exit verify_path(const std::string& file);

}  // namespace graze::cli
