#include "text/table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr std::size_t kShortestName = 12;  // a shortened name must still be distinguishable
constexpr std::size_t kGap = 2;            // between columns
constexpr int kDigits = 4;                 // significant ones of numbers

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Where the code point with that number begins; the end when there are fewer.
std::size_t begin_of(std::string_view text, std::size_t number) {
    std::size_t i = 0;
    for (std::size_t counted = 0; i < text.size(); ++i) {
        if (!continues(text[i]) && counted++ == number) break;
    }
    return i;
}

std::string printable(std::string_view text) {
    std::string clean(text);
    for (char& c : clean) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    }
    return clean;
}

}  // namespace

std::size_t display_width(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string shortened(std::string_view text, std::size_t width) {
    const std::string clean = printable(text);
    const std::size_t length = display_width(clean);
    if (length <= width) return clean;
    if (width <= 3) return std::string(width, '.');
    const std::size_t front = (width - 3) / 2;
    const std::size_t back = width - 3 - front;
    return clean.substr(0, begin_of(clean, front)) + "..." + clean.substr(begin_of(clean, length - back));
}

std::string readable(double value) { return fmt::format("{:.{}g}", value == 0 ? 0.0 : value, kDigits); }

std::string readable(const Interval& interval, double nothing) {
    const double lower = std::abs(interval.lower) < nothing ? 0 : interval.lower;
    const double upper = std::abs(interval.upper) < nothing ? 0 : interval.upper;
    const std::string nearest = readable(lower);
    return nearest == readable(upper) ? nearest
                                      : rounded_down(lower, kDigits) + " .. " + rounded_up(upper, kDigits);
}

std::string readable(const Vec3& point, double nothing) {
    const auto text = [nothing](double x) { return readable(std::abs(x) < nothing ? 0 : x); };
    return fmt::format("({}, {}, {})", text(point.x), text(point.y), text(point.z));
}

std::size_t terminal_width() {
    winsize size{};
    if (isatty(STDOUT_FILENO) != 1 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
    return size.ws_col;
}

std::vector<std::size_t> Table::widths(std::size_t limit) const {
    std::vector<std::size_t> widths;
    std::size_t total = 0;
    std::size_t shrinking = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        std::size_t width = display_width(columns_[i].title);
        for (const auto& row : rows_) width = std::max(width, display_width(row[i]));
        widths.push_back(width);
        total += width + (i > 0 ? kGap : 0);
        shrinking += columns_[i].shrinks ? 1 : 0;
    }
    // The widest of the columns that may shrink gives way first.
    while (limit > 0 && total > limit && shrinking > 0) {
        std::size_t widest = columns_.size();
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (columns_[i].shrinks && (widest == columns_.size() || widths[i] > widths[widest])) widest = i;
        }
        if (widths[widest] <= kShortestName) break;
        --widths[widest];
        --total;
    }
    return widths;
}

std::string Table::text(std::size_t width) const {
    const std::vector<std::size_t> wide = widths(width);
    std::string text;
    const auto write = [&](const auto& cell_of) {
        std::string line;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const std::string cell = shortened(cell_of(i), wide[i]);
            const std::string space(wide[i] - display_width(cell), ' ');
            if (i > 0) line.append(kGap, ' ');
            line += columns_[i].right ? space + cell : cell + space;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    };
    write([&](std::size_t i) -> const std::string& { return columns_[i].title; });
    for (const auto& row : rows_) write([&](std::size_t i) -> const std::string& { return row[i]; });
    return text;
}

}  // namespace graze::cli
