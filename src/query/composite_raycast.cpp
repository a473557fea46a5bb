// Rays against meshes, compounds and height fields: parts along the ray, near ones first, each by the convex ray cast once a quick look
// leaves it open. World frame. A ray that starts inside of a solid mesh hits at t = 0; the first surface it meets tells, seen from
// behind, and where that is at an edge the inside test does.
#include <algorithm>
#include <array>
#include <cmath>

#include "convex/ray_solver.hpp"
#include "graze/mesh/mesh.hpp"
#include "mesh/inside.hpp"
#include "query/composite.hpp"

namespace graze {
namespace {

/// A ray in the frame of the parts, rounded.
struct LocalRay {
    Vec3 origin{};
    Vec3 direction{};
    double doubt = 0;  ///< What rounding and a pose that is not quite a rotation may have done to it, relative to its lengths.
};

/// What a rounded look at a triangle says.
struct Look {
    bool possible = false;   ///< A hit before the limit is not excluded.
    bool near_edge = false;  ///< The hit, if there is one, may be at an edge.
    bool behind = false;     ///< The ray leaves through the side that the triangle's normal points to.
};

/// Barycentric coordinates of where the line meets the plane, with what rounding may do to them.
Look look_at(const Triangle& triangle, const LocalRay& ray, double limit) noexcept {
    const Vec3 e = triangle.b - triangle.a;
    const Vec3 f = triangle.c - triangle.a;
    const Vec3 from = ray.origin - triangle.a;
    const Vec3 across = cross(ray.direction, f);
    const Vec3 turned = cross(from, e);
    const double determinant = dot(e, across);
    const double u = dot(from, across);
    const double v = dot(ray.direction, turned);
    const double t = dot(f, turned);
    // Each product has fewer than 16 roundings of terms no larger than these.
    const double sides = std::sqrt(length_sq(e) * length_sq(f));
    const double far = std::sqrt(length_sq(from)) + std::sqrt(std::max(length_sq(e), length_sq(f)));
    const double reach = std::abs(ray.origin.x) + std::abs(ray.origin.y) + std::abs(ray.origin.z);
    const double error = ray.doubt * (far + reach) * std::sqrt(length_sq(ray.direction)) * std::sqrt(std::max(length_sq(e), length_sq(f)));
    const double sign = determinant < 0 ? -1 : 1;
    const double whole = std::abs(determinant);
    Look look;
    look.behind = determinant < 0;
    if (sign * u < -error || sign * v < -error || sign * (u + v) > whole + 2 * error) return look;
    const double along = ray.doubt * (far + reach) * sides;
    if (sign * t < -along || sign * t - along > limit * (whole + error)) return look;
    look.possible = true;
    look.near_edge = !(sign * u > error && sign * v > error && sign * (u + v) < whole - 2 * error);
    return look;
}

/// The best hit so far.
struct Closest {
    std::optional<RayHit> hit;
    bool behind = false;
    bool near_edge = false;

    void offer(const RayHit& found, const Look& look) {
        // Another part at the same place: the hit is at an edge, and the least of both lower ends holds for the whole.
        const bool same = hit && found.bounds.lower <= hit->bounds.upper && hit->bounds.lower <= found.bounds.upper;
        const double lower = same ? std::min(found.bounds.lower, hit->bounds.lower) : found.bounds.lower;
        near_edge = same || (hit && hit->t <= found.t ? near_edge : look.near_edge);
        if (!hit || found.t < hit->t) {
            behind = look.behind;
            hit = found;
            hit->bounds.lower = lower;
        } else if (same) {
            hit->bounds.lower = lower;
        }
    }
};

RayHit starts_inside(const Ray& ray) noexcept {
    RayHit hit;
    hit.point = ray.origin;
    hit.normal = -unit(ray.direction);
    return hit;
}

}  // namespace

std::optional<RayHit> composite_raycast(const Ray& ray, const Placed& target) noexcept {
    if (!usable(target) || !is_finite(ray.origin) || !is_finite(ray.direction) || ray.direction == Vec3{}) return std::nullopt;
    const PlacedParts parts(target);
    const LocalRay local{transpose_times(target.pose.rotation, ray.origin - target.pose.position),
                         transpose_times(target.pose.rotation, ray.direction), 32 * kEps + 4 * orthonormality_defect(target.pose.rotation)};
    const bool plain = parts.made_of_triangles() && parts.margin() == 0;
    Closest closest;
    // What the rounding of the ray's image, and a pose that is not quite a rotation, do on the way through the shape.
    const double off = placement_error(target) + (kPairRoundings + orthonormality_defect(target.pose.rotation)) * length(local.origin);
    visit_ray(*parts.tree(), RaySegment{.origin = local.origin, .direction = local.direction, .margin = parts.margin() + 2 * off},
              [&](LeafSlots leaf, double, double& limit) {
                  for (const std::uint32_t i : parts.tree()->primitives(leaf)) {
                      const Look look = plain ? look_at(parts.triangle(i), local, limit) : Look{true, false, false};
                      if (!look.possible) continue;
                      const std::optional<RayHit> found = raycast_convex(ray, placed_part(parts, i));
                      if (found) closest.offer(*found, look);
                  }
                  if (closest.hit) limit = closest.hit->bounds.upper;
                  return Continue::yes;
              });
    if (!parts.solid()) return closest.hit;
    const bool inside = !closest.hit        ? false
                        : closest.near_edge ? side_of(*parts.mesh(), target.pose, {nullptr, ray.origin}) == PointSide::inside
                                            : closest.behind;
    return inside ? starts_inside(ray) : closest.hit;
}

}  // namespace graze
