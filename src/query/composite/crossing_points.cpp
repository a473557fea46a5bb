// All pairs that overlap are listed, which exact signs decide; only those picked are intersected.
#include "query/composite/crossing_points.hpp"

#include <algorithm>
#include <utility>

#include "query/composite/triangle_candidates.hpp"

namespace graze {

std::vector<Vec3> crossing_points(const PartPairs& pairs, std::size_t most) {
    std::vector<Vec3> points;
    if (!pairs.a.made_of_triangles() || !pairs.b.made_of_triangles()) return points;
    const TriangleView view = triangle_view(pairs);
    std::vector<PartPair> crossing;
    visit_triangle_candidates(pairs, view, [&](const TriangleCandidates& pair) {
        if (contact(view, pair.a, pair.b) != TriangleContact::disjoint) crossing.push_back(pair.parts);
        return Continue::yes;
    });
    std::sort(crossing.begin(), crossing.end(),
              [](const PartPair& x, const PartPair& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
    const std::size_t count = std::min(most, crossing.size());
    for (std::size_t i = 0; i < count; ++i) {
        const PartPair& parts = crossing[(2 * i + 1) * crossing.size() / (2 * count)];
        const TriangleIntersection crossed =
            intersection(view, pairs.a.triangle(parts.a), pairs.b.triangle(parts.b));
        points.push_back(0.5 * (crossed.segment.a + crossed.segment.b));
    }
    return points;
}

}  // namespace graze
