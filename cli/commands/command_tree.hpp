// The commands and options of the tool as plain data, read from the parser itself: completions and the manual
// page are made of it, and cannot go stale.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace graze::cli {

struct OptionInfo {
    std::vector<std::string> names;    ///< "--json", "-h"; empty for a positional argument.
    std::string value;                 ///< What follows: "FILE", "X,Y,Z"; empty for a flag.
    std::string description;           ///< One sentence without a full stop.
    std::vector<std::string> choices;  ///< Values that are allowed; empty when there is no list.
};

struct CommandInfo {
    std::string name;         ///< The last word: "make".
    std::string description;  ///< One line.
    /// Examples and what else the help ends with; empty when it is that of the command above.
    std::string footer;
    std::vector<OptionInfo> options;    ///< In the order of the help.
    std::vector<CommandInfo> commands;  ///< Those that it has itself, as "make" of "capsule"; mostly none.
};

struct ToolInfo {
    CommandInfo tool;                   ///< The options without a command.
    std::vector<CommandInfo> commands;  ///< In the order of the help.
};

ToolInfo describe(const CLI::App& tool);
/// Of the tool as it is.
ToolInfo describe_tool();

}  // namespace graze::cli
