// Capsules against each other (`overlaps_capsule_capsule` of convex/closed_form) and against boxes
// (`capsule_overlaps_solid`).
#include "simd/lanes/overlap_lanes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/lanes/overlap_capsules.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/lanes/capsule_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

struct CapsulesOverlap {
    static HWY_INLINE LaneAnswer answer(const PairBlock& block, std::size_t i) {
        const PairLanes pair(block, i);
        const LaneMask near = hn::AndNot(pair.balls_apart(), pair.usable);
        const LaneMask unusable = hn::Not(pair.usable);
        if (hn::AllFalse(Lanes(), near)) return {near, unusable};
        const CapsulePair found(block, pair, i);
        const Lane radii = hn::Add(found.radius_a, found.radius_b);
        const LaneMask surely = hn::AndNot(hn::Gt(hn::Add(found.upper, found.error), radii), near);
        const LaneMask open = hn::AndNot(surely, near);
        const LaneMask apart = hn::Gt(hn::Sub(found.lower, found.error), radii);
        return {hn::Or(surely, hn::And(open, hn::AndNot(apart, found.served))),
                hn::Or(unusable, hn::AndNot(found.served, open))};
    }
};

struct CapsuleOverlapsBox {
    static HWY_INLINE LaneAnswer answer(const PairBlock& block, std::size_t i) {
        const PairLanes pair(block, i);
        const LaneMask near = hn::AndNot(pair.balls_apart(), pair.usable);
        const LaneMask unusable = hn::Not(pair.usable);
        if (hn::AllFalse(Lanes(), near)) return {near, unusable};
        const AxisLanes axis(block, pair, i);
        const LaneMask open = hn::And(near, is_unscaled(axis.extent));
        const LaneAnswer walked = walk(axis, open);
        return {walked.overlap, hn::Or(hn::Or(unusable, hn::AndNot(open, near)), walked.ask)};
    }

private:
    static HWY_INLINE LaneAnswer walk(const AxisLanes& axis, LaneMask open) {
        const Lane reached = hn::Add(axis.radius, axis.error);
        LaneMask overlap = hn::And(open, hn::Not(open));
        AxisWalk at(axis);
        for (int step = 1;; ++step) {
            const LaneMask within =
                hn::Or(hn::Lt(at.distance, axis.radius), hn::Not(hn::Gt(at.distance, axis.error)));
            overlap = hn::Or(overlap, hn::And(open, within));
            const LaneMask apart = hn::And(hn::Gt(hn::Sub(at.distance, at.below), reached),
                                           hn::Gt(axis.gap_along(at.outward), reached));
            open = hn::AndNot(hn::Or(within, apart), open);
            if (step == AxisWalk::kMaxSteps || hn::AllFalse(Lanes(), open)) return {overlap, open};
            at.step();
        }
    }
};

LaneVerdicts capsule_capsule(const PairBlock& block, std::size_t count) {
    return answer_block<CapsulesOverlap>(block, count);
}
LaneVerdicts capsule_box(const PairBlock& block, std::size_t count) {
    return answer_block<CapsuleOverlapsBox>(block, count);
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
