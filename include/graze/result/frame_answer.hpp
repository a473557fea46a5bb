// What the intersection of two frames answers, and the certificate of a miss. World frame.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graze/bounds/frame.hpp"
#include "graze/core/status.hpp"
#include "graze/math/interval.hpp"

namespace graze {

/// Why two frames do not overlap: multipliers >= 0 of the rows of the system whose sum reads 0 <= negative (or 0 < 0 when `strict`).
/// The rows, in coordinates y of a and x of b: 0 <= y_i (row i), y_i <= 1 (row D + i; for a tetrahedron row D alone, Σ y_i <= 1), the
/// same for b, and 0 <= t, t <= 1 for moving frames. `verify` checks it without the elimination. All zero: no certificate.
template <int D> struct FrameFarkas {
    std::array<double, std::size_t{2} * D> rows_a{};
    std::array<double, std::size_t{2} * D> rows_b{};
    std::array<double, 2> rows_t{};
    bool strict = false;  ///< The interiors are apart; the closed frames may touch.
};

/// Which box of the intersection to compute.
enum class FrameBox : std::uint8_t {
    none,         ///< The fast path.
    elimination,  ///< From the ranges of b's coordinates: contains the intersection, depends on the order of the pair.
    tight,        ///< The smallest, up to rounding.
};

struct FrameOptions {
    bool open = false;               ///< Only the interiors count.
    FrameBox box = FrameBox::tight;  ///< Of the intersection.
};

template <int D> struct FrameOverlap {
    bool hit = false;         ///< True for invalid input too, as in `overlaps`.
    AabbOf<D> box{};          ///< Contains all common points (moving: at all times). Empty on a miss and for FrameBox::none.
    Interval time{0, 0};      ///< Contains the times at which the frames overlap; moving hits only. `lower`: the first contact.
    VecOf<D> witness{};       ///< A common point, up to rounding; hits only.
    double witness_time = 0;  ///< When it is common, in [0, 1]; 0 for still frames.
    FrameFarkas<D> farkas{};  ///< Misses only.
    Status status = Status::converged;
    std::uint32_t rows = 0;       ///< Most rows that any stage of the elimination held.
    bool by_exact_signs = false;  ///< Rounded arithmetic could not decide.
};

}  // namespace graze
