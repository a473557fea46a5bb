// The findings of a check, judged by a baseline: which of them fail, and what was accepted of the others.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <graze/assembly/assembly.hpp>
#include <graze/io/document.hpp>

#include "baseline/baseline.hpp"

namespace graze::cli {

class Judgement {
public:
    /// Throws UserError when the baseline counts in another unit than the document.
    Judgement(std::string file, Baseline baseline, const io::Document& document,
              const AssemblyFindings& result, const AssemblyOptions& options);

    struct Sentence {
        Change change = Change::appeared;  ///< Not gone.
        const Acceptance* accepted =
            nullptr;  ///< Null for one that appeared. Valid as long as the judgement.
    };
    /// Of a clash that is not allowed or a near miss within the clearance. Empty for other pairs.
    [[nodiscard]] std::optional<Sentence> of_pair(const io::Document& document, PartIndex a,
                                                  PartIndex b) const;
    /// Of a pair that is possibly inside.
    [[nodiscard]] std::optional<Sentence> of_possible(const io::Document& document, PartIndex a,
                                                      PartIndex b) const;

    [[nodiscard]] const std::string& file() const { return file_; }
    [[nodiscard]] const std::string& unit() const { return baseline_.unit; }
    /// Findings with this change.
    [[nodiscard]] std::size_t count(Change change) const;
    /// Findings that are accepted.
    [[nodiscard]] std::size_t accepted() const { return count(Change::same) + count(Change::better); }
    /// Accepted pairs that were not found.
    [[nodiscard]] std::vector<const Acceptance*> gone() const;
    /// The file, counts, every finding with its state and what was accepted of it, and what is gone.
    [[nodiscard]] Json json() const;

private:
    [[nodiscard]] std::optional<Sentence> find(const FindingKey& key) const;

    std::string file_;
    Baseline baseline_;
    std::vector<FindingRecord> records_;  ///< Sorted.
    BaselineMatch match_;
};

/// "new", "worse" or "accepted".
std::string_view state_word(Change change);

/// "new", "worse than accepted: interference 1.2 mm, press fit (Ann Lee, 2026-11-19)", "accepted: press fit
/// (Ann Lee, 2026-11-19)".
std::string sentence_text(const Judgement::Sentence& sentence, const std::string& unit);

}  // namespace graze::cli
