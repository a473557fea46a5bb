// By GJK's last simplex: four differences of support points around the origin, each with an error of at most
// the pair's, certainly contain it when the origin is deeper in the simplex than that. Cores closer than the
// sum of their margins overlap by their margins.
#include "ccd/certain_overlap.hpp"

#include <algorithm>
#include <cmath>

#include "convex/gjk/gjk.hpp"
#include "convex/ray/straight_proof.hpp"
#include "query/dispatch.hpp"

namespace graze {

double difference_error(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        const Vec3& offset) noexcept {
    const auto defect = simd::defect_pair(&pose_a.rotation.columns[0].x, &pose_b.rotation.columns[0].x);
    const Vec3 apart = abs(offset);
    const double extent = a.reach() + b.reach() + (apart.x + apart.y + apart.z);
    return a.support_error() + b.support_error() + (kPairRoundings + (defect.a + defect.b)) * extent;
}

bool surely_overlap(const Placed& a, const Placed& b, const Vec3& normal) noexcept {
    if (a.shape.type() == ShapeType::half_space || b.shape.type() == ShapeType::half_space)
        return pair_separation(a, b).distance.upper <= 0;
    CorePair pair;
    if (!make_core_pair(a, b, pair)) return false;
    GjkGoal goal;
    goal.tolerance = 4 * pair.error;
    goal.overlap_below = pair.margin - 4 * pair.error;
    goal.start = -transpose_times(a.pose.rotation, normal);
    const GjkResult found = gjk(pair, goal);
    if (found.upper + 3 * pair.error < pair.margin) return true;
    if (found.outcome != GjkOutcome::overlapping || found.simplex.size != 4) return false;
    const auto& p = found.simplex.points;
    return holds_ball({p[0].w, p[1].w, p[2].w, p[3].w}, 2 * pair.error);
}

}  // namespace graze
