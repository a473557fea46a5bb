// The findings about one pair of parts that overlaps.
#pragma once

#include <optional>

#include "assembly/part_boxes.hpp"

namespace graze {

/// Empty when `decide` proves the pair disjoint: `overlaps` counts pairs that are too close to decide.
std::optional<Clash> find_clash(PartIndex a, PartIndex b, const PartBoxes& parts,
                                const AssemblyOptions& options);

}  // namespace graze
