#include "completion.hpp"

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
    for (const OptionInfo& option : command.options) names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

std::vector<std::string> names_of(const std::vector<CommandInfo>& commands) {
    std::vector<std::string> names;
    for (const CommandInfo& command : commands) names.push_back(command.name);
    return names;
}

/// With `marks` escaped by a backslash, and quotes as shells want them inside of single quotes.
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

std::string bash_values(const CommandInfo& command) {
    std::string cases;
    for (const OptionInfo& option : command.options) {
        if (option.choices.empty() || option.names.empty()) continue;
        cases += fmt::format("                {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n", joined(option.names, '|'),
                             joined(option.choices));
    }
    return cases.empty() ? "" : fmt::format("            case \"$before\" in\n{}            esac\n", cases);
}

std::string zsh_option(const OptionInfo& option, const std::string& name) {
    const std::string description = escaped(option.description, "[]:", "'\\''");
    const std::string values = option.choices.empty() ? "_files" : fmt::format("({})", joined(option.choices));
    const std::string tail = option.value.empty() ? "" : fmt::format(":{}:{}", escaped(option.value, "[]:", "'\\''"), values);
    return fmt::format(" \\\n                '{}[{}]{}'", name, description, tail);
}

std::string fish_option(const OptionInfo& option, const std::string& condition) {
    std::string line = fmt::format("complete -c graze -n '{}'", condition);
    for (const std::string& name : option.names)
        line += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2)) : fmt::format(" -s {}", name.substr(1));
    if (!option.choices.empty())
        line += fmt::format(" -x -a '{}'", joined(option.choices));
    else if (!option.value.empty())
        line += " -r";
    return line + fmt::format(" -d '{}'\n", escaped(option.description, "\\", "\\'"));
}

}  // namespace

std::string bash_completion(const ToolInfo& tool) {
    std::string text =
        "# bash completion of graze; made by: graze completion bash\n_graze() {\n    local word=\"${COMP_WORDS[COMP_CWORD]}\" ";
    text += "before=\"${COMP_WORDS[COMP_CWORD-1]}\"\n    COMPREPLY=()\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n";
    text += fmt::format("        COMPREPLY=($(compgen -W \"{} {}\" -- \"$word\"))\n        return\n    fi\n",
                        joined(names_of(tool.commands)), joined(names_of(tool.tool)));
    text += "    case \"${COMP_WORDS[1]}\" in\n";
    for (const CommandInfo& command : tool.commands) {
        text += fmt::format("        {})\n{}", command.name, bash_values(command));
        text += fmt::format("            [[ \"$word\" == -* ]] && {{ COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return; }}\n",
                            joined(names_of(command)));
        if (const auto choices = positional_choices(command); !choices.empty())
            text += fmt::format("            COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return\n", joined(choices));
        text += "            ;;\n";
    }
    return text + "    esac\n    COMPREPLY=($(compgen -f -- \"$word\"))\n}\ncomplete -o filenames -F _graze graze\n";
}

std::string zsh_completion(const ToolInfo& tool) {
    std::string text =
        "#compdef graze\n# zsh completion of graze; made by: graze completion zsh\n_graze() {\n    local -a commands\n    commands=(\n";
    for (const CommandInfo& command : tool.commands)
        text += fmt::format("        '{}:{}'\n", command.name, escaped(command.description, ":", "'\\''"));
    text +=
        "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n    local command=$words[2]\n";
    text += "    shift words\n    (( CURRENT-- ))\n    case $command in\n";
    for (const CommandInfo& command : tool.commands) {
        text += fmt::format("        {})\n            _arguments -s", command.name);
        for (const OptionInfo& option : command.options) {
            for (const std::string& name : option.names) text += zsh_option(option, name);
        }
        const auto choices = positional_choices(command);
        text += fmt::format(" \\\n                '*:{}:{}'\n            ;;\n", choices.empty() ? "file" : "value",
                            choices.empty() ? "_files" : fmt::format("({})", joined(choices)));
    }
    return text + "    esac\n}\nif [ \"$funcstack[1]\" = _graze ]; then _graze \"$@\"; else compdef _graze graze; fi\n";
}

std::string fish_completion(const ToolInfo& tool) {
    std::string text = "# fish completion of graze; made by: graze completion fish\n";
    for (const CommandInfo& command : tool.commands)
        text += fmt::format("complete -c graze -n __fish_use_subcommand -f -a {} -d '{}'\n", command.name,
                            escaped(command.description, "\\", "\\'"));
    for (const OptionInfo& option : tool.tool.options) text += fish_option(option, "__fish_use_subcommand");
    for (const CommandInfo& command : tool.commands) {
        const std::string condition = fmt::format("__fish_seen_subcommand_from {}", command.name);
        for (const OptionInfo& option : command.options) {
            if (!option.names.empty()) text += fish_option(option, condition);
        }
        if (const auto choices = positional_choices(command); !choices.empty())
            text += fmt::format("complete -c graze -n '{}' -f -a '{}'\n", condition, joined(choices));
    }
    return text;
}

}  // namespace graze::cli
