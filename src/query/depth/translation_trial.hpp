// One translation of b: whether it separates the pair, with the gap that it leaves, or how deep a point of
// the overlap is then.
#pragma once

#include "graze/math/vec.hpp"
#include "query/composite/part_pairs.hpp"
#include "query/depth/deep_point.hpp"
#include "query/depth/translation_cover.hpp"

namespace graze {

/// What is known of the pair after a translation of b.
struct TranslationTrial {
    Vec3 translation{};
    double gap = 0;  ///< > 0: they are apart by at least that.
    Vec3 normal{};   ///< Of the gap, from a to b.
    DeepPoint deep;  ///< When they are not apart: the deepest point of their overlap that was found.
};

/// Points that are deep after a translation are searched from points of the pair there, and from these.
struct DeepPointSeeds {
    DeepPoint start{};                        ///< The deepest one without any translation, once it is known.
    const TranslationCover* cover = nullptr;  ///< Balls of translations that do not separate the pair.
    /// Whether also from points where the surfaces cross: entangled shapes have many.
    bool crossings = false;
};

/// Both need a budget of the pair. Once it is spent nothing is known of the translation.
TranslationTrial try_translation(const PartPairs& pairs, const Vec3& translation,
                                 const DeepPointSeeds& seeds);
/// Whether the pair may overlap after a translation: takes a small fraction of the time of a trial.
bool may_overlap_after(const PartPairs& pairs, const Vec3& translation) noexcept;

}  // namespace graze
