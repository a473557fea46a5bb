#include "commands/completion.hpp"

#include <fmt/format.h>

namespace graze::cli {
namespace {

std::string joined(const std::vector<std::string>& words, char between = ' ') {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += between;
        text += word;
    }
    return text;
}

std::vector<std::string> names_of(const CommandInfo& command) {
    std::vector<std::string> names;
    for (const OptionInfo& option : command.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

std::vector<std::string> names_of(const std::vector<CommandInfo>& commands) {
    std::vector<std::string> names;
    names.reserve(commands.size());
    for (const CommandInfo& command : commands) names.push_back(command.name);
    return names;
}

/// With `marks` escaped by a backslash, and quotes as shells need them inside of single quotes.
std::string escaped(const std::string& text, std::string_view marks, std::string_view quote) {
    std::string result;
    for (const char c : text) {
        if (c == '\'') {
            result += quote;
            continue;
        }
        if (marks.find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

/// Choices of a positional argument, such as the shells of this very command.
std::vector<std::string> positional_choices(const CommandInfo& command) {
    for (const OptionInfo& option : command.options) {
        if (option.names.empty() && !option.choices.empty()) return option.choices;
    }
    return {};
}

/// A line that takes from these words those that begin like the one to complete.
std::string bash_words(const std::vector<std::string>& words) {
    return fmt::format("COMPREPLY=($(compgen -W \"{}\" -- \"$word\"))", joined(words));
}

/// What follows a command, `depth` words behind the name of the tool, in a `case` that is indented so far.
std::string bash_command(const CommandInfo& command, std::size_t depth, const std::string& indent) {
    const std::string inner = indent + "    ";
    std::string text = fmt::format("{}{})\n", indent, command.name);
    if (!command.commands.empty()) {
        std::vector<std::string> words = names_of(command.commands);
        for (const std::string& name : names_of(command)) words.push_back(name);
        text += fmt::format("{}[ \"$COMP_CWORD\" -eq {} ] && {{ {}; return; }}\n", inner, depth + 1,
                            bash_words(words));
        text += fmt::format("{}case \"${{COMP_WORDS[{}]}}\" in\n", inner, depth + 1);
        for (const CommandInfo& each : command.commands)
            text += bash_command(each, depth + 1, inner + "    ");
        return text + fmt::format("{}esac\n{};;\n", inner, inner);
    }
    std::string cases;
    for (const OptionInfo& option : command.options) {
        if (!option.choices.empty() && !option.names.empty())
            cases += fmt::format("{}    {}) {}; return ;;\n", inner, joined(option.names, '|'),
                                 bash_words(option.choices));
    }
    if (!cases.empty()) text += fmt::format("{}case \"$before\" in\n{}{}esac\n", inner, cases, inner);
    text +=
        fmt::format("{}[[ \"$word\" == -* ]] && {{ {}; return; }}\n", inner, bash_words(names_of(command)));
    if (const auto choices = positional_choices(command); !choices.empty())
        text += fmt::format("{}{}; return\n", inner, bash_words(choices));
    return text + fmt::format("{};;\n", inner);
}

std::string zsh_option(const OptionInfo& option, const std::string& name) {
    const std::string description = escaped(option.description, "[]:", "'\\''");
    const std::string values =
        option.choices.empty() ? "_files" : fmt::format("({})", joined(option.choices));
    const std::string tail =
        option.value.empty() ? "" : fmt::format(":{}:{}", escaped(option.value, "[]:", "'\\''"), values);
    return fmt::format(" \\\n                '{}[{}]{}'", name, description, tail);
}

std::string fish_option(const OptionInfo& option, const std::string& condition) {
    std::string line = fmt::format("complete -c graze -n '{}'", condition);
    for (const std::string& name : option.names)
        line += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                       : fmt::format(" -s {}", name.substr(1));
    if (!option.choices.empty())
        line += fmt::format(" -x -a '{}'", joined(option.choices));
    else if (!option.value.empty())
        line += " -r";
    return line + fmt::format(" -d '{}'\n", escaped(option.description, "\\", "\\'"));
}

std::string zsh_commands(const std::vector<CommandInfo>& commands, const std::string& indent);

/// The arguments of a command, or the commands that it has itself.
std::string zsh_command(const CommandInfo& command, const std::string& indent) {
    std::string text = fmt::format("{}{})\n", indent, command.name);
    if (!command.commands.empty())
        return text + zsh_commands(command.commands, indent + "    ") + indent + "    ;;\n";
    text += indent + "    _arguments -s";
    for (const OptionInfo& option : command.options) {
        for (const std::string& name : option.names) text += zsh_option(option, name);
    }
    const auto choices = positional_choices(command);
    return text + fmt::format(" \\\n                '*:{}:{}'\n{}    ;;\n",
                              choices.empty() ? "file" : "value",
                              choices.empty() ? "_files" : fmt::format("({})", joined(choices)), indent);
}

/// Names of commands as the second word, then what each takes, the first word taken off.
std::string zsh_commands(const std::vector<CommandInfo>& commands, const std::string& indent) {
    std::string text = indent + "commands=(\n";
    for (const CommandInfo& command : commands)
        text +=
            fmt::format("{}    '{}:{}'\n", indent, command.name, escaped(command.description, ":", "'\\''"));
    text += fmt::format(
        "{0})\n{0}if (( CURRENT == 2 )); then\n{0}    _describe command commands\n{0}    return\n{0}fi\n",
        indent);
    text += fmt::format("{0}command=$words[2]\n{0}shift words\n{0}(( CURRENT-- ))\n{0}case $command in\n",
                        indent);
    for (const CommandInfo& command : commands) text += zsh_command(command, indent + "    ");
    return text + indent + "esac\n";
}

/// What follows a command; `before` is the condition that those before it are there.
std::string fish_command(const CommandInfo& command, const std::string& before) {
    const std::string condition = fmt::format("{}__fish_seen_subcommand_from {}", before, command.name);
    std::string text;
    const std::string others =
        command.commands.empty()
            ? ""
            : fmt::format("; and not __fish_seen_subcommand_from {}", joined(names_of(command.commands)));
    for (const OptionInfo& option : command.options) {
        if (!option.names.empty()) text += fish_option(option, condition);
    }
    for (const CommandInfo& inner : command.commands)
        text += fmt::format("complete -c graze -n '{}' -f -a {} -d '{}'\n", condition + others, inner.name,
                            escaped(inner.description, "\\", "\\'"));
    if (const auto choices = positional_choices(command); !choices.empty())
        text += fmt::format("complete -c graze -n '{}' -f -a '{}'\n", condition, joined(choices));
    for (const CommandInfo& inner : command.commands) text += fish_command(inner, condition + "; and ");
    return text;
}

}  // namespace

std::string bash_completion(const ToolInfo& tool) {
    std::string text =
        "# bash completion of graze; made by: graze completion bash\n_graze() {\n    local "
        "word=\"${COMP_WORDS[COMP_CWORD]}\" ";
    text +=
        "before=\"${COMP_WORDS[COMP_CWORD-1]}\"\n    COMPREPLY=()\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n";
    std::vector<std::string> first = names_of(tool.commands);
    for (const std::string& name : names_of(tool.tool)) first.push_back(name);
    text += fmt::format("        {}\n        return\n    fi\n", bash_words(first));
    text += "    case \"${COMP_WORDS[1]}\" in\n";
    for (const CommandInfo& command : tool.commands) text += bash_command(command, 1, "        ");
    // One name a line: those with spaces are one word each.
    return text +
           "    esac\n    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n}\ncomplete -o filenames -F "
           "_graze graze\n";
}

std::string zsh_completion(const ToolInfo& tool) {
    std::string text =
        "#compdef graze\n# zsh completion of graze; made by: graze completion zsh\n_graze() {\n";
    text += "    local -a commands\n    local command\n";  // once: zsh prints what is declared again
    text += zsh_commands(tool.commands, "    ");
    return text + "}\nif [ \"$funcstack[1]\" = _graze ]; then _graze \"$@\"; else compdef _graze graze; fi\n";
}

std::string fish_completion(const ToolInfo& tool) {
    std::string text = "# fish completion of graze; made by: graze completion fish\n";
    for (const CommandInfo& command : tool.commands)
        text += fmt::format("complete -c graze -n __fish_use_subcommand -f -a {} -d '{}'\n", command.name,
                            escaped(command.description, "\\", "\\'"));
    for (const OptionInfo& option : tool.tool.options) text += fish_option(option, "__fish_use_subcommand");
    for (const CommandInfo& command : tool.commands) text += fish_command(command, "");
    return text;
}

}  // namespace graze::cli
