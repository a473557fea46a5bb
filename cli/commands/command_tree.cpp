#include "commands/command_tree.hpp"

#include <sstream>

#include <CLI/CLI.hpp>

#include "commands/command.hpp"
#include "tool.hpp"

namespace graze::cli {
namespace {

/// "WHICH:{closed,never}" is a name and a list of choices, as the parser writes them.
void read_type(const std::string& type, OptionInfo& info) {
    const std::size_t brace = type.find('{');
    info.value = type.substr(0, type.find(':'));
    if (brace == std::string::npos) return;
    if (brace == 0) info.value = "VALUE";
    std::istringstream list(type.substr(brace + 1, type.find('}') - brace - 1));
    for (std::string choice; std::getline(list, choice, ',');) info.choices.push_back(choice);
}

OptionInfo describe_option(const CLI::Option& option) {
    OptionInfo info;
    for (const std::string& name : option.get_snames()) info.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) info.names.push_back("--" + name);
    info.description = option.get_description();
    if (option.get_expected_max() > 0) read_type(option.get_type_name(), info);
    if (info.names.empty() && info.value == "TEXT") info.value = option.get_name(true);
    return info;
}

CommandInfo describe_command(const CLI::App& command) {
    CommandInfo info{command.get_name(), command.get_description(), command.get_footer(), {}, {}};
    for (const CLI::Option* option : command.get_options()) info.options.push_back(describe_option(*option));
    for (const CLI::App* inner : command.get_subcommands([](const CLI::App*) { return true; }))
        info.commands.push_back(describe_command(*inner));
    for (CommandInfo& inner : info.commands) {
        if (inner.footer == info.footer) inner.footer.clear();  // inherited
    }
    return info;
}

}  // namespace

ToolInfo describe(const CLI::App& tool) {
    ToolInfo info{describe_command(tool), {}};
    info.commands = std::move(info.tool.commands);
    info.tool.commands.clear();
    return info;
}

ToolInfo describe_tool() {
    Action unused;
    return describe(*make_tool(unused));
}

}  // namespace graze::cli
