// Capsules against each other (`separation_capsule_capsule` of convex/closed_form) and against boxes
// (`separate_capsule_solid`, to the default width).
#include "simd/lanes/separation_lanes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/lanes/separate_capsules.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/lanes/capsule_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// The width that convex/epa/separate.cpp wants of the bounds of two polytopes, relative to the larger reach.
constexpr double kWantedWidth = 0.9 * 1e-9;

struct CapsulesApart {
    static HWY_INLINE LaneMask separate(const PairBlock& block, std::size_t i, FoundLanes& found) {
        const PairLanes pair(block, i);
        const CapsulePair axes(block, pair, i);
        const Lane radii = hn::Add(axes.radius_a, axes.radius_b);
        found.lower = hn::Sub(hn::Sub(axes.lower, radii), axes.error);
        found.upper = hn::Add(hn::Sub(axes.upper, radii), axes.error);
        found.normal = axes.normal;
        found.point_a = pair.a.position + (axes.point_a + axes.normal * axes.radius_a);
        found.point_b = pair.a.position + (axes.point_b - axes.normal * axes.radius_b);
        return hn::And(pair.usable, axes.served);
    }
};

struct CapsuleFromBox {
    static HWY_INLINE LaneMask separate(const PairBlock& block, std::size_t i, FoundLanes& found) {
        const Lanes d;
        const PairLanes pair(block, i);
        const AxisLanes axis(block, pair, i);
        const Lane twice = hn::Mul(all(2), axis.error);
        const Lane wanted = hn::Sub(hn::Mul(all(kWantedWidth), most(pair.reach_a, pair.reach_b)), twice);
        const Lane width = most(wanted, twice);
        LaneMask open = hn::And(pair.usable, is_unscaled(axis.extent));
        LaneMask done = hn::And(open, hn::Not(open));
        Lane distance = hn::Zero(d);
        Lane3 nearest{distance, distance, distance}, outward = nearest;
        AxisWalk at(axis);
        for (int step = 1;; ++step) {
            open = hn::And(open, hn::Gt(at.distance, axis.error));  // the others touch the box
            const LaneMask ends = hn::AndNot(hn::Gt(at.below, hn::Mul(all(0.5), width)), open);
            distance = hn::IfThenElse(ends, at.distance, distance);
            nearest = chosen(ends, at.nearest, nearest);
            outward = chosen(ends, at.outward, outward);
            done = hn::Or(done, ends);
            open = hn::AndNot(ends, open);
            if (step == AxisWalk::kMaxSteps || hn::AllFalse(d, open)) break;
            at.step();
        }
        const Lane lower = axis.gap_along(outward);
        const Lane3 turned = times(pair.b.column, negated(outward));
        const Lane square = dot(turned, turned);
        found.lower = hn::Sub(hn::Sub(lower, axis.radius), axis.error);
        found.upper = hn::Add(hn::Sub(distance, axis.radius), axis.error);
        found.normal = turned * hn::Div(all(1), hn::Sqrt(square));
        found.point_b = times(pair.b.column, nearest) + pair.b.position;
        found.point_a =
            times(pair.b.column, nearest + outward * hn::Sub(distance, axis.radius)) + pair.b.position;
        const LaneMask narrow = hn::Le(hn::Sub(distance, lower), width);
        return hn::And(hn::And(done, narrow), is_square_in_range(square));
    }
};

std::uint64_t capsule_capsule(const PairBlock& block, std::size_t count, SeparationLanes& out) {
    return separate_block<CapsulesApart>(block, count, out);
}
std::uint64_t capsule_box(const PairBlock& block, std::size_t count, SeparationLanes& out) {
    return separate_block<CapsuleFromBox>(block, count, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(capsule_capsule);
HWY_EXPORT(capsule_box);

std::uint64_t separate_capsule_capsule(const PairBlock& block, std::size_t count,
                                       SeparationLanes& out) noexcept {
    return HWY_DYNAMIC_DISPATCH(capsule_capsule)(block, count, out);
}
std::uint64_t separate_capsule_box(const PairBlock& block, std::size_t count, SeparationLanes& out) noexcept {
    return HWY_DYNAMIC_DISPATCH(capsule_box)(block, count, out);
}

}  // namespace graze::simd
#endif
