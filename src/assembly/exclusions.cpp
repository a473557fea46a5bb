// Patterns of exclusions, each different one matched once. Names and groups are sorted, so that a pattern is
// tried only on those with the same prefix. A part stores its patterns and a pattern its partners: the memory
// is proportional to the matches, whatever the number of exclusions.
#include "graze/assembly/assembly.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "assembly/pattern.hpp"

namespace graze {

namespace {

/// Parts by one of their names, sorted; equal names lie side by side.
class NameIndex {
public:
    explicit NameIndex(std::vector<std::pair<std::string_view, std::uint32_t>> names)
        : names_(std::move(names)) {
        std::sort(names_.begin(), names_.end());
    }

    /// visit(part) for all parts whose name matches.
    template <class Visit> void for_each_match(std::string_view pattern, const Visit& visit) const {
        const PatternPrefix prefix = prefix_of(pattern);
        auto at = std::lower_bound(names_.begin(), names_.end(),
                                   std::pair{std::string_view(prefix.text), std::uint32_t{0}});
        while (at != names_.end() &&
               (prefix.whole ? at->first == prefix.text : at->first.starts_with(prefix.text))) {
            const std::string_view name = at->first;
            const bool matching = prefix.whole || matches_text(pattern, name);
            for (; at != names_.end() && at->first == name; ++at) {
                if (matching) visit(at->second);
            }
        }
    }

private:
    std::vector<std::pair<std::string_view, std::uint32_t>> names_;
};

/// The parts by name, or by the group of those that have one.
NameIndex index_of(std::span<const PartLabel> parts, std::string_view PartLabel::*name) {
    std::vector<std::pair<std::string_view, std::uint32_t>> names;
    names.reserve(parts.size());
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        if (!(parts[i].*name).empty()) names.emplace_back(parts[i].*name, i);
    }
    return NameIndex(std::move(names));
}

}  // namespace

bool matches(std::string_view pattern, const PartLabel& part) noexcept {
    if (pattern.starts_with('@')) return !part.group.empty() && matches_text(pattern.substr(1), part.group);
    return matches_text(pattern, part.name);
}

PairRules::PairRules(std::span<const PartLabel> parts, std::vector<Exclusion> exclusions)
    : exclusions_(std::move(exclusions)), patterns_of_(parts.size()) {
    const NameIndex names = index_of(parts, &PartLabel::name);
    const NameIndex groups = index_of(parts, &PartLabel::group);
    std::map<std::string_view, std::uint32_t> numbers;
    std::vector<bool> used;  // of each pattern whether a part matches
    const auto number_of = [&](std::string_view pattern) {
        const auto [known, fresh] = numbers.try_emplace(pattern, static_cast<std::uint32_t>(used.size()));
        if (!fresh) return known->second;
        used.push_back(false);
        partners_.emplace_back();
        const auto add = [&, number = known->second](std::uint32_t part) {
            patterns_of_[part].push_back(number);
            used[number] = true;
        };
        pattern.starts_with('@') ? groups.for_each_match(pattern.substr(1), add)
                                 : names.for_each_match(pattern, add);
        return known->second;
    };
    for (std::uint32_t rule = 0; rule < exclusions_.size(); ++rule) {
        const std::uint32_t a = number_of(exclusions_[rule].a);
        const std::uint32_t b = number_of(exclusions_[rule].b);
        partners_[a].push_back({b, rule});
        if (!used[a] || !used[b]) idle_.push_back(rule);
    }
    for (std::vector<Partner>& partners : partners_) {
        std::sort(partners.begin(), partners.end(), [](const Partner& x, const Partner& y) {
            return std::pair{x.pattern, x.rule} < std::pair{y.pattern, y.rule};
        });
    }
}

std::uint32_t PairRules::first_rule(std::size_t a, std::size_t b) const noexcept {
    std::uint32_t first = kNoRule;
    const std::vector<std::uint32_t>& others = patterns_of_[b];
    for (const std::uint32_t pattern : patterns_of_[a]) {
        const std::vector<Partner>& partners = partners_[pattern];
        if (partners.size() < others.size()) {
            for (const Partner& partner : partners) {
                if (partner.rule < first && std::binary_search(others.begin(), others.end(), partner.pattern))
                    first = partner.rule;
            }
            continue;
        }
        for (const std::uint32_t other : others) {
            const auto found = std::lower_bound(
                partners.begin(), partners.end(), other,
                [](const Partner& partner, std::uint32_t number) { return partner.pattern < number; });
            if (found != partners.end() && found->pattern == other) first = std::min(first, found->rule);
        }
    }
    return first;
}

const Exclusion* PairRules::reason(std::size_t a, std::size_t b) const noexcept {
    static_assert(kNoRule == std::numeric_limits<std::uint32_t>::max());
    const std::uint32_t rule = std::min(first_rule(a, b), first_rule(b, a));
    return rule == kNoRule ? nullptr : &exclusions_[rule];
}

}  // namespace graze
