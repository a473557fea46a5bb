// Names with * and ?. A backslash before one of * ? \ @ takes that character literally; before any other
// character, and at the end, it is a backslash.
#pragma once

#include <string>
#include <string_view>

namespace graze {

/// * matches any characters, ? matches one. At most pattern times name steps.
bool matches_text(std::string_view pattern, std::string_view name) noexcept;

/// The characters with which every matching name begins.
struct PatternPrefix {
    std::string text;    ///< The characters before the first * or ?.
    bool whole = false;  ///< There is neither: the text is the one name that matches.
};
PatternPrefix prefix_of(std::string_view pattern);

/// The pattern that this name alone matches, and that names no group.
std::string pattern_of(std::string_view name);

}  // namespace graze
