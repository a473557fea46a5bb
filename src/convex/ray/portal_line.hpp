// A line and a convex set that is known by its support mapping, for the portal walk.
#pragma once

#include <cstdint>

#include "graze/core/function_ref.hpp"
#include "graze/math/vec.hpp"

namespace graze {

/// A support point of the set, counted from the line's base.
struct PortalPoint {
    Vec3 point{};
    Vec3 witness{};    ///< Carried along and averaged: where the point comes from.
    Vec3 direction{};  ///< Unit: along which it was found.
};

/// The set: its support point along a unit direction, margin included.
using PortalSupport = FunctionRef<PortalPoint(const Vec3& direction)>;

/// Lengths are counted from the base along `direction`.
struct PortalLine {
    Vec3 direction{1, 0, 0};  ///< Unit.
    Vec3 interior{};       ///< About the middle of the set, from the base: the first direction of the search.
    double start = 0;      ///< The ray begins here.
    double stop = 0;       ///< Hits beyond do not count.
    double error = 0;      ///< Bound of the error of support heights and points.
    double tolerance = 0;  ///< Wanted upper - lower.
    std::uint32_t max_iterations = 0;  ///< Support evaluations.
};

}  // namespace graze
