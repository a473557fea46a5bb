// Patterns of exclusions, matched once for each part. Groups are matched by name too.
#include <algorithm>
#include <string_view>

#include "graze/io/document.hpp"
#include "io/pattern.hpp"

namespace graze::io {

namespace {

bool selects(std::string_view pattern, const Part& part) {
    if (pattern.starts_with('@')) return !part.group.empty() && matches(pattern.substr(1), part.group);
    return matches(pattern, part.name);
}

/// The first number in both of two growing lists; -1 when there is none.
std::int64_t first_common(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j]) return a[i];
        a[i] < b[j] ? ++i : ++j;
    }
    return -1;
}

}  // namespace

PairRules::PairRules(const Document& document)
    : exclusions_(document.exclusions), matches_a_(document.parts.size()), matches_b_(document.parts.size()) {
    for (std::uint32_t rule = 0; rule < exclusions_.size(); ++rule) {
        bool any_a = false;
        bool any_b = false;
        for (std::size_t i = 0; i < document.parts.size(); ++i) {
            if (selects(exclusions_[rule].a, document.parts[i])) matches_a_[i].push_back(rule), any_a = true;
            if (selects(exclusions_[rule].b, document.parts[i])) matches_b_[i].push_back(rule), any_b = true;
        }
        if (!any_a || !any_b) idle_.push_back(rule);
    }
}

const Exclusion* PairRules::reason(std::size_t a, std::size_t b) const noexcept {
    std::int64_t rule = first_common(matches_a_[a], matches_b_[b]);
    if (rule < 0) rule = first_common(matches_a_[b], matches_b_[a]);
    return rule < 0 ? nullptr : &exclusions_[static_cast<std::size_t>(rule)];
}

bool PairRules::excluded(std::size_t a, std::size_t b) const noexcept { return reason(a, b) != nullptr; }

}  // namespace graze::io
