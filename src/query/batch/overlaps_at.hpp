// One pair at many places: by kernels where the pair has one, the rest by the verb.
#pragma once

#include <optional>
#include <span>
#include <utility>

#include "graze/query/query.hpp"
#include "query/batch/lane_kinds.hpp"
#include "query/batch/walk_cores.hpp"

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
    LaneKind kind_{};  ///< For the walk, only whether it takes (b, a).
    std::optional<std::pair<WalkSide, WalkSide>> walk_{};
};

}  // namespace graze
