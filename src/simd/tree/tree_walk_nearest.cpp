// The nearest point of a triangle is found without branches: of all its features the numerators and
// denominators of its coordinates are computed, then those of the nearest feature are taken. Source: Ericson,
// "Real-Time Collision Detection", 5.1.5. A plane through it shows how far the corners are: right whatever
// rounding does to the point.
#include "simd/tree/tree_walk_nearest.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree/tree_walk_nearest.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree/slot_triangles-inl.hpp"
#include "simd/tree/tree_near-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// a + (first ab + second ac) / both, up to rounding; anything, NaN too, for triangles with hardly any area.
struct NearestWeights {
    DoubleVector first, second, both;

    template <class M>
    HWY_INLINE void set(const M& where, DoubleVector to_first, DoubleVector to_second, DoubleVector to_both) {
        first = hn::IfThenElse(where, to_first, first);
        second = hn::IfThenElse(where, to_second, second);
        both = hn::IfThenElse(where, to_both, both);
    }
};

/// Of a point at ap = q - a, bp and cp from the corners. Later features replace earlier ones: corners count
/// before edges before the face.
HWY_INLINE NearestWeights nearest_weights(const Points& ab, const Points& ac, const Points& ap,
                                          const Points& bp, const Points& cp) {
    const Doubles d;
    const DoubleVector zero = hn::Zero(d), one = hn::Set(d, 1.0);
    const DoubleVector d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp),
                       d5 = dot(ab, cp), d6 = dot(ac, cp);
    const DoubleVector va = minor(d3, d4, d5, d6), vb = minor(d5, d6, d1, d2), vc = minor(d1, d2, d3, d4);
    NearestWeights out{vb, vc, hn::Add(hn::Add(va, vb), vc)};
    const DoubleVector from_b = hn::Sub(d4, d3), from_c = hn::Sub(d5, d6);
    out.set(hn::And(hn::Le(va, zero), hn::And(hn::Ge(from_b, zero), hn::Ge(from_c, zero))), from_c, from_b,
            hn::Add(from_b, from_c));
    out.set(hn::And(hn::Le(vb, zero), hn::And(hn::Ge(d2, zero), hn::Le(d6, zero))), zero, d2,
            hn::Sub(d2, d6));
    out.set(hn::And(hn::Ge(d6, zero), hn::Le(d5, d6)), zero, one, one);
    out.set(hn::And(hn::Le(vc, zero), hn::And(hn::Ge(d1, zero), hn::Le(d3, zero))), d1, zero,
            hn::Sub(d1, d3));
    out.set(hn::And(hn::Ge(d3, zero), hn::Le(d4, d3)), one, zero, one);
    out.set(hn::And(hn::Le(d1, zero), hn::Le(d2, zero)), zero, zero, one);
    return out;
}

HWY_INLINE Points abs(const Points& v) { return {hn::Abs(v.x), hn::Abs(v.y), hn::Abs(v.z)}; }
HWY_INLINE Points scaled(const Points& v, DoubleVector s) {
    return {hn::Mul(v.x, s), hn::Mul(v.y, s), hn::Mul(v.z, s)};
}

/// Below offset · arm for exact arms: a difference, a product and two sums round each term.
HWY_INLINE DoubleVector height_below(const Points& offset, const Points& size, const Points& arm) {
    const Doubles d;
    return hn::Sub(dot(offset, arm), hn::Mul(hn::Set(d, 6 * 0x1p-53), dot(size, abs(arm))));
}

/// What is known of the distances of four triangles from q.
struct LaneDistances {
    std::uint32_t near = 0;     ///< Bits of the lanes that are not shown to be farther.
    std::uint32_t bounded = 0;  ///< Of those, the lanes with bounds.
    HWY_ALIGN double lower[kTogether];
    HWY_ALIGN double upper[kTogether];
    HWY_ALIGN double u[kTogether];
    HWY_ALIGN double v[kTogether];
};

