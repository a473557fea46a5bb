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
    bool of_a = true;  ///< Whose face it is.
};

FaceGap widest_face_gap(const Vec3& half_a, const Vec3& half_b, const Pose& b) noexcept {
    const auto& r = b.rotation.columns;
    const Vec3& t = b.position;
    const Vec3 along{dot(r[0], t), dot(r[1], t), dot(r[2], t)};
    const Vec3 gap_a = abs(t) - (half_a + abs(r[0]) * half_b.x + abs(r[1]) * half_b.y + abs(r[2]) * half_b.z);
    const Vec3 gap_b = abs(along) - (half_b + Vec3{dot(abs(r[0]), half_a), dot(abs(r[1]), half_a), dot(abs(r[2]), half_a)});
    FaceGap best{gap_a.x, {-t.x, 0, 0}, true};
    if (gap_a.y > best.gap) best = {gap_a.y, {0, -t.y, 0}, true};
    if (gap_a.z > best.gap) best = {gap_a.z, {0, 0, -t.z}, true};
    for (std::size_t i = 0; i < 3; ++i) {
        if (gap_b[i] > best.gap) best = {gap_b[i], r[i] * -along[i], false};
    }
    return best;
}

Vec3 corner(const Vec3& half, const Vec3& direction) noexcept {
    return {std::copysign(half.x, direction.x), std::copysign(half.y, direction.y), std::copysign(half.z, direction.z)};
}

Vec3 clamped(const Vec3& p, const Vec3& half) noexcept { return max(-half, min(half, p)); }

/// The corner of one box that looks at the other's face, and the point of that box nearest to it: the answer whenever a corner
/// takes part in it, which is most of the time. Whether it is the answer is for the bounds to say.
CoreAnswer corner_guess(const CorePair& pair, const FaceGap& face) noexcept {
    const Vec3 half_a = pair.a->vector(0);
    const Vec3 half_b = pair.b->vector(0);
    const Mat3& r = pair.b_in_a.rotation;
    const Vec3& t = pair.b_in_a.position;
    CoreAnswer core;
    if (face.of_a) {
        core.point_b = r * corner(half_b, transpose_times(r, face.axis)) + t;
        core.point_a = clamped(core.point_b, half_a);
    } else {
        core.point_a = corner(half_a, -face.axis);
        core.point_b = r * clamped(transpose_times(r, core.point_a - t), half_b) + t;
    }
    const Vec3 v = core.point_b - core.point_a;
    core.upper = length(v);
    core.normal = v * (1 / core.upper);
    const Vec3 along_b = transpose_times(r, core.normal);
    core.lower = dot(core.normal, t) - dot(abs(along_b), half_b) - dot(abs(core.normal), half_a);
    return core;
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
    } else {
        const CoreAnswer core = corner_guess(pair, face);
        if (core.upper - core.lower <= wanted_width(pair, options)) {
            if (cache) *cache = {-core.normal, {}, 0};
            return finish(a, b, pair, core);
        }
        start.axis = core.lower > face.gap ? -core.normal : face.axis;
    }
    // The faces give a better start, sooner, than the last answer would: measured 201 ns against 337 on coherent motion.
    const Separation s = separate(a, b, pair, options, &start);
    if (cache) *cache = start;
    return s;
}

}  // namespace graze
