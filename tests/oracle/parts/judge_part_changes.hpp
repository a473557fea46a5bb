// How answers about parts must change with the input: not at all, or in one direction.
#pragma once

#include <string>
#include <vector>

#include "graze/result/separation.hpp"
#include "oracle/parts/part_timing.hpp"

namespace graze::test {

/// One change, drawn by the seed: rigid motion, triangles split, doubled, permuted, added; a warm start. `s`
/// is the answer to the unchanged case.
std::vector<std::string> changed_input_faults(const PartCase& parts, const Separation& s, std::uint64_t seed,
                                              CallClock& timed);

}  // namespace graze::test
