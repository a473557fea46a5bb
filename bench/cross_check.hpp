// Who checks the referee: exact rational arithmetic where both shapes are polytopes (when GMP was found), and
// graze's certified intervals that `verify` confirms without any solver, for every kind.
#pragma once

#include <cstddef>

#include "runner.hpp"

namespace graze::bench {

struct CrossCheck {
    std::size_t exact_pairs = 0;  ///< Compared with exact rationals.
    double exact_worst =
        0;  ///< Largest distance of an exact answer from the referee's interval; rounding only.
    std::size_t certified = 0;       ///< Pairs whose certified interval `verify` confirmed.
    std::size_t unconfirmed = 0;     ///< Pairs where it did not: not compared.
    std::size_t contradictions = 0;  ///< Confirmed intervals that miss the referee's by more than rounding.
};

/// Adds the first `pairs` pairs of both batches.
void cross_check(const Inputs& inputs, std::size_t pairs, CrossCheck& check);

void print_cross_check(const CrossCheck& check);

}  // namespace graze::bench
