// Capsules against each other (`overlaps_capsule_capsule` of convex/closed_form) and against boxes
// (`capsule_overlaps_solid`).
#include "simd/lanes/overlap_lanes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/lanes/overlap_capsules.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/lanes/pose_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// As std::min and std::max choose between equal zeros.
HWY_INLINE Lane least(const Lane& a, const Lane& b) { return hn::IfThenElse(hn::Lt(b, a), b, a); }
HWY_INLINE Lane most(const Lane& a, const Lane& b) { return hn::IfThenElse(hn::Lt(a, b), b, a); }
HWY_INLINE Lane clamp_to(const Lane& x, const Lane& half) { return most(hn::Neg(half), least(half, x)); }

struct CapsuleCapsule {
    static HWY_INLINE LaneAnswer answer(const PairBlock& block, std::size_t i) {
        const Lanes d;
        const PairLanes pair(block, i);
        const LaneMask near = hn::AndNot(pair.balls_apart(), pair.usable);
        const LaneMask unusable = hn::Not(pair.usable);
        if (hn::AllFalse(d, near)) return {near, unusable};
        const Lane zero = hn::Zero(d);
        const Lane ha = hn::Load(d, block.a.number[1] + i), hb = hn::Load(d, block.b.number[1] + i);
        const Lane3 &da = pair.a.column[2], &db = pair.b.column[2];
        const Lane3 c = pair.b.position - pair.a.position;
        const Lane error = pair.error(pair.extent(c));
        const Lane cosine = dot(da, db);
        const Lane3 across = cross(da, db);
        const Lane sine_sq = dot(across, across);
        const Lane crossing = clamp_to(hn::Div(dot(c, da - db * cosine), sine_sq), ha);
        const Lane first = hn::IfThenElse(hn::Gt(sine_sq, zero), crossing, zero);
        const Lane t = clamp_to(hn::Sub(hn::Mul(first, cosine), dot(c, db)), hb);
        const Lane s = clamp_to(hn::Add(dot(c, da), hn::Mul(t, cosine)), ha);
        const Lane3 between = (c + db * t) - da * s;
        const Lane upper = hn::Sqrt(dot(between, between));
        const Lane3 normal = between * hn::Div(all(1), upper);
        const Lane lower = hn::Sub(hn::Sub(dot(normal, c), hn::Mul(ha, hn::Abs(dot(normal, da)))),
                                   hn::Mul(hb, hn::Abs(dot(normal, db))));
        const Lane radii = hn::Add(hn::Load(d, block.a.number[0] + i), hn::Load(d, block.b.number[0] + i));
        const LaneMask surely = hn::AndNot(hn::Gt(hn::Add(upper, error), radii), near);
        const Lane larger = hn::Max(pair.reach_a, pair.reach_b);
        const LaneMask in_range = hn::And(hn::Gt(larger, all(1e-90)), hn::Lt(larger, all(1e90)));
        // Axes that touch have another normal.
        const LaneMask shown =
            hn::And(hn::Gt(upper, error), hn::Le(hn::Sub(upper, lower), hn::Mul(all(4), error)));
        const LaneMask open = hn::AndNot(surely, near);
        const LaneMask served = hn::And(in_range, shown);
        const LaneMask apart = hn::Gt(hn::Sub(lower, error), radii);
        return {hn::Or(surely, hn::And(open, hn::AndNot(apart, served))),
                hn::Or(unusable, hn::AndNot(served, open))};
    }
};

/// A capsule's axis in the frame of a box.
struct AxisLanes {
    Lane3 centre, direction, half_box;
    Lane half, radius, error;

    /// The gap along a unit normal.
    HWY_INLINE Lane gap_along(const Lane3& n) const {
        return hn::Sub(hn::Sub(dot(n, centre), hn::Mul(half, hn::Abs(dot(n, direction)))),
                       dot(half_box, abs(n)));
    }
    HWY_INLINE Lane3 nearest_of_box(const Lane3& p) const {
        return {most(hn::Neg(half_box.x), least(p.x, half_box.x)),
                most(hn::Neg(half_box.y), least(p.y, half_box.y)),
                most(hn::Neg(half_box.z), least(p.z, half_box.z))};
    }
};

