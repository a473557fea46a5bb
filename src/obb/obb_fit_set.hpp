// Axes for a box around a small set of points and triangles: the steps behind fit_obb.
#pragma once

#include <span>

#include "graze/math/vec.hpp"
#include "graze/obb/obb_tree.hpp"
#include "obb/obb_fit_hull.hpp"

namespace graze {

/// Eigenvectors of the mean of (x - mean)(x - mean)ᵀ over the points, by falling variance; over the
/// triangles' surface. Right-handed.
Mat3 point_axes(std::span<const Vec3> points) noexcept;
/// Falls back to the points for triangles without area.
Mat3 surface_axes(const ObbFitSet& set) noexcept;

/// Turns axes until the box along them has the least volume nearby: Powell's method over rotation vectors.
/// Never returns axes with more volume; sets without volume take the area or the length in its stead.
Mat3 turned_to_least_volume(std::span<const Vec3> points, const Mat3& start) noexcept;

/// The axes of a fit. `scratch` is for its hull.
Mat3 fitted_axes(const ObbFitSet& set, ObbFit fit, FitHull& scratch);

}  // namespace graze
