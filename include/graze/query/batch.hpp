// Many questions in one call: one pair at many places, many pairs, many rays. Answers are those of the single verbs, one for each question, in the
// order of the questions, for every number of threads. Questions and answers are spans of the caller's; of two lengths the shorter counts.
#pragma once

#include <optional>
#include <span>

#include "graze/query/query.hpp"

namespace graze {

struct BatchOptions {
    unsigned threads = 1;  ///< 0: one per core. Without oneTBB always 1.
};

/// Where both shapes of a pair are.
struct PosePair {
    Pose a{};
    Pose b{};
};

/// Two placed shapes of the caller's. Not null.
struct PlacedPair {
    const Placed* a = nullptr;
    const Placed* b = nullptr;
};

/// One pair at many places. `results`: 1 where `overlaps` is true, else 0.
void overlaps_at(const Shape& a, const Shape& b, std::span<const PosePair> poses, std::span<unsigned char> results,
                 const BatchOptions& options = {});
void separations_at(const Shape& a, const Shape& b, std::span<const PosePair> poses, std::span<Separation> gaps,
                    const BatchOptions& options = {});

/// Many pairs.
void overlaps_of(std::span<const PlacedPair> pairs, std::span<unsigned char> results, const BatchOptions& options = {});
void separations_of(std::span<const PlacedPair> pairs, std::span<Separation> gaps, const BatchOptions& options = {});

/// Many rays at one target.
void raycasts(std::span<const Ray> rays, const Placed& target, std::span<std::optional<RayHit>> hits, const BatchOptions& options = {});

}  // namespace graze
