#include "report/report_page.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "output_file.hpp"

namespace graze::cli {
namespace {

constexpr std::string_view kPageHead = "<!doctype html";  ///< In small letters.
constexpr std::size_t kMostFiles = 50;  ///< Files of a command that are listed: some lines of the page.

/// As it is where a shell takes nothing in it for its own, else between single quotes.
std::string shell_word(const std::string& word) {
    const auto plain = [](unsigned char c) {
        return std::isalnum(c) != 0 || c >= 128 ||
               std::string_view("_-./:,+@%=").find(static_cast<char>(c)) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, plain)) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

}  // namespace

std::string given_options(const CLI::App& command) {
    std::string text;
    for (const CLI::Option* option :
         command.get_options([](const CLI::Option* o) { return o->nonpositional() && o->count() > 0; })) {
        const std::string name = option->get_name();
        const bool flag = option->get_expected_max() == 0;
        if (flag) text += (text.empty() ? "" : " ") + name;
        for (const std::string& value : flag ? std::vector<std::string>{} : option->results())
            text += (text.empty() ? "" : " ") + name + " " + shell_word(value);
    }
    return text;
}

void declare_report(CLI::App& command, std::string& file, const std::string& description) {
    const auto refuse_empty = [](const std::string& text) {
        return text.empty() ? std::string("a file needs a name") : std::string{};
    };
    command.add_option("--report", file, description)->type_name("FILE.html")->check(refuse_empty);
}

void refuse_to_overwrite(const std::string& file) {
    std::string head = head_of(file, kPageHead.size());
    if (head.empty()) return;  // nothing to lose; a file that cannot be written is reported later
    std::ranges::transform(head, head.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (head != kPageHead)
        throw UserError{"--report " + file +
                        ": there is such a file, and it is no page: it would be lost. Name another one"};
}

std::string command_text(std::string_view command, const Inputs& inputs, const std::string& options) {
    std::string text = fmt::format("graze {}", command);
    const std::size_t shown = std::min(inputs.files.size(), kMostFiles);
    for (std::size_t i = 0; i < shown; ++i) text += " " + shell_word(inputs.files[i]);
    if (inputs.files.size() > shown) text += fmt::format(" ... and {} more", inputs.files.size() - shown);
    return options.empty() ? text : text + " " + options;
}

void write_page(ReportData data, const Inputs& inputs, const std::string& file) {
    if (data.title.empty()) {
        const std::size_t more = inputs.files.size() - 1;
        data.title = inputs.files.front() + (more == 0 ? "" : fmt::format(" and {} more", more));
    }
    if (const auto written = write_report(data, file); !written) throw UserError{written.error().message()};
}

}  // namespace graze::cli
