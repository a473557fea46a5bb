#include "baseline/judgement.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "commands/command.hpp"

namespace graze::cli {
namespace {

/// Of a pair in the order of the assembly.
FindingKey key_of_parts(const io::Document& document, PartIndex a, PartIndex b, bool possible) {
    const std::string& first = document.parts[a].name;
    const std::string& second = document.parts[b].name;
    return first < second ? FindingKey(first, second, possible) : FindingKey(second, first, possible);
}

}  // namespace

Judgement::Judgement(std::string file, Baseline baseline, const io::Document& document,
                     const AssemblyFindings& result, const AssemblyOptions& options)
    : file_(std::move(file)),
      baseline_(std::move(baseline)),
      records_(records_of(document, result, options)) {
    if (baseline_.unit != document.unit)
        throw UserError{
            fmt::format("{} counts in '{}', the assembly in '{}': lengths cannot be compared. Write "
                        "the file again with 'graze accept'",
                        file_, baseline_.unit, document.unit)};
    match_ = match(baseline_, records_, options.clearance.value_or(0));
}

std::optional<Judgement::Sentence> Judgement::find(const FindingKey& key) const {
    const auto place = std::ranges::lower_bound(records_, key, {}, finding_key);
    if (place == records_.end() || finding_key(*place) != key) return std::nullopt;
    const auto index = static_cast<std::size_t>(place - records_.begin());
    const std::optional<std::size_t>& accepted = match_.acceptance[index];
    return Sentence{match_.changes[index], accepted ? &baseline_.accepted[*accepted] : nullptr};
}

std::optional<Judgement::Sentence> Judgement::of_pair(const io::Document& document, PartIndex a,
                                                      PartIndex b) const {
    return find(key_of_parts(document, a, b, false));
}

std::optional<Judgement::Sentence> Judgement::of_possible(const io::Document& document, PartIndex a,
                                                          PartIndex b) const {
    return find(key_of_parts(document, a, b, true));
}

std::size_t Judgement::count(Change change) const {
    return static_cast<std::size_t>(std::ranges::count(match_.changes, change));
}

std::vector<const Acceptance*> Judgement::gone() const {
    std::vector<const Acceptance*> list;
    for (const std::size_t i : match_.gone) list.push_back(&baseline_.accepted[i]);
    return list;
}

Json Judgement::json() const {
    Json findings = Json::array();
    for (std::size_t i = 0; i < records_.size(); ++i) {
        Json row = record_json(records_[i]);
        row["state"] = state_word(match_.changes[i]);
        const std::optional<std::size_t>& accepted = match_.acceptance[i];
        row["accepted"] = accepted ? acceptance_json(baseline_.accepted[*accepted]) : Json(nullptr);
        findings.push_back(std::move(row));
    }
    Json missing = Json::array();
    for (const Acceptance* acceptance : gone()) missing.push_back(acceptance_json(*acceptance));
    return {{"file", file_},
            {"counts",
             {{"new", count(Change::appeared)},
              {"worse", count(Change::worse)},
              {"accepted", accepted()},
              {"gone", match_.gone.size()}}},
            {"findings", std::move(findings)},
            {"gone", std::move(missing)}};
}

std::string_view state_word(Change change) { return fails(change) ? to_string(change) : "accepted"; }

std::string sentence_text(const Judgement::Sentence& sentence, const std::string& unit) {
    if (sentence.accepted == nullptr) return "new";
    const Acceptance& accepted = *sentence.accepted;
    const std::string who = fmt::format("{} ({}, {})", accepted.reason, accepted.by, accepted.date);
    if (sentence.change != Change::worse) return "accepted: " + who;
    return fmt::format("worse than accepted: {}, {}", measure_text(accepted.finding, unit), who);
}

}  // namespace graze::cli
