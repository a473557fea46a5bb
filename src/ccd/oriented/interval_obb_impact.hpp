// First contact of two sets of triangles by interval arithmetic over oriented trees: the method of Redon,
// Kheddar and Coquillart, as an alternative to conservative advancement.
#pragma once

#include "core/pair_work.hpp"
#include "graze/ccd/time_of_impact.hpp"

namespace graze {

/// Whether both shapes are made of triangles without a margin: meshes and height fields.
bool interval_obb_serves(const Shape& a, const Shape& b) noexcept;

/// Valid bodies that it serves, and that do not overlap at the start. The answer keeps the contract of
/// `time_of_impact`.
/// The time of pairs of triangles is added to `counted` when that is not null.
Impact interval_obb_impact(const Moving& a, const Moving& b, const ImpactOptions& options,
                           PairWork* counted = nullptr);

}  // namespace graze
