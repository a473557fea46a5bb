// One class of the soak run: many pairs of two shape types, or of shapes made of parts, each answer judged.
#pragma once

#include <time.h>

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "oracle/generators.hpp"

namespace graze::test {

struct CampaignOptions {
    std::uint64_t pairs = 1000000;  ///< Per class.
    std::uint64_t oracle = 10000;   ///< Of them compared with the exact or high-precision optimum.
    std::uint64_t extras =
        16;  ///< One pair of this many is also asked for contacts, rays, casts, a certificate, every method.
    double seconds = 0;  ///< Per class; 0: until all pairs are done.
    std::uint64_t seed = 1;
    std::optional<std::uint64_t>
        one_case;  ///< Counted from 0: the only one that is judged; those before it are drawn alone.

    [[nodiscard]] bool judges(std::uint64_t index) const noexcept { return !one_case || *one_case == index; }
    [[nodiscard]] std::uint64_t end() const noexcept { return one_case ? *one_case + 1 : pairs; }
};

struct CampaignResult {
    std::string name;  ///< Of the class: "box-cone", "soups/rays".
    std::uint64_t pairs = 0;
    std::uint64_t random = 0;        ///< Of plain random arrangement.
    std::uint64_t converged = 0;     ///< Of the random ones.
    std::uint64_t intersecting = 0;  ///< Of the random ones: intersecting.
    std::uint64_t undecided = 0;
    std::uint64_t oracle = 0;  ///< Compared with the truth.
    std::uint64_t faulty = 0;  ///< Pairs with at least one fault.
    double widest = 0;         ///< Relative width of a random pair's interval.
    double slowest = 0;        ///< CPU seconds of one call.
    std::map<std::string, std::uint64_t>
        not_shown;  ///< Classes of parts: answers that `verify` did not accept, by kind.
    std::map<std::string, double> verbs;  ///< Classes of parts: seconds of the slowest call, by verb.
    std::vector<std::string> failures;    ///< The first few, with their literal input.
};

/// What a worker is busy with, for the watchdog.
struct Busy {
    std::mutex mutex;
    std::function<std::string()> describe;  ///< The input as text; empty between pairs.
    std::uint64_t serial = 0;               ///< Changes with every pair.
    clockid_t clock = CLOCK_MONOTONIC;      ///< CPU time of the worker.

    void publish(std::function<std::string()> description) {
        const std::lock_guard lock(mutex);
        describe = std::move(description);
        ++serial;
    }
};

/// Called after every few pairs with their number.
using Tick = std::function<void(std::uint64_t)>;

/// A class by name, and how it is run.
struct SoakClass {
    std::string name;
    std::vector<std::string> labels;  ///< Names by which `--only` selects it, besides its own.
    std::function<CampaignResult(const CampaignOptions&, Busy&, const Tick&)> run;
};

/// Every two convex types.
std::vector<SoakClass> convex_classes();
/// Shapes made of parts, by how they are made and what is queried.
std::vector<SoakClass> part_classes();

/// Whether the pair of this index is the one of its `every` consecutive ones. Drawn, so that no arrangement
/// is left out by rhythm.
bool chosen(std::uint64_t index, std::uint64_t every, std::uint64_t salt);

inline constexpr std::size_t kKeptFailures = 3;  ///< Per class: enough to see a pattern.

}  // namespace graze::test
