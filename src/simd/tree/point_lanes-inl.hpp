// Points in lanes, one in each, for the instruction set at hand: doubles, four at a time where it has them.
// Included once per instruction set.
#if defined(GRAZE_SIMD_POINT_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_POINT_LANES_INL
#undef GRAZE_SIMD_POINT_LANES_INL
#else
#define GRAZE_SIMD_POINT_LANES_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Points processed together; on narrow instruction sets in several steps.
constexpr std::uint32_t kTogether = 4;
using Doubles = hn::CappedTag<double, kTogether>;
using DoubleVector = hn::Vec<Doubles>;

struct Points {
    DoubleVector x, y, z;
};

HWY_INLINE Points operator-(const Points& a, const Points& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE DoubleVector dot(const Points& a, const Points& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
HWY_INLINE DoubleVector minor(DoubleVector a, DoubleVector b, DoubleVector c, DoubleVector d) {
    return hn::Sub(hn::Mul(a, d), hn::Mul(b, c));
}
HWY_INLINE Points cross(const Points& a, const Points& b) {
    return {minor(a.y, a.z, b.y, b.z), minor(a.z, a.x, b.z, b.x), minor(a.x, a.y, b.x, b.y)};
}
HWY_INLINE Points everywhere(const double* p) {
    const Doubles d;
    return {hn::Set(d, p[0]), hn::Set(d, p[1]), hn::Set(d, p[2])};
}

#if HWY_TARGET == HWY_SCALAR
/// One point in each lane: `at(lane)` is where its three doubles are.
template <class At> HWY_INLINE Points gather_points(const At& at) { return everywhere(at(0)); }
#else
/// Two points side by side.
struct PointPair {
    using Tag = hn::CappedTag<double, 2>;
    hn::Vec<Tag> x, y, z;

    HWY_INLINE PointPair(const double* p, const double* q) {
        const Tag d;
        const auto low = hn::LoadU(d, p), high = hn::LoadU(d, q);
        x = hn::InterleaveLower(d, low, high);
        y = hn::InterleaveUpper(d, low, high);
        z = hn::InterleaveUpper(d, hn::LoadU(d, p + 1), hn::LoadU(d, q + 1));
    }
};

/// One point in each lane: `at(lane)` is where its three doubles are.
template <class At> HWY_INLINE Points gather_points(const At& at) {
    const PointPair low(at(0), at(1));
#if HWY_MAX_BYTES >= 32
    const Doubles d;
    const PointPair high(at(2), at(3));
    return {hn::Combine(d, high.x, low.x), hn::Combine(d, high.y, low.y), hn::Combine(d, high.z, low.z)};
#else
    return {low.x, low.y, low.z};
#endif
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#endif
