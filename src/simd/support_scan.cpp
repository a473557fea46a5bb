// One vector of block entries per lane position, reduced once at the end; see the header for the guarantee.
#include "simd/support_scan.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/support_scan.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most 8 lanes, so that a block is a whole number of vectors on every instruction set.
using Lanes = hn::CappedTag<double, kScanBlock>;
using Vector = hn::Vec<Lanes>;

struct Scan {
    const double* x;
    const double* y;
    const double* z;
    Vector dx, dy, dz;

    HWY_INLINE Vector dots(std::size_t i) const {
        const Lanes d;
        // Separate multiplications and additions in the order of the scalar code; never MulAdd.
        const Vector xy = hn::Add(hn::Mul(hn::LoadU(d, x + i), dx), hn::Mul(hn::LoadU(d, y + i), dy));
        return hn::Add(xy, hn::Mul(hn::LoadU(d, z + i), dz));
    }
};

constexpr double kNoIndex = 4e9;  // above every 32-bit index that a row can have

/// The best value of each lane, and the index of the vector it came from (as a double: exact below
/// 2^53).
struct Best {
    Vector value;
    Vector base;

    HWY_INLINE void offer(const Vector& candidate, const Vector& candidate_base) {
        const auto better = hn::Gt(candidate, value);
        base = hn::IfThenElse(better, candidate_base, base);
        value = hn::IfThenElse(better, candidate, value);
    }
};

HWY_INLINE std::uint32_t lowest_index(const Best& best) {
    const Lanes d;
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Eq(best.value, hn::MaxOfLanes(d, best.value)), bits);
    HWY_ALIGN double base[kScanBlock];
    hn::Store(best.base, d, base);
    double lowest = kNoIndex;
    for (unsigned winners = bits[0]; winners != 0; winners &= winners - 1) {
        const unsigned lane = static_cast<unsigned>(hwy::Num0BitsBelowLS1Bit_Nonzero32(winners));
        const double index = base[lane] + lane;
        lowest = index < lowest ? index : lowest;
    }
    return lowest < kNoIndex ? static_cast<std::uint32_t>(lowest)
                             : 0;  // no winner only when a dot product is NaN
}

std::uint32_t scan_rows(const double* x, std::size_t stride, double dx, double dy, double dz) {
    const Lanes d;
    const std::size_t lanes = hn::Lanes(d);
    const Scan scan{x, x + stride, x + 2 * stride, hn::Set(d, dx), hn::Set(d, dy), hn::Set(d, dz)};
    Best even{scan.dots(0), hn::Zero(d)};
    if (stride == lanes) return lowest_index(even);
    // Two chains of comparisons, so that one does not wait for the other.
    const Vector step = hn::Set(d, 2 * static_cast<double>(lanes));
    Vector even_base = hn::Zero(d);
    Vector odd_base = hn::Set(d, static_cast<double>(lanes));
    Best odd{scan.dots(lanes), odd_base};
    std::size_t i = 2 * lanes;
    for (; i + lanes < stride; i += 2 * lanes) {
        even_base = hn::Add(even_base, step);
        odd_base = hn::Add(odd_base, step);
        even.offer(scan.dots(i), even_base);
        odd.offer(scan.dots(i + lanes), odd_base);
    }
    if (i < stride) even.offer(scan.dots(i), hn::Add(even_base, step));
    // Equal values of the two chains in one lane: the lower base wins.
    const auto odd_wins = hn::Or(hn::Gt(odd.value, even.value),
                                 hn::And(hn::Eq(odd.value, even.value), hn::Lt(odd.base, even.base)));
    return lowest_index(
        {hn::IfThenElse(odd_wins, odd.value, even.value), hn::IfThenElse(odd_wins, odd.base, even.base)});
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(scan_rows);

namespace {

// Up to two blocks a tournament of plain doubles answers sooner than the call through the table and the
// reduction of a vector: 11 ns against 15 ns for 8 points, 15 against 16 for 16, when the next step waits for
// the answer (AMD EPYC with AVX-512). Indices are chosen by masks, not by `?:`, of which the compiler makes
// branches that are guessed wrong: 24 ns and 33 ns.
constexpr std::size_t kFewBlocks = 2;

struct Entry {
    std::uint32_t index;
    double value;
};

// Equal values keep the left, lower index.
inline Entry winner(Entry a, Entry b) {
    const auto right = static_cast<std::uint32_t>(b.value > a.value);
    return {a.index ^ ((a.index ^ b.index) & (0U - right)), b.value > a.value ? b.value : a.value};
}

inline Entry best_of_block(PointRows points, std::uint32_t first, double dx, double dy, double dz) {
    Entry entries[kScanBlock];
    for (std::uint32_t k = 0; k < kScanBlock; ++k) {
        const double* p = points.x + first + k;
        entries[k] = {first + k, (p[0] * dx + p[points.stride] * dy) + p[2 * points.stride] * dz};
    }
    const Entry left = winner(winner(entries[0], entries[1]), winner(entries[2], entries[3]));
    return winner(left, winner(winner(entries[4], entries[5]), winner(entries[6], entries[7])));
}

}  // namespace

std::uint32_t farthest_point(PointRows points, double dx, double dy, double dz) noexcept {
    if (points.stride <= kFewBlocks * kScanBlock) {
        const Entry first = best_of_block(points, 0, dx, dy, dz);
        return points.stride == kScanBlock
                   ? first.index
                   : winner(first, best_of_block(points, kScanBlock, dx, dy, dz)).index;
    }
    return HWY_DYNAMIC_DISPATCH(scan_rows)(points.x, points.stride, dx, dy, dz);
}

}  // namespace graze::simd
#endif
