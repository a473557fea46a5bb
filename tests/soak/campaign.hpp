// One class of the soak run: many pairs of two shape types, each answer judged.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "oracle/generators.hpp"

namespace graze::test {

struct CampaignOptions {
    std::uint64_t pairs = 1000000;  ///< Per pair of types.
    std::uint64_t oracle = 10000;   ///< Of them compared with the exact or high-precision optimum.
    std::uint64_t extras = 16;      ///< One pair of this many is also asked for contacts, rays, casts, a certificate, every method.
    double seconds = 0;             ///< Per pair of types; 0: until all pairs are done.
    std::uint64_t seed = 1;
};

struct CampaignResult {
    ShapeType a = ShapeType::point;
    ShapeType b = ShapeType::point;
    std::uint64_t pairs = 0;
    std::uint64_t random = 0;     ///< Of plain random arrangement.
    std::uint64_t converged = 0;  ///< Of the random ones.
    std::uint64_t meeting = 0;    ///< Of the random ones: intersecting.
    std::uint64_t undecided = 0;
    std::uint64_t oracle = 0;           ///< Compared with the truth.
    std::uint64_t faulty = 0;           ///< Pairs with at least one fault.
    double widest = 0;                  ///< Relative width of a random pair's interval.
    double slowest = 0;                 ///< CPU seconds of one call.
    std::vector<std::string> failures;  ///< The first few, with their literal input.
};

/// What a worker is busy with, for the watchdog.
struct Busy {
    std::mutex mutex;
    const PairCase* pair = nullptr;  ///< Null between pairs.
    std::uint64_t serial = 0;        ///< Changes with every pair.
};

/// `tick` is called after every few pairs with their number.
CampaignResult run_campaign(ShapeType a, ShapeType b, const CampaignOptions& options, Busy& busy,
                            const std::function<void(std::uint64_t)>& tick);

}  // namespace graze::test
