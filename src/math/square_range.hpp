// The range of squared lengths that need no scaling.
#pragma once

#include <type_traits>

namespace graze {

/// Whether a square has all its digits, and so has its reciprocal root; a component whose square underflows
/// beside one of these is below a rounding of the length.
template <class T> constexpr bool is_square_in_range(T square) noexcept {
    constexpr T low = std::is_same_v<T, float> ? T(1e-30F) : T(1e-200);
    return square > low && square < 1 / low;
}

}  // namespace graze
