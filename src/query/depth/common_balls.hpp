// Which translations leave two placed shapes overlapping, by balls inside of both: as long as a ball of a and
// a moved ball of b overlap, so do the shapes. The translations for which they do are a ball too. World
// frame.
#pragma once

#include <cstddef>
#include <vector>

#include "query/composite/part_pairs.hpp"

namespace graze {

/// Translations of b within `radius` of `centre` leave a ball of a and one of b overlapping.
struct TranslationBall {
    Vec3 centre{};
    double radius = 0;
    Vec3 in_a{};         ///< Middle of the ball of a.
    double share = 0.5;  ///< Of a's ball in the sum of the radii.
};

/// Of at most `most` balls in each side: all pairs that leave the sides overlapping after some translation no
/// longer than `longest`. Fewer when the pair's work is spent.
std::vector<TranslationBall> overlapping_translations(const PartPairs& pairs, std::size_t most,
                                                      double longest);

}  // namespace graze
