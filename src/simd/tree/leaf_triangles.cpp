// Heights over planes are determinants of three differences of corners; their error bound is that of
// convex/triangle/triangle_triangle.cpp, with the extent of both boxes in place of each difference.
#include "simd/tree/leaf_triangles.hpp"

#include <algorithm>
#include <cmath>

#include "math/underflow.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree/leaf_triangles.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree/point_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {
constexpr double kEps = 0x1p-53;

HWY_INLINE DoubleVector largest(const Points& v) {
    return hn::Max(hn::Max(hn::Abs(v.x), hn::Abs(v.y)), hn::Abs(v.z));
}
HWY_INLINE Points load(const double (*rows)[kLeafLanes], std::size_t i) {
    const Doubles d;
    return {hn::Load(d, rows[0] + i), hn::Load(d, rows[1] + i), hn::Load(d, rows[2] + i)};
}
HWY_INLINE double least_lane(const DoubleVector& v) { return hn::GetLane(hn::MinOfLanes(Doubles(), v)); }
HWY_INLINE double most_lane(const DoubleVector& v) { return hn::GetLane(hn::MaxOfLanes(Doubles(), v)); }

/// The box of all lanes so far.
struct LaneBounds {
    DoubleVector low[3];
    DoubleVector high[3];
};

HWY_INLINE void transform_lanes(const LeafCorners& leaf, const LeafView& view, std::size_t i,
                                TransformedLeaf& out, LaneBounds& box) {
    const Doubles d;
    const DoubleVector error = hn::Set(d, view.error);
    Points corners[3];
    for (std::size_t c = 0; c < 3; ++c)
        corners[c] = gather_points([&](std::size_t lane) HWY_ATTR { return leaf.corner[i + lane][c]; });
    for (std::size_t k = 0; k < 3; ++k) {
        DoubleVector transformed[3];
        for (std::size_t c = 0; c < 3; ++c) {
            transformed[c] = hn::Add(dot(everywhere(view.rows[k]), corners[c]), hn::Set(d, view.offset[k]));
            hn::Store(transformed[c], d, out.corner[c][k] + i);
        }
        const DoubleVector low =
            hn::Sub(hn::Min(hn::Min(transformed[0], transformed[1]), transformed[2]), error);
        const DoubleVector high =
            hn::Add(hn::Max(hn::Max(transformed[0], transformed[1]), transformed[2]), error);
        hn::Store(low, d, out.low[k] + i);
        hn::Store(high, d, out.high[k] + i);
        box.low[k] = i == 0 ? low : hn::Min(box.low[k], low);
        box.high[k] = i == 0 ? high : hn::Max(box.high[k], high);
    }
}

/// Across the first triangle.
HWY_INLINE void set_along(TransformedLeaf& out) {
    double u[3], v[3];
    for (std::size_t k = 0; k < 3; ++k) {
        u[k] = out.corner[1][k][0] - out.corner[0][k][0];
        v[k] = out.corner[2][k][0] - out.corner[0][k][0];
    }
    out.along[0] = u[1] * v[2] - u[2] * v[1];
    out.along[1] = u[2] * v[0] - u[0] * v[2];
    out.along[2] = u[0] * v[1] - u[1] * v[0];
    const double size =
        std::max(std::max(std::abs(out.along[0]), std::abs(out.along[1])), std::abs(out.along[2]));
    // Normals of tiny triangles may have underflowed.
    const bool known = size > kDeterminantUnderflow && size < 1 / kDeterminantUnderflow;
    for (double& component : out.along) component = known ? component / size : 0;
}

HWY_INLINE void set_heights(TransformedLeaf& out) {
    const Doubles d;
    const Points along = everywhere(out.along);
    DoubleVector low = dot(along, load(out.corner[0], 0)), high = low;
    for (std::size_t i = 0; i < out.count; i += hn::Lanes(d)) {
        for (const auto& corner : out.corner) {
            const DoubleVector height = dot(along, load(corner, i));
            low = hn::Min(low, height);
            high = hn::Max(high, height);
        }
    }
    double size = 0;
    for (std::size_t k = 0; k < 3; ++k)
        size = std::max(size, std::max(std::abs(out.box_low[k]), std::abs(out.box_high[k])));
    // Corners are off by `error` along each axis, components of the direction are at most 1; heights are five
    // roundings of three products.
    const double slack = 3.1 * out.error + 32 * kEps * size;
    out.bottom = least_lane(low) - slack;
    out.top = most_lane(high) + slack;
}

