// Heights over planes are determinants of three differences of corners; their error bound is that of convex/triangle_triangle.cpp, with the
// extent of both boxes in place of each difference.
#include "simd/leaf_triangles.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/leaf_triangles.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Leaves hold four triangles at the most by default, two on average.
using Doubles = hn::CappedTag<double, 4>;
using DoubleVector = hn::Vec<Doubles>;

constexpr double kEps = 0x1p-53;
/// Bounds and determinants below this may have underflowed.
constexpr double kUnderflow = 1e-290;

struct Vectors {
    DoubleVector x, y, z;
};
HWY_INLINE Vectors sub(const Vectors& a, const Vectors& b) { return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)}; }
HWY_INLINE DoubleVector dot(const Vectors& a, const Vectors& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
HWY_INLINE Vectors cross(const Vectors& a, const Vectors& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
HWY_INLINE DoubleVector largest(const Vectors& v) { return hn::Max(hn::Max(hn::Abs(v.x), hn::Abs(v.y)), hn::Abs(v.z)); }
HWY_INLINE Vectors load(const double (*rows)[kLeafLanes], std::size_t i) {
    const Doubles d;
    return {hn::Load(d, rows[0] + i), hn::Load(d, rows[1] + i), hn::Load(d, rows[2] + i)};
}
HWY_INLINE Vectors same(const double* p) {
    const Doubles d;
    return {hn::Set(d, p[0]), hn::Set(d, p[1]), hn::Set(d, p[2])};
}

HWY_INLINE void see_lanes(const LeafTriangles& leaf, const LeafView& view, std::size_t i, SeenLeaf& out) {
    const Doubles d;
    const DoubleVector error = hn::Set(d, view.error);
    for (std::size_t k = 0; k < 3; ++k) {
        DoubleVector seen[3];
        for (std::size_t c = 0; c < 3; ++c) {
            DoubleVector sum = hn::Mul(hn::Set(d, view.rows[k][0]), hn::Load(d, leaf.corner[c][0] + i));
            sum = hn::Add(sum, hn::Mul(hn::Set(d, view.rows[k][1]), hn::Load(d, leaf.corner[c][1] + i)));
            sum = hn::Add(sum, hn::Mul(hn::Set(d, view.rows[k][2]), hn::Load(d, leaf.corner[c][2] + i)));
            seen[c] = hn::Add(sum, hn::Set(d, view.offset[k]));
            hn::Store(seen[c], d, out.corner[c][k] + i);
        }
        hn::Store(hn::Sub(hn::Min(hn::Min(seen[0], seen[1]), seen[2]), error), d, out.low[k] + i);
        hn::Store(hn::Add(hn::Max(hn::Max(seen[0], seen[1]), seen[2]), error), d, out.high[k] + i);
    }
    const Vectors first = load(out.corner[0], i);
    const Vectors u = sub(load(out.corner[1], i), first), v = sub(load(out.corner[2], i), first);
    const Vectors normal = cross(u, v);
    hn::Store(normal.x, d, out.normal[0] + i);
    hn::Store(normal.y, d, out.normal[1] + i);
    hn::Store(normal.z, d, out.normal[2] + i);
    // Each edge is off by the errors of its ends and its own rounding.
    const DoubleVector size_u = largest(u), size_v = largest(v), twice = hn::Add(error, error), eps = hn::Set(d, kEps);
    const DoubleVector error_u = hn::Add(twice, hn::Mul(eps, size_u)), error_v = hn::Add(twice, hn::Mul(eps, size_v));
    hn::Store(hn::Mul(size_u, size_v), d, out.product + i);
    hn::Store(hn::Add(hn::Mul(size_u, error_v), hn::Mul(error_u, hn::Add(size_v, error_v))), d, out.lost + i);
}

void see(const LeafTriangles& leaf, const LeafView& view, SeenLeaf& out) {
    out.count = leaf.count;
    out.error = view.error;
    for (std::size_t i = 0; i < leaf.count; i += hn::Lanes(Doubles())) see_lanes(leaf, view, i, out);
    for (std::size_t k = 0; k < 3; ++k) {
        out.box_low[k] = out.low[k][0];
        out.box_high[k] = out.high[k][0];
        for (std::size_t i = 1; i < leaf.count; ++i) {
            out.box_low[k] = std::min(out.box_low[k], out.low[k][i]);
            out.box_high[k] = std::max(out.box_high[k], out.high[k][i]);
        }
    }
}

/// One triangle with exact corners: its box, its normal, and the size of the edges that span it.
struct Own {
    const double* corner[3];
    double low[3];
    double high[3];
    double normal[3];
    double product;

    HWY_INLINE explicit Own(const double* p) : corner{p, p + 3, p + 6} {
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = std::min(std::min(p[k], p[3 + k]), p[6 + k]);
            high[k] = std::max(std::max(p[k], p[3 + k]), p[6 + k]);
        }
    }
    HWY_INLINE void span() {
        double u[3], v[3];
        for (std::size_t k = 0; k < 3; ++k) {
            u[k] = corner[1][k] - corner[0][k];
            v[k] = corner[2][k] - corner[0][k];
        }
        normal[0] = u[1] * v[2] - u[2] * v[1];
        normal[1] = u[2] * v[0] - u[0] * v[2];
        normal[2] = u[0] * v[1] - u[1] * v[0];
        product = std::max({std::abs(u[0]), std::abs(u[1]), std::abs(u[2])}) * std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
    }
};

HWY_INLINE auto boxes_meet(const Own& own, const SeenLeaf& seen, std::size_t i) {
    const Doubles d;
    auto meet = hn::And(hn::Le(hn::Load(d, seen.low[0] + i), hn::Set(d, own.high[0])),
                        hn::Ge(hn::Load(d, seen.high[0] + i), hn::Set(d, own.low[0])));
    for (std::size_t k = 1; k < 3; ++k) {
        meet = hn::And(meet, hn::Le(hn::Load(d, seen.low[k] + i), hn::Set(d, own.high[k])));
        meet = hn::And(meet, hn::Ge(hn::Load(d, seen.high[k] + i), hn::Set(d, own.low[k])));
    }
    return meet;
}

/// Whether three heights reach zero, each off by `error`. A NaN does.
HWY_INLINE auto reach_zero(DoubleVector p, DoubleVector q, DoubleVector r, DoubleVector error) {
    const auto above = hn::Gt(hn::Min(hn::Min(p, q), r), error);
    const auto below = hn::Lt(hn::Max(hn::Max(p, q), r), hn::Neg(error));
    return hn::Not(hn::Or(above, below));
}

/// Lanes whose corners are not all on one side of the triangle's plane, nor its corners on one side of theirs.
HWY_INLINE auto planes_reached(const Own& own, const SeenLeaf& seen, std::size_t i) {
    const Doubles d;
    // No difference of corners is larger than the box of both, up to rounding.
    DoubleVector extent = hn::Zero(d);
    for (std::size_t k = 0; k < 3; ++k) {
        const DoubleVector high = hn::Max(hn::Load(d, seen.high[k] + i), hn::Set(d, own.high[k]));
        const DoubleVector low = hn::Min(hn::Load(d, seen.low[k] + i), hn::Set(d, own.low[k]));
        extent = hn::Max(extent, hn::Sub(high, low));
    }
    const Vectors normal = same(own.normal), at = same(own.corner[0]);
    const DoubleVector p = dot(normal, sub(load(seen.corner[0], i), at));
    const DoubleVector q = dot(normal, sub(load(seen.corner[1], i), at));
    const DoubleVector r = dot(normal, sub(load(seen.corner[2], i), at));
    // With exact corners the edges are off by eps of themselves, the third difference by `error` and eps of the extent: six products
    // are off by 6.12 (error + 3.02 eps extent), and their evaluation by 32 eps extent.
    const DoubleVector bound_own =
        hn::Add(hn::Mul(hn::Set(d, own.product), hn::Add(hn::Set(d, 7 * seen.error), hn::Mul(hn::Set(d, 64 * kEps), extent))),
                hn::Set(d, kUnderflow));
    const auto met = reach_zero(p, q, r, bound_own);
    const Vectors theirs = load(seen.normal, i), from = load(seen.corner[0], i);
    const DoubleVector s = dot(theirs, sub(same(own.corner[0]), from));
    const DoubleVector t = dot(theirs, sub(same(own.corner[1]), from));
    const DoubleVector u = dot(theirs, sub(same(own.corner[2]), from));
    const DoubleVector product = hn::Load(d, seen.product + i);
    const DoubleVector off = hn::Add(hn::Set(d, seen.error), hn::Mul(hn::Set(d, 2 * kEps), extent));
    const DoubleVector inherited = hn::Add(hn::Mul(product, off), hn::Mul(hn::Load(d, seen.lost + i), hn::Add(extent, off)));
    const DoubleVector bound_theirs = hn::Add(
        hn::Add(hn::Mul(hn::Set(d, 6.2), inherited), hn::Mul(hn::Set(d, 34 * kEps), hn::Mul(product, extent))), hn::Set(d, kUnderflow));
    return hn::And(met, reach_zero(s, t, u, bound_theirs));
}

void may_meet(const double* triangles, std::uint32_t count, const SeenLeaf& seen, std::uint32_t* bits) {
    const Doubles d;
    const std::uint32_t used = (1U << seen.count) - 1;
    for (std::uint32_t t = 0; t < count; ++t) {
        Own own(triangles + 9 * t);
        bool spanned = false;
        bits[t] = 0;
        for (std::size_t i = 0; i < seen.count; i += hn::Lanes(d)) {
            auto meet = boxes_meet(own, seen, i);
            if (hn::AllFalse(d, meet)) continue;
            if (!spanned) own.span();
            spanned = true;
            meet = hn::And(meet, planes_reached(own, seen, i));
            std::uint8_t part[8] = {};
            hn::StoreMaskBits(d, meet, part);
            bits[t] |= static_cast<std::uint32_t>(part[0]) << i;
        }
        bits[t] &= used;
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(see);
HWY_EXPORT(may_meet);

void see_leaf(const LeafTriangles& leaf, const LeafView& view, SeenLeaf& out) { HWY_DYNAMIC_DISPATCH(see)(leaf, view, out); }
void pairs_that_may_meet(const double* own, std::uint32_t count, const SeenLeaf& seen, std::uint32_t* bits) {
    HWY_DYNAMIC_DISPATCH(may_meet)(own, count, seen, bits);
}

}  // namespace graze::simd
#endif
