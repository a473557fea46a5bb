// graze check: which parts of an assembly clash.
#include <CLI/CLI.hpp>

#include "command.hpp"

namespace graze::cli {

void declare_check(CLI::App& tool, Chosen& chosen) {
    CLI::App* check = tool.add_subcommand("check", "Which parts of an assembly clash");
    check->callback([&chosen] { chosen = [] { return Exit::clean; }; });
}

}  // namespace graze::cli