/// What rounding may do to the offset from a point of the triangle. With m and Q the largest components of
/// corners and point, three differences round by Q + m, edges by 2m and so do their products, and weights
/// that add up to 1 + 3 units shift the point by 6m: along each axis, hence times the root of 3.
HWY_INLINE DoubleVector rounding_of(const TriangleLanes& t, const Points& q) {
    const Doubles d;
    const auto largest = [](const Points& p)
                             HWY_ATTR { return hn::Max(hn::Max(hn::Abs(p.x), hn::Abs(p.y)), hn::Abs(p.z)); };
    const DoubleVector corners = hn::Max(largest(t.a), hn::Max(largest(t.b), largest(t.c)));
    return hn::Mul(hn::Set(d, 24 * 0x1p-53), hn::Add(corners, largest(q)));
}

/// Of the triangles in the lanes from `lane` on. A triangle is farther from q than `upper` when no corner
/// reaches past the plane orthogonal to the offset from a point near the nearest; never where something is
/// NaN. Its distance is at most the length of the offset where the point is in the triangle.
HWY_INLINE void measure(const TriangleLanes& t, const Points& q, double upper, std::uint32_t lane,
                        LaneDistances& out) {
    const Doubles d;
    const DoubleVector zero = hn::Zero(d), one = hn::Set(d, 1.0);
    const Points ab = t.b - t.a, ac = t.c - t.a, ap = q - t.a, bp = q - t.b, cp = q - t.c;
    const NearestWeights weights = nearest_weights(ab, ac, ap, bp, cp);
    const DoubleVector inverse = hn::Div(one, weights.both);
    const DoubleVector u = hn::Mul(weights.first, inverse), v = hn::Mul(weights.second, inverse);
    const Points offset = (ap - scaled(ab, u)) - scaled(ac, v), size = abs(offset);
    const DoubleVector lowest =
        hn::Min(height_below(offset, size, ap),
                hn::Min(height_below(offset, size, bp), height_below(offset, size, cp)));
    const DoubleVector length_sq = dot(offset, offset);
    // Squares and products round a few times; numbers above this lose nothing by underflow.
    const DoubleVector exact = hn::Set(d, 0x1p-1000);
    const DoubleVector square = hn::Mul(hn::Mul(lowest, lowest), hn::Set(d, 1 - 16 * 0x1p-53));
    const DoubleVector most = hn::Mul(hn::Set(d, upper * upper), length_sq);
    const auto farther = hn::And(hn::Gt(lowest, zero), hn::And(hn::Gt(square, most), hn::Gt(square, exact)));
    const std::uint32_t near = bits_of(hn::Not(farther));
    out.near |= near << lane;
    if (near == 0) return;
    const DoubleVector length = hn::Sqrt(length_sq), rounding = rounding_of(t, q);
    const DoubleVector at_most = hn::Add(hn::Mul(length, hn::Set(d, 1 + 4 * 0x1p-53)), rounding);
    const DoubleVector at_least =
        hn::IfThenElse(hn::And(hn::Gt(lowest, zero), hn::Gt(length_sq, exact)),
                       hn::Mul(hn::Div(lowest, length), hn::Set(d, 1 - 6 * 0x1p-53)), zero);
    const auto in_triangle =
        hn::And(hn::And(hn::Ge(u, zero), hn::Ge(v, zero)), hn::Le(hn::Add(u, v), hn::Set(d, 1 + 0x1p-52)));
    const DoubleVector loose = hn::Add(hn::Mul(at_most, hn::Set(d, 0x1p-47)), hn::Add(rounding, rounding));
    out.bounded |= bits_of(hn::And(in_triangle, hn::Le(hn::Sub(at_most, at_least), loose))) << lane;
    hn::Store(at_least, d, out.lower + lane);
    hn::Store(at_most, d, out.upper + lane);
    hn::Store(u, d, out.u + lane);
    hn::Store(v, d, out.v + lane);
}

/// Triangles of leaves that wait until all lanes have one: a leaf has two on average.
class PendingTriangles {
public:
    HWY_INLINE void add(std::uint32_t slot, float excess) {
        slots_[count_] = slot;
        excesses_[count_++] = excess;
    }
    [[nodiscard]] HWY_INLINE bool full() const { return count_ == kTogether; }

