#include "commands/man_page.hpp"

#include <sstream>

#include <fmt/format.h>

#include <graze/core/version.hpp>

namespace graze::cli {
namespace {

/// As roff reads it back: backslashes and hyphens as they are, and no line that begins like a request.
std::string roff(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool line_start = i == 0 || text[i - 1] == '\n';
        if (line_start && (text[i] == '.' || text[i] == '\'')) result += "\\&";
        if (text[i] == '\\')
            result += "\\e";
        else if (text[i] == '-')
            result += "\\-";
        else
            result += text[i];
    }
    return result;
}

std::string option_entry(const OptionInfo& option) {
    std::string head;
    for (const std::string& name : option.names)
        head += fmt::format("{}\\fB{}\\fR", head.empty() ? "" : ", ", roff(name));
    if (!option.value.empty())
        head += fmt::format("{}\\fI{}\\fR", head.empty() ? "" : " ", roff(option.value));
    return fmt::format(".TP\n{}\n{}.\n", head, roff(option.description));
}

/// Indented lines stay as they are, the others are text.
std::string footer_text(const std::string& footer) {
    std::istringstream lines(footer);
    std::string text;
    bool example = false;
    for (std::string line; std::getline(lines, line);) {
        const bool indented = line.starts_with("  ");
        if (indented != example) text += indented ? ".PP\n.nf\n" : ".fi\n.PP\n";
        example = indented;
        if (line.empty()) continue;
        text += roff(line) + "\n";
        if (!indented) text += ".br\n";
    }
    return example ? text + ".fi\n" : text;
}

/// A command, then those that it has itself. `before` is the text before its name: "graze ".
std::string command_section(const CommandInfo& command, const std::string& before) {
    const std::string name = before + roff(command.name);
    std::string synopsis = "\\fB" + name + "\\fR [options]";
    if (!command.commands.empty()) synopsis = "\\fB" + name + "\\fR \\fICOMMAND\\fR [options]";
    for (const OptionInfo& option : command.options) {
        if (option.names.empty()) synopsis += fmt::format(" \\fI{}\\fR", roff(option.value));
    }
    std::string text = fmt::format(".SS {}\n{}.\n.PP\n{}\n", name, roff(command.description), synopsis);
    for (const OptionInfo& option : command.options) text += option_entry(option);
    text += ".PP\n" + footer_text(command.footer);
    for (const CommandInfo& inner : command.commands) text += command_section(inner, name + " ");
    return text;
}

}  // namespace

std::string man_page(const ToolInfo& tool) {
    std::string text = fmt::format(".TH GRAZE 1 \"\" \"graze {}\" \"User Commands\"\n", GRAZE_VERSION_STRING);
    text += ".SH NAME\ngraze \\- check an assembly for clashes, with answers that can be checked\n";
    text += ".SH SYNOPSIS\n\\fBgraze\\fR \\fICOMMAND\\fR [options] [arguments]\n";
    text += fmt::format(".SH DESCRIPTION\n{}\n", roff(tool.tool.description));
    text += ".SH OPTIONS\n";
    for (const OptionInfo& option : tool.tool.options) text += option_entry(option);
    text += ".SH COMMANDS\n";
    for (const CommandInfo& command : tool.commands) text += command_section(command, "graze ");
    text +=
        ".SH EXIT STATUS\n.TP\n\\fB0\\fR\nThere are no findings.\n.TP\n\\fB1\\fR\nThere are findings: "
        "clashes, hits, "
        "faults.\n";
    text +=
        ".TP\n\\fB2\\fR\nBad input or usage; one line on the standard error names the fault and the "
        "remedy.\n";
    text += ".TP\n\\fB3\\fR\nA motion could not be decided within the tolerance.\n";
    text +=
        ".TP\n\\fB141\\fR\nThe reader of the output closed the pipe: the code that shells give programs that "
        "end by SIGPIPE.\n";
    return text + ".SH EXAMPLES\n" + footer_text(tool.tool.footer);
}

}  // namespace graze::cli
