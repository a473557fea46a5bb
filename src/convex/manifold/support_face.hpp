// The part of a shape that faces a direction: a flat face, an edge or a point. Local frame, margins included.
// A face or edge counts when it is level within an angle; every point given lies in the shape up to rounding. Where several
// parts are equally level the lowest index wins. Caps of cylinders and cones are inscribed polygons of kRimPoints corners.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/in_place.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

struct SupportFace {
    static constexpr std::size_t kMaxPoints = 128;

    InPlace<Vec3, kMaxPoints> points;        ///< One: a corner or a point of a round part. Two: an edge. More: a convex loop.
    InPlace<std::uint32_t, kMaxPoints> ids;  ///< Names of the corners within the shape, the same from query to query.
    std::uint32_t id = 0;                    ///< Name of the whole part.

    [[nodiscard]] std::size_t size() const noexcept { return points.size(); }
    void add(const Vec3& point, std::uint32_t name) noexcept {
        if (points.push(point)) ids.push(name);
    }
    void clear() noexcept {
        points.clear();
        ids.clear();
        id = 0;
    }
};

/// How far from level a face or an edge may lie, at most a right angle.
struct LevelAngle {
    double cosine = 1;
    double sine = 0;
};

/// A chord of 72 cuts at most 1 - cos(2.5°) = 9.6e-4 of the radius off the rim.
inline constexpr std::size_t kRimPoints = 72;

/// `direction` is unit. A half-space, and any shape without faces near the direction, gives its support point.
void support_face(const Shape& shape, const Vec3& direction, const LevelAngle& level, SupportFace& face) noexcept;

/// Name of a triangle as a whole.
inline constexpr std::uint32_t kTriangleFace = 19;

/// The same for a triangle without a margin, in any frame, but for the order of the ends of an edge; `normal` is its unit normal, on either side.
void triangle_face(std::span<const Vec3, 3> corners, const Vec3& normal, const Vec3& direction, const LevelAngle& level,
                   SupportFace& face) noexcept;

/// The same for the combinators; the others are answered by `support_face` itself.
void composite_support_face(const Shape& shape, const Vec3& direction, const LevelAngle& level, SupportFace& face) noexcept;

/// Unit normal of a loop (Newell's sum), on the side of `direction`; `direction` itself for fewer than three points or no area.
Vec3 face_normal(const SupportFace& face, const Vec3& direction) noexcept;

}  // namespace graze
