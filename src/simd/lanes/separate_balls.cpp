// Spheres against each other, boxes and capsules: the separations of convex/closed_form/closed_form.cpp.
#include "simd/lanes/separation_lanes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/lanes/separate_balls.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/lanes/capsule_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

constexpr double kBallRoundings = 16 * kEps;

struct SpheresApart {
    static HWY_INLINE LaneMask separate(const PairBlock& block, std::size_t i, FoundLanes& found) {
        const PairLanes pair(block, i);
        const Lane3 between = pair.b.position - pair.a.position;
        const Lane square = dot(between, between);
        const Lane gap = hn::Sqrt(square);
        const Lane radii = hn::Add(pair.reach_a, pair.reach_b);  // their reaches are their radii
        const Lane error =
            hn::Mul(hn::Add(all(kBallRoundings), pair.defect), hn::Add(radii, sum(abs(between))));
        const Lane distance = hn::Sub(gap, radii);
        found.lower = hn::Sub(distance, error);
        found.upper = hn::Add(distance, error);
        found.normal = between * hn::Div(all(1), gap);
        found.point_a = plus_zero(pair.a.position) + found.normal * pair.reach_a;
        found.point_b = plus_zero(pair.b.position) - found.normal * pair.reach_b;
        return hn::And(pair.usable, is_square_in_range(square));
    }
};

/// The point of a solid nearest to one in its frame: PointSolid.
struct NearestLanes {
    Lane distance;
    Lane3 nearest, outward;
    LaneMask served;
};

/// a is a sphere. `Solid::nearest(size, p)` in b's frame.
template <class Solid> struct BallFrom {
    static HWY_INLINE LaneMask separate(const PairBlock& block, std::size_t i, FoundLanes& found) {
        const PairLanes pair(block, i);
        const Lane3 centre = transpose_times(pair.b.column, plus_zero(pair.a.position - pair.b.position));
        const NearestLanes solid = Solid::nearest(load_numbers(block.b, i), centre);
        const Lane error = pair.error(pair.extent(centre));
        const Lane distance = hn::Sub(solid.distance, pair.reach_a);
        const Lane3 turned = times(pair.b.column, negated(solid.outward));
        const Lane square = dot(turned, turned);
        const LaneMask rigid = hn::Lt(pair.defect, all(1e-14));
        found.normal = chosen(rigid, turned, turned * hn::Div(all(1), hn::Sqrt(square)));
        found.lower = hn::Sub(distance, error);
        found.upper = hn::Add(distance, error);
        found.point_a = plus_zero(pair.a.position) + found.normal * pair.reach_a;
        found.point_b = times(pair.b.column, solid.nearest) + pair.b.position;
        return hn::And(hn::And(pair.usable, solid.served), is_square_in_range(square));
    }
};

struct OfBox {
    static HWY_INLINE NearestLanes nearest(const Lane3& half, const Lane3& p) {
        const Lane zero = hn::Zero(Lanes());
        const Lane3 clamped{clamped_to(p.x, half.x), clamped_to(p.y, half.y), clamped_to(p.z, half.z)};
        const Lane3 out = p - clamped;
        const Lane square = dot(out, out), distance = hn::Sqrt(square);
        const LaneMask outside = is_square_in_range(square), inside = hn::Eq(square, zero);
        // Inside, the nearest face: the first of equals.
        const Lane3 clearance = half - abs(p);
        const LaneMask along_x = hn::And(hn::Le(clearance.x, clearance.y), hn::Le(clearance.x, clearance.z));
        const LaneMask along_y = hn::AndNot(along_x, hn::Le(clearance.y, clearance.z));
        const LaneMask along_z = hn::Not(hn::Or(along_x, along_y));
        const Lane3 side{side_of(along_x, p.x), side_of(along_y, p.y), side_of(along_z, p.z)};
        const Lane3 face{hn::IfThenElse(along_x, hn::Mul(side.x, half.x), p.x),
                         hn::IfThenElse(along_y, hn::Mul(side.y, half.y), p.y),
                         hn::IfThenElse(along_z, hn::Mul(side.z, half.z), p.z)};
        const Lane depth =
            hn::IfThenElse(along_x, clearance.x, hn::IfThenElse(along_y, clearance.y, clearance.z));
        return {hn::IfThenElse(inside, hn::Neg(depth), distance), chosen(inside, face, clamped),
                chosen(inside, side, out * hn::Div(all(1), distance)), hn::Or(outside, inside)};
    }

private:
    /// max(-h, min(h, x)) of math/vec.hpp, which keeps x where they are equal.
    static HWY_INLINE Lane clamped_to(const Lane& x, const Lane& h) {
        const Lane low = hn::IfThenElse(hn::Lt(h, x), h, x), minus = hn::Neg(h);
        return hn::IfThenElse(hn::Gt(minus, low), minus, low);
    }
    static HWY_INLINE Lane side_of(const LaneMask& along, const Lane& x) {
        return hn::IfThenElseZero(along, hn::IfThenElse(hn::Lt(x, hn::Zero(Lanes())), all(-1), all(1)));
    }
};

struct OfCapsule {
    static HWY_INLINE NearestLanes nearest(const Lane3& size, const Lane3& p) {
        const Lane zero = hn::Zero(Lanes());
        const Lane3 foot{zero, zero, clamp_to(p.z, size.y)};
        const Lane3 out = p - foot;
        const Lane square = dot(out, out), gap = hn::Sqrt(square);
        const Lane3 outward = out * hn::Div(all(1), gap);
        return {hn::Sub(gap, size.x), foot + outward * size.x, outward, is_square_in_range(square)};
    }
};

std::uint64_t sphere_sphere(const PairBlock& block, std::size_t count, SeparationLanes& out) {
    return separate_block<SpheresApart>(block, count, out);
}
std::uint64_t sphere_box(const PairBlock& block, std::size_t count, SeparationLanes& out) {
    return separate_block<BallFrom<OfBox>>(block, count, out);
}
std::uint64_t sphere_capsule(const PairBlock& block, std::size_t count, SeparationLanes& out) {
    return separate_block<BallFrom<OfCapsule>>(block, count, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(sphere_sphere);
HWY_EXPORT(sphere_box);
HWY_EXPORT(sphere_capsule);

std::uint64_t separate_sphere_sphere(const PairBlock& block, std::size_t count,
                                     SeparationLanes& out) noexcept {
    return HWY_DYNAMIC_DISPATCH(sphere_sphere)(block, count, out);
}
std::uint64_t separate_sphere_box(const PairBlock& block, std::size_t count, SeparationLanes& out) noexcept {
    return HWY_DYNAMIC_DISPATCH(sphere_box)(block, count, out);
}
std::uint64_t separate_sphere_capsule(const PairBlock& block, std::size_t count,
                                      SeparationLanes& out) noexcept {
    return HWY_DYNAMIC_DISPATCH(sphere_capsule)(block, count, out);
}

}  // namespace graze::simd
#endif
