// Four floats as the compiler's own vector (GCC, Clang): for loops of a few instructions that must be
// inlined, where Highway's static target would be scalar on plain x86-64. Every operation is exact or rounds
// each lane as scalar code does.
#pragma once

#include <cstdint>
#include <cstring>

namespace graze::simd {

using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));

inline Float4 load4(const float* p) noexcept {
    Float4 v;
    std::memcpy(&v, p, sizeof v);
    return v;
}
inline void store4(Float4 v, float* p) noexcept { std::memcpy(p, &v, sizeof v); }
inline Float4 set4(float x) noexcept { return Float4{x, x, x, x}; }
/// Lanes of b where a lane is NaN.
inline Float4 min4(Float4 a, Float4 b) noexcept { return a < b ? a : b; }
/// Rows become columns.
inline void transpose4(Float4& a, Float4& b, Float4& c, Float4& d) noexcept {
    const Float4 low_ab = __builtin_shufflevector(a, b, 0, 4, 1, 5),
                 high_ab = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Float4 low_cd = __builtin_shufflevector(c, d, 0, 4, 1, 5),
                 high_cd = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    a = __builtin_shufflevector(low_ab, low_cd, 0, 1, 4, 5);
    b = __builtin_shufflevector(low_ab, low_cd, 2, 3, 6, 7);
    c = __builtin_shufflevector(high_ab, high_cd, 0, 1, 4, 5);
    d = __builtin_shufflevector(high_ab, high_cd, 2, 3, 6, 7);
}
/// Towards zero; lanes must fit.
inline Int4 truncate4(Float4 v) noexcept { return __builtin_convertvector(v, Int4); }

}  // namespace graze::simd
