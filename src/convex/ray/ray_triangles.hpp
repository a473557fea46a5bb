// One ray against many triangles that share a pose. The ray is transformed into their frame once. There each
// triangle is tested in plain doubles, with one error bound for every product that covers rounding and a pose
// that is not quite a rotation: "misses" and "hits" are theorems about the given doubles, and what is neither
// is left to exact signs. The one triangle that counts in the end gets its bounds in world coordinates, from
// the heights of its corners along its normal. Derivation: docs/notes/mesh_rays.md.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "graze/math/pose.hpp"
#include "graze/result/ray.hpp"
#include "graze/shape/primitives.hpp"
#include "graze/shape/shape.hpp"
#include "simd/tree/tree_walk_triangles.hpp"

namespace graze {

/// origin + s * direction, s >= 0, in the frame of the shape: the part of the ray where the shape can be hit.
/// t = shift + s * step.
struct RayView {
    Vec3 origin{};
    Vec3 direction{};  ///< Its length is in [2, 6.94].
    double shift = 0;  ///< 0 unless the start is far away.
    double step = 1;   ///< A power of two.
    double away = 0;   ///< At least the length of `origin`; more when the world's coordinates are large.
    double doubt = 0;  ///< Products of lengths and the direction are off by no more than this times bounds of
                       ///< the lengths.
    double deviation = 0;  ///< How far the ray and its image may be apart where the shape is. A length.
    bool may_hit = true;   ///< False: the ray misses the shape.

    /// An s that is no less than that of the given t.
    [[nodiscard]] double s_above(double t) const noexcept {
        const double s = (t - shift) / step;
        return s + 4 * kEps * std::abs(s);
    }
};

/// Not `may_hit` when the ray cannot hit the shape: it starts far away and points elsewhere. The ray and the
/// placed shape must be usable; `defect` is the orthonormality defect of its rotation.
RayView view_of(const Ray& ray, const Placed& placed, double defect) noexcept;

using simd::RayTriangleOutcome;
using simd::RayTriangleResult;

/// A triangle that is certainly not hit before `limit` (of s) is a miss. The traversal of a mesh has the same
/// test for four at once.
inline RayTriangleResult test_triangle(const Triangle& triangle, const RayView& ray, double limit) noexcept {
    const Vec3 e = triangle.b - triangle.a;
    const Vec3 f = triangle.c - triangle.a;
    const Vec3 from = ray.origin - triangle.a;
    const Vec3 across = cross(ray.direction, f);
    const Vec3 turned = cross(from, e);
    const double determinant = dot(e, across);
    const double side = std::copysign(1.0, determinant);
    const double whole = std::abs(determinant);
    const double u = side * dot(from, across);
    const double v = side * dot(ray.direction, turned);
    const double w = whole - u - v;
    const double along = side * dot(f, turned);
    const double edge = std::max(max_component(abs(e)), max_component(abs(f)));
    const auto [doubt, doubt_whole, doubt_along] =
        simd::RayTriangleErrors::of(ray.doubt, edge, max_component(abs(from)) + ray.away);
    const double doubt_w = 2 * doubt + doubt_whole;
    RayTriangleResult result;
    result.behind = determinant < 0;
    const double least = std::min(u, v);
    if (whole > doubt_whole) {
        // The sign of the determinant is certain, so the signs of the coordinates are valid.
        if ((least < -doubt) | (w < -doubt_w) | (along < -doubt_along) |
            (along - doubt_along > limit * (whole + doubt_whole))) {
            result.outcome = RayTriangleOutcome::misses;
            return result;
        }
        result.inside = (least > doubt) & (w > doubt_w);
        if (result.inside & (along > doubt_along)) {
            result.outcome = RayTriangleOutcome::hits;
            result.lower = (along - doubt_along) / (whole + doubt_whole) * (1 - 0x1p-51);
            result.upper = (along + doubt_along) / (whole - doubt_whole) * (1 + 0x1p-51);
        }
        return result;
    }
    // Edge-on as far as can be decided: coordinates of opposite signs still are a miss.
    if ((std::min(least, w) < -doubt_w) && (std::max(std::max(u, v), w) > doubt_w))
        result.outcome = RayTriangleOutcome::misses;
    return result;
}

enum class LineIntersection : std::uint8_t { no, yes, in_plane };

/// Whether the ray hits the placed triangle, by exact signs. `in_plane`, only where times past the triangle
/// are beyond the served range: the line lies in the triangle's plane (any plane of a flat one) and
/// intersects the triangle; whether it does so before the start is left open.
LineIntersection intersects_exactly(const Ray& ray, const Pose& pose, const Triangle& triangle) noexcept;

/// Whether the ray hits the placed triangle at some t in [0, max_t], by exact signs. Empty for a max_t that
/// is not served.
std::optional<bool> intersects_until(const Ray& ray, const Pose& pose, const Triangle& triangle,
                                     double max_t) noexcept;

/// The hit of a ray whose line certainly hits the placed triangle; empty when neither its plane nor the
/// direction across its longest edge locates the hit accurately.
std::optional<RayHit> face_hit(const Ray& ray, const Pose& pose, const Triangle& triangle) noexcept;

/// The same along the ray alone, which always exists: somewhere between the nearest and the farthest corner,
/// budget_reached.
RayHit coarse_hit(const Ray& ray, const Pose& pose, const Triangle& triangle) noexcept;

/// A parameter before which planes that are easy to guess, along the triangle's normal or the ray, show that
/// the ray is not in the triangle; infinite when one of them shows that it starts past it.
double clear_until(const Ray& ray, const Pose& pose, const Triangle& triangle) noexcept;

}  // namespace graze
