// GJK, then EPA where the cores overlap, and what both found as one answer.
#include "convex/epa/separate.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "convex/gjk/gjk.hpp"

namespace graze {
namespace {

/// Default widths relative to the larger shape.
constexpr double kPolytopeWidth = 1e-9;
constexpr double kCurvedWidth = 1e-6;
/// The gap of the core bounds must leave space for the errors added on both sides.
constexpr double kShare = 0.9;

/// Polytopes end by themselves; two of a thousand vertices with one centre after some thousand steps.
constexpr std::uint32_t kPolytopeSteps = 7900;

bool polytopes(const CorePair& pair) noexcept { return pair.a->polytope_core() && pair.b->polytope_core(); }

Separation apart(const Placed& a, const Placed& b, const CorePair& pair, const GjkResult& found) noexcept {
    CoreAnswer core;
    take_witness(found.simplex, core);
    core.lower = found.lower;
    core.upper = found.upper;
    core.normal = -unit(found.axis);
    core.status = found.budget_reached ? Status::budget_reached : Status::converged;
    core.iterations = found.iterations;
    Separation s = finish(a, b, pair, core);
    note_terms(found.simplex, s);
    return s;
}

/// How a search ended whose cores overlap.
struct OverlapEnd {
    const GjkResult& found;
    const EpaResult& depth;
    double tolerance;
};

Separation overlap_separation(const Placed& a, const Placed& b, const CorePair& pair,
                              const OverlapEnd& end) noexcept {
    const auto& [found, depth, tolerance] = end;
    CoreAnswer core;
    take_witness(depth.simplex, core);
    core.lower = -depth.upper;
    // The start simplex may miss the origin by what GJK ended with; the surface then bounds a ball that much
    // smaller. Where the surface proves a gap after all, its witness bounds how wide the gap may be.
    core.upper = std::max(0.0, found.upper) - std::max(0.0, depth.lower);
    if (core.lower > 0) core.upper = length(core.point_a - core.point_b);
    core.normal = depth.normal;
    core.status = depth.budget_reached || core.upper - core.lower > tolerance ? Status::budget_reached
                                                                              : Status::converged;
    core.iterations = found.iterations + depth.iterations;
    Separation s = finish(a, b, pair, core);
    note_terms(depth.simplex, s);
    fit_witnesses_to_bounds(s);
    return s;
}

bool can_warm_start(const PairCache& cache) noexcept {
    bool finite = is_finite(cache.axis) && cache.count <= cache.directions.size();
    for (std::uint32_t i = 0; finite && i < cache.count; ++i) finite = is_finite(cache.directions[i]);
    return finite;
}

void remember(const GjkResult& found, PairCache& cache) noexcept {
    cache.axis = found.axis;
    cache.count = found.simplex.size;
    for (std::uint32_t i = 0; i < cache.count; ++i) cache.directions[i] = found.simplex.points[i].direction;
}

/// Brings steps recorded in the pair's scale back to the caller's unit.
void undo_scale(std::span<TraceStep> steps, double scale) noexcept {
    const double back = 1 / scale;  // exact: a power of two
    for (TraceStep& step : steps) {
        step.support *= back;
        for (Vec3& p : step.simplex) p *= back;
        step.bounds = {step.bounds.lower * back, step.bounds.upper * back};
    }
}

}  // namespace

double wanted_width(const CorePair& pair, const SeparationOptions& options) noexcept {
    const double share = options.tolerance >= 0 ? options.tolerance
                         : polytopes(pair)      ? kPolytopeWidth
                                                : kCurvedWidth;
    const double larger = std::max(pair.a->reach(), pair.b->reach()) * pair.scale;
    return std::max(kShare * share * larger - 2 * pair.error, 2 * pair.error);
}

Separation separate(const Placed& a, const Placed& b, const CorePair& pair, const SeparationOptions& options,
                    SeparateMemory memory) noexcept {
    PairCache* const cache = memory.cache;
    GjkGoal goal;
    goal.tolerance = wanted_width(pair, options);
    if (options.max_iterations > 0) goal.max_iterations = options.max_iterations;
    if (cache && can_warm_start(*cache)) {
        goal.start = cache->axis;
        goal.warm = {cache->directions.data(), cache->count};
    }
    goal.trace = options.trace;
    const std::size_t first_step = options.trace ? options.trace->steps.size() : 0;
    const GjkResult found = gjk(pair, goal);
    if (found.outcome == GjkOutcome::apart) {
        if (options.trace) undo_scale(std::span(options.trace->steps).subspan(first_step), pair.scale);
        if (cache) remember(found, *cache);
        return apart(a, b, pair, found);
    }
    EpaGoal expand;
    expand.tolerance = goal.tolerance;
    if (options.max_iterations > 0)
        expand.max_iterations = std::min(options.max_iterations, kPolytopeSteps);
    else if (polytopes(pair))
        expand.max_iterations = kPolytopeSteps;
    expand.trace = options.trace;
    const EpaResult depth = epa(pair, found.simplex, expand, memory.polytope);
    if (options.trace) undo_scale(std::span(options.trace->steps).subspan(first_step), pair.scale);
    if (cache) *cache = {-depth.normal, {}, 0};
    return overlap_separation(a, b, pair, {found, depth, goal.tolerance});
}

}  // namespace graze
