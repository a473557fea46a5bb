// Blocks of a batch of booleans, on one thread: by kernels where the pair has one, the rest by the verb.
#pragma once

#include <optional>
#include <span>

#include "graze/query/query.hpp"
#include "query/batch/lane_kinds.hpp"
#include "query/batch/polytope_places.hpp"

namespace graze {

/// One pair of shapes and how it is answered at many places.
class OverlapsAt {
public:
    /// Prepares what pays for `count` places. The shapes must outlive it.
    OverlapsAt(const Shape& a, const Shape& b, std::size_t count);
    /// Of one place, in nanoseconds and about.
    [[nodiscard]] double cost() const noexcept;
    /// `overlaps_at` of one block. Safe to call from many threads.
    void answer(std::span<const PosePair> poses, unsigned char* results) const;

private:
    class Places;

    void answer_by_kernel(std::span<const PosePair> poses, unsigned char* results) const;
    void answer_by_walk(std::span<const PosePair> poses, unsigned char* results) const;

    const Shape& a_;
    const Shape& b_;
    OverlapKind kind_{};
    std::optional<PolytopePlaces> polytopes_{};
};

/// `overlaps_of` of one block.
void overlaps_of_block(std::span<const PlacedPair> pairs, unsigned char* results);

}  // namespace graze
