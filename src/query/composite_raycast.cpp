// Rays against meshes, compounds and height fields: parts along the ray, near ones first, each by the convex ray cast once a quick look
// leaves it open. World frame. A ray that starts inside of a solid mesh hits at t = 0; the first surface it meets tells, seen from
// behind, and where that is at an edge the inside test does.
#include <algorithm>
#include <cmath>
#include <limits>

#include "convex/ray_solver.hpp"
#include "convex/ray_triangles.hpp"
#include "graze/mesh/mesh.hpp"
#include "mesh/inside.hpp"
#include "query/composite.hpp"

namespace graze {
namespace {

/// The best hit so far.
struct Closest {
    std::optional<RayHit> hit;
    bool behind = false;
    bool near_edge = false;
    double shadow = std::numeric_limits<double>::infinity();  ///< Where a part that is missed, but too closely to show it, begins.

    void offer(const RayHit& found, const TriangleLook& look) {
        // Another part at the same place: the hit is at an edge, and the least of both lower ends holds for the whole.
        const bool same = hit && found.bounds.lower <= hit->bounds.upper && hit->bounds.lower <= found.bounds.upper;
        const double lower = same ? std::min(found.bounds.lower, hit->bounds.lower) : found.bounds.lower;
        near_edge = same || (hit && hit->t <= found.t ? near_edge : !look.inside);
        if (!hit || found.t < hit->t) {
            behind = look.behind;
            hit = found;
            hit->bounds.lower = lower;
        } else if (same) {
            hit->bounds.lower = lower;
        }
    }
    /// With the lower end where the ray is shown to meet nothing.
    std::optional<RayHit> shown() const noexcept {
        std::optional<RayHit> all = hit;
        if (!all || !(shadow < all->bounds.lower)) return all;
        all->bounds.lower = std::max(0.0, shadow);
        // Wider than a rounding or two.
        if (all->bounds.width() > 1e-9 * all->t) all->status = Status::budget_reached;
        return all;
    }
};

RayHit starts_inside(const Ray& ray) noexcept {
    RayHit hit;
    hit.point = ray.origin;
    hit.normal = -unit(ray.direction);
    return hit;
}

/// Rays at triangles without a margin: a certain hit gets its bounds only when it is the nearest in the end.
class TriangleCast {
public:
    TriangleCast(const Ray& ray, const PlacedParts& parts, const RayView& view) noexcept : ray_(ray), parts_(parts), view_(view) {}

    void leaf(LeafSlots slots, double& limit) noexcept {
        for (std::uint32_t slot = slots.first; slot < slots.first + slots.count; ++slot) {
            const TriangleLook look = look_at(parts_.triangle_in_slot(slot), view_, limit);
            if (look.looks == Looks::misses) continue;
            if (look.looks == Looks::hits)
                offer(slot, look);
            else
                cast(slot, look);
            if (have_) limit = std::min(limit, nearest_.upper);
            if (closest_.hit) limit = std::min(limit, view_.s_above(closest_.hit->bounds.upper));
        }
    }

    const Closest& finish() noexcept {
        if (have_) settle(slot_, nearest_);
        return closest_;
    }

private:
    void offer(std::uint32_t slot, const TriangleLook& look) noexcept {
        if (have_ && look.lower > nearest_.upper) return;
        // Two at one place, as far as this look can tell.
        if (have_ && !(look.upper < nearest_.lower)) {
            settle(slot, look);
            settle(slot_, nearest_);
            if (nearest_.lower < look.lower) return;
        }
        have_ = true;
        slot_ = slot;
        nearest_ = look;
    }
    void settle(std::uint32_t slot, const TriangleLook& look) noexcept {
        if (const auto hit = face_hit(ray_, parts_.placed.pose, parts_.triangle_in_slot(slot)))
            closest_.offer(*hit, look);
        else
            cast(slot, look);
    }
    /// A triangle that the look left open: exact signs tell whether it is met.
    void cast(std::uint32_t slot, const TriangleLook& look) noexcept {
        const Triangle triangle = parts_.triangle_in_slot(slot);
        const Pose& pose = parts_.placed.pose;
        if (meets_exactly(ray_, pose, triangle) == LineMeets::no) {
            closest_.shadow = std::min(closest_.shadow, clear_until(ray_, pose, triangle));
        } else if (const std::optional<RayHit> face = face_hit(ray_, pose, triangle)) {
            closest_.offer(*face, look);
        } else if (const std::optional<RayHit> found = raycast_convex(ray_, placed_part(parts_, parts_.tree()->order()[slot]))) {
            closest_.offer(*found, look);
        }
    }

    const Ray& ray_;
    const PlacedParts& parts_;
    const RayView& view_;
    Closest closest_;
    TriangleLook nearest_;  ///< The nearest certain hit.
    std::uint32_t slot_ = 0;
    bool have_ = false;
};

Closest cast_at_triangles(const Ray& ray, const PlacedParts& parts) noexcept {
    const std::optional<RayView> view = view_of(ray, parts.placed);
    if (!view) return {};
    TriangleCast cast(ray, parts, *view);
    visit_ray(*parts.tree(), RaySegment{.origin = view->origin, .direction = view->direction, .margin = view->straying},
              [&](LeafSlots slots, double, double& limit) {
                  cast.leaf(slots, limit);
                  return Continue::yes;
              });
    return cast.finish();
}

Closest cast_at_parts(const Ray& ray, const PlacedParts& parts) noexcept {
    const Mat3& rotation = parts.placed.pose.rotation;
    const Vec3 origin = transpose_times(rotation, ray.origin - parts.placed.pose.position);
    // What the rounding of the ray's image, and a pose that is not quite a rotation, do on the way through the shape.
    const double off = placement_error(parts.placed) + (kPairRoundings + orthonormality_defect(rotation)) * length(origin);
    Closest closest;
    visit_ray(*parts.tree(), {.origin = origin, .direction = transpose_times(rotation, ray.direction), .margin = parts.margin() + 2 * off},
              [&](LeafSlots leaf, double, double& limit) {
                  for (const std::uint32_t i : parts.tree()->primitives(leaf)) {
                      if (const std::optional<RayHit> found = raycast_convex(ray, placed_part(parts, i))) closest.offer(*found, {});
                  }
                  if (closest.hit) limit = closest.hit->bounds.upper;
                  return Continue::yes;
              });
    return closest;
}

}  // namespace

std::optional<RayHit> composite_raycast(const Ray& ray, const Placed& target) noexcept {
    if (!usable(target) || !usable(ray)) return std::nullopt;
    const PlacedParts parts(target);
    const bool plain = parts.made_of_triangles() && parts.margin() == 0;
    const Closest closest = plain ? cast_at_triangles(ray, parts) : cast_at_parts(ray, parts);
    if (!parts.solid() || !closest.hit) return closest.shown();
    const bool inside =
        closest.near_edge ? side_of(*parts.mesh(), target.pose, {nullptr, ray.origin}) == PointSide::inside : closest.behind;
    return inside ? starts_inside(ray) : closest.shown();
}

}  // namespace graze
