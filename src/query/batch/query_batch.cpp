// Many questions, in blocks on several threads.
#include <algorithm>

#include "core/audited.hpp"
#include "graze/core/assert.hpp"
#include "graze/query/query.hpp"
#include "query/audit/audit.hpp"
#include "query/batch/batch_blocks.hpp"
#include "query/batch/lane_kinds.hpp"
#include "query/batch/overlaps_at.hpp"
#include "query/batch/overlaps_of.hpp"
#include "query/batch/separation_batch.hpp"
#include "query/composite/composite.hpp"
#include "shape/pose_check.hpp"
#include "solid/surface_distances.hpp"

namespace graze {
namespace {

double overlap_cost(const Shape& a, const Shape& b) noexcept {
    if (!a.convex() || !b.convex()) return kPartsCost;
    return overlap_kind(a, b).number != 0 ? kLaneCost : kConvexCost;
}

double separation_cost(const Shape& a, const Shape& b) noexcept {
    if (!a.convex() || !b.convex()) return kPartsCost;
    return separation_kind(a, b).number != 0 ? kLaneDistanceCost : kDistanceCost;
}

/// The mean over some of the pairs.
template <class Cost> double mean_cost(std::span<const PlacedPair> pairs, const Cost& cost) {
    constexpr std::size_t kSamples = 32;
    if (pairs.empty()) return 1;
    double sum = 0;
    const std::size_t step = 1 + (pairs.size() - 1) / kSamples;
    std::size_t samples = 0;
    for (std::size_t i = 0; i < pairs.size(); i += step, ++samples)
        sum += cost(pairs[i].a->shape, pairs[i].b->shape);
    return sum / static_cast<double>(samples);
}

}  // namespace

void overlaps_at(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                 std::span<unsigned char> results, const BatchOptions& options) {
    const std::size_t count = std::min(poses.size(), results.size());
    const OverlapsAt pair(a, b, count);
    in_blocks(count, pair.cost(), options, [&](std::size_t first, std::size_t last) {
        pair.answer(poses.subspan(first, last - first), results.data() + first);
    });
}

void separations_at(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                    std::span<Separation> gaps, const BatchOptions& options) {
    const std::size_t count = std::min(poses.size(), gaps.size());
    in_blocks(count, separation_cost(a, b), options, [&](std::size_t first, std::size_t last) {
        separations_at_block(a, b, poses.subspan(first, last - first), gaps.data() + first);
    });
}

void overlaps_of(std::span<const PlacedPair> pairs, std::span<unsigned char> results,
                 const BatchOptions& options) {
    const std::size_t count = std::min(pairs.size(), results.size());
    // Long blocks, in which many pairs share their vertices; four for each thread.
    const std::size_t shared = count / (4 * Workers(options.threads).count());
    const BlockLengths lengths{std::clamp(shared, std::size_t{1}, kMostSorted), kMostSorted};
    in_blocks(
        count, mean_cost(pairs.first(count), overlap_cost), options,
        [&](std::size_t first, std::size_t last) {
            overlaps_of_block(pairs.subspan(first, last - first), results.data() + first);
        },
        lengths);
}

void separations_of(std::span<const PlacedPair> pairs, std::span<Separation> gaps,
                    const BatchOptions& options) {
    const std::size_t count = std::min(pairs.size(), gaps.size());
    in_blocks(count, mean_cost(pairs.first(count), separation_cost), options,
              [&](std::size_t first, std::size_t last) {
                  separations_of_block(pairs.subspan(first, last - first), gaps.data() + first);
              });
}

void raycasts(std::span<const Ray> rays, const Placed& target, std::span<std::optional<RayHit>> hits,
              const BatchOptions& options) {
    const std::size_t count = std::min(rays.size(), hits.size());
    const double cost = target.shape.convex() ? kRayCost : kMeshRayCost;
    in_blocks(count, cost, options, [&](std::size_t first, std::size_t last) {
        if (target.shape.convex()) {
            for (std::size_t i = first; i < last; ++i) hits[i] = raycast(rays[i], target);
            return;
        }
        GRAZE_ASSERT(usable(target), "rays at an invalid shape or pose: check() says why");
        composite_raycasts(rays.subspan(first, last - first), target, hits.subspan(first, last - first));
        for (std::size_t i = first; i < last; ++i)
            static_cast<void>(GRAZE_AUDITED(hits[i], audit::check_ray(answer, rays[i], target)));
    });
}

void signed_distances(const Placed& solid, std::span<const Vec3> points, std::span<Interval> distances,
                      const BatchOptions& options) {
    const std::size_t count = std::min(points.size(), distances.size());
    const ShapeType type = solid.shape.type();
    if (!usable(solid) || (type != ShapeType::mesh && type != ShapeType::height_field)) {
        const double cost = solid.shape.convex() ? kDistanceCost : kPartsCost;
        in_blocks(count, cost, options, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) distances[i] = signed_distance(solid, points[i]);
        });
        return;
    }
    // Points are numbered by 32 bits there.
    constexpr std::size_t kMostPoints = std::size_t{1} << 31;
    for (std::size_t i = 0; i < count; i += kMostPoints) {
        const std::size_t part = std::min(count - i, kMostPoints);
        distances_from_points(solid, points.subspan(i, part), distances.subspan(i, part), options.threads);
    }
    for (std::size_t i = 0; i < count; ++i)
        static_cast<void>(
            GRAZE_AUDITED(distances[i], audit::check_signed_distance(answer, solid, points[i])));
}

}  // namespace graze
