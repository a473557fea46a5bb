// Unbounded: it has no support mapping, box or core, and pairs with it have their own closed form.
#pragma once

#include <limits>

#include "graze/math/vec.hpp"
#include "shape/primitives/traits.hpp"

namespace graze {

template <> struct PrimitiveTraits<HalfSpace> {
    static constexpr ShapeType kType = ShapeType::half_space;
    static constexpr std::string_view kName = "half_space";
    static constexpr std::array kFields{PrimitiveField{"normal", 3}, PrimitiveField{"offset", 1}};
    static constexpr bool kSizes = false;
    static constexpr bool kMargin = false;
    static constexpr bool kPolytopeCore = true;
    static constexpr bool kSmoothCore = false;

    static std::optional<Rule> fault(const HalfSpace& s) noexcept {
        if (s.normal == Vec3{}) return Rule::zero_direction;
        // Each number may be served and the plane still lie far outside of the range.
        if (std::abs(s.offset) / length(s.normal) > kLargestServed) return Rule::out_of_range;
        return std::nullopt;
    }
    static PrimitiveMeasure measure(const HalfSpace& s) noexcept {
        return {.centre = (s.offset / length_sq(s.normal)) * s.normal,
                .core_reach = std::numeric_limits<double>::infinity()};
    }
    static double clearance(const HalfSpace& s, const IntervalVec3& x) noexcept {
        const IntervalVec3 n = enclose(s.normal);
        return ((Interval(s.offset) - dot(n, x)) / norm(n)).lower;
    }
};

}  // namespace graze
