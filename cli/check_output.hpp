// What `graze check` found, as text.
#pragma once

#include <string>

#include <graze/assembly/assembly.hpp>
#include <graze/io/document.hpp>

#include "baseline/judgement.hpp"

namespace graze::cli {

/// "a inside b" and the like.
std::string relation_words(Relation relation);

/// What is known of pairs that deviations leave undecided.
inline constexpr const char* kUndecidedWords = "touching or undecided";
/// "0.002", "0.002 (estimated)".
std::string deviation_words(const Meant& meant);

/// Lengths below this are rounding, which tables show as 0: 1e-12 of how far the parts reach from the origin,
/// thousands of roundings of the largest coordinate.
double noise_of(const io::Document& document);

struct TableStyle {
    std::size_t limit = 100;  ///< Rows of each table; 0: all.
    std::size_t width = 0;    ///< Columns of the terminal; 0: any.
};

/// Tables of clashes and near misses, and a last line with counts and seconds. With a judgement the tables
/// have new and worse findings alone, and what they were worse than.
std::string check_table(const io::Document& document, const AssemblyFindings& result,
                        const AssemblyOptions& options, const TableStyle& style,
                        const Judgement* judgement = nullptr);

/// One line with the names of the columns, one for each finding; numbers with all their digits. With a
/// judgement two more columns: "new", "worse" or "accepted", and the reason of an acceptance.
std::string check_csv(const io::Document& document, const AssemblyFindings& result,
                      const Judgement* judgement = nullptr);

}  // namespace graze::cli
