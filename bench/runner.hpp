// Runs one row: every contender on the same pairs, in turn within every repetition, so that what the machine
// does meanwhile falls on all of them. Times are processor time of the one thread. Ratios are taken within a
// repetition; the median over the repetitions is reported.
//
// Google Benchmark runs one subject to its end before it starts the next and knows no ratios; this loop needs
// little else.
#pragma once

#include <string>
#include <vector>

#include "contender.hpp"
#include "judge.hpp"
#include "workload.hpp"

namespace graze::bench {

struct Effort {
    std::size_t pairs = 4000;  ///< Per batch; large hulls get fewer.
    int repetitions = 15;
    double row_seconds =
        1.8;  ///< Timed part of a row; fewer pairs are timed when all of them would take longer.
};

struct Entry {
    std::string contender;
    double nanoseconds = 0;  ///< Median time of one query.
    double graze_ratio = 1;  ///< Median of graze's time / this contender's.
    Score score;
};

struct Row {
    std::string family;
    Ask ask = Ask::boolean;
    double hit_rate = 0;         ///< Fraction of the row's pairs that overlap, by the truth.
    std::size_t pairs = 0;       ///< Judged.
    std::size_t timed = 0;       ///< Timed: the first ones.
    std::vector<Entry> entries;  ///< graze first.

    [[nodiscard]] std::string name() const;  ///< "box-box BOOL 50%".
    [[nodiscard]] const Entry* find(std::string_view contender) const;
    /// The fastest peer with right answers; null when there is none.
    [[nodiscard]] const Entry* best_peer() const;
};

/// Batches of one family with their truths, from which its four rows are cut.
struct Inputs {
    Family family;
    Batch half;   ///< 50 % overlapping.
    Batch tenth;  ///< 10 % overlapping.
    std::vector<ReferenceDistance> half_truth;
    std::vector<ReferenceDistance> tenth_truth;
};

Inputs make_inputs(const Family& family, const Effort& effort);

/// The names of a family's rows, in the order they run.
std::vector<std::string> row_names(const Family& family);

/// Row `index` of row_names.
Row run_row(const Inputs& inputs, std::size_t index, Contenders& contenders, const Effort& effort);

double median(std::vector<double> values);

/// Processor time of this thread: what other processes take meanwhile does not count.
double cpu_seconds();

}  // namespace graze::bench
