// How a query ended. A miss is not an error. Numerical difficulty is not an error either: it widens the
// bounds and is reported here.
#pragma once

#include <cstdint>
#include <string_view>

namespace graze {

enum class Status : std::uint8_t {
    converged,       ///< The bounds are as tight as requested, or as tight as rounding allows for this pair.
    budget_reached,  ///< The iteration budget ran out or the search stalled: the bounds are wider but still true.
    invalid_input,   ///< A shape, pose or option is not usable: `check` reports why. Bounds are [-inf, inf].
    unsupported,     ///< The named method does not serve this pair. `supports` is false for it, except for hulls with too many axes for
                     ///< SAT or too many rows for Fourier-Motzkin.
};

constexpr std::string_view to_string(Status status) noexcept {
    switch (status) {
        case Status::converged: return "converged";
        case Status::budget_reached: return "budget_reached";
        case Status::invalid_input: return "invalid_input";
        case Status::unsupported: return "unsupported";
    }
    return "?";
}

}  // namespace graze
