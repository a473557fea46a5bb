// A loop over numbered jobs on several threads. Which thread does which job is left to chance: jobs must not depend on each other, and write
// only what is theirs.
#pragma once

#include <cstddef>

#include <graze/core/function_ref.hpp>

namespace graze::cli {

/// Calls job(i) for every i below `count`, on so many threads (0: one per core), and finished(n) now and then with how many are done, from any
/// of them. The first exception of a job ends the loop and comes out of it.
void in_parallel(std::size_t count, unsigned threads, FunctionRef<void(std::size_t)> job, FunctionRef<void(std::size_t)> finished);

}  // namespace graze::cli