void transform(const LeafCorners& leaf, const LeafView& view, TransformedLeaf& out) {
    out.count = leaf.count;
    out.error = view.error;
    out.spanned = false;
    LaneBounds box;
    transform_lanes(leaf, view, 0, out, box);
    for (std::size_t i = hn::Lanes(Doubles()); i < leaf.count; i += hn::Lanes(Doubles()))
        transform_lanes(leaf, view, i, out, box);
    for (std::size_t k = 0; k < 3; ++k) {
        out.box_low[k] = least_lane(box.low[k]);
        out.box_high[k] = most_lane(box.high[k]);
    }
    set_along(out);
    set_heights(out);
}

HWY_INLINE void span_lanes(TransformedLeaf& out, std::size_t i) {
    const Doubles d;
    const Points first = load(out.corner[0], i), u = load(out.corner[1], i) - first,
                 v = load(out.corner[2], i) - first;
    const Points normal = cross(u, v);
    hn::Store(normal.x, d, out.normal[0] + i);
    hn::Store(normal.y, d, out.normal[1] + i);
    hn::Store(normal.z, d, out.normal[2] + i);
    // Each edge is off by the errors of its ends and its own rounding.
    const DoubleVector error = hn::Set(d, out.error), twice = hn::Add(error, error), eps = hn::Set(d, kEps);
    const DoubleVector size_u = largest(u), size_v = largest(v);
    const DoubleVector error_u = hn::Add(twice, hn::Mul(eps, size_u)),
                       error_v = hn::Add(twice, hn::Mul(eps, size_v));
    hn::Store(hn::Mul(size_u, size_v), d, out.product + i);
    hn::Store(hn::Add(hn::Mul(size_u, error_v), hn::Mul(error_u, hn::Add(size_v, error_v))), d, out.lost + i);
}

/// One triangle with exact corners: its box, its normal, and the size of the edges that span it.
struct Own {
    const double* corner[3];
    double low[3];
    double high[3];
    double normal[3];
    double product;

    HWY_INLINE explicit Own(const double* const* at) : corner{at[0], at[1], at[2]} {
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = std::min(std::min(at[0][k], at[1][k]), at[2][k]);
            high[k] = std::max(std::max(at[0][k], at[1][k]), at[2][k]);
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
        product = std::max({std::abs(u[0]), std::abs(u[1]), std::abs(u[2])}) *
                  std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
    }
};

HWY_INLINE auto boxes_overlap(const Own& own, const TransformedLeaf& transformed, std::size_t i) {
    const Doubles d;
    auto overlap = hn::And(hn::Le(hn::Load(d, transformed.low[0] + i), hn::Set(d, own.high[0])),
                           hn::Ge(hn::Load(d, transformed.high[0] + i), hn::Set(d, own.low[0])));
    for (std::size_t k = 1; k < 3; ++k) {
        overlap = hn::And(overlap, hn::Le(hn::Load(d, transformed.low[k] + i), hn::Set(d, own.high[k])));
        overlap = hn::And(overlap, hn::Ge(hn::Load(d, transformed.high[k] + i), hn::Set(d, own.low[k])));
    }
    return overlap;
}

/// Whether three heights reach zero, each off by `error`. A NaN does.
HWY_INLINE auto reach_zero(DoubleVector p, DoubleVector q, DoubleVector r, DoubleVector error) {
    const auto above = hn::Gt(hn::Min(hn::Min(p, q), r), error);
    const auto below = hn::Lt(hn::Max(hn::Max(p, q), r), hn::Neg(error));
    return hn::Not(hn::Or(above, below));
}

