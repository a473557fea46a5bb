// Everything that can be demanded of the answers about one pair, in one place: the tests run it on chosen
// pairs, the soak run on millions. Independent of the solvers: support heights in long double, exact or
// high-precision oracles, and `verify`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/query/query.hpp"
#include "oracle/generators.hpp"
#include "oracle/polytope_oracle.hpp"

namespace graze::test {

/// What is known about the true signed distance.
struct Truth {
    std::optional<ExactDistance> exact;           ///< Polytopes, and half-spaces with polytopes.
    Interval enclosure = Interval::everything();  ///< Contains the true signed distance.

    /// Whether the interval may contain the truth; decides exactly for polytopes.
    [[nodiscard]] bool allows(const Interval& interval) const;
    [[nodiscard]] bool surely_disjoint() const { return exact ? exact->sign() > 0 : enclosure.lower > 0; }
    [[nodiscard]] bool surely_overlapping() const {
        return exact ? exact->sign() <= 0 : enclosure.upper <= 0;
    }
};

/// Exact for polytopes of up to `kExactVertices` vertices each, otherwise enclosed (long double, or Real
/// where that fails).
Truth truth_of(const Placed& a, const Placed& b);
inline constexpr std::size_t kExactVertices = 600;

struct JudgeOptions {
    bool with_oracle = false;       ///< Compute the truth and compare (about a millisecond).
    bool with_certificate = false;  ///< Ask for the certificate of deep overlaps and verify it.
    bool with_methods = false;      ///< Decide by every supported method.
    bool with_hits = false;         ///< Contacts, rays at both and a cast as well.
    std::uint64_t seed = 0;         ///< Of those rays and casts.
};

struct Judgement {
    std::vector<std::string> faults;  ///< Empty when everything holds.
    Separation separation;
    Answer answer = Answer::undecided;
    double slowest = 0;  ///< Seconds of the slowest library call, at most those of CPU for the whole pair.
    double relative_width = 0;  ///< Of the distance interval, by the larger shape's reach.
    Interval truth = Interval::everything();
};

Judgement judge(const PairCase& pair, const JudgeOptions& options = {});

/// The faults of one separation against what is known; used for results under other options too.
/// `wanted` is the width that a converged answer may have, relative to the larger reach.
std::vector<std::string> faults_of(const Separation& s, const Placed& a, const Placed& b, double wanted,
                                   const Truth* truth);

/// 1e-9 for polytope cores, 1e-6 otherwise: the default width.
double default_width(const Placed& a, const Placed& b);

/// The pair as text for a failure message.
std::string describe(const PairCase& pair);

}  // namespace graze::test
