// What every command of the tool keeps to: how it is declared, how it ends, and how it complains.
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

namespace graze::cli {

/// As grep has it.
enum class Exit : int {
    clean = 0,     ///< Done, nothing found that was looked for.
    findings = 1,  ///< Done, and there are some.
    trouble = 2,   ///< Bad input or usage: nothing can be concluded.
};

/// Bad input, to be told in one line that says what to do. Thrown by commands, caught in main alone.
struct Trouble {
    std::string message;
};

/// The command that was chosen; set by the callbacks of the parser, run after parsing.
using Chosen = std::function<Exit()>;

// Each declares one command: its options, its help with examples, and what it does.
void declare_check(CLI::App& tool, Chosen& chosen);

}  // namespace graze::cli
