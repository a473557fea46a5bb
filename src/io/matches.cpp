#include "graze/io/matches.hpp"

#include "io/text/pattern.hpp"

namespace graze::io {

bool matches(std::string_view pattern, const Part& part) noexcept {
    if (pattern.starts_with('@')) return !part.group.empty() && matches(pattern.substr(1), part.group);
    return matches(pattern, part.name);
}

}  // namespace graze::io
