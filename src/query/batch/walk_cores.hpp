// Convex shapes as the portal walk in lanes takes them: as a few lengths, or as vertices that many pairs
// share.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/shape/shape.hpp"
#include "simd/lanes/portal_lanes.hpp"

namespace graze {

enum class WalkKind : std::uint8_t {
    none,   ///< The scalar code serves the shape.
    solid,  ///< The sum of a box, a disk around z and a ball.
    rows,   ///< The hull of a few points, and a ball.
};

WalkKind walk_kind(ShapeType type) noexcept;
/// Whether a hull or polygon has few enough vertices: the kernel scans all of them.
bool has_few_vertices(const Shape& hull) noexcept;

/// Of a valid shape.
inline WalkKind walk_kind(const Shape& shape) noexcept {
    const WalkKind kind = walk_kind(shape.type());
    return kind == WalkKind::rows && shape.payload() && !has_few_vertices(shape) ? WalkKind::none : kind;
}

/// Whether floats are accurate enough for the pair: sizes within a factor of a thousand, far from the ends of
/// the range, and support points good to rounding. Both have a kind.
inline bool walk_serves(const Shape& a, const Shape& b) noexcept {
    constexpr double kLargestRatio = 1e3;  // of the reaches: the errors of floats count in the larger one
    constexpr double kLargestError = 1e-12;
    const double reach_a = a.reach(), reach_b = b.reach(), sum = reach_a + reach_b;
    return (sum > 1e-30) & (sum < 1e30) & (reach_a <= kLargestRatio * reach_b) &
           (reach_b <= kLargestRatio * reach_a) &
           (a.support_error() + b.support_error() < kLargestError * sum);
}

/// Which numbers of a solid are the half extents of the box, the radius of the disk, and the least of which
/// is the radius of a ball within both. Numbers that a shape does not have are zero.
struct SolidNumbers {
    static constexpr std::uint8_t kZero = 11;
    std::array<std::uint8_t, 4> size{kZero, kZero, kZero, kZero};
    std::array<std::uint8_t, 3> inner{kZero, kZero, kZero};
};
extern const std::array<SolidNumbers, kShapeTypeCount> kSolidNumbers;

/// The core of the shapes that are first, or second, in all pairs of a block.
class WalkSide {
public:
    /// `uses`: how many pairs there will be. Vertices and a ball inside are found once for all of them, which
    /// allocates; the ball takes as long as two questions about a hull.
    WalkSide(const Shape& shape, std::size_t uses);

    [[nodiscard]] bool is_rows() const noexcept { return !rows_.empty(); }
    /// What all pairs share; the lengths are not set. The rows are this object's.
    void set_shared(simd::WalkCore& core) const noexcept;
    /// The lengths of one pair, of a shape with the same vertices or of the same kind.
    void set_lengths(simd::WalkCore& core, std::size_t lane, const Shape& shape) const noexcept {
        if (is_rows()) {
            for (auto& size : core.size) size[lane] = unit_;
            for (auto& inner : core.inner) inner[lane] = inner_;
            return;
        }
        // Without branches on the type, which may be another one for every pair.
        const auto& numbers = shape.values();
        const SolidNumbers& of = kSolidNumbers[static_cast<std::size_t>(shape.type())];
        for (std::size_t k = 0; k < 4; ++k) core.size[k][lane] = numbers[of.size[k]];
        core.has_disk |= of.size[3] != SolidNumbers::kZero;
        for (std::size_t k = 0; k < 3; ++k) core.inner[k][lane] = numbers[of.inner[k]];
    }

private:
    std::vector<float> rows_{};
    Vec3 centre_{};
    double unit_ = 0;   ///< Of the rows.
    double inner_ = 0;  ///< Ball around the centre, of rows.
};

/// The sums of both shapes that a block has for each pair.
inline void set_sums(simd::WalkBlock& block, std::size_t lane, const Shape& a, const Shape& b) noexcept {
    block.margin[lane] = a.margin() + b.margin();
    block.reach[lane] = (a.reach() + a.support_error()) + (b.reach() + b.support_error());
}

}  // namespace graze
