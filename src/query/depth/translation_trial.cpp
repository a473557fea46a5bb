#include "query/depth/translation_trial.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "convex/closed_form/closed_form.hpp"
#include "query/composite/composite.hpp"
#include "query/composite/crossing_points.hpp"

namespace graze {
namespace {

std::vector<Vec3> points_to_climb_from(const PartPairs& there, const std::optional<PartPair>& parts,
                                       const Vec3& translation, const DeepPointSeeds& seeds) {
    std::vector<Vec3> points;
    if (parts) {
        const Separation touching =
            separation(placed_part(there.a, parts->a), placed_part(there.b, parts->b));
        there.work->spend(work_of(touching));
        points.push_back(0.5 * (touching.point_a + touching.point_b));
    } else {
        points.push_back(there.b.placed.pose * there.b.placed.shape.centre());
        points.push_back(there.a.placed.pose * there.a.placed.shape.centre());
    }
    if (seeds.start.depth > 0) points.push_back(seeds.start.point + 0.5 * translation);
    const TranslationBall* ball = seeds.cover != nullptr ? seeds.cover->deepest(translation) : nullptr;
    if (ball != nullptr) points.push_back(ball->in_a + ball->share * (translation - ball->centre));
    if (seeds.crossings) {
        // Entangled shapes overlap in many places, and the first one found is seldom the deepest.
        constexpr std::size_t kMost = 32;  // a dozen still missed the deepest of a knot of 1500 triangles
        const std::vector<Vec3> crossings = crossing_points(there, kMost);
        points.insert(points.end(), crossings.begin(), crossings.end());
    }
    return points;
}

/// Climbs a little from the deepest few; the deepest point after that goes on.
DeepPoint deepest_from(const PartPairs& pairs, const Vec3& translation,
                       const std::vector<Vec3>& points) noexcept {
    constexpr std::size_t kClimbed = 4;
    std::vector<DeepPoint> starts;
    starts.reserve(points.size());
    for (const Vec3& point : points) starts.push_back(depth_at(pairs, translation, point));
    std::stable_sort(starts.begin(), starts.end(),
                     [](const DeepPoint& x, const DeepPoint& y) { return x.depth > y.depth; });
    starts.resize(std::min(starts.size(), kClimbed));
    DeepPoint best;
    for (const DeepPoint& start : starts) {
        const DeepPoint here = climb(pairs, translation, start, 3);
        if (here.depth > best.depth) best = here;
    }
    return climb(pairs, translation, best, 10);
}

}  // namespace

TranslationTrial try_translation(const PartPairs& pairs, const Vec3& translation,
                                 const DeepPointSeeds& seeds) {
    WorkBudget& work = *pairs.work;
    TranslationTrial t;
    t.translation = translation;
    Placed moved = pairs.b.placed;
    moved.pose.position += translation;
    PartPairs there(pairs.a.placed, moved);
    if (!there.bounded) return t;
    there.work = &work;
    const std::optional<PartPair> parts = intersecting_parts(there);
    const bool enclosed = !parts && encloses_part(there);
    if (work.spent()) return t;  // neither result is valid then
    if (!parts && !enclosed) {
        // Points of curved shapes are outside only up to rounding: the gap has to be wider.
        const std::optional<Separation> gap = composite_gap(there, {});
        if (gap && gap->distance.lower > there.error()) {
            t.gap = gap->distance.lower;
            t.normal = gap->normal;
        }
        return t;
    }
    t.deep = deepest_from(pairs, translation, points_to_climb_from(there, parts, translation, seeds));
    return t;
}

bool may_overlap_after(const PartPairs& pairs, const Vec3& translation) noexcept {
    Placed moved = pairs.b.placed;
    moved.pose.position += translation;
    PartPairs there(pairs.a.placed, moved);
    if (!there.bounded) return true;
    if (balls_apart(pairs.a.placed, moved, there.poses)) return false;
    there.work = pairs.work;
    return intersecting_parts(there) || encloses_part(there) || pairs.work->spent();
}

}  // namespace graze
