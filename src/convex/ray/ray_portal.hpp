// A line against any convex set that is known by its support mapping: the line either has a separating plane beside it, or it
// pierces a triangle of support points (the portal) that is pushed outwards until it lies in the surface.
//
// Seen along the line the set is a flat convex shape, and the line a point. The first part (ray_silhouette.hpp) searches that
// plane for a triangle of support points around the point, or a line that separates them. The second part replaces one corner of
// the triangle after the other by the support point along the triangle's normal. Each step gives a supporting plane (nothing of
// the set before it: the lower bound) and a member of the set on the line (the upper bound), so both ends of the interval are
// shown, and polytopes end at a face. A line that only grazes, within the error bound, is reported with the wider interval that
// planes on both sides leave. Every member comes with the support directions that it is made of.
// Method: after portal refinement (Snethen, "XenoCollide", Game Programming Gems 7) and the ray cast of van den Bergen (2004).
#pragma once

#include <cstdint>

#include "graze/math/vec.hpp"
#include "graze/result/ray.hpp"

namespace graze {

/// Wanted widths, as lengths relative to the (larger) shape: those of `separation`. Curved sides take one or two evaluations
/// per digit more.
constexpr double portal_tolerance(bool polytope) noexcept { return polytope ? 1e-9 : 1e-6; }
/// Support evaluations. Curved sides take about 70, polytopes one per face on the way; the rest is for hulls of thousands of faces.
inline constexpr std::uint32_t kPortalEvaluations = 256;

/// A support point of the set, counted from the line's base.
struct PortalPoint {
    Vec3 point{};
    Vec3 witness{};    ///< Carried along and averaged: where the point comes from.
    Vec3 direction{};  ///< Unit: along which it was found.
};

/// The set: its support point along a unit direction, margin included.
struct PortalSupport {
    const void* self = nullptr;
    PortalPoint (*evaluate)(const void* self, const Vec3& direction) noexcept = nullptr;

    PortalPoint operator()(const Vec3& direction) const noexcept { return evaluate(self, direction); }
};

/// Lengths are counted from the base along `direction`.
struct PortalLine {
    Vec3 direction{1, 0, 0};           ///< Unit.
    Vec3 interior{};                   ///< About the middle of the set, from the base: where the search looks first.
    double start = 0;                  ///< The ray begins here.
    double stop = 0;                   ///< Hits beyond do not count.
    double error = 0;                  ///< Bound of the error of support heights and points.
    double tolerance = 0;              ///< Wanted upper - lower.
    std::uint32_t max_iterations = 0;  ///< Support evaluations.
};

enum class PortalOutcome : std::uint8_t { miss, hit, inside };

struct PortalHit {
    PortalOutcome outcome = PortalOutcome::miss;
    bool converged = true;
    bool grazing = false;  ///< The line could not be told from one beside the set.
    double lower = 0;      ///< Nothing of the set on the line between start and here: the plane along `normal` shows it.
    double upper = 0;      ///< A member of the set lies within the error bound of the line no later than here.
    Vec3 normal{};         ///< Unit, outward.
    Vec3 witness{};        ///< Of the member that `terms` make.
    /// A member on the line, within the error bound, between lower and upper; at the start, when that is inside.
    SupportTerms terms{};
    std::uint32_t iterations = 0;
};

PortalHit cast_line(const PortalLine& line, const PortalSupport& support) noexcept;

}  // namespace graze
