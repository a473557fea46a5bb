#include "pair_options.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include <graze/assembly/assembly.hpp>

#include "commands/command.hpp"
#include "text/nearest_name.hpp"

namespace graze::cli {
namespace {

/// What to do about patterns that name no part: they are misspelt ones.
std::string hint_for(const std::vector<std::string>& patterns, const io::Document& document) {
    std::vector<std::string> names;
    for (const io::Part& part : document.parts) names.push_back(part.name);
    for (const std::string& pattern : patterns) {
        const std::string nearest = nearest_name(pattern, names);
        if (!nearest.empty() && nearest != pattern) return "Did you mean '" + nearest + "'?";
    }
    return "Names may have * and ?, groups begin with @";
}

/// At the colons that no backslash is before; one behind such is a colon of a name.
std::vector<std::string> split_at_colons(const std::string& text) {
    std::vector<std::string> pieces(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escaped = text[i] == '\\' && i + 1 < text.size();
        if (escaped && text[i + 1] != ':') pieces.back() += text[i];  // the pattern's own
        if (escaped)
            pieces.back() += text[++i];
        else if (text[i] == ':')
            pieces.emplace_back();
        else
            pieces.back() += text[i];
    }
    return pieces;
}

/// How a pair of patterns is written, for messages.
struct PairForm {
    std::string_view option;   ///< "--exclude".
    std::string_view form;     ///< "A:B, two patterns of names".
    std::string_view example;  ///< "bolt*:plate".
};

Exclusion pair_from(const std::string& text, const PairForm& form) {
    const std::vector<std::string> sides = split_at_colons(text);
    if (sides.size() != 2 || sides[0].empty() || sides[1].empty())
        throw UserError{fmt::format("{0} '{1}' is not {2}, as in {0} '{3}'; a ':' in a name is \\:",
                                    form.option, text, form.form, form.example)};
    return {sides[0], sides[1], "command line"};
}

std::vector<Exclusion> pairs_from(const std::vector<std::string>& texts, const PairForm& form) {
    std::vector<Exclusion> pairs;
    for (const std::string& text : texts) pairs.push_back(pair_from(text, form));
    return pairs;
}

GroupRule group_from(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size() || text[0] == '@')
        throw UserError{"--group '" + text +
                        "' is not NAME=PATTERN, a group and its parts, as in --group 'bolts=bolt*'"};
    if (text.find(':') < equals)
        throw UserError{"--group '" + text +
                        "': a name with ':' cannot be used in --exclude A:B. Name the group without it"};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

/// How many parts the rule names.
std::size_t put_into_group(io::Document& document, const GroupRule& rule) {
    std::size_t count = 0;
    for (io::Part& part : document.parts) {
        if (!matches(rule.parts, {part.name, part.group})) continue;
        part.group = rule.name;
        ++count;
    }
    return count;
}

}  // namespace

void put_into_groups(io::Document& document, const std::vector<GroupRule>& rules) {
    for (const GroupRule& rule : rules) (void)put_into_group(document, rule);
}

std::vector<std::string> groups_left(const io::Document& before, const io::Document& after) {
    std::set<std::string> left;
    for (std::size_t i = 0; i < before.parts.size(); ++i) {
        const io::Part& part = before.parts[i];
        const auto named = [&](const std::string& pattern) {
            return pattern.starts_with('@') && matches(pattern, {part.name, part.group});
        };
        if (part.group.empty() || part.group == after.parts[i].group || left.contains(part.group)) continue;
        if (std::any_of(before.exclusions.begin(), before.exclusions.end(),
                        [&](const Exclusion& e) { return named(e.a) || named(e.b); }))
            left.insert(part.group);
    }
    return {left.begin(), left.end()};
}

std::vector<GroupRule> groups_from(const std::vector<std::string>& texts) {
    std::vector<GroupRule> rules;
    rules.reserve(texts.size());
    std::ranges::transform(texts, std::back_inserter(rules), group_from);
    return rules;
}

void add_groups(const std::vector<GroupRule>& rules, io::Document& document) {
    for (const GroupRule& rule : rules) {
        if (put_into_group(document, rule) == 0)
            throw UserError{"--group '" + rule.name + "=" + rule.parts + "' matches no parts. " +
                            hint_for({rule.parts}, document)};
    }
}

std::vector<Exclusion> exclusions_from(const std::vector<std::string>& texts) {
    return name_pairs(texts, "--exclude");
}

std::vector<Exclusion> name_pairs(const std::vector<std::string>& texts, std::string_view option) {
    return pairs_from(texts, {option, "A:B, two patterns of names", "bolt*:plate"});
}

std::vector<Exclusion> link_obstacle_pairs(const std::vector<std::string>& texts) {
    return pairs_from(texts, {"--allow", "LINK:OBSTACLE, two patterns of names", "base:table"});
}

void add_exclusions(const std::vector<Exclusion>& exclusions, io::Document& document) {
    const std::size_t own = document.exclusions.size();
    document.exclusions.insert(document.exclusions.end(), exclusions.begin(), exclusions.end());
    const PairRules rules = io::pair_rules(document);
    for (const std::size_t i : rules.idle()) {
        if (i < own) continue;
        const Exclusion& idle = document.exclusions[i];
        throw UserError{"--exclude '" + idle.a + ":" + idle.b + "' matches no parts. " +
                        hint_for({idle.a, idle.b}, document)};
    }
}

}  // namespace graze::cli
