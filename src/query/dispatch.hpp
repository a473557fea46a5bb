// Which routine answers for which pair of shape types. Written down for shapes in rank order; the other half is derived by flipping.
#pragma once

#include "graze/query/query.hpp"

namespace graze {

using SeparationRoutine = Separation (*)(const Placed&, const Placed&, const SeparationOptions&, PairCache*) noexcept;
using OverlapRoutine = bool (*)(const Placed&, const Placed&, PairCache*) noexcept;

SeparationRoutine separation_routine(ShapeType a, ShapeType b) noexcept;
OverlapRoutine overlap_routine(ShapeType a, ShapeType b) noexcept;

}  // namespace graze
