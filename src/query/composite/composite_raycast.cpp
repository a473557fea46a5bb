// Rays against meshes, compounds and height fields: parts along the ray, near ones first, each by the convex
// ray cast unless an early-out test decides. World frame. A ray that starts inside of a solid mesh hits at t
// = 0. For a convex mesh this is decided by the first surface, which is then hit from behind, unless the hit
// is at an edge. For other meshes, whose shells may be wound either way and cross each other, the inside test
// decides.
#include <algorithm>
#include <cmath>
#include <limits>

#include "convex/ray/ray_solver.hpp"
#include "convex/ray/ray_triangles.hpp"
#include "graze/mesh/mesh.hpp"
#include "query/composite/composite.hpp"
#include "query/composite/ray_image.hpp"
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

    /// Through the tree of a mesh, by the traversal for triangles.
    void walk_mesh(const MeshData& mesh) noexcept {
        simd::TriangleWalk walk;
        if (!detail::make_near_ray_walk(mesh.tree, view_.origin, view_.direction, view_.deviation,
                                        walk.boxes)) {
            const RaySegment segment{
                .origin = view_.origin, .direction = view_.direction, .margin = view_.deviation};
            if (!detail::make_ray_walk(mesh.tree, segment, walk.boxes)) return;
        }
        walk.origin = &view_.origin.x;
        walk.direction = &view_.direction.x;
        // No corner is farther from the start than both are from the origin of the frame.
        walk.doubts =
            simd::RayTriangleErrors::of(view_.doubt, mesh.longest_edge, 2 * view_.away + mesh.reach);
        walk.vertices = mesh.vertices.pointer;
        walk.stride = mesh.vertices.stride;
        walk.floats = mesh.vertices.scalar == VertexScalar::float32;
        walk.corners = mesh.slots.empty() ? mesh.triangles[0].data() : mesh.slots[0].data();
        if (mesh.slots.empty()) walk.order = mesh.tree.order().data();
        const auto unclear = [this](std::uint32_t slot, const RayTriangleResult& result, double& limit) {
            return resolve(slot, result, limit);
        };
        const BoxNode* nodes = mesh.tree.nodes().data();
        nearest_ = counted_ == nullptr ? simd::walk_triangles(nodes, walk, unclear)
                                       : simd::walk_triangles(nodes, walk, unclear, *counted_);
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
    /// The walk counts with the largest triangle's errors; its own may leave nothing open.
    RayTriangleResult resolve(std::uint32_t slot, const RayTriangleResult& result, double& limit) noexcept {
        const RayTriangleResult own = result.outcome == RayTriangleOutcome::open
                                          ? test_triangle(parts_.triangle_in_slot(slot), view_, limit)
                                          : result;
        if (own.outcome == RayTriangleOutcome::open || result.outcome == RayTriangleOutcome::hits)
            take(slot, own, limit);
        return own;
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

}  // namespace graze
