// Fourier-Motzkin elimination for two small polytopes of any kind that separating axes serve. Frame of a. The
// rows are half-spaces n · x <= h, n being the normals of the faces, and for flat polytopes also those of
// what bounds them in their plane or line. Every row holds for the whole polytope whatever n is; with exact
// normals the rows together are the polytope. Guarantee: `apart` is a theorem. Otherwise the point is common
// to both up to rounding, or the caller must decide.
#pragma once

#include <array>
#include <cstdint>

#include "convex/sat/sat_polytope.hpp"
#include "core/in_place.hpp"

namespace graze {

struct PolytopeElimination {
    /// A half-space of a contradiction: normal · x <= height for all of its polytope.
    struct Row {
        Vec3 normal{};  ///< Unit up to rounding.
        double height = 0;
        double multiplier = 0;  ///< > 0. Σ multiplier normal = 0 and Σ multiplier height < 0, up to rounding.
        bool of_b = false;
    };
    static constexpr std::size_t kMaxRows = 10;

    bool served = false;  ///< False: too many rows, or more combinations than fit in the storage.
    bool apart = false;
    std::array<Row, kMaxRows> rows{};  ///< When apart; unused ones have multiplier 0.
    Vec3 point{};                      ///< When not apart.
    std::uint32_t largest = 0;         ///< Most rows of a stage.
};

/// `error` bounds how far the true sets may lie from the views.
PolytopeElimination eliminate_polytopes(const PolytopeView& a, const PolytopeView& b, double error) noexcept;

}  // namespace graze
