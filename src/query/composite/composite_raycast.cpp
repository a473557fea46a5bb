// Rays against meshes, compounds and height fields: parts along the ray, near ones first, each by the convex
// ray cast unless an early-out test decides. World frame. A ray that starts inside of a solid mesh hits at t
// = 0. For a convex mesh this is decided by the first surface, which is then hit from behind, unless the hit
// is at an edge. For other meshes, whose shells may be wound either way and cross each other, the inside test
// decides.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "convex/ray/ray_solver.hpp"
#include "convex/ray/ray_triangles.hpp"
#include "graze/mesh/mesh.hpp"
#include "mesh/triangle_source.hpp"
#include "query/composite/composite.hpp"
#include "query/composite/ray_image.hpp"
#include "simd/tree/tree_walk_rays.hpp"
#include "solid/side_of.hpp"
#include "tree/ray_walk.hpp"

namespace graze {
namespace {

/// The best hit so far.
struct Closest {
    std::optional<RayHit> hit;
    bool behind = false;
    bool near_edge = false;
    double shadow = std::numeric_limits<double>::infinity();  ///< The least t of parts that are missed, but
                                                              ///< too closely to prove it.

    void offer(const RayHit& found, const RayTriangleResult& result) {
        // Another part at the same place: the hit is at an edge, and the least of both lower ends holds for
        // the whole.
        const bool same =
            hit && found.bounds.lower <= hit->bounds.upper && hit->bounds.lower <= found.bounds.upper;
        const double lower = same ? std::min(found.bounds.lower, hit->bounds.lower) : found.bounds.lower;
        near_edge = same || (hit && hit->t <= found.t ? near_edge : !result.inside);
        if (!hit || found.t < hit->t) {
            behind = result.behind;
            hit = found;
        }
        if (same) take_back(*hit, lower);
    }
    /// With the lower end where the ray is shown to hit nothing.
    std::optional<RayHit> shown() const noexcept {
        std::optional<RayHit> all = hit;
        if (all) take_back(*all, std::max(0.0, shadow));
        return all;
    }
    /// Lowers the lower end to where nothing is hit before, and sets the status where that widens the bounds
    /// by more than a rounding or two.
    static void take_back(RayHit& hit, double lower) noexcept {
        if (!(lower < hit.bounds.lower)) return;
        hit.bounds.lower = lower;
        if (hit.bounds.width() > 1e-9 * hit.t) hit.status = Status::budget_reached;
    }
};

RayHit starts_inside(const Ray& ray) noexcept {
    RayHit hit;
    hit.point = ray.origin;
    hit.normal = -unit(ray.direction);
    return hit;
}

/// Whether the ray starts inside of a solid mesh, given the side from which the first surface is hit.
bool is_inside(const Ray& ray, const Placed& target, const MeshData& mesh, bool behind,
               bool near_edge) noexcept {
    if (mesh.convex && !near_edge) return behind;
    return side_of(mesh, target.pose, {nullptr, ray.origin}) == PointSide::inside;
}

/// The first surface, or the start when that is inside of a solid.
std::optional<RayHit> first_of(const Closest& closest, const Ray& ray, const Placed& target,
                               const PartSet& parts) noexcept {
    if (!parts.solid() || !closest.hit) return closest.shown();
    return is_inside(ray, target, *parts.mesh(), closest.behind, closest.near_edge) ? starts_inside(ray)
                                                                                    : closest.shown();
}

/// Rays at triangles without a margin: a certain hit gets its bounds only when it is the nearest in the end.
class TriangleCast {
public:
    TriangleCast(const Ray& ray, const Placed& target, const PartSet& parts, const RayView& view,
                 PairWork* counted) noexcept
        : ray_(ray), target_(target), parts_(parts), view_(view), counted_(counted) {}

    /// The walk through the tree of a mesh, by the traversal for triangles; false when the ray misses.
    [[nodiscard]] bool make_walk(const MeshData& mesh, simd::TriangleWalk& walk) const noexcept {
        if (!detail::make_near_ray_walk(mesh.tree, view_.origin, view_.direction, view_.deviation,
                                        walk.boxes)) {
            const RaySegment segment{
                .origin = view_.origin, .direction = view_.direction, .margin = view_.deviation};
            if (!detail::make_ray_walk(mesh.tree, segment, walk.boxes)) return false;
        }
        walk.origin = &view_.origin.x;
        walk.direction = &view_.direction.x;
        // No corner is farther from the start than both are from the origin of the frame.
        walk.doubts =
            simd::RayTriangleErrors::of(view_.doubt, mesh.longest_edge, 2 * view_.away + mesh.reach);
        walk.triangles = triangle_source(mesh);
        return true;
    }
    void walk_mesh(const MeshData& mesh) noexcept {
        simd::TriangleWalk walk;
        if (!make_walk(mesh, walk)) return;
        const TreeNodes nodes = mesh.tree.walk_nodes();
        nearest_ = counted_ == nullptr ? simd::walk_triangles(nodes, walk, *this)
                                       : simd::walk_triangles(nodes, walk, *this, *counted_);
    }
    void set_nearest(const simd::NearestTriangle& nearest) noexcept { nearest_ = nearest; }

