// Checks a file of answers as a set of claims. Every proof is checked by `graze::verify`, which uses no
// solver. What has no proof of its own, or one that takes too long on large meshes, is computed again:
// relations, numbers of contacts and of pairs, regions, that nothing is missing in the lists, depths of
// meshes, and impacts that were found without proofs.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "answers/answers.hpp"

namespace graze::cli {

struct VerifyReport {
    std::size_t proofs = 0;  ///< Checked, and they hold.
    std::size_t again = 0;   ///< Computed again without a proof, and the same.
    /// Claims that are false or not proven, one sentence each, in the order of the file.
    std::vector<std::string> faults;
};

struct VerifyOptions {
    unsigned threads = 0;  ///< 0: one per core.
    /// A proof about more triangles than this in all is replaced by computing again: checking a distance
    /// takes a second for each 50 000.
    std::size_t proof_triangles = 50'000;
};

/// Checks the claim that a pair overlaps, given the new finding of the same pair.
VerifyReport verify_clash(const Clash& claimed, const Clash& fresh, const io::Document& document,
                          const VerifyOptions& options = {});
VerifyReport verify_near_miss(const NearMiss& claimed, const NearMiss& fresh, const io::Document& document,
                              const VerifyOptions& options = {});
VerifyReport verify_possible(const PossiblyInside& claimed, const PossiblyInside& fresh,
                             const io::Document& document);
VerifyReport verify_impact(const PartImpact& claimed, const PartImpact& fresh, const io::Document& document);

/// All of a file. `progress` is called with the share that is done, from any thread.
VerifyReport verify_answers(const Answers& answers, const io::Document& document,
                            const VerifyOptions& options = {},
                            const std::function<void(double)>& progress = {});

}  // namespace graze::cli
