// A line against any convex set that is known by its support mapping: the line either has a separating plane
// beside it, or it pierces a triangle of support points (the portal) that is pushed outwards until it lies in
// the surface.
//
// Projected along the line the set is a flat convex shape, and the line a point. The first part
// (ray_silhouette.hpp) searches that plane for a triangle of support points around the point, or a line that
// separates them. The second part replaces one corner of the triangle after the other by the support point
// along the triangle's normal. Each step gives a supporting plane (nothing of the set before it: the lower
// bound) and a member of the set on the line (the upper bound), so both ends of the interval are proven, and
// polytopes end at a face. A line that only grazes, within the error bound, is reported with the wider
// interval that planes on both sides leave. Every member comes with the support directions that it is made
// of.
// A loop of its own beside GJK's (support_map.hpp): a ray cast in that loop has a lower bound only, and
// counts every ray within its tolerance of the set as a hit. Measured with the same support functions, least
// of 40 interleaved runs of 2000 rays. Ordinary rays, half or more of which hit: 1.09 to 1.35 of its time
// (754 to 571 ns for a hull of 40 vertices, 1368 to 1202 ns for the sum of a box and a cylinder). Rays within
// 1e-12 to 1e-3 of the silhouette: 0.53 to 1.07 of its time (1258 to 1449 ns for a hull of 300 vertices, 3053
// to 5736 ns for a rounded hull), and all of them decided, where the other reports 49 to 413 of 1000 misses
// as hits, and on curved sets up to 310 of 1000 times that are outside of the proven interval, by up to 8e-5.
// Method: after portal refinement (Snethen, "XenoCollide", Game Programming Gems 7) and the ray cast of
// van den Bergen (2004).
#pragma once

#include <cstdint>

#include "convex/ray/portal_line.hpp"
#include "graze/result/ray.hpp"

namespace graze {

/// Wanted widths, as lengths relative to the (larger) shape: those of `separation`. Curved sides take one or
/// two evaluations per digit more.
constexpr double portal_tolerance(bool polytope) noexcept { return polytope ? 1e-9 : 1e-6; }
/// Support evaluations. Curved sides take about 70, polytopes one per face on the way; the rest is for hulls
/// of thousands of faces.
inline constexpr std::uint32_t kPortalEvaluations = 256;

enum class PortalOutcome : std::uint8_t { miss, hit, inside };

struct PortalHit {
    PortalOutcome outcome = PortalOutcome::miss;
    bool converged = true;
    bool grazing = false;  ///< The line could not be distinguished from one beside the set.
    /// Nothing of the set on the line between start and here: the plane along `normal` shows it.
    double lower = 0;
    double upper = 0;  ///< A member of the set lies within the error bound of the line no later than here.
    Vec3 normal{};     ///< Unit, outward.
    Vec3 witness{};    ///< The member that `terms` make.
    /// A member on the line, within the error bound, between lower and upper; at the start, when that is
    /// inside.
    SupportTerms terms{};
    std::uint32_t iterations = 0;
};

PortalHit cast_line(const PortalLine& line, const PortalSupport& support) noexcept;

}  // namespace graze
