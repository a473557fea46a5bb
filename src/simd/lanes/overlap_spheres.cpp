// Spheres against each other: `overlaps_sphere_sphere` of convex/closed_form.
#include "simd/lanes/overlap_lanes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/lanes/overlap_spheres.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/lanes/pose_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

constexpr double kBallRoundings = 16 * kEps;

struct SpheresOverlap {
    static HWY_INLINE LaneAnswer answer(const PairBlock& block, std::size_t i) {
        const PairLanes pair(block, i);
        const Lane3 between = pair.b.position - pair.a.position;
        const Lane radii = hn::Add(pair.reach_a, pair.reach_b);
        const Lane extent = hn::Add(radii, sum(abs(between)));
        const LaneMask squarable = hn::And(hn::Lt(extent, all(1e150)), hn::Gt(extent, all(1e-140)));
        const Lane reached = hn::Add(radii, hn::Mul(hn::Add(all(kBallRoundings), pair.defect), extent));
        const LaneMask close = hn::Le(dot(between, between), hn::Mul(reached, reached));
        const LaneMask served = hn::And(pair.usable, squarable);
        return {hn::And(served, close), hn::Not(served)};
    }
};

LaneVerdicts spheres(const PairBlock& block, std::size_t count) {
    return answer_block<SpheresOverlap>(block, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(spheres);

LaneVerdicts overlaps_sphere_sphere(const PairBlock& block, std::size_t count) noexcept {
    return HWY_DYNAMIC_DISPATCH(spheres)(block, count);
}

}  // namespace graze::simd
#endif
