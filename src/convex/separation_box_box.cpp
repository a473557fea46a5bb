#include "convex/separation_box_box.hpp"

#include <cmath>

#include "convex/closed_form.hpp"
#include "convex/sat_box_box.hpp"
#include "convex/separate.hpp"

namespace graze {
namespace {

/// The face axis with the widest gap between the projections. Frame of a, from b to a.
struct FaceGap {
    double gap = 0;
    Vec3 axis{};
};

FaceGap widest_face_gap(const Vec3& half_a, const Vec3& half_b, const Pose& b) noexcept {
    const auto& r = b.rotation.columns;
    const Vec3& t = b.position;
    const Vec3 along{dot(r[0], t), dot(r[1], t), dot(r[2], t)};
    const Vec3 gap_a = abs(t) - (half_a + abs(r[0]) * half_b.x + abs(r[1]) * half_b.y + abs(r[2]) * half_b.z);
    const Vec3 gap_b = abs(along) - (half_b + Vec3{dot(abs(r[0]), half_a), dot(abs(r[1]), half_a), dot(abs(r[2]), half_a)});
    FaceGap best{gap_a.x, {-t.x, 0, 0}};
    if (gap_a.y > best.gap) best = {gap_a.y, {0, -t.y, 0}};
    if (gap_a.z > best.gap) best = {gap_a.z, {0, 0, -t.z}};
    for (std::size_t i = 0; i < 3; ++i) {
        if (gap_b[i] > best.gap) best = {gap_b[i], r[i] * -along[i]};
    }
    return best;
}

}  // namespace

Separation separation_box_box(const Placed& a, const Placed& b, const SeparationOptions& options, PairCache* cache) noexcept {
    CorePair pair;
    if (!make_core_pair(a, b, pair)) return invalid_separation();
    // Extreme sizes and traced queries take the general path.
    if (options.trace || pair.scale != 1) return separate(a, b, pair, options, cache);
    const Vec3 half_a = a.shape.vector(0);
    const Vec3 half_b = b.shape.vector(0);
    const FaceGap face = widest_face_gap(half_a, half_b, pair.b_in_a);
    PairCache start;
    if (face.gap <= pair.error) {
        const BoxBoxSat sat = box_box_sat(half_a, half_b, pair.b_in_a, pair.error);
        if (sat.answer == SatAnswer::overlapping) {
            if (cache) cache->axis = -sat.axis;
            CoreAnswer core;
            core.lower = sat.distance.lower;
            core.upper = sat.distance.upper;
            core.point_a = sat.point_a;
            core.point_b = sat.point_b;
            core.normal = sat.axis;
            return finish(a, b, pair, core);
        }
        start.axis = -sat.axis;
    } else {
        start.axis = face.axis;
    }
    PairCache* from = cache && length_sq(cache->axis) > 0 ? cache : &start;
    const Separation s = separate(a, b, pair, options, from);
    if (cache) *cache = *from;
    return s;
}

}  // namespace graze
