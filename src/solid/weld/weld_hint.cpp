// Tries tolerances by powers of ten, then the least one that does the same.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "solid/weld/weld_attempt.hpp"

namespace graze {
namespace {

/// From the last bits of doubles to a thousandth of the size, where features begin to be mistaken for seams.
constexpr double kFirstTried = 1e-15;
constexpr double kLastTried = 1.0001e-3;

/// Up to two digits: the number that a text of them is read as.
double rounded_up(double x) noexcept {
    const double unit = std::pow(10, std::floor(std::log10(x)) - 1);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1e", std::ceil(x / unit) * unit);
    return std::strtod(text.data(), nullptr);
}

}  // namespace

WeldHint find_weld(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
                   double welded) {
    PreparedWeld prepared = prepare_weld(vertices, triangles);
    const auto attempt = [&](double relative) { return try_weld(prepared, relative).report; };
    WeldHint hint;
    hint.leaves = prepared.open_edges;
    WeldReport best;
    for (double relative = std::max(kFirstTried, 10 * welded); relative <= kLastTried; relative *= 10) {
        WeldReport report = attempt(relative);
        if (report.gave_up) break;  // larger ones would too
        if (report.seams <= best.seams) continue;
        hint = {relative, 2 * report.seams, report.open_edges_left()};
        best = std::move(report);
        if (hint.leaves == 0) break;
    }
    if (best.seams == 0) return hint;
    // The copies of a vertex lie within once or twice the largest move of one onto another.
    for (const double factor : {1.0, 2.0}) {
        const double relative = rounded_up(factor * best.farthest / best.size);
        if (relative >= hint.relative) break;
        if (attempt(relative).seams != best.seams) continue;
        hint.relative = relative;
        break;
    }
    return hint;
}

}  // namespace graze
