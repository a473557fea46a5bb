// A ray and the triangles of a leaf, one in each lane, and what a walk has put off, for the instruction set
// at hand. Every lane does the operations of the plain test in the same order. Included once per instruction
// set.
#if defined(GRAZE_SIMD_TRIANGLE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_TRIANGLE_LANES_INL
#undef GRAZE_SIMD_TRIANGLE_LANES_INL
#else
#define GRAZE_SIMD_TRIANGLE_LANES_INL
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "simd/tree/ray_triangles.hpp"
#include "simd/tree/slot_triangles-inl.hpp"
#include "simd/tree/tree_ray-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// Bits of the lanes.
struct LaneResults {
    std::uint32_t open = 0;  ///< Neither a certain miss nor a certain hit.
    std::uint32_t hits = 0;
    std::uint32_t inside = 0;
    std::uint32_t behind = 0;
    HWY_ALIGN double lower[kTogether];
    HWY_ALIGN double upper[kTogether];
};

/// The ray's share of the tests, once per walk.
struct TestedRay {
    Points origin, direction;
    RayTriangleErrors doubts;

    HWY_INLINE explicit TestedRay(const TriangleWalk& query)
        : origin(everywhere(query.origin)), direction(everywhere(query.direction)), doubts(query.doubts) {}
};

/// See `test_triangle`, of which this is the same for triangles in the lanes from `lane` on.
HWY_INLINE void result(const TestedRay& ray, const TriangleLanes& triangles, double limit, std::uint32_t lane,
                       LaneResults& lanes) {
    const Doubles d;
    const Points &a = triangles.a, &b = triangles.b, &c = triangles.c;
    const Points e = b - a, f = c - a, from = ray.origin - a;
    const Points across = cross(ray.direction, f), turned = cross(from, e);
    const DoubleVector determinant = dot(e, across);
    const DoubleVector side = hn::And(determinant, hn::SignBit(d));
    const DoubleVector whole = hn::Abs(determinant);
    const DoubleVector u = hn::Xor(dot(from, across), side), v = hn::Xor(dot(ray.direction, turned), side);
    const DoubleVector along = hn::Xor(dot(f, turned), side);
    const DoubleVector w = hn::Sub(hn::Sub(whole, u), v);
    const DoubleVector doubt = hn::Set(d, ray.doubts.side), doubt_whole = hn::Set(d, ray.doubts.whole);
    const DoubleVector doubt_w = hn::Set(d, 2 * ray.doubts.side + ray.doubts.whole),
                       doubt_along = hn::Set(d, ray.doubts.along);
    const DoubleVector least = hn::Min(u, v);
    const auto clear = hn::Gt(whole, doubt_whole);
    const auto outside = hn::Or(hn::Lt(least, hn::Neg(doubt)), hn::Lt(w, hn::Neg(doubt_w)));
    const auto elsewhere =
        hn::Or(hn::Lt(along, hn::Neg(doubt_along)),
               hn::Gt(hn::Sub(along, doubt_along), hn::Mul(hn::Set(d, limit), hn::Add(whole, doubt_whole))));
    const auto missed = hn::And(clear, hn::Or(outside, elsewhere));
    const auto edge_on =
        hn::And(hn::Lt(hn::Min(least, w), hn::Neg(doubt_w)), hn::Gt(hn::Max(hn::Max(u, v), w), doubt_w));
    const std::uint32_t left = bits_of(hn::Not(hn::Or(missed, hn::AndNot(clear, edge_on))));
    if (left == 0) return;
    const auto inside = hn::And(clear, hn::And(hn::Gt(least, doubt), hn::Gt(w, doubt_w)));
    const std::uint32_t hits = bits_of(hn::And(inside, hn::Gt(along, doubt_along))) & left;
    lanes.hits |= hits << lane;
    lanes.open |= (left & ~hits) << lane;
    lanes.inside |= bits_of(inside) << lane;
    lanes.behind |= bits_of(hn::Lt(determinant, hn::Zero(d))) << lane;
    const DoubleVector first = hn::Div(hn::Sub(along, doubt_along), hn::Add(whole, doubt_whole));
    const DoubleVector last = hn::Div(hn::Add(along, doubt_along), hn::Sub(whole, doubt_whole));
    hn::Store(hn::Mul(first, hn::Set(d, 1 - 0x1p-51)), d, lanes.lower + lane);
    hn::Store(hn::Mul(last, hn::Set(d, 1 + 0x1p-51)), d, lanes.upper + lane);
}

