// Edges of a roadmap: straight motions between free configurations, with what is proven of them; and the
// check of an edge at samples, as planners do it.
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "arm.hpp"

namespace graze::bench {

struct Edge {
    std::size_t cell = 0;
    std::vector<double> start, end;
    JointPath path;
    PathClearance truth;  ///< Its certificate was verified.
};

struct EdgeSet {
    std::vector<std::shared_ptr<const ArmCell>> cells;
    std::vector<Edge> free;  ///< With at least the wanted clearance, measured.
    std::vector<Edge> hits;  ///< Between ends that are free.
    std::size_t drawn = 0;   ///< Edges between free ends.
    std::size_t drawn_hits = 0;
    std::size_t unknown = 0;  ///< Of these: open.
};

/// Edges of at most `longest` radians until there are `count` of both kinds; at most four of each in a cell.
EdgeSet make_edges(LinkKind kind, std::size_t count, double clearance, double longest);

/// Whether `overlaps(configuration)` is false at states no farther apart than `step`, in the order in which
/// OMPL's discrete validator tests them: the end, then the middles of what is left.
template <typename Overlaps>
bool free_at_samples(std::span<const double> start, std::span<const double> end, double step,
                     Overlaps&& overlaps) {
    double length_sq = 0;
    for (std::size_t i = 0; i < start.size(); ++i) length_sq += (end[i] - start[i]) * (end[i] - start[i]);
    const auto parts = static_cast<long>(std::max(1.0, std::ceil(std::sqrt(length_sq) / step)));
    std::vector<double> values(end.begin(), end.end());
    if (overlaps(values)) return false;
    std::deque<std::pair<long, long>> waiting{{1, parts - 1}};
    while (!waiting.empty()) {
        const auto [low, high] = waiting.front();
        waiting.pop_front();
        if (low > high) continue;
        const long middle = (low + high) / 2;
        const double t = static_cast<double>(middle) / static_cast<double>(parts);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = start[i] + t * (end[i] - start[i]);
        if (overlaps(values)) return false;
        waiting.emplace_back(low, middle - 1);
        waiting.emplace_back(middle + 1, high);
    }
    return true;
}

}  // namespace graze::bench
