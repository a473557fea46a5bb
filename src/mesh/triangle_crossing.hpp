// How a segment between exact points passes a triangle, by exact signs: what parities of crossings are
// counted with. Ties can be broken symbolically (Edelsbrunner, Mücke, "Simulation of Simplicity", 1990),
// which is exact for every direction.
#pragma once

#include <cstdint>

#include "core/work_budget.hpp"
#include "graze/math/predicates.hpp"
#include "graze/shape/primitives.hpp"
#include "math/degeneracy/projection_axis.hpp"
#include "math/placed_arithmetic.hpp"
#include "math/placed_signs.hpp"

namespace graze::crossing {

inline bool is_zero(Sign s) noexcept { return s == Sign::zero; }

inline bool some_opposite(Sign x, Sign y, Sign z) noexcept {
    const bool up = x == Sign::positive || y == Sign::positive || z == Sign::positive;
    const bool down = x == Sign::negative || y == Sign::negative || z == Sign::negative;
    return up && down;
}

/// The side that an infinitely small turn of the direction, by (e, e², e³), chooses: zero only when q lies on
/// the line uv.
inline Sign chosen_side(PlacedSigns& signs, std::size_t q, std::size_t u, std::size_t v) noexcept {
    const int axis = area_axis(signs, q, u, v);
    return axis < 0 ? Sign::zero : signs.cross_sign(q, u, v, axis);
}

/// Numbers of the points of exact signs: where a ray or a segment starts and ends, and the corners of a
/// triangle.
enum Point : std::size_t { kFrom, kTo, kA, kB, kC };

/// Whether the start, a point of the triangle's plane, is in the triangle.
inline bool starts_in_triangle(PlacedSigns& signs) noexcept {
    return in_triangle(signs, kFrom, {kA, kB, kC}, area_axis(signs, kA, kB, kC));
}

/// What one triangle does to a ray.
enum class TriangleCrossing : std::uint8_t { none, crossed, boundary, unclear };

/// Signs of a segment between exact points against triangles of one pose.
class ExactSegment {
public:
    ExactSegment(const PlacedPoint& from, const PlacedPoint& to, WorkBudget* work) noexcept : signs_(work) {
        signs_.set(kFrom, from);
        signs_.set(kTo, to);
    }

    /// `symbolic` as for rays, by an infinitely small shift of the end, which must not be on the surface.
    [[nodiscard]] TriangleCrossing with(const Pose& pose, const Triangle& t, bool symbolic) noexcept {
        signs_.set(kA, {&pose, t.a});
        signs_.set(kB, {&pose, t.b});
        signs_.set(kC, {&pose, t.c});
        const Sign start = signs_.orient3d(kA, kB, kC, kFrom);
        if (is_zero(start) && starts_in_triangle(signs_)) return TriangleCrossing::boundary;
        Sign end = signs_.orient3d(kA, kB, kC, kTo);
        if (is_zero(start))
            return is_zero(end) && !symbolic ? TriangleCrossing::unclear : TriangleCrossing::none;
        if (is_zero(end)) {
            if (!symbolic) return TriangleCrossing::none;
            end = chosen_side(signs_, kA, kB, kC);
        }
        if (end != opposite(start)) return TriangleCrossing::none;
        Sign ab = signs_.orient3d(kFrom, kTo, kA, kB), bc = signs_.orient3d(kFrom, kTo, kB, kC),
             ca = signs_.orient3d(kFrom, kTo, kC, kA);
        if (some_opposite(ab, bc, ca)) return TriangleCrossing::none;
        if (is_zero(ab) || is_zero(bc) || is_zero(ca)) {
            if (!symbolic) return TriangleCrossing::unclear;
            if (is_zero(ab)) ab = chosen_side(signs_, kFrom, kA, kB);
            if (is_zero(bc)) bc = chosen_side(signs_, kFrom, kB, kC);
            if (is_zero(ca)) ca = chosen_side(signs_, kFrom, kC, kA);
        }
        return some_opposite(ab, bc, ca) ? TriangleCrossing::none : TriangleCrossing::crossed;
    }

private:
    PlacedSigns signs_;
};

}  // namespace graze::crossing
