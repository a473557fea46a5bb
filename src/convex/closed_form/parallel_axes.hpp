// Two cylinders or cones with parallel axes, coaxial ones included: signed distance, normal and witness
// points in closed form.
//
// The difference of two solids of revolution with parallel axes is a solid of revolution, and the sections of
// both through the plane of the axes are convex polygons. So the signed distance is the largest gap along the
// normals of the edges of both sections, of which there are five at the most, whenever the sets overlap or
// the nearest points lie on edges that face each other. Axes are parallel up to a tilt that is measured; what
// it can do to the distance is added to the upper end, and the lower end is evaluated along the normal found.
// Derivation: docs/notes/quick_paths.md. Not unique (coaxial solids that leave each other sideways): along
// a's x axis. World frame.
#pragma once

#include <cstdint>

#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// Whether both are cylinders or cones.
constexpr bool parallel_axes_serve(ShapeType a, ShapeType b) noexcept {
    const auto round = [](ShapeType type) { return type == ShapeType::cylinder || type == ShapeType::cone; };
    return round(a) && round(b);
}

/// What the closed form has of a pair.
enum class ParallelAnswer : std::uint8_t {
    none,  ///< Nothing is set: the tilt is above `kMostAxisTilt`, the nearest points are on a rim or an apex,
           ///< or the input is unusable or of extreme size. A search serves those.
    bounds,  ///< True bounds, wider than the options request, with the status budget_reached: a search may
             ///< narrow them.
    done,    ///< Bounds as narrow as wanted, or narrower than all steps of a search would leave them.
};

/// Of two unit axes, the length of their difference or sum. A larger one makes bounds that are wider than
/// those of any search.
inline constexpr double kMostAxisTilt = 1e-3;

/// The tilt of b's axis against a's, or its opposite.
inline double axis_tilt(const Placed& a, const Placed& b) noexcept {
    const Vec3 &first = a.pose.rotation.columns[2], &second = b.pose.rotation.columns[2];
    return length(dot(first, second) < 0 ? first + second : first - second);
}
inline bool axes_parallel(const Placed& a, const Placed& b) noexcept {
    return axis_tilt(a, b) <= kMostAxisTilt;
}

/// Signed distance from a to b, both cylinders or cones.
ParallelAnswer separate_parallel_axes(const Placed& a, const Placed& b, const SeparationOptions& options,
                                      Separation& answer) noexcept;

}  // namespace graze
