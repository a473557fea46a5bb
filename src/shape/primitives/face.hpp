// The part of a shape that faces a direction: a flat face, an edge or a point. Local frame, margins included.
// Every point given lies in the shape up to rounding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/in_place.hpp"
#include "graze/math/vec.hpp"

namespace graze {

struct SupportFace {
    static constexpr std::size_t kMaxPoints = 128;

    /// One: a corner or a point of a round part. Two: an edge. More: a convex loop.
    InPlace<Vec3, kMaxPoints> points;
    /// Names of the corners within the shape, the same from query to query.
    InPlace<std::uint32_t, kMaxPoints> ids;
    std::uint32_t id = 0;  ///< Name of the whole part.

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
/// Name of the side of a round shape: those of caps and sides are above the corners'.
inline constexpr std::uint32_t kSideName = 4 * kRimPoints;
/// Name of a triangle as a whole.
inline constexpr std::uint32_t kTriangleFace = 19;

inline bool is_level(const Vec3& along, const Vec3& direction, const LevelAngle& level) noexcept {
    return std::abs(dot(along, direction)) <= level.sine * length(along);
}

/// The most level edge at the highest corner, or that corner.
void add_edge_or_corner(std::span<const Vec3> corners, const Vec3& direction, const LevelAngle& level,
                        SupportFace& face) noexcept;

/// A triangle, both of whose sides are faces, by its unit normal on either side.
void add_triangle_or_edge(std::span<const Vec3, 3> corners, const Vec3& normal, const Vec3& direction,
                          const LevelAngle& level, SupportFace& face) noexcept;

/// The most level face of a tetrahedron.
void add_tetrahedron_face(std::span<const Vec3, 4> corners, const Vec3& direction, const LevelAngle& level,
                          SupportFace& face) noexcept;

/// The most level face, edge or corner of { |x_i| <= half_i }.
void add_box_face(const Vec3& half, const Vec3& direction, const LevelAngle& level,
                  SupportFace& face) noexcept;

/// Corners of a regular polygon of kRimPoints corners on the rim.
void add_rim(double radius, double z, std::uint32_t name, SupportFace& face) noexcept;

}  // namespace graze
