// Boxes against each other: `box_box_overlaps` of query/dispatch.cpp, the 15 axes of
// convex/sat/sat_box_box_axes.hpp.
//
// Left out is the test for a common point between the centres, which ends the scalar code early: where it
// holds no axis separates the boxes. Close calls are left to the scalar code.
#include "simd/lanes/overlap_lanes.hpp"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/lanes/overlap_boxes.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/lanes/pose_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// Two boxes in a's frame.
struct BoxLanes {
    Lane3 half_a, half_b;
    Lane3 column[3];     ///< b's axes
    Lane3 magnitude[3];  ///< and their magnitudes.
    Lane3 t;             ///< b's centre.
    Lane slack;

    /// The widest gap along the face axes of both.
    HWY_INLINE Lane face_gap() const {
        const Lane3 face_a =
            abs(t) - (half_a + magnitude[0] * half_b.x + magnitude[1] * half_b.y + magnitude[2] * half_b.z);
        const Lane3 face_b = abs(transpose_times(column, t)) - (half_b + transpose_times(magnitude, half_a));
        return hn::Max(largest(face_a), largest(face_b));
    }
    /// Component i of |x_j| |y_k| + |x_k| |y_j|.
    static HWY_INLINE Lane3 cross_magnitude(const Lane3& x, const Lane3& y) {
        return {hn::Add(hn::Mul(x.y, y.z), hn::Mul(x.z, y.y)), hn::Add(hn::Mul(x.z, y.x), hn::Mul(x.x, y.z)),
                hn::Add(hn::Mul(x.x, y.y), hn::Mul(x.y, y.x))};
    }
    HWY_INLINE Lane half_b_along(std::size_t j) const {
        return j == 0 ? half_b.x : j == 1 ? half_b.y : half_b.z;
    }

    /// The widest gap along a's axes × b's axis j, times the lengths of these products.
    HWY_INLINE Lane edge_gap(std::size_t j) const {
        const std::size_t k = (j + 1) % 3, l = (j + 2) % 3;
        return largest(abs(cross(column[j], t)) -
                       (cross_magnitude(half_a, magnitude[j]) + magnitude[l] * half_b_along(k) +
                        magnitude[k] * half_b_along(l)));
    }
    /// The same as lengths, without the axes of nearly parallel edges: `edge_separations`.
    HWY_INLINE Lane edge_separation(std::size_t j) const {
        const std::size_t k = (j + 1) % 3, l = (j + 2) % 3;
        const Lane3& r = column[j];
        const Lane3 reach_b =
            abs(cross(r, column[k])) * half_b_along(k) + abs(cross(r, column[l])) * half_b_along(l);
        const Lane3 value = abs(cross(r, t)) - (cross_magnitude(half_a, magnitude[j]) + reach_b);
        const Lane3 sq{hn::Mul(r.x, r.x), hn::Mul(r.y, r.y), hn::Mul(r.z, r.z)};
        return largest({divided(value.x, hn::Add(sq.y, sq.z)), divided(value.y, hn::Add(sq.z, sq.x)),
                        divided(value.z, hn::Add(sq.x, sq.y))});
    }

private:
    static HWY_INLINE Lane divided(const Lane& value, const Lane& length_sq) {
        const LaneMask parallel = hn::Lt(length_sq, all(kEps * kEps));
        const Lane none = all(-std::numeric_limits<double>::infinity());
        return hn::IfThenElse(parallel, none, hn::Div(value, hn::Sqrt(length_sq)));
    }
};

struct BoxesOverlap {
    static HWY_INLINE LaneAnswer answer(const PairBlock& block, std::size_t i) {
        const Lanes d;
        const PairLanes pair(block, i);
        const LaneMask out_of_reach = hn::And(pair.usable, pair.balls_apart());
        const LaneMask near = hn::AndNot(out_of_reach, pair.usable);
        const LaneMask unusable = hn::Not(pair.usable);
        if (hn::AllFalse(d, near)) return {near, unusable};
        BoxLanes boxes{};
        boxes.half_a = load_numbers(block.a, i);
        boxes.half_b = load_numbers(block.b, i);
        boxes.t = transpose_times(pair.a.column, pair.b.position - pair.a.position);
        for (std::size_t j = 0; j < 3; ++j) {
            boxes.column[j] = transpose_times(pair.a.column, pair.b.column[j]);
            boxes.magnitude[j] = abs(boxes.column[j]);
        }
        const Lane extent = pair.extent(boxes.t);
        const Lane size = sum(boxes.half_a + boxes.half_b + abs(boxes.t));
        boxes.slack = hn::Mul(all(4), hn::Add(pair.error(extent), hn::Mul(all(8 * kEps), size)));
        return decide(boxes, hn::And(near, is_unscaled(extent)),
                      hn::Or(unusable, hn::AndNot(is_unscaled(extent), near)));
    }

private:
    static HWY_INLINE LaneAnswer decide(const BoxLanes& boxes, LaneMask open, const LaneMask& ask) {
        const Lanes d;
        const Lane slack = boxes.slack, deep = hn::Neg(slack);
        const Lane faces = boxes.face_gap();
        open = hn::And(open, hn::Le(faces, slack));
        if (hn::AllFalse(d, open)) return {open, ask};
        LaneMask close = hn::Ge(faces, deep);
        for (std::size_t j = 0; j < 3; ++j) {
            const Lane gap = boxes.edge_gap(j);
            open = hn::And(open, hn::Le(gap, slack));
            const LaneMask unsure = hn::And(open, hn::Ge(gap, deep));
            if (hn::AllFalse(d, unsure)) continue;
            const Lane length = boxes.edge_separation(j);
            open = hn::AndNot(hn::And(unsure, hn::Gt(length, slack)), open);
            close = hn::Or(close, hn::And(unsure, hn::Ge(length, deep)));
        }
        return {hn::AndNot(close, open), hn::Or(ask, hn::And(open, close))};
    }
};

LaneVerdicts boxes(const PairBlock& block, std::size_t count) {
    return answer_block<BoxesOverlap>(block, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(boxes);

LaneVerdicts overlaps_box_box(const PairBlock& block, std::size_t count) noexcept {
    return HWY_DYNAMIC_DISPATCH(boxes)(block, count);
}

}  // namespace graze::simd
#endif
