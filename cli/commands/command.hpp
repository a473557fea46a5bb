// What every command of the tool keeps to: how it is declared, how it ends, and how it complains.
// A command prints nothing but its answer: through `print` on the standard output, so that a reader that
// hangs up ends it quietly.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace graze::cli {

/// As grep has it.
enum class Exit : int {
    clean = 0,      ///< Done, nothing found that was searched for.
    findings = 1,   ///< Done, and there are some.
    bad_input = 2,  ///< Bad input or usage: nothing can be concluded.
    undecided = 3,  ///< Done, but undecided within the tolerance.
};

/// Bad input, reported in one line with a remedy. Thrown by commands, caught by `run_tool` alone.
struct UserError {
    std::string message;
};

/// The command that was chosen; set by the callbacks of the parser, run after parsing.
using Action = std::function<Exit()>;

/// Writes an answer to the standard output. Throws what ends the command when it cannot: UserError, or
/// quietly when the reader has hung up.
void print(std::string_view text);

// Each declares one command: its options, its help with examples, and what it does. In the order of the help.
void declare_check(CLI::App& tool, Action& chosen);
void declare_watch(CLI::App& tool, Action& chosen);
void declare_accept(CLI::App& tool, Action& chosen);
void declare_diff(CLI::App& tool, Action& chosen);
void declare_verify(CLI::App& tool, Action& chosen);
void declare_capsule(CLI::App& tool, Action& chosen);
void declare_cast(CLI::App& tool, Action& chosen);
void declare_path(CLI::App& tool, Action& chosen);
void declare_self_collision(CLI::App& tool, Action& chosen);
void declare_distance(CLI::App& tool, Action& chosen);
void declare_ray(CLI::App& tool, Action& chosen);
void declare_doctor(CLI::App& tool, Action& chosen);
void declare_explain(CLI::App& tool, Action& chosen);
void declare_bench(CLI::App& tool, Action& chosen);
void declare_demo(CLI::App& tool, Action& chosen);
void declare_completion(CLI::App& tool, Action& chosen);
void declare_man(CLI::App& tool, Action& chosen);

}  // namespace graze::cli
