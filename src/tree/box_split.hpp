// Dividing a set of boxes in two, stably: members keep their order within each side, so that the result does
// not depend on how the work was shared between threads. Float boxes in the tree's frame.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include "core/parallel.hpp"
#include "graze/tree/box_tree.hpp"
#include "simd/float4.hpp"
#include "tree/box_frame.hpp"

namespace graze {

/// A primitive's box; maxima are negated, so that one operation grows both ends. Two vectors of four.
struct alignas(16) BuildBox {
    float min[3];
    std::uint32_t index;  ///< Of the primitive.
    float negated_max[3];
    float unused;

    [[nodiscard]] simd::Float4 low() const noexcept { return simd::load4(min); }
    [[nodiscard]] simd::Float4 negated_high() const noexcept { return simd::load4(negated_max); }
};
static_assert(sizeof(BuildBox) == 32);

/// `rounded_out` of a box that lies in the frame.
inline BuildBox build_box(const Aabb& box, const TreeFrame& frame, std::uint32_t index) noexcept {
    const double s = frame.scale;
    return {{below((box.min.x - frame.origin.x) * s), below((box.min.y - frame.origin.y) * s),
             below((box.min.z - frame.origin.z) * s)},
            index,
            {below((frame.origin.x - box.max.x) * s), below((frame.origin.y - box.max.y) * s),
             below((frame.origin.z - box.max.z) * s)},
            0};
}

/// How likely a search is to open a box of these extents: half its surface. A millionth of its edges makes
/// boxes without a surface differ, too. Of one box, or of four.
template <class T> T weight_of(const T& x, const T& y, const T& z) noexcept {
    return ((x * y + y * z) + z * x) + 0x1p-20F * ((x + y) + z);
}
inline float box_weight(simd::Float4 low, simd::Float4 negated_high) noexcept {
    const simd::Float4 e = -negated_high - low;
    return weight_of<float>(e[0], e[1], e[2]);
}

/// Ends of a set of boxes and of their middles (doubled); the fourth lane means nothing.
struct Spread {
    simd::Float4 low = simd::set4(std::numeric_limits<float>::infinity());
    simd::Float4 negated_high = low;
    simd::Float4 middle_low = low;
    simd::Float4 negated_middle_high = low;

    void add(simd::Float4 lo, simd::Float4 negated_hi, simd::Float4 middle,
             simd::Float4 negated_middle) noexcept {
        low = simd::min4(lo, low);
        negated_high = simd::min4(negated_hi, negated_high);
        middle_low = simd::min4(middle, middle_low);
        negated_middle_high = simd::min4(negated_middle, negated_middle_high);
    }
    void add(const BuildBox& box) noexcept {
        const simd::Float4 lo = box.low(), hi = box.negated_high(), middle = lo - hi;
        add(lo, hi, middle, -middle);
    }
    void add(const Spread& other) noexcept {
        add(other.low, other.negated_high, other.middle_low, other.negated_middle_high);
    }
};

/// Consecutive members begin .. end - 1 of one of the two buffers.
struct BoxRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t buffer = 0;  ///< Which of the splitter's two.
    Spread spread{};
    float weight = 0;  ///< Of the spread's box.

    [[nodiscard]] std::uint32_t count() const noexcept { return end - begin; }
    void weigh() noexcept { weight = box_weight(spread.low, spread.negated_high); }
};

struct SplitPair {
    BoxRange left{};
    BoxRange right{};
};

class BoxSplitter {
public:
    /// For boxes that lie in the frame.
    BoxSplitter(std::span<const Aabb> boxes, const TreeFrame& frame, BoxSplit rule, const Workers& workers);

    [[nodiscard]] const BoxRange& everything() const noexcept { return everything_; }
    [[nodiscard]] const BuildBox* data(const BoxRange& range) const noexcept {
        return buffers_[range.buffer].get() + range.begin;
    }

    /// Two sides with at least one member each, in the other buffer. The range has two members at least.
    [[nodiscard]] SplitPair split(const BoxRange& range);
    /// Halves by count, in the present order.
    [[nodiscard]] SplitPair halve(const BoxRange& range);

private:
    template <class GoesLeft>
    SplitPair partition(const BoxRange& range, std::uint32_t left_count, const GoesLeft& goes_left);
    template <class GoesLeft>
    std::uint32_t count_left(const BoxRange& range, const GoesLeft& goes_left) const;
    SplitPair split_by_cost(const BoxRange& range);
    /// By the middles, at the middle of [low, high] on its longest axis.
    SplitPair split_at_middle(const BoxRange& range, simd::Float4 low, simd::Float4 high);

    std::unique_ptr<BuildBox[]> buffers_[2];
    BoxRange everything_{};
    BoxSplit rule_;
    const Workers& workers_;
};

}  // namespace graze
