// What the user sees: progress, aligned tables, a CSV file.
#pragma once

#include <chrono>
#include <span>
#include <string>

#include "aims.hpp"
#include "coherent.hpp"
#include "runner.hpp"

namespace graze::bench {

/// A bar with the time left on standard error, when that is a terminal; silent otherwise.
class Progress {
public:
    explicit Progress(std::size_t steps);
    void show(std::size_t done, const std::string& what);
    void clear();

private:
    std::size_t steps_;
    bool terminal_;
    std::chrono::steady_clock::time_point start_;
};

void print_times(std::span<const Row> rows);
void print_accuracy(std::span<const Row> rows);
void print_coherent(std::span<const CoherentRow> rows);
void print_aims(std::span<const AimResult> results);

/// "Intel-R-Xeon-R-Processor-2.80GHz": the processor's name, fit for a file name.
std::string cpu_name();
std::string today();  ///< "2031-12-24"

/// One line per row and contender. False when the file cannot be written.
bool write_csv(const std::string& path, std::span<const Row> rows, std::span<const CoherentRow> coherent,
               int repetitions);

}  // namespace graze::bench
