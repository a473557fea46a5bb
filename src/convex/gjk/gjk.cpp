// GJK's loop, compiled for boxes, for hulls and for all other pairs. The lower bound is the best support height, the upper one the
// length that the witness points show.
#include "convex/gjk/gjk.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "convex/core_kinds.hpp"

namespace graze {
namespace {

/// The caller's axis or the one between the centres, of a length whose square is good to rounding: heights are divided by it.
Vec3 first_axis(const CorePair& pair, const Vec3& start) noexcept {
    const Vec3 axis = start == Vec3{} ? (pair.a->centre() - pair.b_in_a * pair.b->centre()) * pair.scale : start;
    const double square = length_sq(axis);
    return square > 1e-200 && square < 1e200 ? axis : unit(axis);
}

bool already_in(const Simplex& simplex, const Vec3& w) noexcept {
    for (std::uint32_t i = 0; i < simplex.size; ++i) {
        if (simplex.points[i].w == w) return true;
    }
    return false;
}

void record(Trace* trace, const GjkResult& result, const Vec3& axis, const Vec3& support) {
    TraceStep step{TraceStage::gjk, axis, support, {}, result.simplex.size, {result.lower, result.upper}};
    for (std::uint32_t i = 0; i < result.simplex.size; ++i) step.simplex[i] = result.simplex.points[i].w;
    trace->steps.push_back(step);
}

/// What the witness points will show, whatever the rounding in v.
double witness_length(const Simplex& simplex) noexcept { return length(weighted_point(simplex)); }

/// Whether the support point of the core follows the direction without jumps.
bool smooth(const Shape& shape) noexcept {
    return shape.type() == ShapeType::ellipsoid || shape.type() == ShapeType::sphere || shape.type() == ShapeType::point;
}

/// A better axis than v for smooth cores. At the solution the support point w along -u is parallel to u; with d the height and
/// J the curvature of the difference, Newton's step for that is (d + J) step = the part of w across u. d + J is positive definite.
Vec3 newton_axis(const CorePair& pair, const Vec3& u, const Vec3& w) noexcept {
    const double height = dot(u, w);
    const Vec3 s = perpendicular(u);
    const Vec3 t = cross(u, s);
    const auto& turn = pair.b_in_a.rotation;
    const SupportCurvature a = core_curvature(*pair.a, -u, s, t);
    const SupportCurvature b = core_curvature(*pair.b, transpose_times(turn, u), transpose_times(turn, s), transpose_times(turn, t));
    const double ss = height + (a.ss + b.ss) * pair.scale;
    const double st = (a.st + b.st) * pair.scale;
    const double tt = height + (a.tt + b.tt) * pair.scale;
    const double ws = dot(s, w);
    const double wt = dot(t, w);
    const double inverse = 1 / (ss * tt - st * st);
    return u + ((ws * tt - wt * st) * inverse) * s + ((wt * ss - ws * st) * inverse) * t;
}

/// One search; the result is filled in place.
template <class CoreA, class CoreB> class Search {
public:
    Search(const CorePair& pair, const GjkGoal& goal, GjkResult& result) noexcept
        : pair_(pair),
          goal_(goal),
          result_(result),
          simplex_(result.simplex),
          a_(*pair.a, pair.scale),
          b_(*pair.b, pair.scale),
          turn_(pair.b_in_a.rotation),
          shift_(pair.b_in_a.position * pair.scale),
          v_(first_axis(pair, goal.start)),
          inverse_length_(1 / length(v_)) {
        // Newton pays where the support point moves smoothly with the direction in every way: it jumps at edges, rims and apexes.
        round_ = std::is_same_v<CoreA, AnyCore> && smooth(*pair.a) && smooth(*pair.b);
        result_.lower = -std::numeric_limits<double>::infinity();
        result_.upper = std::numeric_limits<double>::infinity();
        result_.axis = v_;
    }

    void run() noexcept {
        if (!goal_.warm.empty()) take_warm_start();
        while (true) {
            // Straight into the next free place of the simplex; it counts only once it has brought the simplex closer.
            SimplexPoint& p = simplex_.points[simplex_.size];
            support_along(v_, p);
            ++result_.iterations;
            raise_lower(dot(v_, p.w) * inverse_length_, v_);
            if (goal_.trace) record(goal_.trace, result_, p.direction, p.w);
            if (decided_apart()) return;
            if (result_.upper - result_.lower <= goal_.tolerance || already_in(simplex_, p.w) || out_of_budget(p)) break;
            if (round_ && result_.lower > 0 && result_.iterations + 1 < goal_.max_iterations && newton_ends(p)) break;
            if (result_.outcome == GjkOutcome::decided) return;
            if (!come_closer()) break;
            if (result_.outcome != GjkOutcome::apart) return;
        }
        result_.upper = std::max(result_.upper, witness_length(simplex_));
        result_.budget_reached = result_.budget_reached || result_.upper - result_.lower > goal_.tolerance;
    }

private:
    void support_along(const Vec3& axis, SimplexPoint& p) const noexcept {
        p.direction = -axis;
        p.a = a_.support(-axis);
        p.b = turn_ * b_.support(transpose_times(turn_, axis)) + shift_;
        p.w = p.a - p.b;
    }

    void raise_lower(double height, const Vec3& axis) noexcept {
        if (!(height > result_.lower)) return;
        result_.lower = height;
        result_.axis = axis;
    }

    bool decided_apart() noexcept {
        if (!(result_.lower > goal_.apart_above)) return false;
        result_.outcome = GjkOutcome::decided;
        return true;
    }

    void move_to(const Nearest& nearest) noexcept {
        shrink(simplex_, nearest);
        v_ = nearest.v;
        v_sq_ = nearest.length_sq;
        result_.upper = std::sqrt(v_sq_);
        inverse_length_ = 1 / result_.upper;
    }

    /// Rebuilds the simplex of the query before.
    void take_warm_start() noexcept {
        for (const Vec3& direction : goal_.warm) {
            if (simplex_.size == 3) break;
            support_along(-direction, simplex_.points[simplex_.size]);
            if (!already_in(simplex_, simplex_.points[simplex_.size].w)) ++simplex_.size;
        }
        const Nearest nearest = nearest_to_origin(simplex_);
        if (nearest.length_sq > pair_.error * pair_.error) {
            move_to(nearest);
            result_.axis = v_;
        } else {
            simplex_.size = 0;  // through the origin: nothing to start from but the axis
        }
    }

    bool out_of_budget(const SimplexPoint& p) noexcept {
        if (result_.iterations < goal_.max_iterations) return false;
        result_.budget_reached = true;
        if (simplex_.size == 0) {  // one point is a witness, none is not
            simplex_.size = 1;
            simplex_.weights[0] = 1;
            result_.upper = length(p.w);
        }
        return true;
    }

    /// Tries Newton's axis after p, the support point along v. True when it ends the search, within the tolerance.
    bool newton_ends(SimplexPoint& p) noexcept {
        const Vec3 axis = newton_axis(pair_, v_ * inverse_length_, p.w);
        SimplexPoint q;
        support_along(axis, q);
        ++result_.iterations;
        const double better = dot(axis, q.w) / length(axis);
        if (!(better > result_.lower)) return false;
        raise_lower(better, axis);
        // It may replace p when it brings the simplex closer by at least half as much.
        if (2 * dot(v_, q.w) < v_sq_ + dot(v_, p.w)) p = q;
        if (decided_apart()) return false;
        const double reached = length(q.w);
        if (reached - better > goal_.tolerance) return false;
        simplex_.points[0] = q;
        simplex_.weights[0] = 1;
        simplex_.size = 1;
        result_.upper = reached;
        return true;
    }

    /// Adds the point stored after the simplex to it. False when that brings it no closer; `outcome` then
    /// holds whether they overlap.
    bool come_closer() noexcept {
        ++simplex_.size;
        const Nearest nearest = nearest_to_origin(simplex_);
        if (nearest.size == 4) {
            result_.upper = 0;
            result_.outcome = GjkOutcome::overlapping;
            return true;
        }
        if (!(nearest.length_sq < v_sq_)) {
            --simplex_.size;
            return false;
        }
        move_to(nearest);
        const bool overlapping = result_.upper <= pair_.error;
        if (!overlapping && !(result_.upper < goal_.overlap_below)) return true;
        // The nearest point of a sliver may be off by more than the error.
        result_.upper = std::max(result_.upper, witness_length(simplex_));
        if (overlapping)
            result_.outcome = GjkOutcome::overlapping;
        else if (result_.upper < goal_.overlap_below)
            result_.outcome = GjkOutcome::decided;
        return true;
    }

    const CorePair& pair_;
    const GjkGoal& goal_;
    GjkResult& result_;
    Simplex& simplex_;
    CoreA a_;
    CoreB b_;
    Mat3 turn_;
    Vec3 shift_;
    Vec3 v_;                                                 ///< Axis of the next support: the nearest point, but for the first.
    double v_sq_ = std::numeric_limits<double>::infinity();  ///< Of the nearest point; the first axis need not be one.
    double inverse_length_;
    bool round_ = false;
};

template <class CoreA, class CoreB> GjkResult search(const CorePair& pair, const GjkGoal& goal) noexcept {
    GjkResult result;
    Search<CoreA, CoreB>(pair, goal, result).run();
    return result;
}

}  // namespace

GjkResult gjk(const CorePair& pair, const GjkGoal& goal) noexcept {
    const ShapeType a = pair.a->type();
    const ShapeType b = pair.b->type();
    if (a == ShapeType::box && b == ShapeType::box) return search<BoxCore, BoxCore>(pair, goal);
    if (a == ShapeType::hull && b == ShapeType::hull) return search<HullCore, HullCore>(pair, goal);
    return search<AnyCore, AnyCore>(pair, goal);
}

}  // namespace graze
