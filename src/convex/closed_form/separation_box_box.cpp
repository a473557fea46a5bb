// Two boxes: by descent where a face axis separates them, by the 15 axes where they overlap, by the general
// search otherwise.
#include "convex/closed_form/separation_box_box.hpp"

#include <algorithm>
#include <array>

#include "convex/closed_form/closed_form.hpp"
#include "convex/closed_form/solid_descent.hpp"
#include "convex/concentric.hpp"
#include "convex/epa/separate.hpp"
#include "convex/sat/sat_box_box.hpp"
#include "result/flipped.hpp"
#include "result/trace_steps.hpp"

namespace graze {
namespace {

/// The widest gap between the projections on a face axis of either.
double widest_face_gap(const Vec3& half_a, const Vec3& half_b, const Pose& b) noexcept {
    const auto& r = b.rotation.columns;
    const std::array<Vec3, 3> m{abs(r[0]), abs(r[1]), abs(r[2])};
    const Vec3 along = abs(transpose_times(b.rotation, b.position));
    return std::max(max_component(face_gaps_of_a(half_a, half_b, b, m)),
                    max_component(face_gaps_of_b(half_a, half_b, along, m)));
}

/// True when they certainly overlap; else false, with the best of the 15 axes in `start`.
bool separate_overlapping(const Placed& a, const Placed& b, const CorePair& pair, PairCache& start,
                          Separation& s) noexcept {
    const BoxBoxSat sat = box_box_sat(a.shape.vector(0), b.shape.vector(0), pair.b_in_a, pair.error);
    start.axis = -sat.axis;
    if (sat.answer != SatAnswer::overlapping) return false;
    CoreAnswer core;
    core.lower = sat.distance.lower;
    core.upper = sat.distance.upper;
    core.point_a = sat.point_a;
    core.point_b = sat.point_b;
    core.normal = sat.axis;
    s = finish(a, b, pair, core);
    return true;
}

}  // namespace

Separation separation_box_box(const Placed& a, const Placed& b, const SeparationOptions& options,
                              PairCache* cache) noexcept {
    Separation s;  // the only one returned, so that it is constructed in the caller's object
    CorePair pair;
    PairCache start;
    if (!make_core_pair(a, b, PoseCheck(a, b), pair)) {
        s.status = Status::invalid_input;
        return s;
    }
    // Extreme sizes take the general path.
    if (pair.scale != 1) {
        s = separate(a, b, pair, options, {.cache = cache});
        return s;
    }
    if (widest_face_gap(a.shape.vector(0), b.shape.vector(0), pair.b_in_a) > pair.error) {
        if (descend_boxes(a, b, pair, options, s)) {
            start.axis = transpose_times(a.pose.rotation, -s.normal);
            record_answer(options.trace, TraceStage::descent, a.pose, s);
        } else {
            s = separate(a, b, pair, options, {.cache = &start});
        }
    } else if (max_component(abs(pair.b_in_a.position)) <= pair.error && solved_in_reverse(a, b)) {
        const std::size_t first_step = step_count(options.trace);
        s = flipped(separation_box_box(b, a, options, nullptr));
        flip_steps(options.trace, first_step, a.pose, b.pose);
        return s;
    } else if (separate_overlapping(a, b, pair, start, s)) {
        record_answer(options.trace, TraceStage::axes, a.pose, s);
    } else {
        s = separate(a, b, pair, options, {.cache = &start});
    }
    if (cache) *cache = start;
    return s;
}

}  // namespace graze
