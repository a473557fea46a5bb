// Findings about two shapes, stated about parts that deviate from them: docs/notes/cad.md. World frame.
#pragma once

#include <optional>

#include "assembly/part_boxes.hpp"

namespace graze {

/// Of both parts together, rounded up.
Deviation deviation_of(const PartBoxes& parts, PartIndex a, PartIndex b);

/// Of shapes that overlap or touch: set when it cannot be shown that the parts have a common interior point.
/// Not set without deviations.
std::optional<Undecided> undecided_overlap(PartIndex a, PartIndex b, const PartBoxes& parts);

/// Completes a clash of parts that deviate from their shapes, for which that can be shown.
void add_meant(Clash& clash, const PartBoxes& parts);

/// Of the distance of two disjoint shapes.
Meant widened(const Interval& distance, const Deviation& both);

/// What is certain of disjoint shapes that may be parts that touch.
Undecided undecided(PartIndex a, PartIndex b, const Separation& gap, const PartBoxes& parts);

}  // namespace graze
