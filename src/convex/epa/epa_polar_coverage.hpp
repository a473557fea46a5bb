// What is left for EPA's polytope to show when a local minimum of the heights is known with its surroundings.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "convex/epa/difference_heights.hpp"
#include "convex/epa/epa_polytope.hpp"

namespace graze {

/// The polytope must be at least `depth` high along every direction beyond the local minimum's reach.
/// The directions along which it is lower are those of the polar polytope's points outside of the ball of
/// radius 1 / depth: around facets nearer than that, as far as where the polar edges to their neighbours
/// enter the ball. When all of these are in the local minimum's cone, so is what they span.
class PolarCoverage {
public:
    PolarCoverage(const GrowingPolytope& polytope, const LocalMinimum& minimum, double depth) noexcept
        : polytope_(polytope),
          axis_(minimum.normal),
          cosine_sq_(1 / (1 + minimum.reach * minimum.reach)),
          depth_sq_(depth * depth),
          ball_sq_(1 / depth_sq_) {}

    /// A facet to expand because lower directions around the given one leave the cone: itself or a neighbour.
    /// Slivers are expanded too: if one stays, the plain search continues.
    /// kNone when they do not, and then they never will: as the polytope grows, its polar polytope shrinks.
    [[nodiscard]] std::uint32_t uncovered_facet_at(std::uint32_t f) const noexcept {
        const GrowingPolytope::Facet& facet = polytope_.facet(f);
        if (facet.sliver || outside(facet.normal)) return f;
        for (const std::uint16_t across : facet.adjacent) {
            const std::uint32_t g = across / 4u;
            const auto& neighbour = polytope_.facet(g);
            if (neighbour.sliver) return f;
            if (!outside(neighbour.normal)) continue;
            if (neighbour.distance_sq < depth_sq_) return g;
            const Vec3 y = polar(facet);
            const Vec3 offset = polar(neighbour) - y;
            const double b = dot(y, offset);
            const double c = length_sq(y) - ball_sq_;
            const double root = std::sqrt(std::max(0.0, b * b - length_sq(offset) * c));
            if (outside(y + std::min(1.0, root - b > 0 ? c / (root - b) : 1.0) * offset)) return f;
        }
        return GrowingPolytope::kNone;
    }

private:
    [[nodiscard]] bool outside(const Vec3& direction) const noexcept {
        const double along = dot(direction, axis_);
        return !(along > 0 && along * along > cosine_sq_ * length_sq(direction));
    }
    /// A facet's point in the polar polytope: normal / distance.
    [[nodiscard]] Vec3 polar(const GrowingPolytope::Facet& facet) const noexcept {
        return facet.normal * (1 / dot(facet.normal, polytope_.vertex(facet.vertex[0]).w));
    }

    const GrowingPolytope& polytope_;
    const Vec3& axis_;
    double cosine_sq_;
    double depth_sq_;
    double ball_sq_;
};

}  // namespace graze
