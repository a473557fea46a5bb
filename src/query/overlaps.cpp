#include <limits>

#include "convex/closed_form.hpp"
#include "convex/core_pair.hpp"
#include "convex/gjk.hpp"
#include "convex/sat_box_box.hpp"
#include "graze/core/assert.hpp"
#include "graze/query/query.hpp"
#include "query/dispatch.hpp"

namespace graze {
namespace {

/// Decides as soon as one of GJK's bounds passes the margins; within rounding of contact the answer is yes.
bool search_overlaps(const CorePair& pair, PairCache* cache) noexcept {
    GjkGoal goal;
    goal.apart_above = pair.margin + pair.error;
    goal.meeting_below = pair.margin;
    if (cache && is_finite(cache->axis)) goal.start = cache->axis;
    const GjkResult found = gjk(pair, goal);
    if (cache) cache->axis = found.axis;
    return !(found.lower > goal.apart_above);
}

bool boxes_overlap_or_close(const Placed& a, const Placed& b, PairCache* cache) noexcept {
    CorePair pair;
    if (!make_core_pair(a, b, pair)) return true;
    if (pair.scale != 1) return search_overlaps(pair, cache);
    switch (boxes_overlap(a.shape.vector(0), b.shape.vector(0), pair.b_in_a, pair.error)) {
        case SatAnswer::separated: return false;
        case SatAnswer::overlapping: return true;
        case SatAnswer::close: break;
    }
    return search_overlaps(pair, cache);
}

/// Types whose separation with any of the others marked here, or with a half-space, is a closed form.
bool closed_form_pair(ShapeType a, ShapeType b) noexcept {
    const auto bit = [](ShapeType type) { return 1u << static_cast<unsigned>(type); };
    const unsigned both = bit(a) | bit(b);
    if ((both & bit(ShapeType::half_space)) != 0) return true;
    const unsigned with_sphere = bit(ShapeType::sphere) | bit(ShapeType::box) | bit(ShapeType::capsule) | bit(ShapeType::cylinder) | bit(ShapeType::cone);
    if ((both & bit(ShapeType::sphere)) != 0) return (both & ~with_sphere) == 0;
    return both == bit(ShapeType::capsule);
}

}  // namespace

bool overlaps(const Placed& a, const Placed& b, PairCache* cache) noexcept {
    const ShapeType type_a = a.shape.type();
    const ShapeType type_b = b.shape.type();
    if (type_a == ShapeType::box && type_b == ShapeType::box) return boxes_overlap_or_close(a, b, cache);
    if (closed_form_pair(type_a, type_b)) return !(separation_routine(type_a, type_b)(a, b, {}, nullptr).distance.lower > 0);
    CorePair pair;
    if (!make_core_pair(a, b, pair)) {
        GRAZE_ASSERT(false, "overlap of an invalid shape or pose: check() says why");
        return true;
    }
    return search_overlaps(pair, cache);
}

}  // namespace graze
