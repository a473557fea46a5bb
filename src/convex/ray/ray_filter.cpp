// First hits on balls, boxes, cylinders, capsules, cones, ellipsoids and hulls in plain doubles, where a
// plane and a member show that they are right; the others go to bounded arithmetic (ray.cpp), of whose time
// this takes 0.05 (balls, capsules) to 0.09 (cones, ellipsoids), and nearly all rays that pass or hit at more
// than 1e-6 rad.
//
// The line in the solid's frame is computed plainly: y = Rᵀ (origin - position), s = Rᵀ direction. At the
// time when the exact line is at x in the solid, y + t s is within
//
//     6.5 eps (|origin - position| + t |direction|) + eps |x| + 1.5 defect |x|
//
// of x: one rounding of the difference, 5.4 of each product with the matrix (3 roundings of a sum of three,
// times the norm √3 of the absolute values), one each of t s and the sum; and R⁻¹ is that close to Rᵀ. As
// t |direction| <= |origin - position| + |x|, the slack below is more, with 8 eps left for roundings of the
// solids' tests.
//
// Lower bound: the plane along the normal found, at the height of the solid, evaluated in world frame with as
// many roundings to spare as in `plane_lower_bound`. Upper bound: the line a little later, where it is in the
// solid by more than the slack.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "convex/ray/ray_axial_solids.hpp"
#include "convex/ray/ray_hull_solid.hpp"
#include "convex/ray/ray_solids.hpp"
#include "convex/ray/ray_solver.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

/// Lengths and speeds whose fourth powers are in range.
constexpr double kLeastFiltered = 1e-50;
constexpr double kLargestFiltered = 1e50;
/// Wider bounds are left to bounded arithmetic: relative to the shape, 0.01 of the tolerance of closed forms.
constexpr double kWidest = 1e-11;

double norm1(const Vec3& v) noexcept { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

/// Whether a length, or a speed, is in the range. False for NaN.
bool filtered(double length) noexcept { return length > kLeastFiltered && length < kLargestFiltered; }

/// What the filter needs of a ray and a placed shape.
struct FilterInput {
    Vec3 between{};  ///< From the shape's position to the ray's origin, world axes.
    double far = 0;  ///< Of magnitudes of world coordinates, summed.
    double speed = 0;
    double reach = 0;
    double defect = 0;
    double slack = 0;

    FilterInput(const Ray& ray, const Placed& placed) noexcept
        : between(ray.origin - placed.pose.position),
          far(norm1(ray.origin) + norm1(placed.pose.position)),
          speed(norm1(ray.direction)),
          reach(placed.shape.reach()),
          defect(orthonormality_defect(placed.pose.rotation)),
          slack(24 * kEps * (norm1(between) + reach) + 2 * defect * reach) {}

    [[nodiscard]] bool served(const Placed& placed) const noexcept {
        const bool far_served = filtered(far + reach), reach_served = filtered(reach),
                   speed_served = filtered(speed), rigid = defect <= kRigidTolerance;
        return placed.shape.valid() && (rigid & far_served & reach_served & speed_served);
    }
};

struct CertifiedEntry {
    bool shown = false;
    double t = 0;
    Interval bounds{};
    Vec3 normal{};
};

/// How far the boundary may be from the surfaces that a solid computes with.
template <class Solid> double surface_error(const Solid& /*solid*/) noexcept { return 0; }
double surface_error(const HullRay& solid) noexcept { return solid.surface_error(); }

/// Whether the line is in the solid at `upper`, or crosses it before.
template <class Solid>
bool shows_member(const Solid& solid, const SolidLine& line, const SolidEntry& /*entry*/,
                  double upper) noexcept {
    return solid.holds(line.at(upper), line.slack);
}
bool shows_member(const HullRay& solid, const SolidLine& line, const SolidEntry& entry,
                  double /*upper*/) noexcept {
    return solid.crosses_facet(line, entry.t);
}

/// Whether a plane and a member show an entry that is guessed in the solid's frame, and its bounds then.
template <class Solid>
CertifiedEntry certify(const Ray& ray, const Placed& placed, const FilterInput& input, const Solid& solid,
                       const SolidLine& line, const SolidEntry& entry) noexcept {
    Vec3 normal = Solid::kTurned ? placed.pose.rotation * entry.normal : entry.normal;
    if (!(input.defect < 1e-13)) [[unlikely]]
        normal = ray_solids::nearly_unit(normal);
    const double rate = -dot(normal, ray.direction);
    const double inverse = 1 / rate;
    const double gap = dot(normal, input.between) - entry.height -
                       ((24 * kEps + 2 * input.defect) * input.reach + 32 * kEps * (input.far + input.reach));
    const double plain = gap * inverse;
    const double lower = plain - 34 * kEps * std::abs(plain) * input.speed * inverse;
    const double upper = entry.t + 2 * line.slack * inverse;
    const bool shown = (entry.kind == SolidEntry::Kind::guess) & (rate > 1e-6 * input.speed) & (lower > 0) &
                           (upper >= lower) & ((upper - lower) * input.speed <= kWidest * input.reach) &&
                       shows_member(solid, line, entry, upper);
    return {shown, std::max(lower, std::min(upper, entry.t)), {lower, upper}, normal};
}

/// Out of line: together in one function they keep each other's values in memory, a quarter of their time.
/// In place: a RayHit is large, and copied when it is made first.
struct HitFields {
    double t = 0;
    Interval bounds{};
    Vec3 point{};
    Vec3 normal{};
};
inline std::optional<RayHit> hit_at(const HitFields& fields) noexcept {
    std::optional<RayHit> hit(std::in_place);
    hit->t = fields.t;
    hit->bounds = fields.bounds;
    hit->point = fields.point;
    hit->normal = fields.normal;
    return hit;
}

template <class Solid>
[[gnu::noinline]] std::optional<RayHit> cast(const Ray& ray, const Placed& placed) noexcept {
    const FilterInput input(ray, placed);
    if (!input.served(placed)) [[unlikely]]
        return raycast_bounded(ray, placed);
    Solid solid(placed.shape);
    const Mat3& rotation = placed.pose.rotation;
    const SolidLine line{Solid::kTurned ? transpose_times(rotation, input.between) : input.between,
                         Solid::kTurned ? transpose_times(rotation, ray.direction) : ray.direction,
                         input.slack + surface_error(solid)};
    if (solid.holds(line.start, line.slack))
        return hit_at({0, Interval(0), ray.origin, -unit(ray.direction)});
    const SolidEntry entry = solid.enter(line);
    if (entry.kind == SolidEntry::Kind::miss) return std::nullopt;
    const CertifiedEntry found = certify(ray, placed, input, solid, line, entry);
    if (!found.shown) [[unlikely]]
        return raycast_bounded(ray, placed);
    return hit_at({found.t, found.bounds, ray.origin + found.t * ray.direction, found.normal});
}

}  // namespace

std::optional<RayHit> raycast_convex(const Ray& ray, const Placed& placed) noexcept {
    switch (placed.shape.type()) {
        case ShapeType::sphere: return cast<BallRay>(ray, placed);
        case ShapeType::box: return cast<BoxRay>(ray, placed);
        case ShapeType::capsule: return cast<CapsuleRay>(ray, placed);
        case ShapeType::cylinder: return cast<CylinderRay>(ray, placed);
        case ShapeType::cone: return cast<ConeRay>(ray, placed);
        case ShapeType::ellipsoid: return cast<EllipsoidRay>(ray, placed);
        case ShapeType::hull: return cast<HullRay>(ray, placed);
        default: return raycast_bounded(ray, placed);
    }
}

}  // namespace graze
