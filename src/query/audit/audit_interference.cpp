// Interferences: their numbers, the point that shows the lower end, the swapped pair, and the depth.
#include <algorithm>

#include "graze/query/query.hpp"
#include "graze/solid/inside.hpp"
#include "query/audit/audit.hpp"
#include "query/audit/audit_bounds.hpp"

namespace graze::audit {
namespace {

void check_point(Check& check, const Interference& found, const Pair& pair) {
    const Placed& solid = found.in_a ? pair.a : pair.b;
    const Placed& other = found.in_a ? pair.b : pair.a;
    const double slack = moved_slack(pair.a, pair.b);
    const Separation in = separation({Point{}, Pose::translation(found.point)}, solid);
    check.expect(-in.distance.lower >= found.depth.lower - slack,
                 "the point is not as deep as the lower end");
    const Separation at = separation({Point{}, Pose::translation(found.point)}, other);
    check.expect(at.distance.lower <= slack, "the point is not one of the other shape");
}

}  // namespace

void check_interference(const Interference& found, const Pair& pair) {
    Check check("interference", pair.a, pair.b);
    check.answered("depth", found.depth);
    check.answered("point", found.point);
    check.answered("exit", found.exit);
    if (!valid(pair.a, pair.b)) {
        check.expect(found.status == Status::invalid_input, "invalid input is not refused");
        return;
    }
    check.expect(ordered(found.depth) && found.depth.lower >= 0,
                 "the bounds of the interference are out of order, negative or NaN");
    check.expect(is_finite(found.point) && is_finite(found.exit), "a point is not finite");
    if (check.failed()) return;
    if (found.depth.lower > 0 && !is_half_space(pair.a) && !is_half_space(pair.b))
        check_point(check, found, pair);
    if (!sampled(check, kSlowTwinSample, Salt::twin)) return;
    check.expect(compatible(found.depth, interference(pair.b, pair.a).depth),
                 "the swapped interference is another one");
    const Interval escape = -separation(pair.a, pair.b).distance;
    check.expect(found.depth.lower <= std::max(0.0, escape.upper) + moved_slack(pair.a, pair.b),
                 "the interference is larger than the depth");
}

}  // namespace graze::audit
