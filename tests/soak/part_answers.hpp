// All answers about one pair as a string of bits, for comparing threads and instruction sets: they may not
// differ in any.
#pragma once

#include <string>
#include <vector>

#include "oracle/parts/part_generators.hpp"

namespace graze::test {

/// Answers of overlaps, decide, separation (not of deep overlaps), intersecting_triangles, rays and casts.
std::vector<double> part_answers(const PartCase& parts, std::uint64_t seed);

/// Instruction sets that answer differently from the machine's own choice, as sentences. Threads that ask for
/// it wait for each other.
std::vector<std::string> instruction_set_faults(const PartCase& parts, std::uint64_t seed);

/// Batches of one and two threads that answer differently.
std::vector<std::string> thread_faults(const PartCase& parts);

}  // namespace graze::test
