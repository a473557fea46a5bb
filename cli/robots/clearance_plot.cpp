// The clearance over time as a plot of characters.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "robots/path_words.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr std::size_t kPlotColumns = 64;
constexpr std::size_t kPlotRows = 10;

/// The least measured distance of the stretches that a column stands for.
std::vector<double> column_distances(const std::vector<ClearanceStretch>& timeline) {
    std::vector<double> least(kPlotColumns, kInfinity);
    for (std::size_t column = 0; column < kPlotColumns; ++column) {
        const std::size_t first = column * timeline.size() / kPlotColumns;
        const std::size_t last = std::max(first + 1, (column + 1) * timeline.size() / kPlotColumns);
        for (std::size_t i = first; i < last && i < timeline.size(); ++i)
            least[column] = std::min(least[column], timeline[i].distance.middle());
    }
    return least;
}

struct Scale {
    double lowest = 0;
    double highest = 1;
    /// From the top.
    [[nodiscard]] std::size_t row(double value) const {
        const double share = (highest - value) / (highest - lowest);
        return static_cast<std::size_t>(
            std::clamp(std::lround(share * (kPlotRows - 1)), 0L, long{kPlotRows - 1}));
    }
    [[nodiscard]] double value(std::size_t row) const {
        return highest - static_cast<double>(row) * (highest - lowest) / (kPlotRows - 1);
    }
};

/// From 0, or the deepest overlap, to the largest distance.
Scale scale_of(const std::vector<double>& distances, double wanted) {
    Scale scale{0, wanted};
    for (const double distance : distances) {
        if (!std::isfinite(distance)) continue;
        scale.lowest = std::min(scale.lowest, distance);
        scale.highest = std::max(scale.highest, distance);
    }
    return scale;
}

std::size_t column_of(double t) {
    return static_cast<std::size_t>(std::clamp(std::floor(t * kPlotColumns), 0.0, kPlotColumns - 1.0));
}

/// "0          4", with the time of the marked moment between.
std::string axis_text(const PathRun& run) {
    const std::string first = time_text(run.file.path, 0), last = time_text(run.file.path, 1),
                      marked = time_text(run.file.path, run.worst.time);
    std::string line = first;
    const std::size_t at = column_of(run.worst.time);
    const std::size_t begin = at > marked.size() / 2 ? at - marked.size() / 2 : 0;
    if (begin > line.size() && begin + marked.size() + last.size() + 1 < kPlotColumns)
        line += std::string(begin - line.size(), ' ') + marked;
    if (line.size() + last.size() < kPlotColumns)
        line += std::string(kPlotColumns - line.size() - last.size(), ' ');
    return line + last;
}

}  // namespace

std::string plot_text(const PathRun& run, const LoadedCell& cell, double wanted) {
    const std::vector<double> distances = column_distances(run.timeline);
    const Scale scale = scale_of(distances, wanted);
    if (!(scale.highest - scale.lowest > noise_of(cell.cell))) return {};
    std::vector<std::string> rows(kPlotRows, std::string(kPlotColumns, ' '));
    if (wanted > 0) rows[scale.row(wanted)].assign(kPlotColumns, '-');
    for (std::size_t i = 0; i < kPlotColumns; ++i) {
        if (std::isfinite(distances[i])) rows[scale.row(distances[i])][i] = '*';
    }
    std::string text = fmt::format("  clearance [{}]\n", cell.unit);
    for (std::size_t i = 0; i < kPlotRows; ++i) {
        const bool labelled = i == 0 || i + 1 == kPlotRows || (wanted > 0 && i == scale.row(wanted));
        const double value = wanted > 0 && i == scale.row(wanted) ? wanted : scale.value(i);
        rows[i].erase(rows[i].find_last_not_of(' ') + 1);
        text += fmt::format("  {:>9} |{}\n", labelled ? fmt::format("{:.4g}", value) : "", rows[i]);
    }
    std::string axis(kPlotColumns, '-');
    axis[column_of(run.worst.time)] = run.answer().answer == PathAnswer::hit ? 'X' : '^';
    return text + fmt::format("  {:>9} +{}\n  {:>9}  {}\n", "", axis, "time", axis_text(run));
}

}  // namespace graze::cli
