#include "convex/gjk.hpp"

#include <cmath>

namespace graze {
namespace {

SimplexPoint support_point(const CorePair& pair, const Vec3& direction) noexcept {
    SimplexPoint p;
    p.direction = direction;
    p.a = pair.support_a(direction);
    p.b = pair.support_b(direction);
    p.w = p.a - p.b;
    return p;
}

Vec3 first_axis(const CorePair& pair, const Vec3& start) noexcept {
    if (length_sq(start) > 0) return start;
    const Vec3 between = (pair.a->centre() - pair.b_in_a * pair.b->centre()) * pair.scale;
    return length_sq(between) > 0 ? between : Vec3{1, 0, 0};
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

}  // namespace

GjkResult gjk(const CorePair& pair, const GjkGoal& goal) noexcept {
    GjkResult result;
    Vec3 v = first_axis(pair, goal.start);
    double v_length = length(v);
    double v_sq = std::numeric_limits<double>::infinity();  // of the nearest point; the first axis need not be one
    result.lower = -std::numeric_limits<double>::infinity();
    result.upper = std::numeric_limits<double>::infinity();
    result.axis = v;
    while (true) {
        const SimplexPoint p = support_point(pair, -v);
        ++result.iterations;
        const double height = dot(v, p.w) / v_length;
        if (height > result.lower) {
            result.lower = height;
            result.axis = v;
        }
        if (goal.trace) record(goal.trace, result, -v, p.w);
        if (result.lower > goal.apart_above) {
            result.outcome = GjkOutcome::decided;
            return result;
        }
        if (result.upper - result.lower <= goal.tolerance || already_in(result.simplex, p.w)) break;
        if (result.iterations >= goal.max_iterations) {
            result.budget_reached = true;
            break;
        }
        Simplex next = result.simplex;
        next.points[next.size++] = p;
        const Nearest nearest = reduce(next);
        if (nearest.inside) {
            result.simplex = next;
            result.upper = 0;
            result.outcome = GjkOutcome::meeting;
            return result;
        }
        if (!(nearest.length_sq < v_sq)) break;
        result.simplex = next;
        v = nearest.v;
        v_sq = nearest.length_sq;
        v_length = std::sqrt(v_sq);
        result.upper = v_length;
        if (v_length <= pair.error) {
            result.outcome = GjkOutcome::meeting;
            return result;
        }
        if (result.upper < goal.meeting_below) {
            result.outcome = GjkOutcome::decided;
            return result;
        }
    }
    result.upper = std::max(result.upper, witness_length(result.simplex));
    result.budget_reached = result.budget_reached || result.upper - result.lower > goal.tolerance;
    return result;
}

}  // namespace graze
