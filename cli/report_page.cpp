#include "report_page.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace graze::cli {
namespace {

constexpr std::size_t kMostFiles = 50;  ///< Of a command that is shown: some lines of the page.

/// As it is where a shell takes nothing in it for its own, else between single quotes.
std::string shell_word(const std::string& word) {
    const auto plain = [](unsigned char c) {
        return std::isalnum(c) != 0 || c >= 128 || std::string_view("_-./:,+@%=").find(static_cast<char>(c)) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, plain)) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

}  // namespace

std::string command_text(std::string_view command, const Inputs& inputs) {
    std::string text = fmt::format("graze {}", command);
    const std::size_t shown = std::min(inputs.files.size(), kMostFiles);
    for (std::size_t i = 0; i < shown; ++i) text += " " + shell_word(inputs.files[i]);
    if (inputs.files.size() > shown) text += fmt::format(" ... and {} more", inputs.files.size() - shown);
    return text;
}

void write_page(ReportData data, const Inputs& inputs, const std::string& file) {
    if (data.title.empty()) {
        const std::size_t more = inputs.files.size() - 1;
        data.title = inputs.files.front() + (more == 0 ? "" : fmt::format(" and {} more", more));
    }
    if (const auto written = write_report(data, file); !written) throw Trouble{written.error().message()};
}

}  // namespace graze::cli
