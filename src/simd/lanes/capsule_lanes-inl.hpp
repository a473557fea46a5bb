// Capsules in lanes, for overlaps and distances alike: the nearest points of two axes, and the walk along an
// axis to the point nearest to a box. Included once per instruction set.
#if defined(GRAZE_SIMD_LANES_CAPSULE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_LANES_CAPSULE_LANES_INL
#undef GRAZE_SIMD_LANES_CAPSULE_LANES_INL
#else
#define GRAZE_SIMD_LANES_CAPSULE_LANES_INL
#endif

#include "simd/lanes/pose_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// As std::min and std::max choose between equal zeros.
HWY_INLINE Lane least(const Lane& a, const Lane& b) { return hn::IfThenElse(hn::Lt(b, a), b, a); }
HWY_INLINE Lane most(const Lane& a, const Lane& b) { return hn::IfThenElse(hn::Lt(a, b), b, a); }
HWY_INLINE Lane clamp_to(const Lane& x, const Lane& half) { return most(hn::Neg(half), least(half, x)); }

/// `capsule_to_capsule` of convex/closed_form, but for axes that touch. World axes, from a's position.
struct CapsulePair {
    Lane3 point_a, point_b;  ///< Nearest points of the axes.
    Lane3 normal;            ///< Unit, from a to b.
    Lane lower, upper, error;
    Lane radius_a, radius_b;
    LaneMask served;  ///< Not for the search, nor axes that touch.

    HWY_INLINE CapsulePair(const PairBlock& block, const PairLanes& pair, std::size_t i) {
        const Lanes d;
        const Lane zero = hn::Zero(d);
        const Lane ha = hn::Load(d, block.a.number[1] + i), hb = hn::Load(d, block.b.number[1] + i);
        const Lane3 &da = pair.a.column[2], &db = pair.b.column[2];
        const Lane3 c = pair.b.position - pair.a.position;
        error = pair.error(pair.extent(c));
        const Lane cosine = dot(da, db);
        const Lane3 across = cross(da, db);
        const Lane sine_sq = dot(across, across);
        const Lane crossing = clamp_to(hn::Div(dot(c, da - db * cosine), sine_sq), ha);
        const Lane first = hn::IfThenElse(hn::Gt(sine_sq, zero), crossing, zero);
        const Lane t = clamp_to(hn::Sub(hn::Mul(first, cosine), dot(c, db)), hb);
        const Lane s = clamp_to(hn::Add(dot(c, da), hn::Mul(t, cosine)), ha);
        point_a = da * s;
        point_b = c + db * t;
        const Lane3 between = point_b - point_a;
        upper = hn::Sqrt(dot(between, between));
        normal = between * hn::Div(all(1), upper);
        lower = hn::Sub(hn::Sub(dot(normal, c), hn::Mul(ha, hn::Abs(dot(normal, da)))),
                        hn::Mul(hb, hn::Abs(dot(normal, db))));
        radius_a = hn::Load(d, block.a.number[0] + i);
        radius_b = hn::Load(d, block.b.number[0] + i);
        const Lane larger = hn::Max(pair.reach_a, pair.reach_b);
        const LaneMask in_range = hn::And(hn::Gt(larger, all(1e-90)), hn::Lt(larger, all(1e90)));
        const LaneMask shown =
            hn::And(hn::Gt(upper, error), hn::Le(hn::Sub(upper, lower), hn::Mul(all(4), error)));
        served = hn::And(in_range, shown);
    }
};

/// A capsule's axis in the frame of a box.
struct AxisLanes {
    Lane3 centre, direction, half_box;
    Lane half, radius, error, extent;

    /// a is the capsule.
    HWY_INLINE AxisLanes(const PairBlock& block, const PairLanes& pair, std::size_t i)
        : centre(transpose_times(pair.b.column, pair.a.position - pair.b.position)),
          direction(transpose_times(pair.b.column, pair.a.column[2])),
          half_box(load_numbers(block.b, i)),
          half(hn::Load(Lanes(), block.a.number[1] + i)),
          radius(hn::Load(Lanes(), block.a.number[0] + i)),
          extent(pair.extent(centre)) {
        error = pair.error(extent);
    }

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
class AxisWalk {
public:
    static constexpr int kMaxSteps = 12;

    // Where the axis is, of the step that the walk is at.
    Lane3 nearest, outward;  ///< Of the box; unit, away from it.
    Lane distance, below;    ///< How much nearer any other point of the axis is at the most.

    HWY_INLINE explicit AxisWalk(const AxisLanes& axis)
        : axis_(axis), low_(hn::Neg(axis.half)), high_(axis.half) {
        low_tried_ = high_tried_ = hn::Lt(all(1), all(0));
        const Lane start = hn::Neg(dot(axis.centre, axis.direction));
        // std::clamp
        s_ = hn::IfThenElse(hn::Lt(start, low_), low_, hn::IfThenElse(hn::Lt(high_, start), high_, start));
        evaluate();
    }
    /// Newton's step for the square of the distance, within the bracket.
    HWY_INLINE void step() {
        const Lane zero = hn::Zero(Lanes());
        high_ = hn::IfThenElse(down_, s_, high_);
        low_ = hn::IfThenElse(down_, low_, s_);
        high_tried_ = hn::Or(high_tried_, down_);
        low_tried_ = hn::Or(low_tried_, hn::Not(down_));
        const Lane3 moving{hn::IfThenElseZero(hn::Ne(out_.x, zero), axis_.direction.x),
                           hn::IfThenElseZero(hn::Ne(out_.y, zero), axis_.direction.y),
                           hn::IfThenElseZero(hn::Ne(out_.z, zero), axis_.direction.z)};
        const Lane hessian = hn::Mul(round_, hn::Sub(dot(moving, axis_.direction), hn::Mul(slope_, slope_)));
        // The scalar code adds the curvature around an axis of revolution: zero here, though not minus zero.
        const Lane second = hn::Add(hn::Add(hessian, zero), hn::Div(hn::Mul(slope_, slope_), distance));
        s_ = hn::Sub(s_, hn::Div(slope_, second));
        const LaneMask inside = hn::And(hn::Gt(s_, low_), hn::Lt(s_, high_));
        const Lane middle = hn::Mul(all(0.5), hn::Add(low_, high_));
        const Lane end =
            hn::IfThenElse(hn::And(low_tried_, high_tried_), middle, hn::IfThenElse(down_, low_, high_));
        s_ = hn::IfThenElse(inside, s_, end);
        evaluate();
    }

private:
    HWY_INLINE void evaluate() {
        const Lane3 p = axis_.centre + axis_.direction * s_;
        nearest = axis_.nearest_of_box(p);
        out_ = p - nearest;
        distance = hn::Sqrt(dot(out_, out_));
        round_ = hn::Div(all(1), distance);
        outward = out_ * round_;
        slope_ = dot(outward, axis_.direction);
        down_ = hn::Gt(slope_, hn::Zero(Lanes()));
        const Lane further = hn::IfThenElse(down_, hn::Add(s_, axis_.half), hn::Sub(axis_.half, s_));
        below = hn::Mul(hn::Abs(slope_), further);
    }

    const AxisLanes& axis_;
    Lane3 out_;
    Lane low_, high_, s_, round_, slope_;
    LaneMask low_tried_, high_tried_, down_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#endif
