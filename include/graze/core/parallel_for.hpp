// A loop over independent tasks on several threads: by oneTBB when the build has it, otherwise one after the
// other.
#pragma once

#include <cstddef>

#include "graze/core/function_ref.hpp"

namespace graze {

/// Calls task(i) for every i below `count`, in any order, on at most `threads` threads (0: one per core).
/// Tasks must not depend on each other and may write only data of their own. An exception of a task ends the
/// loop and is thrown to the caller; tasks that have not begun are then left out.
void parallel_for(std::size_t count, unsigned threads, FunctionRef<void(std::size_t)> task);

}  // namespace graze
