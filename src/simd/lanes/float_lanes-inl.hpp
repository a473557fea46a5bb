// Vectors of floats in lanes, for filters whose answers have a margin for every rounding; and how lanes are
// packed. At most sixteen. Included once per instruction set, where there are vectors.
#if defined(GRAZE_SIMD_LANES_FLOAT_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_LANES_FLOAT_LANES_INL
#undef GRAZE_SIMD_LANES_FLOAT_LANES_INL
#else
#define GRAZE_SIMD_LANES_FLOAT_LANES_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <iterator>

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kFloatGroup = 16;

using Floats = hn::CappedTag<float, kFloatGroup>;
using Float = hn::Vec<Floats>;
using FloatMask = hn::Mask<Floats>;

HWY_INLINE Float every(float x) { return hn::Set(Floats(), x); }

HWY_INLINE std::uint32_t float_bits(const FloatMask& mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(Floats(), mask, bytes);
    return bytes[0] | std::uint32_t{bytes[1]} << 8;
}

struct Float3 {
    Float x, y, z;
};

HWY_INLINE Float3 operator+(const Float3& a, const Float3& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE Float3 operator-(const Float3& a, const Float3& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE Float3 operator-(const Float3& a) { return {hn::Neg(a.x), hn::Neg(a.y), hn::Neg(a.z)}; }
HWY_INLINE Float3 operator*(const Float3& a, const Float& s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}
// Fused where there is such an operation: these answers have a margin for either.
HWY_INLINE Float dot(const Float3& a, const Float3& b) {
    return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}
HWY_INLINE Float3 cross(const Float3& a, const Float3& b) {
    return {hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
            hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}
HWY_INLINE Float volume(const Float3& x, const Float3& y, const Float3& z) { return dot(cross(x, y), z); }
HWY_INLINE Float3 chosen(const FloatMask& mask, const Float3& yes, const Float3& no) {
    return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
            hn::IfThenElse(mask, yes.z, no.z)};
}

#if HWY_MAX_BYTES < 64
/// For every mask, the lanes that it has, one after the other.
struct Packing {
    std::uint8_t of[1 << hn::MaxLanes(Floats())][hn::MaxLanes(Floats())];
};
constexpr Packing make_packing() {
    Packing packing{};
    for (std::size_t mask = 0; mask < std::size(packing.of); ++mask) {
        std::size_t next = 0;
        for (std::size_t lane = 0; lane < hn::MaxLanes(Floats()); ++lane)
            if ((mask >> lane & 1) != 0) packing.of[mask][next++] = static_cast<std::uint8_t>(lane);
    }
    return packing;
}
constexpr Packing kPacking = make_packing();
#endif

/// The lanes of the mask, one after the other, at `to[row]` for `rows` rows of floats at `from[row]`; `to`
/// may be `from` or before it. Rows are kStride floats apart, and a whole vector is written. How many there
/// are.
template <std::size_t kStride>
HWY_INLINE std::size_t pack_rows(const float* from, const FloatMask& mask, std::size_t rows, float* to) {
    const Floats d;
#if HWY_MAX_BYTES >= 64
    // In a register first: straight to memory the instruction is slow on processors of AMD.
    for (std::size_t row = 0; row < rows; ++row)
        hn::CompressStore(hn::LoadU(d, from + row * kStride), mask, d, to + row * kStride);
#else
    // By our own table: the one of Highway 1.0.3 is copied to the stack for every vector (GCC 12).
    const hn::Rebind<std::uint8_t, Floats> bytes;
    const hn::Rebind<std::int32_t, Floats> indices;
    const std::uint8_t* const lanes = kPacking.of[float_bits(mask)];
    const auto order = hn::IndicesFromVec(d, hn::PromoteTo(indices, hn::LoadU(bytes, lanes)));
    for (std::size_t row = 0; row < rows; ++row)
        hn::StoreU(hn::TableLookupLanes(hn::LoadU(d, from + row * kStride), order), d, to + row * kStride);
#endif
    return hn::CountTrue(d, mask);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#endif
