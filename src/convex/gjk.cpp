#include "convex/gjk.hpp"

#include <cmath>
#include <type_traits>

namespace graze {
namespace {

// How the loop asks for support points: written out for the pairs that are asked most, the switch over all types for the rest.
struct BoxCore {
    Vec3 half{};
    BoxCore(const Shape& shape, double scale) noexcept : half(shape.vector(0) * scale) {}
    [[nodiscard]] Vec3 support(const Vec3& d) const noexcept {
        return {std::copysign(half.x, d.x), std::copysign(half.y, d.y), std::copysign(half.z, d.z)};
    }
};

struct HullCore {
    const HullData* hull = nullptr;
    double scale = 1;
    HullCore(const Shape& shape, double by) noexcept : hull(static_cast<const HullData*>(shape.payload())), scale(by) {}
    [[nodiscard]] Vec3 support(const Vec3& d) const noexcept { return hull->vertices[support_vertex(*hull, d, 0)] * scale; }
};

struct AnyCore {
    const Shape* shape = nullptr;
    double scale = 1;
    AnyCore(const Shape& any, double by) noexcept : shape(&any), scale(by) {}
    [[nodiscard]] Vec3 support(const Vec3& d) const noexcept {
        std::uint32_t hint = 0;
        return core_support_inline(*shape, d, hint) * scale;
    }
};

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

/// Length of the weighted sum of the simplex points: what the witness points will show, whatever the rounding in v.
double witness_length(const Simplex& simplex) noexcept {
    Vec3 sum{};
    for (std::uint32_t i = 0; i < simplex.size; ++i) sum += simplex.weights[i] * simplex.points[i].w;
    return length(sum);
}

/// Whether the support point of the core follows the direction without jumps.
bool smooth(const Shape& shape) noexcept {
    return shape.type() == ShapeType::ellipsoid || shape.type() == ShapeType::sphere || shape.type() == ShapeType::point;
}

/// A better axis than v for smooth cores. At the solution the support point w along -u is parallel to u; with d the height and
/// J the bend of the difference, Newton's step for that is (d + J) step = the part of w across u. d + J is positive definite.
Vec3 newton_axis(const CorePair& pair, const Vec3& u, const Vec3& w) noexcept {
    const double height = dot(u, w);
    const Vec3 s = perpendicular(u);
    const Vec3 t = cross(u, s);
    const auto& turn = pair.b_in_a.rotation;
    const Bend a = core_bend(*pair.a, -u, s, t);
    const Bend b = core_bend(*pair.b, transpose_times(turn, u), transpose_times(turn, s), transpose_times(turn, t));
    const double ss = height + (a.ss + b.ss) * pair.scale;
    const double st = (a.st + b.st) * pair.scale;
    const double tt = height + (a.tt + b.tt) * pair.scale;
    const double ws = dot(s, w);
    const double wt = dot(t, w);
    const double inverse = 1 / (ss * tt - st * st);
    return u + ((ws * tt - wt * st) * inverse) * s + ((wt * ss - ws * st) * inverse) * t;
}

template <class CoreA, class CoreB> GjkResult search(const CorePair& pair, const GjkGoal& goal) noexcept {
    const CoreA core_a(*pair.a, pair.scale);
    const CoreB core_b(*pair.b, pair.scale);
    const Mat3 turn = pair.b_in_a.rotation;
    const Vec3 shift = pair.b_in_a.position * pair.scale;
    GjkResult result;
    Simplex& simplex = result.simplex;
    Vec3 v = first_axis(pair, goal.start);
    double v_sq = std::numeric_limits<double>::infinity();  // of the nearest point; the first axis need not be one
    double inverse_length = 1 / length(v);
    result.lower = -std::numeric_limits<double>::infinity();
    result.upper = std::numeric_limits<double>::infinity();
    result.axis = v;
    const auto support_along = [&](const Vec3& axis, SimplexPoint& p) {
        p.direction = -axis;
        p.a = core_a.support(-axis);
        p.b = turn * core_b.support(transpose_times(turn, axis)) + shift;
        p.w = p.a - p.b;
    };
    // Newton pays where the support point moves smoothly with the direction in every way: it jumps at edges, rims and apexes.
    const bool round = std::is_same_v<CoreA, AnyCore> && smooth(*pair.a) && smooth(*pair.b);
    for (const Vec3& direction : goal.warm) {
        if (simplex.size == 3) break;
        support_along(-direction, simplex.points[simplex.size]);
        if (!already_in(simplex, simplex.points[simplex.size].w)) ++simplex.size;
    }
    if (simplex.size > 0) {
        const Nearest nearest = nearest_to_origin(simplex);
        shrink(simplex, nearest);
        if (nearest.length_sq > pair.error * pair.error) {
            v = nearest.v;
            v_sq = nearest.length_sq;
            result.upper = std::sqrt(v_sq);
            inverse_length = 1 / result.upper;
            result.axis = v;
        } else {
            simplex.size = 0;  // through the origin: nothing to start from but the axis
        }
    }
    while (true) {
        // Straight into the next free place of the simplex; it counts only once it has brought the simplex closer.
        SimplexPoint& p = simplex.points[simplex.size];
        support_along(v, p);
        ++result.iterations;
        const double height = dot(v, p.w) * inverse_length;
        if (height > result.lower) {
            result.lower = height;
            result.axis = v;
        }
        if (goal.trace) record(goal.trace, result, p.direction, p.w);
        if (result.lower > goal.apart_above) {
            result.outcome = GjkOutcome::decided;
            return result;
        }
        if (result.upper - result.lower <= goal.tolerance || already_in(simplex, p.w)) break;
        if (result.iterations >= goal.max_iterations) {
            result.budget_reached = true;
            if (simplex.size == 0) {  // one point is a witness, none is not
                simplex.size = 1;
                simplex.weights[0] = 1;
                result.upper = length(p.w);
            }
            break;
        }
        if (round && result.lower > 0 && result.iterations + 1 < goal.max_iterations) {
            const Vec3 axis = newton_axis(pair, v * inverse_length, p.w);
            SimplexPoint q;
            support_along(axis, q);
            ++result.iterations;
            const double better = dot(axis, q.w) / length(axis);
            if (better > result.lower) {
                result.lower = better;
                result.axis = axis;
                // It may stand in for p when it brings the simplex closer by half as much at least.
                if (2 * dot(v, q.w) < v_sq + dot(v, p.w)) p = q;
                if (result.lower > goal.apart_above) {
                    result.outcome = GjkOutcome::decided;
                    return result;
                }
                const double reached = length(q.w);
                if (reached - better <= goal.tolerance) {
                    simplex.points[0] = q;
                    simplex.weights[0] = 1;
                    simplex.size = 1;
                    result.upper = reached;
                    break;
                }
            }
        }
        ++simplex.size;
        const Nearest nearest = nearest_to_origin(simplex);
        if (nearest.size == 4) {
            result.upper = 0;
            result.outcome = GjkOutcome::meeting;
            return result;
        }
        if (!(nearest.length_sq < v_sq)) {
            --simplex.size;
            break;
        }
        shrink(simplex, nearest);
        v = nearest.v;
        v_sq = nearest.length_sq;
        result.upper = std::sqrt(v_sq);
        inverse_length = 1 / result.upper;
        if (result.upper <= pair.error) {
            result.outcome = GjkOutcome::meeting;
            return result;
        }
        if (result.upper < goal.meeting_below) {
            result.outcome = GjkOutcome::decided;
            return result;
        }
    }
    result.upper = std::max(result.upper, witness_length(simplex));
    result.budget_reached = result.budget_reached || result.upper - result.lower > goal.tolerance;
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
