// GJK's bounds for cores. The lower bound is the best support height, the upper one the length that the
// witness points show. Compiled for two boxes, for two hulls and for all other pairs: that takes 0.63 of the
// time of the loop for all pairs for boxes, 0.90 for hulls of 8 and 32 vertices, 0.73 for distances and 0.68
// for decisions of hulls of 128 and 512 (1000 random pairs, medians of 61 interleaved runs). Hulls without
// lookup cells have a kind of their own: another 0.97.
#include "convex/gjk/gjk.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "convex/core_kinds.hpp"
#include "convex/gjk/support_map.hpp"
#include "math/square_range.hpp"

namespace graze {
namespace {

/// The caller's axis or the one between the centres, of a length whose square is good to rounding: heights
/// are divided by it.
Vec3 first_axis(const CorePair& pair, const Vec3& start) noexcept {
    const Vec3 axis =
        start == Vec3{} ? (pair.a->centre() - pair.b_in_a * pair.b->centre()) * pair.scale : start;
    const double square = length_sq(axis);
    return is_square_in_range(square) ? axis : unit(axis);
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
    return visit_primitive_type(
        shape.type(), []<class P>(std::type_identity<P>) { return PrimitiveTraits<P>::kSmoothCore; },
        [] { return false; });
}

/// A better axis than v for smooth cores. At the solution the support point w along -u is parallel to u; with
/// d the height and J the curvature of the difference, Newton's step for that is (d + J) step = the part of w
/// across u. d + J is positive definite.
Vec3 newton_axis(const CorePair& pair, const Vec3& u, const Vec3& w) noexcept {
    const double height = dot(u, w);
    const Vec3 s = perpendicular(u);
    const Vec3 t = cross(u, s);
    const auto& rotation = pair.b_in_a.rotation;
    const SupportCurvature a = core_curvature(*pair.a, -u, s, t);
    const SupportCurvature b = core_curvature(*pair.b, transpose_times(rotation, u),
                                              transpose_times(rotation, s), transpose_times(rotation, t));
    const double ss = height + (a.ss + b.ss) * pair.scale;
    const double st = (a.st + b.st) * pair.scale;
    const double tt = height + (a.tt + b.tt) * pair.scale;
    const double ws = dot(s, w);
    const double wt = dot(t, w);
    const double inverse = 1 / (ss * tt - st * st);
    return u + ((ws * tt - wt * st) * inverse) * s + ((wt * ss - ws * st) * inverse) * t;
}

/// The difference of the two cores, in a's frame and the pair's scale.
template <class CoreA, class CoreB> class CoreDifference {
public:
    using Point = SimplexPoint;
    explicit CoreDifference(const CorePair& pair) noexcept
        : a_(*pair.a, pair.scale),
          b_(*pair.b, pair.scale),
          rotation_(pair.b_in_a.rotation),
          position_(pair.b_in_a.position * pair.scale) {}

    void support(const Vec3& axis, SimplexPoint& p) const noexcept {
        p.direction = -axis;
        p.a = a_.support(-axis);
        p.b = rotation_ * b_.support(transpose_times(rotation_, axis)) + position_;
        p.w = p.a - p.b;
    }

private:
    CoreA a_;
    CoreB b_;
    const Mat3& rotation_;  ///< Of the pair: a copy would wait for the nine stores that it was just made by.
    Vec3 position_;
};

/// Bounds of the distance at every step; the result is filled in place.
template <class Difference> class BoundedSearch {
public:
    BoundedSearch(const CorePair& pair, const Difference& difference, const GjkGoal& goal,
                  GjkResult& result) noexcept
        : pair_(pair), difference_(difference), goal_(goal), result_(result) {
        // Newton pays where the support point moves smoothly with the direction in every way: it jumps at
        // edges, rims and apexes.
        round_ = std::is_same_v<Difference, CoreDifference<AnyCore, AnyCore>> && smooth(*pair.a) &&
                 smooth(*pair.b);
        result_.lower = -std::numeric_limits<double>::infinity();
        result_.upper = std::numeric_limits<double>::infinity();
    }

    void run() noexcept {
        result_.axis = first_axis(pair_, goal_.start);
        inverse_length_ = 1 / length(result_.axis);
        if (!goal_.warm.empty()) take_warm_start();
        search_nearest(difference_, result_.axis, result_.simplex, *this);
        if (result_.outcome != GjkOutcome::apart) return;
        result_.upper = std::max(result_.upper, witness_length(result_.simplex));
        result_.budget_reached = result_.budget_reached || result_.upper - result_.lower > goal_.tolerance;
    }

    bool ends_at_support(const Vec3& axis, SimplexPoint& p) noexcept {
        ++result_.iterations;
        raise_lower(dot(axis, p.w) * inverse_length_, axis);
        if (goal_.trace) record(goal_.trace, result_, p.direction, p.w);
        if (decided_apart()) return true;
        if (result_.upper - result_.lower <= goal_.tolerance || contains(result_.simplex, p.w) ||
            out_of_budget(p))
            return true;
        if (!round_ || !(result_.lower > 0) || result_.iterations + 1 >= goal_.max_iterations) return false;
        return newton_ends(axis, p) || result_.outcome == GjkOutcome::decided;
    }

    bool accepts(const Nearest& nearest) noexcept {
        return nearest.size == 4 || nearest.length_sq < nearest_sq_;
    }

    bool ends_at_nearest(const Simplex& simplex, const Nearest& nearest) noexcept {
        if (nearest.size == 4) {
            result_.upper = 0;
            result_.outcome = GjkOutcome::overlapping;
            return true;
        }
        note(nearest);
        const bool overlapping = result_.upper <= pair_.error;
        if (!overlapping && !(result_.upper < goal_.overlap_below)) return false;
        // The nearest point of a sliver may be off by more than the error.
        result_.upper = std::max(result_.upper, witness_length(simplex));
        if (overlapping)
            result_.outcome = GjkOutcome::overlapping;
        else if (result_.upper < goal_.overlap_below)
            result_.outcome = GjkOutcome::decided;
        return result_.outcome != GjkOutcome::apart;
    }

private:
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

    void note(const Nearest& nearest) noexcept {
        nearest_sq_ = nearest.length_sq;
        result_.upper = std::sqrt(nearest_sq_);
        inverse_length_ = 1 / result_.upper;
    }

    /// Rebuilds the simplex of the query before.
    void take_warm_start() noexcept {
        Simplex& simplex = result_.simplex;
        for (const Vec3& direction : goal_.warm) {
            if (simplex.size == 3) break;
            difference_.support(-direction, simplex.points[simplex.size]);
            if (!contains(simplex, simplex.points[simplex.size].w)) ++simplex.size;
        }
        const Nearest nearest = nearest_to_origin(simplex);
        if (nearest.length_sq > pair_.error * pair_.error) {
            shrink(simplex, nearest);
            note(nearest);
            result_.axis = nearest.v;
        } else {
            simplex.size = 0;  // through the origin: nothing to start from but the axis
        }
    }

    bool out_of_budget(const SimplexPoint& p) noexcept {
        if (result_.iterations < goal_.max_iterations) return false;
        result_.budget_reached = true;
        if (result_.simplex.size == 0) {  // one point is a witness, none is not
            result_.simplex.size = 1;
            result_.simplex.weights[0] = 1;
            result_.upper = length(p.w);
        }
        return true;
    }

    /// Tries Newton's axis after p, the support point against `axis`. True when it ends the search, within
    /// the tolerance.
    bool newton_ends(const Vec3& axis, SimplexPoint& p) noexcept {
        const Vec3 tried = newton_axis(pair_, axis * inverse_length_, p.w);
        SimplexPoint q;
        difference_.support(tried, q);
        ++result_.iterations;
        const double better = dot(tried, q.w) / length(tried);
        const bool raises = better > result_.lower;
        raise_lower(better, tried);
        if (goal_.trace) record(goal_.trace, result_, q.direction, q.w);
        if (!raises) return false;
        // It may replace p when it brings the simplex closer by at least half as much.
        if (2 * dot(axis, q.w) < nearest_sq_ + dot(axis, p.w)) p = q;
        if (decided_apart()) return false;
        const double reached = length(q.w);
        if (reached - better > goal_.tolerance) return false;
        result_.simplex.points[0] = q;
        result_.simplex.weights[0] = 1;
        result_.simplex.size = 1;
        result_.upper = reached;
        return true;
    }

    const CorePair& pair_;
    const Difference& difference_;
    const GjkGoal& goal_;
    GjkResult& result_;
    /// Of the nearest point; the first axis need not be one.
    double nearest_sq_ = std::numeric_limits<double>::infinity();
    double inverse_length_ = 0;  ///< 1 / length of the next axis.
    bool round_ = false;
};

}  // namespace

GjkResult gjk(const CorePair& pair, const GjkGoal& goal) noexcept {
    const auto search = [&]<class CoreA, class CoreB>() noexcept {
        GjkResult result;
        const CoreDifference<CoreA, CoreB> difference(pair);
        BoundedSearch(pair, difference, goal, result).run();
        return result;
    };
    if (pair.scale != 1) return search.template operator()<AnyCore, AnyCore>();
    return compiled_for(SameKind<BoxCore, ScannedHullCore, HullCore, AnyCore>{}, *pair.a, *pair.b, search);
}

}  // namespace graze
