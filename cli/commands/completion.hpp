// Scripts that make shells complete the tool's commands, options and their values.
#pragma once

#include <string>

#include "commands/command_tree.hpp"

namespace graze::cli {

std::string bash_completion(const ToolInfo& tool);
std::string zsh_completion(const ToolInfo& tool);
std::string fish_completion(const ToolInfo& tool);

}  // namespace graze::cli
