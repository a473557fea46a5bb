// Many questions, in blocks on several threads. A block belongs to one thread, and nothing is shared between
// blocks but the shapes.
#include "graze/query/query.hpp"

#include <algorithm>

#include "core/audited.hpp"
#include "core/parallel.hpp"
#include "graze/core/assert.hpp"
#include "query/audit/audit.hpp"
#include "query/composite/composite.hpp"
#include "shape/pose_check.hpp"
#include "solid/surface_distances.hpp"

namespace graze {
namespace {

// Questions a task answers: enough that the queries outweigh its start, for the cheapest verbs too (50 ns
// each against about 1 µs).
constexpr std::size_t kBlock = 256;

/// block(first, last) over [0, count).
template <class Block> void in_blocks(std::size_t count, const BatchOptions& options, const Block& block) {
    const Workers workers(count > kBlock ? options.threads : 1);
    workers.run([&] {
        workers.for_each((count + kBlock - 1) / kBlock,
                         [&](std::size_t i) { block(i * kBlock, std::min(count, (i + 1) * kBlock)); });
    });
}

/// query(placed_a, placed_b, i) at every place. The two placed shapes of a block are made once: copying a
/// shape changes its reference count, for which threads would contend.
template <class Query>
void at_places(const Shape& a, const Shape& b, std::span<const PosePair> poses, const BatchOptions& options,
               const Query& query) {
    in_blocks(poses.size(), options, [&](std::size_t first, std::size_t last) {
        Placed placed_a{a, {}};
        Placed placed_b{b, {}};
        for (std::size_t i = first; i < last; ++i) {
            placed_a.pose = poses[i].a;
            placed_b.pose = poses[i].b;
            query(placed_a, placed_b, i);
        }
    });
}

}  // namespace

void overlaps_at(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                 std::span<unsigned char> results, const BatchOptions& options) {
    at_places(a, b, poses.first(std::min(poses.size(), results.size())), options,
              [&](const Placed& x, const Placed& y, std::size_t i) { results[i] = overlaps(x, y) ? 1 : 0; });
}

void separations_at(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                    std::span<Separation> gaps, const BatchOptions& options) {
    at_places(a, b, poses.first(std::min(poses.size(), gaps.size())), options,
              [&](const Placed& x, const Placed& y, std::size_t i) { gaps[i] = separation(x, y); });
}

void overlaps_of(std::span<const PlacedPair> pairs, std::span<unsigned char> results,
                 const BatchOptions& options) {
    in_blocks(std::min(pairs.size(), results.size()), options, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) results[i] = overlaps(*pairs[i].a, *pairs[i].b) ? 1 : 0;
    });
}

void separations_of(std::span<const PlacedPair> pairs, std::span<Separation> gaps,
                    const BatchOptions& options) {
    in_blocks(std::min(pairs.size(), gaps.size()), options, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) gaps[i] = separation(*pairs[i].a, *pairs[i].b);
    });
}

void raycasts(std::span<const Ray> rays, const Placed& target, std::span<std::optional<RayHit>> hits,
              const BatchOptions& options) {
    in_blocks(std::min(rays.size(), hits.size()), options, [&](std::size_t first, std::size_t last) {
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
        in_blocks(count, options, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) distances[i] = signed_distance(solid, points[i]);
        });
        return;
    }
    distances_from_points(solid, points.first(count), distances.first(count), options.threads);
    for (std::size_t i = 0; i < count; ++i)
        static_cast<void>(
            GRAZE_AUDITED(distances[i], audit::check_signed_distance(answer, solid, points[i])));
}

}  // namespace graze