    /// What the walk cannot decide. It counts with the largest triangle's errors; the triangle's own may
    /// leave nothing open.
    RayTriangleResult operator()(std::uint32_t slot, const RayTriangleResult& result,
                                 double& limit) noexcept {
        const RayTriangleResult own = result.outcome == RayTriangleOutcome::open
                                          ? test_triangle(parts_.triangle_in_slot(slot), view_, limit)
                                          : result;
        if (own.outcome == RayTriangleOutcome::open || result.outcome == RayTriangleOutcome::hits)
            take(slot, own, limit);
        return own;
    }

    /// Through the tree of a height field, whose triangles are made one by one.
    void walk_parts() noexcept {
        const RaySegment segment{
            .origin = view_.origin, .direction = view_.direction, .margin = view_.deviation};
        detail::count_boxes(
            counted_, visit_ray(parts_.tree(), segment, [&](LeafSlots slots, double, double& limit) {
                const TimedScope timed = timed_primitives(counted_, slots.count);
                for (std::uint32_t slot = slots.first; slot < slots.first + slots.count; ++slot) {
                    const RayTriangleResult result =
                        test_triangle(parts_.triangle_in_slot(slot), view_, limit);
                    if (result.outcome != RayTriangleOutcome::misses) take(slot, result, limit);
                }
                return Continue::yes;
            }));
    }

    [[nodiscard]] std::optional<RayHit> first() noexcept {
        if (!clear_) return first_with_unclear();
        if (nearest_.result.outcome == RayTriangleOutcome::misses) return std::nullopt;
        if (may_start_inside() && is_inside(ray_, target_, *parts_.mesh(), nearest_.result.behind, false))
            return starts_inside(ray_);
        return nearest_hit();
    }

private:
    /// Not from outside of the box around a solid, which is where most rays come from.
    [[nodiscard]] bool may_start_inside() const noexcept {
        if (!parts_.solid() || view_.shift != 0) return false;
        const Aabb& bounds = parts_.mesh()->tree.bounds();
        const Vec3 slack{view_.deviation, view_.deviation, view_.deviation};
        return contains({bounds.min - slack, bounds.max + slack}, view_.origin);
    }
    /// The hit of the nearest triangle. One object, constructed where it is returned: a copy costs as much as
    /// the test of a node.
    std::optional<RayHit> nearest_hit() noexcept {
        std::optional<RayHit> hit = face_hit(ray_, target_.pose, parts_.triangle_in_slot(nearest_.slot));
        if (!hit) hit = first_with_unclear();
        return hit;
    }
    std::optional<RayHit> first_with_unclear() noexcept {
        if (nearest_.result.outcome == RayTriangleOutcome::hits) accept(nearest_.slot, nearest_.result);
        return first_of(closest_, ray_, target_, parts_);
    }
    void take(std::uint32_t slot, const RayTriangleResult& result, double& limit) noexcept {
        clear_ = false;
        if (result.outcome == RayTriangleOutcome::hits)
            accept(slot, result);
        else
            cast(slot, result);
        if (closest_.hit) limit = std::min(limit, view_.s_above(closest_.hit->bounds.upper));
    }
    void accept(std::uint32_t slot, const RayTriangleResult& result) noexcept {
        if (const auto hit = face_hit(ray_, target_.pose, parts_.triangle_in_slot(slot)))
            closest_.offer(*hit, result);
        else
            cast(slot, result);
    }
    /// A triangle that the test left open: exact signs decide whether it is hit.
    void cast(std::uint32_t slot, const RayTriangleResult& result) noexcept {
        const Triangle triangle = parts_.triangle_in_slot(slot);
        const LineIntersection crossing = intersects_exactly(ray_, target_.pose, triangle);
        if (crossing == LineIntersection::no) {
            closest_.shadow = std::min(closest_.shadow, clear_until(ray_, target_.pose, triangle));
        } else if (const std::optional<RayHit> face = face_hit(ray_, target_.pose, triangle)) {
            closest_.offer(*face, result);
        } else if (const std::optional<RayHit> found = raycast_convex(ray_, {triangle, target_.pose})) {
            closest_.offer(*found, result);
        } else if (crossing == LineIntersection::yes) {
            closest_.offer(coarse_hit(ray_, target_.pose, triangle), result);
        }
    }

    const Ray& ray_;
    const Placed& target_;
    const PartSet& parts_;
    const RayView& view_;
    PairWork* counted_;  ///< Null: not counted.
    Closest closest_;
    simd::NearestTriangle nearest_;
    bool clear_ = true;  ///< Nothing had to be examined twice: `nearest_` is all.
};

std::optional<RayHit> cast_at_triangles(const Ray& ray, const Placed& target, const PartSet& parts,
                                        double defect, PairWork* counted) noexcept {
    const RayView view = view_of(ray, target, defect);
    if (!view.may_hit) return std::nullopt;
    TriangleCast cast(ray, target, parts, view, counted);
    if (parts.mesh() != nullptr)
        cast.walk_mesh(*parts.mesh());
    else
        cast.walk_parts();
    return cast.first();
}

/// Rays at one mesh, several of them under way at a time.
class MeshCasts {
public:
    MeshCasts(std::span<const Ray> rays, const Placed& target, const PartSet& parts,
              std::span<std::optional<RayHit>> hits) noexcept
        : rays_(rays),
          hits_(hits),
          target_(target),
          parts_(parts),
          defect_(orthonormality_defect(target.pose.rotation)) {}

