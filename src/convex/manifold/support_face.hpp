// The part of a shape that faces a direction: a flat face, an edge or a point. Local frame, margins included.
// A face or edge counts when it is level within an angle; every point given lies in the shape up to rounding.
// Where several parts are equally level the lowest index wins. Caps of cylinders and cones are inscribed
// polygons of kRimPoints corners.
#pragma once

#include <span>

#include "graze/shape/shape.hpp"
#include "shape/primitives/face.hpp"

namespace graze {

/// Computed points of one plane leave it by the roundings of two sums and a product, relative to how far from
/// the origin they are.
inline constexpr double kPlaneRoundings = 16 * kEps;

/// `direction` is unit. A half-space, and any shape without faces near the direction, gives its support
/// point.
void support_face(const Shape& shape, const Vec3& direction, const LevelAngle& level,
                  SupportFace& face) noexcept;

/// The same for a triangle without a margin, in any frame, but for the order of the ends of an edge; `normal`
/// is its unit normal, on either side.
void triangle_face(std::span<const Vec3, 3> corners, const Vec3& normal, const Vec3& direction,
                   const LevelAngle& level, SupportFace& face) noexcept;

/// The same for the combinators; the others are answered by `support_face` itself.
void composite_support_face(const Shape& shape, const Vec3& direction, const LevelAngle& level,
                            SupportFace& face) noexcept;

/// Unit normal of a loop (Newell's sum), on the side of `direction`; `direction` itself for fewer than three
/// points or no area.
Vec3 face_normal(const SupportFace& face, const Vec3& direction) noexcept;

}  // namespace graze
