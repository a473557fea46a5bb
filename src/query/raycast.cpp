// Rays: which routine serves which target. World frame.
#include "convex/ray/ray_solver.hpp"
#include "core/audited.hpp"
#include "graze/core/assert.hpp"
#include "graze/query/query.hpp"
#include "query/audit/audit.hpp"
#include "query/composite/composite.hpp"
#include "shape/pose_check.hpp"

namespace graze {

std::optional<RayHit> raycast(const Ray& ray, const Placed& target) noexcept {
    GRAZE_ASSERT(usable(target), "a ray at an invalid shape or pose: check() says why");
    GRAZE_ASSERT(is_finite(ray.origin) && is_finite(ray.direction) && !(ray.direction == Vec3{}),
                 "a ray without a direction");
    return GRAZE_AUDITED(target.shape.convex() ? raycast_convex(ray, target) : composite_raycast(ray, target),
                         audit::check_ray(answer, ray, target));
}

}  // namespace graze
