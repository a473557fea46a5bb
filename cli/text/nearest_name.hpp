// What was probably meant by a misspelt name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace graze::cli {

/// Steps from one word to the other: letters put in, left out, replaced, or swapped with their neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The nearest of the known names, of equals the first; empty when none is near: more than a third of the
/// letters are wrong.
std::string nearest_name(std::string_view name, std::span<const std::string> known);

}  // namespace graze::cli
