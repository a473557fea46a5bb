// The tables of routines by pair of types: closed forms and quick paths where there are any, the general
// search elsewhere.
#include "query/dispatch.hpp"

#include <array>
#include <tuple>
#include <utility>

#include "convex/closed_form/capsule_solid.hpp"
#include "convex/closed_form/closed_form.hpp"
#include "convex/closed_form/parallel_axes.hpp"
#include "convex/closed_form/separation_box_box.hpp"
#include "convex/closed_form/solid_descent.hpp"
#include "convex/concentric.hpp"
#include "convex/epa/separate.hpp"
#include "convex/gjk/gjk.hpp"
#include "convex/gjk/portal.hpp"
#include "convex/gjk/precise_search.hpp"
#include "convex/sat/sat_box_box.hpp"
#include "query/composite/composite.hpp"
#include "result/flipped.hpp"
#include "result/trace_steps.hpp"
#include "shape/ball.hpp"

namespace graze {
namespace {

/// The routine as it answers (b, a), for (a, b).
template <SeparationRoutine routine>
Separation reversed(const Placed& a, const Placed& b, const SeparationOptions& options,
                    PairCache* cache) noexcept {
    const std::size_t first_step = step_count(options.trace);
    Separation s = routine(b, a, options, cache);
    flip(s);
    if (options.trace) flip_steps(options.trace, first_step, a.pose, b.pose);
    return s;
}

Separation general(const Placed& a, const Placed& b, const SeparationOptions& options,
                   PairCache* cache) noexcept {
    CorePair pair;
    if (!make_core_pair(a, b, PoseCheck(a, b), pair)) return invalid_separation();
    if (share_centre(pair) && solved_in_reverse(a, b)) return reversed<general>(a, b, options, nullptr);
    return separate(a, b, pair, options, {.cache = cache});
}

/// Flips an answer found for (b, a) unless it is in order, and records it as the one step of its method.
void finish_answer(TraceStage stage, const Placed& a, bool in_order, const SeparationOptions& options,
                   Separation& s) noexcept {
    if (!in_order) flip(s);
    record_answer(options.trace, stage, a.pose, s);
}

/// The capsule and the solid in either order.
Separation capsule_separation(const Placed& a, const Placed& b, const SeparationOptions& options,
                              PairCache* cache) noexcept {
    Separation s;  // the only one returned, so that it is constructed in the caller's object
    const bool first = a.shape.type() == ShapeType::capsule;
    if (separate_capsule_solid(first ? a : b, first ? b : a, options, s))
        finish_answer(TraceStage::descent, a, first, options, s);
    else
        s = general(a, b, options, cache);
    return s;
}

/// Whether a pair of cylinders and cones is solved as (a, b), the larger one first: what a tilt costs counts
/// with the reach of the second. Swapping the pair flips the answer exactly.
bool round_pair_in_order(const Placed& a, const Placed& b) noexcept {
    if (a.shape.reach() != b.shape.reach()) return a.shape.reach() > b.shape.reach();
    if (solved_in_reverse(a, b) || solved_in_reverse(b, a)) return solved_in_reverse(a, b);
    const Vec3 &p = a.pose.position, &q = b.pose.position;
    return std::tie(p.x, p.y, p.z) <= std::tie(q.x, q.y, q.z);
}

/// Cylinders and cones with parallel axes, up to the tilt that the closed form serves.
ParallelAnswer parallel_axes_separation(const Placed& a, const Placed& b, const SeparationOptions& options,
                                        Separation& s) noexcept {
    if (!parallel_axes_serve(a.shape.type(), b.shape.type()) || !axes_parallel(a, b))
        return ParallelAnswer::none;
    const bool in_order = round_pair_in_order(a, b);
    const ParallelAnswer found = separate_parallel_axes(in_order ? a : b, in_order ? b : a, options, s);
    if (found != ParallelAnswer::none && !in_order) flip(s);
    return found;
}

/// Pairs that `descend_solids` serves, in either order.
Separation descended_separation(const Placed& a, const Placed& b, const SeparationOptions& options,
                                PairCache* cache) noexcept {
    Separation parallel;
    const ParallelAnswer closed = parallel_axes_separation(a, b, options, parallel);
    if (closed == ParallelAnswer::done) {
        record_answer(options.trace, TraceStage::closed_form, a.pose, parallel);
        return parallel;
    }
    Separation s;
    const bool in_order = descent_serves(a.shape.type(), b.shape.type());
    if (descend_solids(in_order ? a : b, in_order ? b : a, options, s))
        finish_answer(TraceStage::descent, a, in_order, options, s);
    else
        s = general(a, b, options, cache);
    // A search ends early among directions that are nearly equally deep; the closed form may then be more
    // accurate.
    const bool narrower = closed == ParallelAnswer::bounds && parallel.distance.width() < s.distance.width();
    if (!narrower || s.status != Status::budget_reached) return s;
    record_answer(options.trace, TraceStage::closed_form, a.pose, parallel);
    return parallel;
}

using ClosedForm = Separation (*)(const Placed&, const Placed&) noexcept;

/// A closed form as a routine.
template <ClosedForm form>
[[gnu::noinline]] Separation recorded(const Placed& a, const Placed& b, Trace& trace) noexcept {
    Separation s = form(a, b);
    append_answer(trace, TraceStage::closed_form, a.pose, s);
    return s;
}
template <ClosedForm form>
Separation direct(const Placed& a, const Placed& b, const SeparationOptions& options,
                  PairCache* /*cache*/) noexcept {
    return options.trace ? recorded<form>(a, b, *options.trace) : form(a, b);
}

/// The parts' own searches leave no trace: it would be in their frames.
Separation parts_separation(const Placed& a, const Placed& b, const SeparationOptions& options,
                            PairCache* cache) noexcept {
    if (!options.trace) return composite_separation(a, b, options, cache);
    SeparationOptions untraced = options;
    untraced.trace = nullptr;
    const Separation s = composite_separation(a, b, untraced, cache);
    record_answer(options.trace, TraceStage::parts, a.pose, s);
    return s;
}

/// A pair with a rounded shape, in either order: which one may be the ball of a closed form.
struct RoundedFirst {
    const Placed& ball;
    const Placed& other;
    bool in_order;
    RoundedFirst(const Placed& a, const Placed& b, bool first) noexcept
        : ball(first ? a : b), other(first ? b : a), in_order(first) {}
    RoundedFirst(const Placed& a, const Placed& b) noexcept
        : RoundedFirst(a, b, a.shape.type() == ShapeType::rounded) {}

