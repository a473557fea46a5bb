#include "text/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

namespace graze::cli {

std::string readable_time(double seconds) {
    constexpr double longest = 359999;  // 99:59:59: a guess beyond that is none
    const auto whole = static_cast<long>(std::ceil(std::clamp(seconds, 0.0, longest)));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string progress_line(const std::string& label, double share, double seconds, std::size_t width) {
    const double known = std::isnan(share) ? 0 : std::clamp(share, 0.0, 1.0);
    const auto filled = static_cast<std::size_t>(known * static_cast<double>(width));
    std::string bar(filled, '=');
    if (filled < width) bar += '>';
    bar.resize(width, ' ');
    std::string line =
        fmt::format("{}  {}{:3.0f} %", label, width == 0 ? "" : "[" + bar + "] ", std::floor(100 * known));
    // The first percent is a poor guide to the others.
    if (known >= 0.01 && known < 1)
        line += fmt::format("  {} left", readable_time(seconds * (1 - known) / known));
    return line;
}

std::size_t bar_width(std::size_t label, std::size_t columns) {
    constexpr std::size_t widest = 32;
    constexpr std::size_t narrowest = 4;
    constexpr std::size_t decoration =
        26;  // "  [", "] 100 %", "  99:59:59 left", and a column for the cursor
    const std::size_t available = columns - std::min(columns, label + decoration);
    return available < narrowest ? 0 : std::min(available, widest);
}

Progress::Progress(std::string label) : label_(std::move(label)) {
    if (isatty(STDERR_FILENO) != 1) return;
    constexpr std::size_t usual = 80;  // of terminals that do not report their size
    winsize size{};
    columns_ = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

Progress::~Progress() {
    if (length_ > 0) std::fprintf(stderr, "\r%*s\r", static_cast<int>(length_), "");
}

void Progress::at(double share) {
    if (columns_ == 0) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return;  // another thread is drawing
    const Clock::time_point now = Clock::now();
    if (now - drawn_ < std::chrono::milliseconds(100)) return;
    drawn_ = now;
    share_ = std::max(share_, share);
    const double seconds = std::chrono::duration<double>(now - start_).count();
    std::string line = progress_line(label_, share_, seconds, bar_width(label_.size(), columns_));
    line.resize(std::min(line.size(), columns_ - 1));  // one that wraps could not be wiped
    const std::size_t length = line.size();
    line.resize(std::max(length, length_), ' ');  // covers what was longer
    length_ = length;
    std::fprintf(stderr, "\r%s", line.c_str());
    std::fflush(stderr);
}

}  // namespace graze::cli
