// Sines and cosines of intervals, and the waves that rotating things are made of. Radians. The result contains the exact one for every
// choice of members. Single values come from the C library, which is taken to be off by no more than two units in the last place.
#pragma once

#include "graze/math/interval.hpp"

namespace graze {

Interval sin(const Interval& x) noexcept;
Interval cos(const Interval& x) noexcept;

/// Contains 1 - cos x, with small angles as sharp as large ones.
Interval versine(const Interval& x) noexcept;

/// The wave offset + sine * sin x + versine * (1 - cos x): every entry of a matrix that turns about one axis at constant speed.
struct Wave {
    double offset = 0;  ///< The value at x = 0.
    double sine = 0;
    double versine = 0;
};

/// Contains the wave's values over all angles of the interval: those at its ends and the crests between them.
Interval range(const Wave& wave, const Interval& angle) noexcept;

}  // namespace graze
