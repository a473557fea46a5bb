// Translations of b that move all of it beyond all of a: the first upper bound of a depth.
#pragma once

#include <limits>

#include "graze/math/vec.hpp"
#include "query/composite/part_pairs.hpp"

namespace graze {

/// A translation of b that separates the pair.
struct SeparatingTranslation {
    Vec3 direction{1, 0, 0};
    double length = std::numeric_limits<double>::infinity();
};

/// The shortest of some translations that move all of b beyond all of a: along `first` and the axes of both,
/// and steps from the best of them to its neighbours.
SeparatingTranslation shortest_translation_beyond(const PartPairs& pairs, const Vec3& first) noexcept;

}  // namespace graze
