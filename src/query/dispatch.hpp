// Which routine answers for which pair of shape types.
#pragma once

#include "graze/query/query.hpp"

namespace graze {

using SeparationRoutine = Separation (*)(const Placed&, const Placed&, const SeparationOptions&, PairCache*) noexcept;

/// The routine for (a, b). Written down for shapes in rank order; the other half is derived by flipping.
SeparationRoutine separation_routine(ShapeType a, ShapeType b) noexcept;

}  // namespace graze
