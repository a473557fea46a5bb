// A bar on the standard error that shows how far a job has come and how long it will still take. Nothing at
// all where that is not a terminal.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

namespace graze::cli {

/// "3 s", "2:05", "1:02:03".
std::string readable_time(double seconds);

/// The line for a share in [0, 1] after so many seconds, without line ends: "Checking  [=====>    ]  52 %  3
/// s left"; without a bar of width 0.
std::string progress_line(const std::string& label, double share, double seconds, std::size_t width = 32);

/// How wide the bar may be, so that the line with its percents and the time left fits a terminal of so many
/// columns; 0 where it cannot.
std::size_t bar_width(std::size_t label, std::size_t columns);

class Progress {
public:
    explicit Progress(std::string label);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();  ///< Wipes the line.

    /// Safe to call from many threads, and often: the bar is drawn ten times a second at the most, and never
    /// moves back.
    void at(double share);

private:
    using Clock = std::chrono::steady_clock;

    std::mutex mutex_;
    std::string label_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point drawn_{};
    double share_ = 0;
    std::size_t length_ = 0;   ///< Of the line on the terminal.
    std::size_t columns_ = 0;  ///< Of the terminal to draw on; 0: there is none.
};

}  // namespace graze::cli
