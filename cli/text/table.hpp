// Tables and numbers for people: aligned columns, long names shortened in the middle, four digits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <graze/math/interval.hpp>
#include <graze/math/vec.hpp>

namespace graze::cli {

/// How many columns a text takes on a terminal, by code points of UTF-8.
std::size_t display_width(std::string_view text);

/// At most `width` columns: what is longer loses its middle, "assembly/gripper/finger" becomes
/// "assembl...r/finger". Control characters are replaced.
std::string shortened(std::string_view text, std::size_t width);

/// Four digits, as people read them: 0.01235, 1.2e-07.
std::string readable(double value);
/// "0.012 .. 0.015", rounded outward so that the text contains the interval; one number when the ends do not
/// differ in the digits shown. Below `nothing` a number is 0: rounding of coordinates much larger.
std::string readable(const Interval& interval, double nothing = 0);
/// "(1, 2, 3)".
std::string readable(const Vec3& point, double nothing = 0);

/// Columns of the terminal that the standard output is; 0 when it is none, and then nothing needs to be
/// shortened.
std::size_t terminal_width();

struct Column {
    std::string title;
    bool right = false;    ///< Aligned to the right, as numbers are.
    bool shrinks = false;  ///< Holds names, which may be shortened to fit the terminal.
};

class Table {
public:
    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
    /// One cell for each column.
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    /// Every line ends with '\n'. Lines are no longer than `width` columns (0: as long as they like), unless
    /// cells that may not shrink are.
    [[nodiscard]] std::string text(std::size_t width) const;

private:
    [[nodiscard]] std::vector<std::size_t> widths(std::size_t limit) const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace graze::cli
