// Findings that somebody has accepted, each with a reason and a name, as a file that is kept beside the
// assembly. A check with a baseline fails only for findings that are not in it, or that are worse than what
// was accepted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "baseline/compare.hpp"
#include "baseline/finding_record.hpp"

namespace graze::cli {

struct Acceptance {
    FindingRecord finding;
    std::string reason;  ///< Why it may stay: "press fit".
    std::string by;      ///< Who accepted it.
    std::string date;    ///< "2026-11-19".
};

struct Baseline {
    std::string unit;  ///< Of the lengths: findings of an assembly in another unit do not compare with it.
    ChangeTolerance tolerance{};
    std::vector<Acceptance> accepted;  ///< By `finding_key`, each once.
};

/// Throws UserError that names the file and the place in it.
Baseline read_baseline(const std::filesystem::path& file);
/// Ends with '\n'; an acceptance a line, so that version control shows what changed.
std::string baseline_text(const Baseline& baseline);

/// As in the file.
Json acceptance_json(const Acceptance& acceptance);

/// Adds an acceptance, or replaces the one of the same pair.
void accept(Baseline& baseline, Acceptance acceptance);

/// How the findings of a check compare with a baseline.
struct BaselineMatch {
    /// For each record: appeared (not in the baseline), worse, or accepted (same, better).
    std::vector<Change> changes;
    std::vector<std::optional<std::size_t>> acceptance;  ///< Into Baseline::accepted; empty for appeared.
    /// Acceptances of pairs that were not found. Without a clearance nothing is known of gaps: these are left
    /// out.
    std::vector<std::size_t> gone;
};
/// `records` are sorted, as `records_of` sorts. `clearance` is that of the check; 0: none.
BaselineMatch match(const Baseline& baseline, std::span<const FindingRecord> records, double clearance);

/// Whether it fails a check.
constexpr bool fails(Change change) { return change == Change::appeared || change == Change::worse; }

}  // namespace graze::cli