class NearestHit {
public:
    HWY_INLINE NearestHit(const TriangleWalk& query, UnclearVisitor unclear)
        : query_(query), unclear_(unclear), ray_(query) {}

    /// Up to four slots. Lanes that are left over repeat the last one.
    HWY_INLINE void leaf(std::uint32_t first, std::uint32_t count, double& limit) {
        const SlotTriangles corners(
            query_.triangles, [&](std::uint32_t i) HWY_ATTR { return first + (i < count ? i : count - 1); });
        LaneResults lanes;
        for (std::uint32_t i = 0; i < kTogether; i += static_cast<std::uint32_t>(hn::Lanes(Doubles())))
            result(ray_, corners.load(i), limit, i, lanes);
        const std::uint32_t used = (1U << count) - 1;
        if (((lanes.hits | lanes.open) & used) != 0) take(lanes, used, first, limit);
    }
    /// As a node has it.
    HWY_INLINE void whole_leaf(std::uint32_t leaf_child, double& limit) {
        const std::uint32_t first = child::leaf_first(leaf_child), count = child::leaf_count(leaf_child);
        leaf(first, std::min(count, kTogether), limit);
        if (count > kTogether) leaf(first + kTogether, count - kTogether, limit);
    }
    /// Begins to load the numbers of the vertices of some slots; the vertices.
    HWY_INLINE void fetch_corners(std::uint32_t first, std::uint32_t count) const {
        const TriangleSource& from = query_.triangles;
        if (from.order == nullptr) fetch(from.corners + 3 * std::size_t{first}, 12 * count);
    }
    HWY_INLINE void fetch_vertices(std::uint32_t first, std::uint32_t count) const {
        const TriangleSource& from = query_.triangles;
        for (std::uint32_t i = 0; i < count; ++i) {
            std::uint32_t place[3];
            const std::uint32_t* corner = corners_of(from, first + i, place);
            for (std::size_t k = 0; k < 3; ++k)
                hwy::Prefetch(static_cast<const std::byte*>(from.vertices) + from.stride * corner[k]);
        }
    }
    [[nodiscard]] const NearestTriangle& nearest() const { return nearest_; }

private:
    HWY_NOINLINE void take(const LaneResults& lanes, std::uint32_t used, std::uint32_t first, double& limit) {
        for (std::uint32_t bits = (lanes.hits | lanes.open) & used; bits != 0; bits &= bits - 1) {
            const std::uint32_t lane = lowest_lane(bits), bit = 1U << lane;
            const bool hit = (lanes.hits & bit) != 0;
            const RayTriangleResult found{hit ? RayTriangleOutcome::hits : RayTriangleOutcome::open,
                                          (lanes.behind & bit) != 0, (lanes.inside & bit) != 0,
                                          lanes.lower[lane], lanes.upper[lane]};
            const RayTriangleResult decided = hit ? found : unclear_(first + lane, found, limit);
            if (decided.outcome == RayTriangleOutcome::hits) offer(first + lane, decided, limit);
        }
    }
    void offer(std::uint32_t slot, const RayTriangleResult& found, double& limit) {
        const bool have = nearest_.result.outcome == RayTriangleOutcome::hits;
        if (have && found.lower > nearest_.result.upper) return;
        limit = std::min(limit, found.upper);
        if (have && !(found.upper < nearest_.result.lower)) {
            unclear_(slot, found, limit);
            unclear_(nearest_.slot, nearest_.result, limit);
            if (nearest_.result.lower < found.lower) return;
        }
        nearest_ = {found, slot};
    }

    const TriangleWalk& query_;
    UnclearVisitor unclear_;
    TestedRay ray_;
    NearestTriangle nearest_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#endif