/// The walk of capsule_solid.cpp, all lanes in step; each ends where the scalar one does.
struct CapsuleBox {
    static HWY_INLINE LaneAnswer answer(const PairBlock& block, std::size_t i) {
        const Lanes d;
        const PairLanes pair(block, i);
        const LaneMask near = hn::AndNot(pair.balls_apart(), pair.usable);
        const LaneMask unusable = hn::Not(pair.usable);
        if (hn::AllFalse(d, near)) return {near, unusable};
        AxisLanes axis{};
        axis.centre = transpose_times(pair.b.column, pair.a.position - pair.b.position);
        axis.direction = transpose_times(pair.b.column, pair.a.column[2]);
        axis.half_box = load_numbers(block.b, i);
        axis.half = hn::Load(d, block.a.number[1] + i);
        axis.radius = hn::Load(d, block.a.number[0] + i);
        const Lane extent = pair.extent(axis.centre);
        axis.error = pair.error(extent);
        const LaneMask open = hn::And(near, is_unscaled(extent));
        const LaneAnswer walked = walk(axis, open);
        return {walked.overlap, hn::Or(hn::Or(unusable, hn::AndNot(open, near)), walked.ask)};
    }

private:
    static constexpr int kMaxSteps = 12;

    static HWY_INLINE LaneAnswer walk(const AxisLanes& axis, LaneMask open) {
        const Lanes d;
        const Lane zero = hn::Zero(d), one = all(1), reached = hn::Add(axis.radius, axis.error);
        Lane low = hn::Neg(axis.half), high = axis.half;
        LaneMask low_tried = hn::Lt(one, zero), high_tried = low_tried, overlap = low_tried;
        // std::clamp
        const Lane start = hn::Neg(dot(axis.centre, axis.direction));
        Lane s = hn::IfThenElse(hn::Lt(start, low), low, hn::IfThenElse(hn::Lt(high, start), high, start));
        for (int step = 0; step < kMaxSteps; ++step) {
            const Lane3 p = axis.centre + axis.direction * s;
            const Lane3 out = p - axis.nearest_of_box(p);
            const Lane distance = hn::Sqrt(dot(out, out));
            const Lane round = hn::Div(one, distance);
            const Lane3 outward = out * round;
            const Lane slope = dot(outward, axis.direction);
            const LaneMask down = hn::Gt(slope, zero);
            const Lane further = hn::IfThenElse(down, hn::Add(s, axis.half), hn::Sub(axis.half, s));
            const Lane below = hn::Mul(hn::Abs(slope), further);
            const LaneMask within =
                hn::Or(hn::Lt(distance, axis.radius), hn::Not(hn::Gt(distance, axis.error)));
            overlap = hn::Or(overlap, hn::And(open, within));
            open = hn::AndNot(within, open);
            const LaneMask apart =
                hn::And(hn::Gt(hn::Sub(distance, below), reached), hn::Gt(axis.gap_along(outward), reached));
            open = hn::AndNot(apart, open);
            if (hn::AllFalse(d, open)) break;
            high = hn::IfThenElse(down, s, high);
            low = hn::IfThenElse(down, low, s);
            high_tried = hn::Or(high_tried, down);
            low_tried = hn::Or(low_tried, hn::Not(down));
            // The Hessian of the distance from a box along the axis, then Newton's step for its square.
            const Lane3 moving{hn::IfThenElseZero(hn::Ne(out.x, zero), axis.direction.x),
                               hn::IfThenElseZero(hn::Ne(out.y, zero), axis.direction.y),
                               hn::IfThenElseZero(hn::Ne(out.z, zero), axis.direction.z)};
            const Lane hessian = hn::Mul(round, hn::Sub(dot(moving, axis.direction), hn::Mul(slope, slope)));
            s = hn::Sub(
                s, hn::Div(slope, hn::Add(hn::Add(hessian, zero), hn::Div(hn::Mul(slope, slope), distance))));
            const LaneMask inside = hn::And(hn::Gt(s, low), hn::Lt(s, high));
            const Lane middle = hn::Mul(all(0.5), hn::Add(low, high));
            const Lane end =
                hn::IfThenElse(hn::And(low_tried, high_tried), middle, hn::IfThenElse(down, low, high));
            s = hn::IfThenElse(inside, s, end);
        }
        return {overlap, open};
    }
};

LaneVerdicts capsule_capsule(const PairBlock& block, std::size_t count) {
    return answer_block<CapsuleCapsule>(block, count);
}
LaneVerdicts capsule_box(const PairBlock& block, std::size_t count) {
    return answer_block<CapsuleBox>(block, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(capsule_capsule);
HWY_EXPORT(capsule_box);

LaneVerdicts overlaps_capsule_capsule(const PairBlock& block, std::size_t count) noexcept {
    return HWY_DYNAMIC_DISPATCH(capsule_capsule)(block, count);
}
LaneVerdicts overlaps_capsule_box(const PairBlock& block, std::size_t count) noexcept {
    return HWY_DYNAMIC_DISPATCH(capsule_box)(block, count);
}

}  // namespace graze::simd
#endif
