// The common part of two flat convex parts (loops, segments, points) in the plane, each of its corners named
// by the features it comes from.
#pragma once

#include <cstddef>
#include <cstdint>

#include "convex/manifold/support_face.hpp"
#include "core/in_place.hpp"

namespace graze {

/// A support face projected along a direction.
struct FlatPart {
    InPlace<Vec2, SupportFace::kMaxPoints> points;  ///< Counter-clockwise when more than two.
    InPlace<std::uint32_t, SupportFace::kMaxPoints> ids;
    std::uint32_t id = 0;

    [[nodiscard]] std::size_t size() const noexcept { return points.size(); }
};

struct FlatCorner {
    Vec2 at{};
    std::uint32_t first = 0;   ///< Feature of the first part.
    std::uint32_t second = 0;  ///< Feature of the second part.
};

using FlatCorners = InPlace<FlatCorner, 2 * SupportFace::kMaxPoints>;

/// Points and segments within `tolerance` of the other part count as in it. Two segments that cross give one
/// corner, two that run along each other the two ends of their common stretch.
void intersect_flat(const FlatPart& first, const FlatPart& second, double tolerance,
                    FlatCorners& common) noexcept;

}  // namespace graze
