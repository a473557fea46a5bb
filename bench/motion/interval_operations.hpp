// Jørgensen's table of interval operations: a million of each, his own class beside Boost's.
#pragma once

#include "../documents/figures.hpp"

namespace graze::bench {

void time_interval_operations(Figures& figures, int repetitions);

}  // namespace graze::bench
