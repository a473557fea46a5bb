// Spheres against boxes, capsules, cylinders and cones: convex/closed_form/closed_form_overlap.cpp.
#include "simd/lanes/overlap_lanes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/lanes/overlap_balls.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/lanes/pose_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

// Extents whose squares keep all digits.
constexpr double kLeastSquarable = 1e-130;
constexpr double kLargestSquarable = 1e150;

HWY_INLINE Lane square(const Lane& x) { return hn::Mul(x, x); }
HWY_INLINE Lane positive(const Lane& x) { return hn::Max(x, hn::Zero(Lanes())); }
HWY_INLINE Lane from_axis(const Lane3& p) { return hn::Sqrt(hn::Add(hn::Mul(p.x, p.x), hn::Mul(p.y, p.y))); }

/// a is a sphere. `Solid::within(size, p, r)`: whether a point in b's frame is within r of b.
template <class Solid> struct BallOverlaps {
    static HWY_INLINE LaneAnswer answer(const PairBlock& block, std::size_t i) {
        const PairLanes pair(block, i);
        const Lane3 centre = transpose_times(pair.b.column, pair.a.position - pair.b.position);
        const Lane extent = pair.extent(centre);
        const LaneMask squarable =
            hn::And(hn::Gt(extent, all(kLeastSquarable)), hn::Lt(extent, all(kLargestSquarable)));
        const LaneMask served = hn::And(pair.usable, squarable);
        const Lane r = hn::Add(pair.reach_a, pair.error(extent));  // its reach is its radius
        return {hn::And(served, Solid::within(load_numbers(block.b, i), centre, r)), hn::Not(served)};
    }
};

struct ToBox {
    static HWY_INLINE LaneMask within(const Lane3& half, const Lane3& p, const Lane& r) {
        const Lane3 over = abs(p) - half;
        const Lane3 out{positive(over.x), positive(over.y), positive(over.z)};
        return hn::Le(dot(out, out), square(r));
    }
};

struct ToCapsule {
    static HWY_INLINE LaneMask within(const Lane3& size, const Lane3& p, const Lane& r) {
        const Lane beyond = positive(hn::Sub(hn::Abs(p.z), size.y));
        return hn::Le(dot({p.x, p.y, beyond}, {p.x, p.y, beyond}), square(hn::Add(size.x, r)));
    }
};

struct ToCylinder {
    static HWY_INLINE LaneMask within(const Lane3& size, const Lane3& p, const Lane& r) {
        const Lane out = positive(hn::Sub(from_axis(p), size.x));
        const Lane beyond = positive(hn::Sub(hn::Abs(p.z), size.y));
        return hn::Le(hn::Add(square(out), square(beyond)), square(r));
    }
};

struct ToCone {
    static HWY_INLINE LaneMask within(const Lane3& size, const Lane3& p, const Lane& r) {
        const Lane zero = hn::Zero(Lanes());
        const Lane radius = size.x, half = size.y, rho = from_axis(p);
        const Lane out = hn::Sub(rho, radius), up = hn::Add(p.z, half), height = hn::Mul(all(2), half);
        const Lane slant_sq = hn::Add(square(radius), square(height));
        const Lane side = hn::Add(hn::Mul(out, height), hn::Mul(up, radius));
        const Lane along = hn::Sub(hn::Mul(up, height), hn::Mul(out, radius));
        const Lane most = square(r);
        const LaneMask proper = hn::And(hn::Gt(radius, zero), hn::Gt(half, zero));
        const LaneMask outside = hn::Gt(side, zero);
        const LaneMask by_apex = hn::Ge(along, slant_sq);
        const LaneMask by_slant = hn::AndNot(by_apex, hn::Ge(along, zero));
        const LaneMask inside = hn::And(hn::Ge(up, zero), hn::Le(side, zero));
        // A disk, a segment or a point has no slant.
        const Lane beyond = hn::IfThenElse(proper, up, positive(hn::Sub(hn::Abs(p.z), half)));
        const LaneMask at_rim = hn::Le(hn::Add(square(positive(out)), square(beyond)), most);
        const LaneMask at_apex = hn::Le(hn::Add(square(rho), square(hn::Sub(p.z, half))), most);
        const LaneMask at_slant = hn::Le(side, hn::Mul(r, hn::Sqrt(slant_sq)));
        const LaneMask apex = hn::And(proper, hn::And(outside, by_apex));
        const LaneMask slant = hn::And(proper, hn::And(outside, by_slant));
        const LaneMask rim = hn::Not(hn::Or(apex, slant));
        const LaneMask beside = hn::Or(hn::And(apex, at_apex), hn::And(slant, at_slant));
        return hn::Or(beside, hn::And(rim, hn::Or(at_rim, hn::And(proper, inside))));
    }
};

LaneVerdicts sphere_box(const PairBlock& block, std::size_t count) {
    return answer_block<BallOverlaps<ToBox>>(block, count);
}
LaneVerdicts sphere_capsule(const PairBlock& block, std::size_t count) {
    return answer_block<BallOverlaps<ToCapsule>>(block, count);
}
LaneVerdicts sphere_cylinder(const PairBlock& block, std::size_t count) {
    return answer_block<BallOverlaps<ToCylinder>>(block, count);
}
LaneVerdicts sphere_cone(const PairBlock& block, std::size_t count) {
    return answer_block<BallOverlaps<ToCone>>(block, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(sphere_box);
HWY_EXPORT(sphere_capsule);
HWY_EXPORT(sphere_cylinder);
HWY_EXPORT(sphere_cone);

LaneVerdicts overlaps_sphere_box(const PairBlock& block, std::size_t count) noexcept {
    return HWY_DYNAMIC_DISPATCH(sphere_box)(block, count);
}
LaneVerdicts overlaps_sphere_capsule(const PairBlock& block, std::size_t count) noexcept {
    return HWY_DYNAMIC_DISPATCH(sphere_capsule)(block, count);
}
LaneVerdicts overlaps_sphere_cylinder(const PairBlock& block, std::size_t count) noexcept {
    return HWY_DYNAMIC_DISPATCH(sphere_cylinder)(block, count);
}
LaneVerdicts overlaps_sphere_cone(const PairBlock& block, std::size_t count) noexcept {
    return HWY_DYNAMIC_DISPATCH(sphere_cone)(block, count);
}

}  // namespace graze::simd
#endif
