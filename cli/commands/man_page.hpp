// The manual page, section 1, in the macros of man(7).
#pragma once

#include <string>

#include "commands/command_tree.hpp"

namespace graze::cli {

std::string man_page(const ToolInfo& tool);

}  // namespace graze::cli
