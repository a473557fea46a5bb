// The tool as a whole: all commands under one parser.
#pragma once

#include <memory>

#include "commands/command.hpp"

namespace graze::cli {

/// The parser with every command declared; it sets `chosen`, which must outlive it.
std::unique_ptr<CLI::App> make_tool(Action& chosen);

/// What main does: the exit code. Whatever goes wrong becomes one line on the standard error, and code 2.
int run_tool(int argc, const char* const* argv);

}  // namespace graze::cli
