#include "tool.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <graze/core/version.hpp>

#include "cad_files.hpp"
#include "text/nearest_name.hpp"

namespace graze::cli {
namespace {

/// Every command, in the order of the help.
constexpr std::array kCommands{
    &declare_check,      &declare_watch,  &declare_accept,  &declare_diff,           &declare_verify,
    &declare_capsule,    &declare_cast,   &declare_path,    &declare_self_collision, &declare_distance,
    &declare_ray,        &declare_doctor, &declare_explain, &declare_bench,          &declare_demo,
    &declare_completion, &declare_man,
};

constexpr const char* kToolExamples = R"(Examples:
  graze check frame.stl arm.stl gripper.stl       which of these parts clash?
  graze check cell.json --clearance 0.005         and which come closer than that?
  graze check cell.json --json > answers.json     every answer with its proof
  graze path arm.urdf move.csv --scene cell.json  is this motion of a robot free?
  graze COMMAND --help                            options and examples of one command

Exit codes: 0 nothing found, 1 findings, 2 bad input or usage, 3 not decided.)";

/// One line without control characters: names of files and parts must not write to a terminal what they like.
std::string one_line(std::string text) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
    return text;
}

int complain(const std::string& message) {
    const std::string line = one_line(message);
    std::fprintf(stderr, "graze: %s%s\n", line.c_str(), line.ends_with('?') ? "" : ".");
    return static_cast<int>(Exit::bad_input);
}

/// Null when there is none of that name.
const CLI::App* find_command(const CLI::App& app, const std::string& name) {
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (command->get_name() == name) return command;
    }
    return nullptr;
}

/// The command that the arguments name; the tool itself when they name none.
const CLI::App& named_command(const CLI::App& tool, const std::vector<std::string>& arguments) {
    const CLI::App* app = &tool;
    for (const std::string& argument : arguments) {
        const CLI::App* next = find_command(*app, argument);
        if (next == nullptr) break;
        app = next;
    }
    return *app;
}

std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option :
         app.get_options([](const CLI::Option* o) { return o->nonpositional(); })) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
    return names;
}

/// "graze check"; "graze" for the tool itself.
std::string full_name(const CLI::App& command) {
    return command.get_parent() == nullptr ? command.get_name()
                                           : full_name(*command.get_parent()) + " " + command.get_name();
}

std::string help_of(const CLI::App& command) {
    return command.get_parent() == nullptr ? command.help() : command.help(full_name(*command.get_parent()));
}

/// The first argument that looks like an option and is none of the command's; empty when there is no such.
std::string unknown_option(const CLI::App& command, const std::vector<std::string>& arguments) {
    const std::vector<std::string> known = option_names(command);
    for (const std::string& argument : arguments) {
        const std::string name = argument.substr(0, argument.find('='));
        const bool is_long = name.starts_with("--") && name.size() > 2;
        const bool is_short =
            name.size() > 1 && name[0] == '-' && std::isalpha(static_cast<unsigned char>(name[1])) != 0;
        if ((is_long || is_short) && std::find(known.begin(), known.end(), name) == known.end()) return name;
    }
    return {};
}

/// The parser's own words, begun in lower case as all lines are: "--threads: Value x not in range" stays as
/// it is.
std::string reason_of(const CLI::ParseError& error) {
    std::string reason = one_line(error.what());
    if (reason.size() > 1 && std::isupper(static_cast<unsigned char>(reason[0])) != 0 &&
        std::islower(static_cast<unsigned char>(reason[1])) != 0)
        reason[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(reason[0])));
    return reason;
}

/// The nearest name, else the one that begins so; empty when there is none.
std::string meant_command(const std::string& word, const std::vector<std::string>& commands) {
    const std::string nearest = nearest_name(word, commands);
    if (!nearest.empty()) return nearest;
    const auto longer = std::find_if(commands.begin(), commands.end(),
                                     [&](const std::string& name) { return name.starts_with(word); });
    return longer == commands.end() ? std::string{} : *longer;
}

int refuse(const CLI::App& tool, const std::vector<std::string>& arguments, const CLI::ParseError& error) {
    const CLI::App& command = named_command(tool, arguments);
    const std::string name = full_name(command);
    const auto depth = static_cast<std::size_t>(
        std::count(name.begin(), name.end(), ' '));  // words behind "graze" that name it
    const std::vector<std::string> commands = command_names(command);
    if (!commands.empty() && depth < arguments.size() && !arguments[depth].starts_with('-')) {
        const std::string meant = meant_command(arguments[depth], commands);
        const std::string hint =
            meant.empty() ? "Try '" + name + " --help'" : "Did you mean '" + name + " " + meant + "'?";
        return complain("there is no command '" + arguments[depth] + "'. " + hint);
    }
    const std::string unknown = unknown_option(command, arguments);
    if (unknown.empty()) return complain(reason_of(error) + ". Try '" + name + " --help'");
    const std::string nearest =
        unknown.starts_with("--") ? nearest_name(unknown, option_names(command)) : std::string{};
    const std::string hint = nearest.empty() ? "Try '" + name + " --help'" : "Did you mean " + nearest + "?";
    return complain("'" + name + "' has no option " + unknown + ". " + hint);
}

/// The reader closed the pipe: thrown by `print`, ends the command quietly.
struct ReaderGone {};

/// After a write failed, at once.
[[noreturn]] void fail_to_write() {
    if (errno == EPIPE) throw ReaderGone{};
    throw UserError{"the answer could not be written. Is the disk full?"};
}

int finish(Exit code) {
    errno = 0;
    if (std::fflush(stdout) != 0) fail_to_write();
    return static_cast<int>(code);
}

int parse_and_run(int argc, const char* const* argv) {
    Action chosen;
    const std::unique_ptr<CLI::App> tool = make_tool(chosen);
    const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    if (arguments.empty()) {  // a script whose arguments went missing must not read this as "nothing found"
        std::fputs(tool->help().c_str(), stderr);
        return static_cast<int>(Exit::bad_input);
    }
    try {
        tool->parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        print(help_of(named_command(*tool, arguments)));
        return finish(Exit::clean);
    } catch (const CLI::CallForVersion& version) {
        print(std::string{version.what()} + "\n");
        return finish(Exit::clean);
    } catch (const CLI::ParseError& error) {
        return refuse(*tool, arguments, error);
    }
    return finish(chosen());
}

}  // namespace

void print(std::string_view text) {
    errno = 0;
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_to_write();
}

std::unique_ptr<CLI::App> make_tool(Action& chosen) {
    auto tool = std::make_unique<CLI::App>(
        "Which parts clash, how deep, where, and how close do the others come: answers that can be checked.",
        "graze");
    tool->set_version_flag("--version", std::string{"graze "} + GRAZE_VERSION_STRING + ", " + cad_words(),
                           "Print the version");
    tool->set_help_flag("-h,--help", "Print this help");
    tool->require_subcommand(1);
    for (const auto declare : kCommands) declare(*tool, chosen);
    tool->footer(kToolExamples);  // behind the commands, which would inherit it
    return tool;
}

int run_tool(int argc, const char* const* argv) {
    std::signal(SIGPIPE, SIG_IGN);  // writing then fails instead
    try {
        return parse_and_run(argc, argv);
    } catch (const ReaderGone&) {
        return 128 + SIGPIPE;  // the code that shells give programs that end by the signal
    } catch (const UserError& error) {
        return complain(error.message);
    } catch (const std::bad_alloc&) {
        return complain("not enough memory for this input. Check fewer parts at a time");
    } catch (const std::exception& error) {
        return complain(error.what());
    }
}

}  // namespace graze::cli
