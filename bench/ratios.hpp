// The ratios of a run, for comparisons with an earlier one: each program of the benchmarks appends its rows
// to the file that the environment variable GRAZE_BENCH_RATIOS names, one JSON object a line. Without the
// variable nothing is written. bench/compare.py reads the file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace graze::bench {

struct Ratio {
    std::string row;        ///< "hull32 DIST": with `against` it occurs once in a program.
    std::string against;    ///< Who or what was measured beside graze in the same run.
    double ratio = 0;       ///< graze's time / the other's; not finite or not positive: left out.
    std::size_t wrong = 0;  ///< Wrong answers of graze on this row.
};

/// Appends one line. A file that cannot be written is reported on stderr.
void record_ratio(std::string_view program, const Ratio& ratio);

}  // namespace graze::bench
