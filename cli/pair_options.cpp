#include "pair_options.hpp"

#include <cstddef>

#include <graze/io/matches.hpp>

#include "command.hpp"
#include "nearest_name.hpp"

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

io::Exclusion exclusion_from(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == text.size() || text.find(':', colon + 1) != std::string::npos)
        throw Trouble{"--exclude '" + text + "' is not A:B, two patterns of names, as in --exclude 'bolt*:plate'"};
    return {text.substr(0, colon), text.substr(colon + 1), "command line"};
}

GroupRule group_from(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size() || text[0] == '@')
        throw Trouble{"--group '" + text + "' is not NAME=PATTERN, a group and its parts, as in --group 'bolts=bolt*'"};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

/// How many parts the rule names.
std::size_t put_into_group(io::Document& document, const GroupRule& rule) {
    std::size_t count = 0;
    for (io::Part& part : document.parts) {
        if (!io::matches(rule.parts, part)) continue;
        part.group = rule.name;
        ++count;
    }
    return count;
}

}  // namespace

void put_into_groups(io::Document& document, const std::vector<GroupRule>& rules) {
    for (const GroupRule& rule : rules) (void)put_into_group(document, rule);
}

std::vector<GroupRule> add_groups(const std::vector<std::string>& texts, io::Document& document) {
    std::vector<GroupRule> rules;
    for (const std::string& text : texts) {
        const GroupRule& rule = rules.emplace_back(group_from(text));
        if (put_into_group(document, rule) == 0)
            throw Trouble{"--group '" + text + "' matches no parts. " + hint_for({rule.parts}, document)};
    }
    return rules;
}

std::vector<io::Exclusion> add_exclusions(const std::vector<std::string>& texts, io::Document& document) {
    std::vector<io::Exclusion> exclusions;
    exclusions.reserve(texts.size());
    for (const std::string& text : texts) exclusions.push_back(exclusion_from(text));
    const std::size_t own = document.exclusions.size();
    document.exclusions.insert(document.exclusions.end(), exclusions.begin(), exclusions.end());
    const io::PairRules rules(document);
    for (const std::size_t i : rules.idle()) {
        if (i < own) continue;
        const io::Exclusion& idle = document.exclusions[i];
        throw Trouble{"--exclude '" + idle.a + ":" + idle.b + "' matches no parts. " + hint_for({idle.a, idle.b}, document)};
    }
    return exclusions;
}

}  // namespace graze::cli
