#include "figures.hpp"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

namespace graze::bench {
namespace {

std::string number(double value) {
    char text[32];
    const bool whole = value == std::round(value) && std::abs(value) < 1e12;
    if (whole || (std::abs(value) >= 1000 && std::abs(value) < 1e12))
        std::snprintf(text, sizeof text, "%.0f", value);
    else
        std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

std::string cell(const Figure& figure) {
    std::string text = number(figure.here);
    if (!std::isnan(figure.document)) text += " (" + number(figure.document) + ")";
    return text;
}

std::size_t place_of(std::vector<std::string>& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    names.push_back(name);
    return names.size() - 1;
}

/// One table: figures of the same name, one after the other.
void print_table(const std::vector<Figure>& figures, std::size_t first, std::size_t last) {
    std::vector<std::string> rows, columns;
    std::vector<std::vector<std::string>> cells;
    for (std::size_t i = first; i < last; ++i) {
        const std::size_t row = place_of(rows, figures[i].row), column = place_of(columns, figures[i].column);
        cells.resize(rows.size());
        if (cells[row].size() <= column) cells[row].resize(column + 1);
        cells[row][column] = cell(figures[i]);
    }
    std::size_t width = 0;
    for (const std::string& row : rows) width = std::max(width, row.size());
    std::printf("\n%s\n%-*s", figures[first].table.c_str(), static_cast<int>(width), "");
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        widths.push_back(columns[c].size());
        for (const auto& row : cells) widths[c] = std::max(widths[c], c < row.size() ? row[c].size() : 0);
        std::printf("  %*s", static_cast<int>(widths[c]), columns[c].c_str());
    }
    std::printf("\n");
    for (std::size_t r = 0; r < rows.size(); ++r) {
        std::printf("%-*s", static_cast<int>(width), rows[r].c_str());
        for (std::size_t c = 0; c < cells[r].size(); ++c)
            std::printf("  %*s", static_cast<int>(widths[c]), cells[r][c].c_str());
        std::printf("\n");
    }
}

}  // namespace

void Figures::add(std::string_view table, std::string_view row, std::string_view column, double here,
                  double document) {
    figures_.push_back({std::string(table), std::string(row), std::string(column), here, document});
}

void Figures::print() {
    while (printed_ < figures_.size()) {
        std::size_t last = printed_;
        while (last < figures_.size() && figures_[last].table == figures_[printed_].table) ++last;
        print_table(figures_, printed_, last);
        printed_ = last;
    }
    std::fflush(stdout);
}

bool Figures::write(const std::filesystem::path& file) const {
    if (file.empty()) return true;
    std::error_code ignored;
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), ignored);
    std::ofstream out(file);
    out << "table,row,column,here,document\n";
    for (const Figure& f : figures_) {
        out << '"' << f.table << "\",\"" << f.row << "\",\"" << f.column << "\"," << number(f.here) << ',';
        if (!std::isnan(f.document)) out << number(f.document);
        out << '\n';
    }
    out.close();
    if (!out) {
        std::fprintf(stderr, "cannot write %s\n", file.string().c_str());
        return false;
    }
    std::printf("\n%zu figures in %s; in parentheses: the document's\n", figures_.size(),
                file.string().c_str());
    return true;
}

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void progress(const std::string& text) { std::fprintf(stderr, "  %s ...\n", text.c_str()); }

}  // namespace graze::bench
