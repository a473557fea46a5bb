// Tries every tolerance that could close a seam, then the least one that does the same.
#include <algorithm>
#include <utility>

#include "solid/weld/weld_attempt.hpp"
#include "solid/weld/weld_tolerances.hpp"

namespace graze {

WeldHint find_weld(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
                   double welded) {
    PreparedWeld prepared = prepare_weld(vertices, triangles);
    const auto attempt = [&](double relative) { return try_weld(prepared, relative).report; };
    WeldHint hint;
    hint.leaves = prepared.open_edges;
    WeldReport best;
    for (const double relative : weld_tolerances(prepared, welded)) {
        WeldReport report = attempt(relative);
        if (report.gave_up) {  // larger ones would too
            hint.gave_up = true;
            break;
        }
        if (report.seams <= best.seams) continue;
        hint = {relative, 2 * report.seams, report.open_edges_left(), false};
        best = std::move(report);
        if (hint.leaves == 0) break;
    }
    if (best.seams == 0) return hint;
    // The copies of a vertex lie within once or twice the largest move of one onto another.
    for (const double factor : {1.0, 2.0}) {
        const double relative = rounded_up_to_two_digits(factor * best.farthest / best.size);
        if (relative >= hint.relative) break;
        if (relative <= welded || attempt(relative).seams != best.seams) continue;
        hint.relative = relative;
        break;
    }
    return hint;
}

}  // namespace graze
