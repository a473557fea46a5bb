// A convex set projected along a line: a flat convex shape, the silhouette. The line projects to the origin.
// Either three support points have the origin between them, or a direction separates it, or neither can be
// decided within the error bound: then the line grazes. GJK in the plane: the directions come from edges, not
// from distances, which have no digits left close to the silhouette. `approach_point` and `approach_line` are
// for lines that graze or start on the surface only: they refine a given triangle, whose three support
// directions are part of the answer.
#pragma once

#include <array>

#include "convex/ray/portal_line.hpp"

namespace graze {

using PortalTriangle = std::array<PortalPoint, 3>;

/// The line's own frame, and the set with a counter of evaluations.
struct LineView {
    LineView(const PortalLine& l, const PortalSupport& s) noexcept
        : line(l), support(s), e1(perpendicular(l.direction)), e2(cross(l.direction, e1)) {}

    const PortalLine& line;
    const PortalSupport& support;
    Vec3 e1{};
    Vec3 e2{};
    std::uint32_t iterations = 0;

    [[nodiscard]] Vec2 flat(const Vec3& x) const noexcept { return {dot(x, e1), dot(x, e2)}; }
    [[nodiscard]] Vec2 flat(const PortalPoint& p) const noexcept { return flat(p.point); }
    [[nodiscard]] double along(const PortalPoint& p) const noexcept { return dot(p.point, line.direction); }
    /// Unit, across the line also where there is no direction to lift: callers that tilt it towards the line
    /// rely on that.
    [[nodiscard]] Vec3 lift(const Vec2& u) const noexcept {
        return u == Vec2{} ? e1 : unit(e1 * u.x + e2 * u.y);
    }
    [[nodiscard]] bool out_of_budget() const noexcept { return iterations >= line.max_iterations; }
    PortalPoint evaluate(const Vec3& direction) noexcept {
        ++iterations;
        PortalPoint w = support(direction);
        w.direction = direction;
        return w;
    }
};

enum class SilhouetteSide : std::uint8_t { outside, inside, grazing };

struct SilhouetteSearch {
    SilhouetteSide side = SilhouetteSide::outside;
    PortalTriangle triangle{};  ///< Inside: counter-clockwise around the line, against its direction.
                                ///< Grazing: the last three points.
    Vec3 beside{};              ///< Unit, across the line: the last direction searched.
};

SilhouetteSearch search_silhouette(LineView& view) noexcept;

/// Weights of three support points.
using PortalWeights = std::array<double, 3>;

/// The member of a triangle nearest to the line, in the projection along it.
PortalWeights nearest_weights(const LineView& view, const PortalTriangle& triangle) noexcept;

/// The same in space: nearest to the point x.
PortalWeights nearest_weights(const PortalTriangle& triangle, const Vec3& x) noexcept;

/// For a line that ends at x on the surface: moves the triangle so that its nearest member comes as close to
/// x as rounding lets it.
void approach_point(LineView& view, PortalTriangle& triangle, const Vec3& x) noexcept;

/// For a line that grazes: moves the triangle so that its nearest member comes as close to the line as
/// rounding lets it.
void approach_line(LineView& view, PortalTriangle& triangle) noexcept;

}  // namespace graze
