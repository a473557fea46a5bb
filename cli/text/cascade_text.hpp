// The cascade of tests behind an answer, as text.
#pragma once

#include <string>

#include <graze/scene/scene_types.hpp>

namespace graze::cli {

/// A row for each stage: what it got, the time of one, the time of all, its share. Then one line with the
/// pairs, and one with the cost function.
std::string cascade_table(const CascadeCounters& cascade, std::size_t width);

}  // namespace graze::cli
