// Whether an assembly can be checked.
#pragma once

#include "graze/assembly/assembly.hpp"

namespace graze {

/// The first fault of the options or the parts.
expected<void, AssemblyError> check_input(const Assembly& assembly, const AssemblyOptions& options);

}  // namespace graze
