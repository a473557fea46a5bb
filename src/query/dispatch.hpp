// Which routine answers for which pair of shape types. Written down for shapes in rank order; the other half
// is derived by flipping.
#pragma once

#include <array>
#include <cstddef>

#include "graze/query/query.hpp"

namespace graze {

using SeparationRoutine = Separation (*)(const Placed&, const Placed&, const SeparationOptions&,
                                         PairCache*) noexcept;
using OverlapRoutine = bool (*)(const Placed&, const Placed&, PairCache*) noexcept;

template <class Routine>
using RoutineTable = std::array<std::array<Routine, kShapeTypeCount>, kShapeTypeCount>;

// Here, so that a lookup is no call: it would cost as much as two spheres.
extern const RoutineTable<SeparationRoutine> kSeparationRoutines;
extern const RoutineTable<OverlapRoutine> kOverlapRoutines;

inline SeparationRoutine separation_routine(ShapeType a, ShapeType b) noexcept {
    return kSeparationRoutines[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}
inline OverlapRoutine overlap_routine(ShapeType a, ShapeType b) noexcept {
    return kOverlapRoutines[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

/// The inner entry points of `separation` and `overlaps`: the routine of the pair, for rooms above that have
/// checked their input.
inline Separation pair_separation(const Placed& a, const Placed& b, const SeparationOptions& options = {},
                                  PairCache* cache = nullptr) noexcept {
    return separation_routine(a.shape.type(), b.shape.type())(a, b, options, cache);
}
inline bool pair_overlaps(const Placed& a, const Placed& b, PairCache* cache = nullptr) noexcept {
    return overlap_routine(a.shape.type(), b.shape.type())(a, b, cache);
}

}  // namespace graze
