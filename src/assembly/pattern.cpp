#include "assembly/pattern.hpp"

namespace graze {

namespace {

constexpr std::string_view kEscaped = "*?\\@";

/// One step of a pattern.
struct Step {
    char letter = 0;
    std::size_t length = 1;  ///< In the pattern.
    bool wild = false;       ///< The character is a wildcard: * or ?.
};

Step step_at(std::string_view pattern, std::size_t at) noexcept {
    const char letter = pattern[at];
    if (letter == '\\' && at + 1 < pattern.size() && kEscaped.find(pattern[at + 1]) != std::string_view::npos)
        return {pattern[at + 1], 2, false};
    return {letter, 1, letter == '*' || letter == '?'};
}

}  // namespace

// Linear but for one step back: the last * takes one more character.
bool matches_text(std::string_view pattern, std::string_view name) noexcept {
    std::size_t p = 0;
    std::size_t star = std::string_view::npos;
    std::size_t resume = 0;
    for (std::size_t n = 0; n < name.size();) {
        const Step step = p < pattern.size() ? step_at(pattern, p) : Step{};
        if (step.wild && step.letter == '*') {
            star = p++;
            resume = n;
        } else if (p < pattern.size() && (step.wild || step.letter == name[n])) {
            p += step.length;
            ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

PatternPrefix prefix_of(std::string_view pattern) {
    PatternPrefix prefix;
    for (std::size_t p = 0; p < pattern.size();) {
        const Step step = step_at(pattern, p);
        if (step.wild) return prefix;
        prefix.text += step.letter;
        p += step.length;
    }
    prefix.whole = true;
    return prefix;
}

std::string pattern_of(std::string_view name) {
    std::string pattern;
    for (const char letter : name) {
        const bool group = letter == '@' && pattern.empty();
        if (group || (letter != '@' && kEscaped.find(letter) != std::string_view::npos)) pattern += '\\';
        pattern += letter;
    }
    return pattern;
}

}  // namespace graze
