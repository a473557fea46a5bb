// Tables of a reproduced experiment: each number with the document's own figure beside it where it gives one,
// on the terminal and as CSV. Every program that repeats a document's experiment ends in these tables.
#pragma once

#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace graze::bench {

struct Figure {
    std::string table;
    std::string row;
    std::string column;
    double here = 0;
    double document = 0;  ///< NaN: the document has no such figure.
};

class Figures {
public:
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    /// Rows and columns of a table are printed in the order in which they are first added.
    void add(std::string_view table, std::string_view row, std::string_view column, double here,
             double document = kNone);
    /// Prints the tables added since the last call: "here (document)" in each cell.
    void print();
    /// All tables as CSV: table, row, column, here, document. Says where; false when the file cannot be
    /// written. Nothing to do for an empty path.
    [[nodiscard]] bool write(const std::filesystem::path& file) const;

private:
    std::vector<Figure> figures_;
    std::size_t printed_ = 0;
};

/// Processor time of this thread, in seconds.
double thread_seconds();

/// One line on stderr, for work that takes longer than a second.
void progress(const std::string& text);

}  // namespace graze::bench
