// Warm starts: one pair moving smoothly, asked at every step with and without a PairCache.
#pragma once

#include <string>
#include <vector>

#include "workload.hpp"

namespace graze::bench {

struct CoherentRow {
    std::string family;
    double cold_ns = 0;          ///< Median time of one `separation` without a cache.
    double warm_ns = 0;          ///< The same with the cache of the step before.
    double warm_ratio = 0;       ///< Median of warm / cold within a repetition.
    double cold_iterations = 0;  ///< Mean support evaluations per query.
    double warm_iterations = 0;
};

/// Families whose `separation` runs GJK; closed forms take no iterations.
std::vector<Family> coherent_families();

CoherentRow run_coherent(const Family& family, std::size_t steps, int repetitions);

}  // namespace graze::bench
