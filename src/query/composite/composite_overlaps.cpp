// Whether sets of parts overlap: by the first pair of parts that does, else by testing one part of each
// connected piece for being inside of a solid.
#include "graze/query/query.hpp"
#include "query/composite/composite.hpp"
#include "query/composite/triangle_candidates.hpp"

namespace graze {
namespace {

/// Triangles without margins are decided exactly; they are also what there are most of.
std::optional<PartPair> first_intersecting_triangles(const PartPairs& pairs) noexcept {
    const TriangleView view = triangle_view(pairs);
    std::optional<PartPair> found;
    visit_triangle_candidates(pairs, view, [&](const TriangleCandidates& pair) {
        if (contact(view, pair.a, pair.b) == TriangleContact::disjoint) return Continue::yes;
        found = pair.parts;
        return Continue::no;
    });
    return found;
}

/// Whether the triangles that intersected in the last query do so again.
bool still_intersect(const PartPairs& pairs, const PairCache* cache) noexcept {
    const std::optional<PartPair> last = remembered_parts(pairs, cache);
    if (!last || !pairs.a.made_of_triangles() || !pairs.b.made_of_triangles()) return false;
    const TriangleView view = triangle_view(pairs);
    return contact(view, pairs.a.triangle(last->a), pairs.b.triangle(last->b)) != TriangleContact::disjoint;
}

bool half_space_overlaps(const Placed& half_space, const Placed& composite) noexcept {
    return !(half_space_separation(PlacedParts(composite), half_space).distance.lower > 0);
}

}  // namespace

std::optional<PartPair> intersecting_parts(const PartPairs& pairs) noexcept {
    const PlacedParts& a = pairs.a;
    const PlacedParts& b = pairs.b;
    if (a.made_of_triangles() && b.made_of_triangles() && a.margin() == 0 && b.margin() == 0)
        return first_intersecting_triangles(pairs);
    std::optional<PartPair> found;
    PairCache cache;
    visit_close_parts(pairs, 0, [&](std::uint32_t i, std::uint32_t j) {
        spend(pairs.work, work::kConvexPair);
        if (!overlaps(placed_part(pairs.a, i), placed_part(pairs.b, j), &cache)) return Continue::yes;
        found = PartPair{i, j};
        return Continue::no;
    });
    return found;
}

bool composite_overlaps(const Placed& a, const Placed& b, PairCache* cache) noexcept {
    return composite_overlaps(a, b, cache, nullptr);
}

bool composite_overlaps(const Placed& a, const Placed& b, PairCache* cache, PairWork* counted) noexcept {
    if (a.shape.type() == ShapeType::half_space) return half_space_overlaps(a, b);
    if (b.shape.type() == ShapeType::half_space) return half_space_overlaps(b, a);
    PartPairs pairs(a, b);
    if (!pairs.bounded) return true;
    if (balls_apart(a, b, pairs.poses)) return false;
    if (still_intersect(pairs, cache)) return true;
    WorkBudget work(kDefaultWork);
    pairs.work = &work;
    pairs.counted = counted;
    const std::optional<PartPair> found = intersecting_parts(pairs);
    if (found) remember(cache, *found);
    return found || encloses_part(pairs) || work.spent();
}

}  // namespace graze
