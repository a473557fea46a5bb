#include "convex/separation_box_box.hpp"

#include <algorithm>
#include <array>

#include "convex/closed_form.hpp"
#include "convex/sat_box_box.hpp"
#include "convex/separate.hpp"
#include "convex/solid_descent.hpp"

namespace graze {
namespace {

/// The widest gap between the projections on a face axis of either.
double widest_face_gap(const Vec3& half_a, const Vec3& half_b, const Pose& b) noexcept {
    const auto& r = b.rotation.columns;
    const std::array<Vec3, 3> m{abs(r[0]), abs(r[1]), abs(r[2])};
    const Vec3 along = abs(transpose_times(b.rotation, b.position));
    return std::max(max_component(face_gaps_of_a(half_a, half_b, b, m)), max_component(face_gaps_of_b(half_a, half_b, along, m)));
}

}  // namespace

Separation separation_box_box(const Placed& a, const Placed& b, const SeparationOptions& options, PairCache* cache) noexcept {
    CorePair pair;
    if (!make_core_pair(a, b, PosePair(a, b), pair)) return invalid_separation();
    // Extreme sizes and traced queries take the general path.
    if (options.trace || pair.scale != 1) return separate(a, b, pair, options, cache);
    const Vec3 half_a = a.shape.vector(0);
    const Vec3 half_b = b.shape.vector(0);
    PairCache start;
    if (widest_face_gap(half_a, half_b, pair.b_in_a) > pair.error) {
        Separation s;
        if (descend_boxes(a, b, pair, options, s)) {
            if (cache) *cache = {transpose_times(a.pose.rotation, -s.normal), {}, 0};
            return s;
        }
    } else {
        const BoxBoxSat sat = box_box_sat(half_a, half_b, pair.b_in_a, pair.error);
        if (sat.answer == SatAnswer::overlapping) {
            if (cache) *cache = {-sat.axis, {}, 0};
            CoreAnswer core;
            core.lower = sat.distance.lower;
            core.upper = sat.distance.upper;
            core.point_a = sat.point_a;
            core.point_b = sat.point_b;
            core.normal = sat.axis;
            return finish(a, b, pair, core);
        }
        start.axis = -sat.axis;
    }
    const Separation s = separate(a, b, pair, options, &start);
    if (cache) *cache = start;
    return s;
}

}  // namespace graze
