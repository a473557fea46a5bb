// graze completion, graze man: what shells and man read about the tool, made from its own parser.
#include <memory>

#include <CLI/CLI.hpp>

#include "commands/command.hpp"
#include "commands/completion.hpp"
#include "commands/man_page.hpp"

namespace graze::cli {
namespace {

constexpr const char* kCompletionExamples = R"(Examples:
  source <(graze completion bash)                                          in ~/.bashrc
  graze completion zsh > ~/.zfunc/_graze                                   in a folder of fpath
  graze completion fish > ~/.config/fish/completions/graze.fish)";

constexpr const char* kManExamples = R"(Examples:
  graze man | man -l -                    read it
  graze man > ~/.local/share/man/man1/graze.1)";

}  // namespace

void declare_completion(CLI::App& tool, Action& chosen) {
    CLI::App* command = tool.add_subcommand(
        "completion", "Print the script that makes a shell complete commands and options");
    const auto shell = std::make_shared<std::string>();
    command->add_option("SHELL", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    command->footer(kCompletionExamples);
    command->callback([&chosen, shell] {
        chosen = [shell] {
            const ToolInfo info = describe_tool();
            print(*shell == "bash"  ? bash_completion(info)
                  : *shell == "zsh" ? zsh_completion(info)
                                    : fish_completion(info));
            return Exit::clean;
        };
    });
}

void declare_man(CLI::App& tool, Action& chosen) {
    CLI::App* command = tool.add_subcommand("man", "Print the manual page");
    command->footer(kManExamples);
    command->callback([&chosen] {
        chosen = [] {
            print(man_page(describe_tool()));
            return Exit::clean;
        };
    });
}

}  // namespace graze::cli
