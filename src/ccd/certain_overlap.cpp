// By GJK's last simplex: four differences of support points around the origin, each with an error of at most
// the pair's, certainly contain it when the origin is deeper in the simplex than that. Cores closer than the
// sum of their margins overlap by their margins.
#include "ccd/certain_overlap.hpp"

#include <algorithm>
#include <cmath>

#include "convex/gjk/gjk.hpp"
#include "query/dispatch.hpp"

namespace graze {

double difference_error(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        const Vec3& offset) noexcept {
    const auto defect = simd::defect_pair(&pose_a.rotation.columns[0].x, &pose_b.rotation.columns[0].x);
    const Vec3 apart = abs(offset);
    const double extent = a.reach() + b.reach() + (apart.x + apart.y + apart.z);
    return a.support_error() + b.support_error() + (kPairRoundings + (defect.a + defect.b)) * extent;
}

bool holds_ball(const std::array<Vec3, 4>& p, double radius) noexcept {
    double longest = 0;
    for (const Vec3& point : p) longest = std::max(longest, max_component(abs(point)));
    // Of a triple product of differences up to 2 longest: six products of 8 longest³, rounded eight times.
    const double rounding = 512 * kEps * longest * longest * longest;
    for (std::size_t k = 0; k < 4; ++k) {
        const Vec3 &a = p[(k + 1) % 4], &b = p[(k + 2) % 4], &c = p[(k + 3) % 4];
        const Vec3 across = cross(b - a, c - a);
        const double volume = dot(across, p[k] - a),
                     part = -dot(across, a);  // of the whole, and of the part with the origin as apex
        const double clearance = (volume > 0 ? part : -part) - rounding;
        if (!(std::abs(volume) > rounding) || !(clearance > radius * length(across) * (1 + 8 * kEps)))
            return false;
    }
    return true;
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
