// Names with * and ?.
#pragma once

#include <string_view>

namespace graze::io {

/// * stands for any characters, ? for one. At most pattern times name steps.
bool matches(std::string_view pattern, std::string_view name) noexcept;

}  // namespace graze::io
