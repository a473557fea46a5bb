// How far two poses are from rigid ones within a range, measured side by side: every query asks this of its
// two poses first. Here rather than in lanes of Highway: a few nanoseconds of work must be inlined, and its
// static target is scalar for plain x86-64.
#pragma once

#include <cstdint>
#include <cstring>

namespace graze::simd {

struct DefectPair {
    double a = 0;
    double b = 0;
};

/// What a query asks of two poses, each twelve doubles: the columns of a matrix, then a position.
struct PosePairCheck {
    DefectPair defect;
    bool within = false;  ///< Both defects and the magnitudes of both positions are within the limits. Not
                          ///< when one is NaN.
};

namespace detail {

// The compiler's own pair of doubles (GCC, Clang).
using Two = double __attribute__((vector_size(16)));
using TwoBits = std::int64_t __attribute__((vector_size(16)));

inline Two magnitude(Two x) noexcept {
    constexpr std::int64_t all_but_sign = INT64_MAX;
    return reinterpret_cast<Two>(reinterpret_cast<TwoBits>(x) & TwoBits{all_but_sign, all_but_sign});
}

inline Two load(const double* p) noexcept {
    Two two;
    std::memcpy(&two, p, sizeof two);
    return two;
}

/// lanes[i] = {a[i], b[i]}, from pairs of neighbours: single loads would be shared with the queries' own, and
/// kept in registers that are needed here.
template <int kCount> void side_by_side(const double* a, const double* b, Two* lanes) noexcept {
    for (int i = 0; i + 1 < kCount; i += 2) {
        lanes[i] = __builtin_shufflevector(load(a + i), load(b + i), 0, 2);
        lanes[i + 1] = __builtin_shufflevector(load(a + i), load(b + i), 1, 3);
    }
    if constexpr (kCount % 2 == 1) lanes[kCount - 1] = Two{a[kCount - 1], b[kCount - 1]};
}

inline Two defects(const Two* m) noexcept {
    const auto dot = [m](int i, int j) {
        return (m[3 * i] * m[3 * j] + m[3 * i + 1] * m[3 * j + 1]) + m[3 * i + 2] * m[3 * j + 2];
    };
    const Two x = magnitude(dot(0, 0) - 1.0) + magnitude(dot(0, 1));
    const Two y = magnitude(dot(1, 1) - 1.0) + magnitude(dot(1, 2));
    const Two z = magnitude(dot(2, 2) - 1.0) + magnitude(dot(2, 0));
    return (x + y) + z;
}

}  // namespace detail

/// `orthonormality_defect` of two matrices of nine doubles, by columns: the same operations in the same
/// order, one matrix a lane.
inline DefectPair defect_pair(const double* a, const double* b) noexcept {
    detail::Two m[9];
    detail::side_by_side<9>(a, b, m);
    const detail::Two sum = detail::defects(m);
    return {sum[0], sum[1]};
}

/// The defects of two poses, and whether they and the positions are within the limits.
inline PosePairCheck check_pose_pair(const double* a, const double* b, double largest_defect,
                                     double largest_position) noexcept {
    using detail::Two;
    Two m[12];
    detail::side_by_side<12>(a, b, m);
    const Two sum = detail::defects(m);
    detail::TwoBits within = sum <= Two{largest_defect, largest_defect};
    for (int i = 9; i < 12; ++i) within &= detail::magnitude(m[i]) <= Two{largest_position, largest_position};
    return {{sum[0], sum[1]}, (within[0] & within[1]) != 0};
}

}  // namespace graze::simd
