// Patterns of names, as exclusions have them.
#pragma once

#include <string_view>

#include "graze/io/document.hpp"

namespace graze::io {

/// Whether the pattern names the part: by * and ?, or with a leading '@' by its group.
bool matches(std::string_view pattern, const Part& part) noexcept;

}  // namespace graze::io
