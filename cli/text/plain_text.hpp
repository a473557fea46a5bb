// Texts from outside, made safe to print: names of files may hold any bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace graze::cli {

/// Length of the UTF-8 character that starts here, by the table of well-formed sequences of the Unicode
/// standard; 0 when there is none.
std::size_t character_length(std::string_view text);

/// Every byte that is not printable UTF-8 as "\x1b": different texts stay different, and none writes to a
/// terminal what it likes.
std::string legible(std::string_view text);

}  // namespace graze::cli
