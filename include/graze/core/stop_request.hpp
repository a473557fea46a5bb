// How a caller ends a search that takes longer than it wants to wait.
#pragma once

#include "graze/core/function_ref.hpp"

namespace graze {

/// Returns true when a search is to end now. Options of searches that may take long hold one, which is called
/// in every step, some microseconds apart, by each thread that searches: it should only read a flag or a
/// clock. A search that was ended answers as if its work had run out: all that it claims is still true. Where
/// it ends depends on the time, so its answer does too.
///
/// It refers to the callable, which has to outlive the search, and several threads call it at once:
///     const auto late = [&] { return stop_flag.load(); };
///     const StopRequest stop(late);
using StopRequest = FunctionRef<bool()>;

/// Null: never.
inline bool stop_requested(const StopRequest* stop) { return stop != nullptr && (*stop)(); }

}  // namespace graze