/// Lanes whose corners are not all on one side of the triangle's plane, nor its corners on one side of
/// theirs.
HWY_INLINE auto planes_reached(const Own& own, const TransformedLeaf& transformed, std::size_t i) {
    const Doubles d;
    // No difference of corners is larger than the box of both, up to rounding.
    DoubleVector extent = hn::Zero(d);
    for (std::size_t k = 0; k < 3; ++k) {
        const DoubleVector high = hn::Max(hn::Load(d, transformed.high[k] + i), hn::Set(d, own.high[k]));
        const DoubleVector low = hn::Min(hn::Load(d, transformed.low[k] + i), hn::Set(d, own.low[k]));
        extent = hn::Max(extent, hn::Sub(high, low));
    }
    const Points normal = everywhere(own.normal), at = everywhere(own.corner[0]);
    const DoubleVector p = dot(normal, load(transformed.corner[0], i) - at);
    const DoubleVector q = dot(normal, load(transformed.corner[1], i) - at);
    const DoubleVector r = dot(normal, load(transformed.corner[2], i) - at);
    // With exact corners the edges are off by eps of themselves, the third difference by `error` and eps of
    // the extent: six products are off by 6.12 (error + 3.02 eps extent), and their evaluation by 32 eps
    // extent.
    const DoubleVector bound_own =
        hn::Add(hn::Mul(hn::Set(d, own.product),
                        hn::Add(hn::Set(d, 7 * transformed.error), hn::Mul(hn::Set(d, 64 * kEps), extent))),
                hn::Set(d, kDeterminantUnderflow));
    const auto reaching = reach_zero(p, q, r, bound_own);
    const Points theirs = load(transformed.normal, i), from = load(transformed.corner[0], i);
    const DoubleVector s = dot(theirs, everywhere(own.corner[0]) - from);
    const DoubleVector t = dot(theirs, everywhere(own.corner[1]) - from);
    const DoubleVector u = dot(theirs, everywhere(own.corner[2]) - from);
    const DoubleVector product = hn::Load(d, transformed.product + i);
    const DoubleVector off = hn::Add(hn::Set(d, transformed.error), hn::Mul(hn::Set(d, 2 * kEps), extent));
    const DoubleVector inherited =
        hn::Add(hn::Mul(product, off), hn::Mul(hn::Load(d, transformed.lost + i), hn::Add(extent, off)));
    const DoubleVector bound_theirs =
        hn::Add(hn::Add(hn::Mul(hn::Set(d, 6.2), inherited),
                        hn::Mul(hn::Set(d, 34 * kEps), hn::Mul(product, extent))),
                hn::Set(d, kDeterminantUnderflow));
    return hn::And(reaching, reach_zero(s, t, u, bound_theirs));
}

HWY_NOINLINE void span(TransformedLeaf& transformed) {
    for (std::size_t i = 0; i < transformed.count; i += hn::Lanes(Doubles())) span_lanes(transformed, i);
    transformed.spanned = true;
}

void may_intersect(const LeafCorners& leaf, TransformedLeaf& transformed, std::uint32_t* bits) {
    const Doubles d;
    const std::uint32_t used = (1U << transformed.count) - 1;
    for (std::uint32_t t = 0; t < leaf.count; ++t) {
        Own own(leaf.corner[t]);
        bool spanned = false;
        bits[t] = 0;
        for (std::size_t i = 0; i < transformed.count; i += hn::Lanes(d)) {
            auto overlap = boxes_overlap(own, transformed, i);
            if (hn::AllFalse(d, overlap)) continue;
            if (!spanned) own.span();
            spanned = true;
            if (!transformed.spanned) span(transformed);
            overlap = hn::And(overlap, planes_reached(own, transformed, i));
            std::uint8_t part[8] = {};
            hn::StoreMaskBits(d, overlap, part);
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

HWY_EXPORT(transform);
HWY_EXPORT(may_intersect);

void transform_leaf(const LeafCorners& leaf, const LeafView& view, TransformedLeaf& out) {
    HWY_DYNAMIC_DISPATCH(transform)(leaf, view, out);
}
void pairs_that_may_intersect(const LeafCorners& own, TransformedLeaf& transformed, std::uint32_t* bits) {
    HWY_DYNAMIC_DISPATCH(may_intersect)(own, transformed, bits);
}

}  // namespace graze::simd
#endif
