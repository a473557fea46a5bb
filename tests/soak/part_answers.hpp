// All answers about one pair as a string of bits, for comparing threads and instruction sets: they may not differ in any.
#pragma once

#include <string>
#include <vector>

#include "oracle/part_generators.hpp"

namespace graze::test {

/// Answers of overlaps, decide, separation (not of deep overlaps), intersecting_triangles, rays and casts.
std::vector<double> part_answers(const PartCase& parts, std::uint64_t seed);

/// Instruction sets and batch threads that answer differently, as sentences; empty when all are alike.
std::vector<std::string> determinism_faults(const PartCase& parts, std::uint64_t seed);

}  // namespace graze::test
