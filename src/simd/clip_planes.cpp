// Each lane keeps the best of its own planes and their indices; reduced once at the end. The last planes are
// taken again with those before them, to fill the vector.
#include "simd/clip_planes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/clip_planes.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kMaxLanes = 8;
using Lanes = hn::CappedTag<double, kMaxLanes>;
using Vector = hn::Vec<Lanes>;

constexpr double kNever = 1e300;  // beyond every crossing in the served range

struct Line {
    Vector x, y, z;  // start
    Vector u, v, w;  // slope
};

struct Extremes {
    Vector in, in_index, out, out_index;

    HWY_INLINE void take(const double* planes, const Vector& index, const Line& line) {
        const Lanes d;
        Vector a, b, c, offset;
        hn::LoadInterleaved4(d, planes, a, b, c, offset);
        // Separate multiplications and additions in the order of scalar code; never MulAdd.
        const Vector height =
            hn::Add(hn::Add(hn::Add(hn::Mul(a, line.x), hn::Mul(b, line.y)), hn::Mul(c, line.z)), offset);
        const Vector rate = hn::Add(hn::Add(hn::Mul(a, line.u), hn::Mul(b, line.v)), hn::Mul(c, line.w));
        const Vector t = hn::Div(hn::Neg(height), rate);
        const auto enters = hn::And(hn::Lt(rate, hn::Zero(d)), hn::Gt(t, in));
        const auto leaves = hn::And(hn::Gt(rate, hn::Zero(d)), hn::Lt(t, out));
        in = hn::IfThenElse(enters, t, in);
        in_index = hn::IfThenElse(enters, index, in_index);
        out = hn::IfThenElse(leaves, t, out);
        out_index = hn::IfThenElse(leaves, index, out_index);
    }
};

PlaneClip reduced(const Extremes& best, std::size_t lanes) {
    const Lanes d;
    HWY_ALIGN double in[kMaxLanes] = {}, in_index[kMaxLanes] = {}, out[kMaxLanes] = {},
                     out_index[kMaxLanes] = {};
    hn::Store(best.in, d, in);
    hn::Store(best.in_index, d, in_index);
    hn::Store(best.out, d, out);
    hn::Store(best.out_index, d, out_index);
    std::size_t first = 0, last = 0;
    for (std::size_t i = 1; i < lanes; ++i) {
        if (in[i] > in[first] || (in[i] == in[first] && in_index[i] < in_index[first])) first = i;
        if (out[i] < out[last] || (out[i] == out[last] && out_index[i] < out_index[last])) last = i;
    }
    PlaneClip clip;
    clip.in = in[first];
    clip.out = out[last];
    if (clip.in > -kNever) clip.first = static_cast<std::uint32_t>(in_index[first]);
    if (clip.out < kNever) clip.last = static_cast<std::uint32_t>(out_index[last]);
    return clip;
}

PlaneClip clip(const double* planes, std::size_t count, const double* start, const double* slope) {
    const Lanes d;
    const std::size_t lanes = hn::Lanes(d);
    const Line line{hn::Set(d, start[0]), hn::Set(d, start[1]), hn::Set(d, start[2]),
                    hn::Set(d, slope[0]), hn::Set(d, slope[1]), hn::Set(d, slope[2])};
    const Vector never = hn::Set(d, kNever);
    Extremes best{hn::Neg(never), hn::Zero(d), never, hn::Zero(d)};
    for (std::size_t i = 0; i < count; i += lanes) {
        const std::size_t from = i + lanes <= count ? i : count - lanes;
        best.take(planes + 4 * from, hn::Iota(d, static_cast<double>(from)), line);
    }
    return reduced(best, lanes);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(clip);

PlaneClip clip_planes(const double* planes, std::size_t count, const double* start,
                      const double* slope) noexcept {
    if (count >= 8) return HWY_DYNAMIC_DISPATCH(clip)(planes, count, start, slope);
    PlaneClip best{-1e300, 1e300};
    for (std::uint32_t i = 0; i < count; ++i) {
        const double* n = planes + 4 * i;
        const double height = ((n[0] * start[0] + n[1] * start[1]) + n[2] * start[2]) + n[3];
        const double rate = (n[0] * slope[0] + n[1] * slope[1]) + n[2] * slope[2];
        const double t = -height / rate;
        if (rate < 0 && t > best.in) best.in = t, best.first = i;
        if (rate > 0 && t < best.out) best.out = t, best.last = i;
    }
    return best;
}

}  // namespace graze::simd
#endif
