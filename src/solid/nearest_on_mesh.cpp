// By a walk with the test of triangles in it (simd/tree/tree_walk_nearest.hpp). The upper end is the least of
// all triangles: one that was passed over is farther. The lower end is the least of those that count at the
// final upper end: whose leaf is not beyond it, and which are not shown to be farther. Triangles that were
// examined earlier, at a larger upper end, and would lower the result are tested again.
#include "solid/nearest_on_mesh.hpp"

#include <algorithm>
#include <array>

#include "graze/tree/box_tree.hpp"
#include "mesh/triangle_source.hpp"
#include "simd/tree/tree_walk_nearest.hpp"
#include "solid/point_triangle.hpp"
#include "tree/near_walk.hpp"

namespace graze {
namespace {

/// A triangle whose bounds were computed.
struct Examined {
    std::uint32_t slot = 0;
    float leaf_excess = 0;
    double lower = 0;
};

/// Those that may have the least lower end.
class LowestCandidates {
public:
    void add(const Examined& triangle, double upper) noexcept {
        // The nearest triangle's own lower end is no larger than this.
        if (!(triangle.lower < upper)) return;
        if (count_ == kMost) drop_above(upper);
        if (count_ == kMost)
            complete_ = false;
        else
            kept_[count_++] = triangle;
    }
    [[nodiscard]] bool complete() const noexcept { return complete_; }
    [[nodiscard]] std::span<const Examined> all() const noexcept { return std::span(kept_).first(count_); }

private:
    /// About six triangles share a corner.
    static constexpr std::size_t kMost = 24;

    void drop_above(double upper) noexcept {
        const auto end = std::remove_if(kept_.begin(), kept_.end(),
                                        [&](const Examined& triangle) { return triangle.lower >= upper; });
        count_ = static_cast<std::size_t>(end - kept_.begin());
    }

    std::array<Examined, kMost> kept_;
    std::size_t count_ = 0;
    bool complete_ = true;
};

/// One search.
class NearestSearch {
public:
    NearestSearch(const MeshData& mesh, const Vec3& point, WorkBudget* work) noexcept
        : mesh_(mesh), point_(point), source_(triangle_source(mesh)), work_(work) {}
    NearestSearch(const NearestSearch&) = delete;
    NearestSearch& operator=(const NearestSearch&) = delete;

    SurfaceNearest run(const NearestOptions& options) noexcept {
        simd::NearestLimits limits{options.max_distance, kInfinity};
        if (options.guess) limits.upper = upper_bound(mesh_.triangle(*options.guess));
        limits.reach = std::min(limits.reach, limits.upper);
        simd::NearestWalk walk;
        double lower = limits.reach;
        if (detail::make_near_walk(mesh_.tree, point_, limits.reach, walk.boxes)) {
            walk.point = &point_.x;
            walk.triangles = source_;
            walk.limits = limits;
            const simd::NearestCounts counts = this->walk(walk);
            limits = {std::min(options.max_distance, best_.distance.upper), best_.distance.upper};
            walk.limits = limits;
            // What was passed over is no nearer than the limit.
            lower =
                std::min(limits.reach, candidates_.complete() ? lowest(counts.last_excess) : lowest(walk));
        }
        best_.found = best_.distance.upper <= options.max_distance;
        best_.distance.lower = lower;
        return best_;
    }

private:
    /// No less than what the search finds for the triangle, whichever way it is found: by some more than what
    /// either adds for rounding.
    [[nodiscard]] double upper_bound(const Triangle& t) const noexcept {
        const TriangleBound bound = bound_of(t, point_);
        const Vec3 most = max(abs(point_), max(abs(t.a), max(abs(t.b), abs(t.c))));
        return bound.distance.upper * (1 + 0x1p-40) + 0x1p-40 * max_component(most);
    }
    simd::NearestCounts walk(const simd::NearestWalk& query) noexcept {
        const auto examine = [this](const simd::NearTriangle& triangle, simd::NearestLimits& limits) {
            const TriangleBound bound = bound_in_slot(triangle);
            offer(bound, triangle.slot);
            limits.upper = std::min(limits.upper, bound.distance.upper);
            limits.reach = std::min(limits.reach, bound.distance.upper);
            candidates_.add({triangle.slot, triangle.leaf_excess, bound.distance.lower}, limits.upper);
        };
        const simd::NearestCounts counts = simd::walk_nearest(mesh_.tree.walk_nodes(), query, examine);
        spend(work_, counts.nodes * work::kNode + counts.leaves * work::kLeaf +
                         counts.triangles * work::kPointTriangle);
        return counts;
    }
    /// Of the walk where that has bounds.
    [[nodiscard]] TriangleBound bound_in_slot(const simd::NearTriangle& found) const noexcept {
        const Triangle t = mesh_.triangle_in_slot(found.slot);
        if (!found.bounded) return bound_of(t, point_);
        return {{found.lower, found.upper}, t.a + found.u * (t.b - t.a) + found.v * (t.c - t.a)};
    }
    void offer(const TriangleBound& bound, std::uint32_t slot) noexcept {
        const std::uint32_t part = mesh_.tree.order()[slot];
        const double upper = bound.distance.upper, least = best_.distance.upper;
        if (!(upper < least || (upper == least && part < best_.part))) return;
        best_ = {.distance = bound.distance, .point = bound.point, .part = part};
    }
    /// Of the candidates that count.
    [[nodiscard]] double lowest(float last_excess) const noexcept {
        double lower = best_.distance.lower;
        for (const Examined& triangle : candidates_.all()) {
            if (triangle.lower < lower && triangle.leaf_excess <= last_excess &&
                !simd::shown_farther(source_, triangle.slot, &point_.x, best_.distance.upper))
                lower = triangle.lower;
        }
        return lower;
    }
    /// The same by another walk with the final limits: all that it examines count.
    [[nodiscard]] double lowest(const simd::NearestWalk& query) const noexcept {
        double lower = best_.distance.lower;
        const auto examine = [&](const simd::NearTriangle& triangle, simd::NearestLimits&) {
            lower = std::min(lower, bound_in_slot(triangle).distance.lower);
        };
        simd::walk_nearest(mesh_.tree.walk_nodes(), query, examine);
        return lower;
    }

    const MeshData& mesh_;
    const Vec3 point_;
    const simd::TriangleSource source_;
    WorkBudget* work_;
    SurfaceNearest best_{.distance = {kInfinity, kInfinity}};
    LowestCandidates candidates_;
};

}  // namespace

SurfaceNearest nearest_on_mesh(const MeshData& mesh, const Vec3& point, const NearestOptions& options,
                               WorkBudget* work) noexcept {
    return NearestSearch(mesh, point, work).run(options);
}

}  // namespace graze
