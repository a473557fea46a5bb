// Text of the report: escapes for HTML, bytes in letters, numbers for people.
#pragma once

#include <string>
#include <string_view>

#include "graze/math/interval.hpp"

namespace graze::cli {

/// The text with the characters of markup replaced, safe between tags and inside quoted attributes. Control
/// characters and bytes that are not UTF-8 become U+FFFD.
std::string escape_html(std::string_view text);

/// RFC 4648 with padding.
std::string base64(std::string_view bytes);

/// Raw deflate (RFC 1951), as browsers read it by DecompressionStream("deflate-raw"). Not longer than the
/// input by more than a permille.
std::string deflated(std::string_view bytes);

/// "12.5 ± 0.25": the middle with as many digits as the width allows, at most six significant ones, and a
/// half width that reaches over both ends from there; the plain number when both ends are the same in six
/// digits; "unbounded" when an end is not finite.
std::string short_interval(const Interval& interval);

/// "[12.25, 12.75]" with every digit.
std::string exact_interval(const Interval& interval);

}  // namespace graze::cli
