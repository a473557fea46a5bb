// Names with * and ?. A backslash before one of * ? \ @ takes that character as it is; before any other, and at the end, it is itself.
#pragma once

#include <string>
#include <string_view>

namespace graze::io {

/// * matches any characters, ? matches one. At most pattern times name steps.
bool matches(std::string_view pattern, std::string_view name) noexcept;

/// What all names that match begin with.
struct PatternHead {
    std::string text;    ///< The characters before the first * or ?.
    bool whole = false;  ///< There is neither: the text is the one name that matches.
};
PatternHead head_of(std::string_view pattern);

/// The pattern that this name alone matches, and that names no group.
std::string pattern_of(std::string_view name);

}  // namespace graze::io
