// How far two matrices are from rotations, measured side by side: every query asks this of its two poses
// first.
#pragma once

#include <cstdint>
#include <cstring>

namespace graze::simd {

struct DefectPair {
    double a = 0;
    double b = 0;
};

namespace detail {

// The compiler's own pair of doubles (GCC, Clang): a few nanoseconds of work must be inlined, and Highway's
// static target is scalar for plain x86-64.
using Two = double __attribute__((vector_size(16)));
using TwoBits = std::int64_t __attribute__((vector_size(16)));

inline Two load(const double* p) noexcept {
    Two two;
    std::memcpy(&two, p, sizeof two);
    return two;
}

inline Two magnitude(Two x) noexcept {
    constexpr std::int64_t all_but_sign = INT64_MAX;
    return reinterpret_cast<Two>(reinterpret_cast<TwoBits>(x) & TwoBits{all_but_sign, all_but_sign});
}

}  // namespace detail

/// `orthonormality_defect` of two matrices of nine doubles, by columns: the same operations in the same
/// order, one matrix a lane.
inline DefectPair defect_pair(const double* a, const double* b) noexcept {
    using detail::load;
    using detail::magnitude;
    using detail::Two;
    Two m[9];
    for (int i = 0; i < 8; i += 2) {
        m[i] = __builtin_shufflevector(load(a + i), load(b + i), 0, 2);
        m[i + 1] = __builtin_shufflevector(load(a + i), load(b + i), 1, 3);
    }
    m[8] = Two{a[8], b[8]};
    const auto dot = [&m](int i, int j) {
        return (m[3 * i] * m[3 * j] + m[3 * i + 1] * m[3 * j + 1]) + m[3 * i + 2] * m[3 * j + 2];
    };
    const Two x = magnitude(dot(0, 0) - 1.0) + magnitude(dot(0, 1));
    const Two y = magnitude(dot(1, 1) - 1.0) + magnitude(dot(1, 2));
    const Two z = magnitude(dot(2, 2) - 1.0) + magnitude(dot(2, 0));
    const Two sum = (x + y) + z;
    return {sum[0], sum[1]};
}

}  // namespace graze::simd
