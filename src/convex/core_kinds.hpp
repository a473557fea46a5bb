// Core types for the loops of the solvers: one small type for each frequent kind, so that a search is
// compiled for its pair (compiled_for.hpp), and one for all other kinds. What that gains is stated in gjk.cpp
// and portal.hpp, and beside the lists below. Support points in the shape's own frame, lengths multiplied by
// a scale. `gauge(d)`, of solids, is the factor by which the shape, blown up around its centre, just reaches
// centre + d. Infinite when the shape has no width along d; where d has none either, 0 / 0 makes it NaN or
// drops out of the maximum: std::max keeps its first argument.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "convex/compiled_for.hpp"
#include "graze/shape/hull.hpp"
#include "shape/core_support.hpp"
#include "simd/support_scan.hpp"

namespace graze {

struct BoxCore {
    Vec3 half{};
    static constexpr ShapeType kType = ShapeType::box;
    static bool serves(const Shape& shape) noexcept { return shape.type() == kType; }
    BoxCore(const Shape& shape, double scale) noexcept : half(shape.vector(0) * scale) {}
    [[nodiscard]] Vec3 support(const Vec3& d) const noexcept {
        return {std::copysign(half.x, d.x), std::copysign(half.y, d.y), std::copysign(half.z, d.z)};
    }
    [[nodiscard]] double gauge(const Vec3& d) const noexcept {
        return std::max(std::max(std::abs(d.x) / half.x, std::abs(d.y) / half.y), std::abs(d.z) / half.z);
    }
};

struct CapsuleCore {
    double half = 0;
    static constexpr ShapeType kType = ShapeType::capsule;
    static bool serves(const Shape& shape) noexcept { return shape.type() == kType; }
    CapsuleCore(const Shape& shape, double scale) noexcept : half(shape.values()[1] * scale) {}
    [[nodiscard]] Vec3 support(const Vec3& d) const noexcept { return {0, 0, std::copysign(half, d.z)}; }
};

struct CylinderCore {
    double radius = 0;
    double half = 0;
    static constexpr ShapeType kType = ShapeType::cylinder;
    static bool serves(const Shape& shape) noexcept { return shape.type() == kType; }
    CylinderCore(const Shape& shape, double scale) noexcept
        : radius(shape.values()[0] * scale), half(shape.values()[1] * scale) {}
    [[nodiscard]] Vec3 support(const Vec3& d) const noexcept {
        return disk_support(radius, d, std::copysign(half, d.z));
    }
    [[nodiscard]] double gauge(const Vec3& d) const noexcept {
        return std::max(std::sqrt(d.x * d.x + d.y * d.y) / radius, std::abs(d.z) / half);
    }
};

struct ConeCore {
    double radius = 0;
    double half = 0;
    static constexpr ShapeType kType = ShapeType::cone;
    static bool serves(const Shape& shape) noexcept { return shape.type() == kType; }
    ConeCore(const Shape& shape, double scale) noexcept
        : radius(shape.values()[0] * scale), half(shape.values()[1] * scale) {}
    [[nodiscard]] Vec3 support(const Vec3& d) const noexcept { return cone_support(radius, half, d); }
    /// The centre is a quarter of the way up from the base.
    [[nodiscard]] double gauge(const Vec3& d) const noexcept {
        const double across = std::sqrt(d.x * d.x + d.y * d.y);
        return std::max((2 * half * across + radius * d.z) / (1.5 * half * radius), -d.z / (0.5 * half));
    }
};

struct HullCore {
    const HullData* hull = nullptr;
    double scale = 1;
    static constexpr ShapeType kType = ShapeType::hull;
    static bool serves(const Shape& shape) noexcept { return shape.type() == kType; }
    HullCore(const Shape& shape, double by) noexcept
        : hull(static_cast<const HullData*>(shape.payload())), scale(by) {}
    [[nodiscard]] Vec3 support(const Vec3& d) const noexcept {
        return hull->vertices[support_vertex(*hull, d, 0)] * scale;
    }
};

/// A hull of few vertices, which has no lookup cells: all are scanned. Of scale 1.
struct ScannedHullCore {
    const HullData* hull = nullptr;
    simd::PointRows rows{};
    static bool serves(const Shape& shape) noexcept {
        return HullCore::serves(shape) && static_cast<const HullData&>(*shape.payload()).cells_per_side == 0;
    }
    ScannedHullCore(const Shape& shape, double /*scale: 1*/) noexcept
        : hull(static_cast<const HullData*>(shape.payload())), rows{hull->soa.data(), hull->stride} {}
    [[nodiscard]] Vec3 support(const Vec3& d) const noexcept {
        return hull->vertices[simd::farthest_point(rows, d.x, d.y, d.z)];
    }
};

struct AnyCore {
    const Shape* shape = nullptr;
    double scale = 1;
    AnyCore(const Shape& any, double by) noexcept : shape(&any), scale(by) {}
    [[nodiscard]] Vec3 support(const Vec3& d) const noexcept {
        std::uint32_t hint = 0;
        return core_support_inline(*shape, d, hint) * scale;
    }
};

/// The pairs that the portal walk is compiled for.
using PortalCores = EachKind<BoxCore, CapsuleCore, CylinderCore, ConeCore, HullCore>;
/// The pairs of polytopes that searches for moving ones are compiled for. Impacts of straight motions take
/// 0.80 of the instructions of the loop for all kinds for boxes, 0.84 to 0.88 for hulls of 8 to 512 vertices;
/// without a kind of their own hulls without cells would take 1.01 to 1.05 times as many.
using CastCores = SameKind<BoxCore, ScannedHullCore, HullCore, AnyCore>;

/// Whether a list has a kind for shapes of this type.
template <class... Kinds> constexpr bool has_kind_of(EachKind<Kinds...> /*list*/, ShapeType type) noexcept {
    return ((type == Kinds::kType) || ...);
}

}  // namespace graze
