#include "assembly/earlier_findings.hpp"

#include "assembly/pair_selection.hpp"

namespace graze {
namespace {

std::uint64_t key_of(PartIndex a, PartIndex b) { return (std::uint64_t{a} << 32) | b; }

}  // namespace

EarlierFindings::EarlierFindings(const EarlierCheck& earlier, PairSelection selection)
    : earlier_(earlier), selection_(selection), rules_(pair_rules(earlier.assembly)) {
    const AssemblyFindings& findings = earlier.findings;
    const auto index = [&](const auto& list, std::size_t Place::*member) {
        for (std::size_t i = 0; i < list.size(); ++i) places_[key_of(list[i].a, list[i].b)].*member = i;
    };
    index(findings.clashes, &Place::clash);
    index(findings.allowed, &Place::allowed);
    index(findings.near_misses, &Place::near_miss);
    index(findings.undecided, &Place::undecided);
    index(findings.possibly_inside, &Place::possibly_inside);
}

std::optional<PairFinding> EarlierFindings::find(PartIndex a, PartIndex b) const {
    if (earlier_.findings.status != Status::converged) return std::nullopt;
    const PartIndex first = earlier_.earlier_part[a];
    const PartIndex second = earlier_.earlier_part[b];
    if (first == kNoEarlierPart || second == kNoEarlierPart || first >= second) return std::nullopt;
    const std::vector<AssemblyPart>& parts = earlier_.assembly.parts;
    if (!selects(selection_, parts[first], parts[second]) || rules_.excluded(first, second))
        return std::nullopt;
    PairFinding finding;
    finding.tested = finding.reused = true;
    const auto found = places_.find(key_of(first, second));
    if (found == places_.end()) return finding;
    const auto take = [&](const auto& list, std::size_t place, auto& into) {
        if (place == kNone) return;
        into = list[place];
        into->a = a;
        into->b = b;
    };
    const auto& [clash, allowed, near_miss, undecided, possibly_inside] = found->second;
    take(earlier_.findings.clashes, clash, finding.clash);
    take(earlier_.findings.allowed, allowed, finding.clash);
    take(earlier_.findings.near_misses, near_miss, finding.near_miss);
    take(earlier_.findings.undecided, undecided, finding.undecided);
    take(earlier_.findings.possibly_inside, possibly_inside, finding.possibly_inside);
    return finding;
}

}  // namespace graze
