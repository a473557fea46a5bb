// Where a surface intersects itself: every pair of leaves of its tree whose boxes overlap, every pair of
// triangles in them whose boxes do.
#include <algorithm>

#include "convex/triangle/triangle_neighbours.hpp"
#include "convex/triangle/triangle_triangle.hpp"
#include "core/audited.hpp"
#include "graze/query/query.hpp"
#include "graze/tree/box_tree.hpp"
#include "mesh/part_set.hpp"
#include "mesh/triangle_box.hpp"
#include "query/audit/audit.hpp"
#include "query/composite/triangle_pair_order.hpp"

namespace graze {

namespace {

std::vector<TrianglePair> own_intersections(const Shape& mesh) {
    std::vector<TrianglePair> found;
    if (mesh.convex() || !mesh.valid()) return found;
    const PartSet set(mesh);
    if (!set.made_of_triangles()) return found;
    const Pose local;
    const TriangleView view(local, local, 0);
    visit_self_pairs(set.tree(), 0, [&](LeafSlots first, LeafSlots second) {
        const bool same_leaf = first.first == second.first;
        for (std::uint32_t i = first.first; i < first.first + first.count; ++i) {
            const Triangle a = set.triangle_in_slot(i);
            const Aabb box = box_of(a);
            for (std::uint32_t j = same_leaf ? i + 1 : second.first; j < second.first + second.count; ++j) {
                const Triangle b = set.triangle_in_slot(j);
                if (!overlaps(box, box_of(b))) continue;
                const bool neighbours = shared_corners(a, b) > 0;
                if (neighbours ? !intersect_beyond_shared(a, b)
                               : contact(view, a, b) == TriangleContact::disjoint)
                    continue;
                const TriangleIntersection crossed = intersection(view, a, b);
                const auto [low, high] = std::minmax(set.tree().order()[i], set.tree().order()[j]);
                found.push_back({low, high, crossed.segment, crossed.error, crossed.flat,
                                 crossed.contact == TriangleContact::touching});
            }
        }
        return Continue::yes;
    });
    sort_by_number(found);
    return found;
}

}  // namespace

std::vector<TrianglePair> self_intersections(const Shape& mesh) {
    return GRAZE_AUDITED(own_intersections(mesh), audit::check_self_intersections(answer, mesh));
}

}  // namespace graze