    [[nodiscard]] bool served() const noexcept {
        return is_ball(ball.shape) && (other.shape.type() != ShapeType::rounded || is_ball(other.shape));
    }
};

/// A closed form of balls for rounded shapes, where they are one.
template <ClosedForm form>
Separation rounded_separation(const Placed& a, const Placed& b, const SeparationOptions& options,
                              PairCache* cache) noexcept {
    const RoundedFirst pair(a, b);
    if (!pair.served()) return general(a, b, options, cache);
    Separation s = form(pair.ball, pair.other);
    finish_answer(TraceStage::closed_form, a, pair.in_order, options, s);
    return s;
}

/// A hull and what may be a ball, in either order. Depths by the hull's facets, which a search would have to
/// find one by one.
Separation ball_hull_separation(const Placed& a, const Placed& b, const SeparationOptions& options,
                                PairCache* cache) noexcept {
    Separation s;
    const bool in_order = b.shape.type() == ShapeType::hull;
    const Placed& ball = in_order ? a : b;
    if (is_ball(ball.shape) && separate_ball_in_hull(ball, in_order ? b : a, s))
        finish_answer(TraceStage::closed_form, a, in_order, options, s);
    else
        s = general(a, b, options, cache);
    return s;
}

/// Decides as soon as one of GJK's bounds passes the margins; within rounding of contact the answer is yes.
/// Between thin or curved shapes that nearly touch the search may end in doubles before its bounds are that
/// close: then more digits decide.
bool search_overlaps(const Placed& a, const Placed& b, const CorePair& pair, PairCache* cache) noexcept {
    GjkGoal goal;
    goal.apart_above = pair.margin + pair.error;
    goal.overlap_below = pair.margin;
    if (cache && is_finite(cache->axis)) goal.start = cache->axis;
    const GjkResult found = gjk(pair, goal);
    if (cache) cache->axis = found.axis;
    if (found.lower > goal.apart_above) return false;
    if (!(found.upper > goal.apart_above)) return true;
    return !surely_apart(a, b, -(a.pose.rotation * found.axis));
}

// The early-outs are written out in the next three: as one template over the test they take 1.27 of the time
// of a boolean of boxes.

bool general_overlaps(const Placed& a, const Placed& b, PairCache* cache) noexcept {
    CorePair pair;
    const PoseCheck poses(a, b);
    if (!poses.usable) return true;
    if (balls_apart(a, b, poses)) return false;
    return !make_core_pair(a, b, poses, pair) || search_overlaps(a, b, pair, cache);
}

/// Pairs that the portal walk serves.
bool portal_overlaps(const Placed& a, const Placed& b, PairCache* cache) noexcept {
    CorePair pair;
    const PoseCheck poses(a, b);
    if (!poses.usable) return true;
    if (balls_apart(a, b, poses)) return false;
    if (!make_core_pair(a, b, poses, pair)) return true;
    if (pair.scale != 1) return search_overlaps(a, b, pair, cache);
    Vec3 axis = cache && is_finite(cache->axis) ? cache->axis : Vec3{};
    const PortalAnswer answer = portal_overlap(pair, axis);
    if (answer == PortalAnswer::unsure) return search_overlaps(a, b, pair, cache);
    if (cache) cache->axis = axis;
    return answer == PortalAnswer::overlapping;
}

bool capsule_overlaps(const Placed& a, const Placed& b, PairCache* cache) noexcept {
    const PoseCheck poses(a, b);
    if (!poses.usable) return true;
    if (balls_apart(a, b, poses)) return false;
    const bool first = a.shape.type() == ShapeType::capsule;
    const CapsuleOverlap answer = capsule_overlaps_solid(first ? a : b, first ? b : a, poses);
    return answer == CapsuleOverlap::unsure ? general_overlaps(a, b, cache) : answer == CapsuleOverlap::yes;
}

bool box_box_overlaps(const Placed& a, const Placed& b, PairCache* cache) noexcept {
    CorePair pair;
    const PoseCheck poses(a, b);
    if (!poses.usable) return true;
    if (balls_apart(a, b, poses)) return false;
    if (!make_core_pair(a, b, poses, pair)) return true;
    if (pair.scale != 1) return search_overlaps(a, b, pair, cache);
    switch (boxes_overlap(a.shape.vector(0), b.shape.vector(0), pair.b_in_a, pair.error)) {
        case SatAnswer::separated: return false;
        case SatAnswer::overlapping: return true;
        case SatAnswer::close: break;
    }
    return search_overlaps(a, b, pair, cache);
}

template <ClosedForm form> bool by_separation(const Placed& a, const Placed& b, PairCache*) noexcept {
    return !(form(a, b).distance.lower > 0);
}

using PlainOverlap = bool (*)(const Placed&, const Placed&) noexcept;

template <PlainOverlap plain> bool uncached(const Placed& a, const Placed& b, PairCache*) noexcept {
    return plain(a, b);
}

template <PlainOverlap plain>
bool rounded_overlaps(const Placed& a, const Placed& b, PairCache* cache) noexcept {
    const RoundedFirst pair(a, b);
    return pair.served() ? plain(pair.ball, pair.other) : general_overlaps(a, b, cache);
}

template <OverlapRoutine routine> bool swapped(const Placed& a, const Placed& b, PairCache* cache) noexcept {
    return routine(b, a, cache);
}

struct Tables {
    RoutineTable<SeparationRoutine> separation{};
    RoutineTable<OverlapRoutine> overlap{};

