// The pairs of cores that casts are compiled for.
#pragma once

#include "convex/core_kinds.hpp"
#include "simd/support_scan.hpp"

namespace graze {

/// A hull of few vertices, which has no lookup cells: all are scanned.
struct ScannedHullCore {
    const HullData* hull = nullptr;
    simd::PointRows rows{};
    ScannedHullCore(const Shape& shape, double /*scale: 1*/) noexcept
        : hull(static_cast<const HullData*>(shape.payload())), rows{hull->soa.data(), hull->stride} {}
    [[nodiscard]] Vec3 support(const Vec3& d) const noexcept { return hull->vertices[simd::farthest_point(rows, d.x, d.y, d.z)]; }
};

/// Calls f with the types of the two cores as template arguments.
template <class F> auto with_cores(const Shape& a, const Shape& b, F&& f) noexcept {
    const auto scanned = [](const Shape& shape) { return static_cast<const HullData&>(*shape.payload()).cells_per_side == 0; };
    if (a.type() == ShapeType::box && b.type() == ShapeType::box) return f.template operator()<BoxCore, BoxCore>();
    if (a.type() == ShapeType::hull && b.type() == ShapeType::hull) {
        if (scanned(a) && scanned(b)) return f.template operator()<ScannedHullCore, ScannedHullCore>();
        return f.template operator()<HullCore, HullCore>();
    }
    return f.template operator()<AnyCore, AnyCore>();
}

}  // namespace graze