    void run() noexcept {
        const MeshData& mesh = *parts_.mesh();
        if (mesh.tree.memory_bytes() + mesh.triangles.size() * kTriangleBytes < kCachedBytes) {
            for (std::size_t i = 0; i < rays_.size(); ++i)
                hits_[i] = ray_served(rays_[i])
                               ? cast_at_triangles(rays_[i], target_, parts_, defect_, nullptr)
                               : std::nullopt;
            return;
        }
        const auto next = [this](std::uint32_t place) { return start(place); };
        const auto finish = [this](std::uint32_t place, const simd::NearestTriangle& nearest) {
            casts_[place]->cast.set_nearest(nearest);
            hits_[casts_[place]->number] = casts_[place]->cast.first();
        };
        simd::walk_rays(mesh.tree.walk_nodes(), {next, finish});
    }

private:
    /// What a walk reads of a mesh of fewer bytes is in a cache, and a ray is quicker alone: measured at 4
    /// 000 to 1.1 million triangles, docs/notes/mesh_rays.md.
    static constexpr std::size_t kCachedBytes = std::size_t{3} << 20;
    /// Numbers of corners and half a vertex.
    static constexpr std::size_t kTriangleBytes = 24;

    struct Cast {
        Cast(std::size_t i, const Ray& ray, const RayView& its_view, const MeshCasts& of) noexcept
            : number(i), view(its_view), cast(ray, of.target_, of.parts_, view, nullptr), task{{}, cast} {}
        Cast(const Cast&) = delete;
        Cast& operator=(const Cast&) = delete;

        std::size_t number;
        RayView view;
        TriangleCast cast;
        simd::RayTask task;
    };

    /// The next ray that may hit, in this place.
    const simd::RayTask* start(std::uint32_t place) noexcept {
        for (; next_ < rays_.size(); ++next_) {
            const Ray& ray = rays_[next_];
            hits_[next_].reset();
            if (!ray_served(ray)) continue;
            const RayView view = view_of(ray, target_, defect_);
            if (!view.may_hit) continue;
            Cast& made = casts_[place].emplace(next_, ray, view, *this);
            if (!made.cast.make_walk(*parts_.mesh(), made.task.walk)) continue;
            ++next_;
            return &made.task;
        }
        return nullptr;
    }

    std::span<const Ray> rays_;
    std::span<std::optional<RayHit>> hits_;
    const Placed& target_;
    const PartSet& parts_;
    double defect_;
    std::size_t next_ = 0;
    std::array<std::optional<Cast>, simd::kRaysTogether> casts_;
};

std::optional<RayHit> cast_at_parts(const Ray& ray, const Placed& target, const PartSet& parts, double defect,
                                    PairWork* counted) noexcept {
    Closest closest;
    const auto visit = [&](LeafSlots leaf, double, double& limit) {
        const TimedScope timed = timed_primitives(counted, leaf.count);
        for (const std::uint32_t i : parts.tree().primitives(leaf)) {
            if (const std::optional<RayHit> found = raycast_convex(ray, {parts.part(i), target.pose}))
                closest.offer(*found, {});
        }
        if (closest.hit) limit = closest.hit->bounds.upper;
        return Continue::yes;
    };
    detail::count_boxes(counted,
                        visit_ray(parts.tree(), ray_image(ray, target, parts.margin(), defect), visit));
    return first_of(closest, ray, target, parts);
}

}  // namespace

std::optional<RayHit> composite_raycast(const Ray& ray, const Placed& target, PairWork* counted) noexcept {
    const double defect = orthonormality_defect(target.pose.rotation);
    if (!target.shape.valid() || !pose_usable(target.pose, defect) || !ray_served(ray)) return std::nullopt;
    const PartSet parts(target.shape);
    const bool plain = parts.made_of_triangles() && parts.margin() == 0;
    return plain ? cast_at_triangles(ray, target, parts, defect, counted)
                 : cast_at_parts(ray, target, parts, defect, counted);
}

void composite_raycasts(std::span<const Ray> rays, const Placed& target,
                        std::span<std::optional<RayHit>> hits) noexcept {
    const bool usable =
        target.shape.valid() && pose_usable(target.pose, orthonormality_defect(target.pose.rotation));
    const MeshData* mesh = usable ? mesh_data(target.shape) : nullptr;
    if (mesh != nullptr && target.shape.margin() == 0) {
        MeshCasts(rays, target, PartSet(target.shape), hits).run();
        return;
    }
    for (std::size_t i = 0; i < rays.size(); ++i) hits[i] = composite_raycast(rays[i], target);
}

}  // namespace graze