    template <SeparationRoutine separate_by, OverlapRoutine overlap_by>
    constexpr void set(ShapeType a, ShapeType b) {
        const auto i = static_cast<std::size_t>(a);
        const auto j = static_cast<std::size_t>(b);
        separation[j][i] = reversed<separate_by>;
        overlap[j][i] = swapped<overlap_by>;
        separation[i][j] = separate_by;
        overlap[i][j] = overlap_by;
    }
    /// For routines that take either order.
    template <SeparationRoutine separate_by, OverlapRoutine overlap_by>
    constexpr void set_both(ShapeType a, ShapeType b) {
        const auto i = static_cast<std::size_t>(a);
        const auto j = static_cast<std::size_t>(b);
        separation[i][j] = separation[j][i] = separate_by;
        overlap[i][j] = overlap[j][i] = overlap_by;
    }
};

constexpr Tables make_tables() {
    using enum ShapeType;
    Tables t;
    for (auto& row : t.separation) row.fill(general);
    for (std::size_t i = 0; i < kShapeTypeCount; ++i) {
        for (std::size_t j = 0; j < kShapeTypeCount; ++j) {
            const bool portal =
                portal_serves(static_cast<ShapeType>(i)) && portal_serves(static_cast<ShapeType>(j));
            t.overlap[i][j] = portal ? portal_overlaps : general_overlaps;
        }
    }
    for (const ShapeType ball : {sphere, point}) {
        t.set<direct<separation_sphere_sphere>, uncached<overlaps_sphere_sphere>>(ball, sphere);
        t.set<direct<separation_sphere_box>, uncached<overlaps_sphere_box>>(ball, box);
        t.set<direct<separation_sphere_capsule>, uncached<overlaps_sphere_capsule>>(ball, capsule);
        t.set<direct<separation_sphere_cylinder>, uncached<overlaps_sphere_cylinder>>(ball, cylinder);
        t.set<direct<separation_sphere_cone>, uncached<overlaps_sphere_cone>>(ball, cone);
    }
    t.set<direct<separation_sphere_sphere>, uncached<overlaps_sphere_sphere>>(point, point);
    for (const ShapeType other : {sphere, point, rounded})
        t.set_both<rounded_separation<separation_sphere_sphere>, rounded_overlaps<overlaps_sphere_sphere>>(
            rounded, other);
    t.set_both<rounded_separation<separation_sphere_box>, rounded_overlaps<overlaps_sphere_box>>(rounded,
                                                                                                 box);
    t.set_both<rounded_separation<separation_sphere_capsule>, rounded_overlaps<overlaps_sphere_capsule>>(
        rounded, capsule);
    t.set_both<rounded_separation<separation_sphere_cylinder>, rounded_overlaps<overlaps_sphere_cylinder>>(
        rounded, cylinder);
    t.set_both<rounded_separation<separation_sphere_cone>, rounded_overlaps<overlaps_sphere_cone>>(rounded,
                                                                                                   cone);
    for (const ShapeType ball : {sphere, point, rounded})
        t.set_both<ball_hull_separation, general_overlaps>(ball, hull);
    t.set<direct<separation_capsule_capsule>, uncached<overlaps_capsule_capsule>>(capsule, capsule);
    for (const ShapeType solid : {box, cylinder, cone})
        t.set_both<capsule_separation, capsule_overlaps>(capsule, solid);
    for (const ShapeType one : {box, cylinder}) {
        for (const ShapeType other : {cylinder, cone})
            t.set_both<descended_separation, portal_overlaps>(one, other);
    }
    t.set_both<descended_separation, portal_overlaps>(cone, cone);
    t.set<separation_box_box, box_box_overlaps>(box, box);
    for (std::size_t i = 0; i < kShapeTypeCount; ++i) {
        t.set<direct<separation_any_half_space>, by_separation<separation_any_half_space>>(
            static_cast<ShapeType>(i), half_space);
    }
    for (const ShapeType composite : {mesh, compound, height_field}) {
        for (std::size_t i = 0; i < kShapeTypeCount; ++i)
            t.set_both<parts_separation, composite_overlaps>(static_cast<ShapeType>(i), composite);
    }
    return t;
}

constexpr Tables kTables = make_tables();

}  // namespace

constexpr RoutineTable<SeparationRoutine> kSeparationRoutines = kTables.separation;
constexpr RoutineTable<OverlapRoutine> kOverlapRoutines = kTables.overlap;

}  // namespace graze