    /// Tests those that wait, and reports the ones that are not shown to be farther.
    HWY_INLINE void flush(const TriangleSource& triangles, const Points& q, NearestLimits& limits,
                          NearTriangleVisitor visit) {
        if (count_ == 0) return;
        const SlotTriangles corners(
            triangles, [&](std::uint32_t i) HWY_ATTR { return slots_[i < count_ ? i : count_ - 1]; });
        LaneDistances found;
        for (std::uint32_t i = 0; i < kTogether; i += static_cast<std::uint32_t>(hn::Lanes(Doubles())))
            measure(corners.load(i), q, limits.upper, i, found);
        std::uint32_t bits = found.near & ((1U << count_) - 1);
        count_ = 0;
        for (; bits != 0; bits &= bits - 1) {
            const std::uint32_t i = lowest_lane(bits);
            visit({slots_[i], excesses_[i], (found.bounded >> i & 1U) != 0, found.lower[i], found.upper[i],
                   found.u[i], found.v[i]},
                  limits);
        }
    }

private:
    std::uint32_t slots_[kTogether];
    float excesses_[kTogether];
    std::uint32_t count_ = 0;
};

/// The walk's limit on excesses.
inline float last_excess(const NearWalk& boxes, const NearestLimits& limits) {
    return excess_limit(limits.reach / boxes.unit, boxes.beyond_sq);
}

NearestCounts nearest_walk(const TreeNodes& nodes, const NearestWalk& query, NearTriangleVisitor visit) {
    NearestCounts counts;
    NearestLimits limits = query.limits;
    const Points q = everywhere(query.point);
    PutOff put_off;
    BoxNode place;
    PendingTriangles pending;
    float last = last_excess(query.boxes, limits);
    bool found = last >= 0;
    for (std::uint64_t next = 0; found; found = put_off.take(last, next)) {
        while (found && !child::is_leaf(PutOff::child_of(next))) {
            const BoxNode& node = node_at(nodes, PutOff::child_of(next), place);
            ++counts.nodes;
            HWY_ALIGN float excess[kNodeWidth];
            const std::uint32_t bits = near_lanes(node, query.boxes, last, excess);
            if (bits != 0)
                next = put_off.choose(node, bits, excess);
            else
                found = put_off.take(last, next);
        }
        if (!found) break;
        const LeafSlots leaf = child::leaf_slots(PutOff::child_of(next));
        ++counts.leaves;
        counts.triangles += leaf.count;
        for (std::uint32_t slot = leaf.first; slot < leaf.first + leaf.count; ++slot) {
            pending.add(slot, PutOff::value_of(next));
            if (pending.full()) pending.flush(query.triangles, q, limits, visit);
        }
        // As long as nothing is known every node is near.
        if (!(limits.reach < kMostWalkLimit)) pending.flush(query.triangles, q, limits, visit);
        last = last_excess(query.boxes, limits);
    }
    pending.flush(query.triangles, q, limits, visit);
    counts.last_excess = last_excess(query.boxes, limits);
    return counts;
}

bool slot_farther(const TriangleSource& triangles, std::uint32_t slot, const double* point, double upper) {
    PendingTriangles one;
    one.add(slot, 0);
    bool farther = true;
    NearestLimits limits{upper, upper};
    one.flush(triangles, everywhere(point), limits,
              [&](const NearTriangle&, NearestLimits&) { farther = false; });
    return farther;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(nearest_walk);
HWY_EXPORT(slot_farther);

NearestCounts walk_nearest(const TreeNodes& nodes, const NearestWalk& query, NearTriangleVisitor visit) {
    return HWY_DYNAMIC_DISPATCH(nearest_walk)(nodes, query, visit);
}

bool shown_farther(const TriangleSource& triangles, std::uint32_t slot, const double* point, double upper) {
    return HWY_DYNAMIC_DISPATCH(slot_farther)(triangles, slot, point, upper);
}

}  // namespace graze::simd
#endif
