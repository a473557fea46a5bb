// Which method runs, and in which order its findings are turned into proofs that `verify` accepts.
#include "query/decide.hpp"

#include <algorithm>
#include <cmath>

#include "convex/closed_form/closed_form.hpp"
#include "convex/gjk/gjk.hpp"
#include "convex/sat/sat_box_box.hpp"
#include "convex/sat/sat_polytope.hpp"
#include "core/audited.hpp"
#include "frames/polytope_elimination.hpp"
#include "graze/core/assert.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "query/audit/audit.hpp"
#include "query/composite/composite.hpp"
#include "query/proof/accept_proof.hpp"
#include "query/proof/prove.hpp"
#include "result/flipped.hpp"

namespace graze {
namespace {

bool has_half_space(const Placed& a, const Placed& b) noexcept {
    return a.shape.type() == ShapeType::half_space || b.shape.type() == ShapeType::half_space;
}

/// One axis decides: the half-space's own normal.
void decide_half_space(const Placed& a, const Placed& b, Verdict& verdict) noexcept {
    const bool first = a.shape.type() == ShapeType::half_space;
    const Separation s = first ? flipped(separation_any_half_space(b, a)) : separation_any_half_space(a, b);
    verdict.method = Method::sat;
    verdict.axes = 1;
    const double middle = dot(s.normal, 0.5 * (s.point_a + s.point_b) - a.pose.position);
    verdict.proof = SeparatingPlane{s.normal, middle};
    verdict.answer = Answer::disjoint;
    if (verify(verdict.proof, a, b)) return;
    verdict.proof = CommonPoint{first ? s.point_b : s.point_a};
    verdict.answer = Answer::intersecting;
    if (verify(verdict.proof, a, b)) return;
    prove_half_space_closeness(a, b, s, verdict);
}

void decide_gjk(const Placed& a, const Placed& b, const CorePair& pair, Verdict& verdict) noexcept {
    verdict.method = Method::gjk;
    GjkGoal goal;
    goal.apart_above = pair.margin + pair.error;
    goal.overlap_below = pair.margin - pair.error;
    const GjkResult found = gjk(pair, goal);
    verdict.iterations = found.iterations;
    if (found.lower > goal.apart_above && prove_apart(a, b, pair, -unit(found.axis), verdict)) return;
    if (found.simplex.size > 0 && prove_overlap(a, b, pair, found.simplex, verdict)) return;
    prove_hard(a, b, pair, -found.axis, verdict);
}

/// The axis with the widest gap, and whether the gap is certainly positive.
struct AxisFound {
    Vec3 axis{};
    SatAnswer answer = SatAnswer::close;
    std::uint32_t axes = 0;
    bool has_point = false;
    Vec3 point{};  ///< Common to both, up to rounding, in a's frame; when `has_point`.
};

AxisFound search_axes(const CorePair& pair, const PolytopeView& a, const PolytopeView& b) noexcept {
    AxisFound found;
    if (a.box && b.box) {
        const BoxBoxSat sat = box_box_sat(pair.a->vector(0), pair.b->vector(0), pair.b_in_a, pair.error);
        found = {sat.axis, sat.answer, sat.axes, sat.answer == SatAnswer::overlapping,
                 0.5 * (sat.point_a + sat.point_b)};
    } else {
        const PolytopeSat sat = polytopes_overlap(a, b, pair.error);
        found = {sat.axis, sat.answer, sat.axes, false, {}};
    }
    if (found.answer != SatAnswer::separated)
        found.has_point = common_point(a, b, found.point) || found.has_point;
    return found;
}

/// The rows of a contradiction in the world, their heights raised by what the views may be off.
FarkasCertificate certificate_of(const PolytopeElimination& found, const Placed& a, double error) noexcept {
    FarkasCertificate farkas;
    static_assert(farkas.rows.size() == PolytopeElimination::kMaxRows);
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
        const PolytopeElimination::Row& row = found.rows[i];
        farkas.rows[i] = {a.pose.rotation * row.normal, row.height + 2 * error, row.multiplier, row.of_b};
    }
    return farkas;
}

bool decide_elimination(const Placed& a, const Placed& b, const CorePair& pair, Verdict& verdict) noexcept {
    PolytopeView view_a;
    PolytopeView view_b;
    if (pair.scale != 1 || !make_polytope_view(a.shape, Pose::identity(), view_a) ||
        !make_polytope_view(b.shape, pair.b_in_a, view_b))
        return false;
    const PolytopeElimination found = eliminate_polytopes(view_a, view_b, pair.error);
    if (!found.served) return false;
    verdict.method = Method::fourier_motzkin;
    verdict.rows = found.largest;
    if (found.apart && accept_proof(Answer::disjoint, certificate_of(found, a, pair.error), a, b, verdict))
        return true;
    if (!found.apart && accept_proof(Answer::intersecting, CommonPoint{a.pose * found.point}, a, b, verdict))
        return true;
    // The rows of a add up to a direction that leads out of it to b; without them, from middle to middle.
    Vec3 normal{};
    for (const PolytopeElimination::Row& row : found.rows)
        normal += row.normal * (row.of_b ? 0 : row.multiplier);
    prove_hard(a, b, pair, found.apart ? normal : view_b.centre - view_a.centre, verdict);
    return true;
}

bool decide_sat(const Placed& a, const Placed& b, const CorePair& pair, Verdict& verdict) noexcept {
    PolytopeView view_a;
    PolytopeView view_b;
    if (pair.scale != 1 || !make_polytope_view(a.shape, Pose::identity(), view_a) ||
        !make_polytope_view(b.shape, pair.b_in_a, view_b) || !sat_serves(view_a, view_b)) {
        return false;
    }
    verdict.method = Method::sat;
    const AxisFound found = search_axes(pair, view_a, view_b);
    verdict.axes = found.axes;
    if (found.answer == SatAnswer::separated && prove_apart(a, b, pair, found.axis, verdict)) return true;
    if (found.has_point) {
        verdict.answer = Answer::intersecting;
        verdict.proof = CommonPoint{a.pose * found.point};
        if (verify(verdict.proof, a, b)) return true;
    }
    prove_hard(a, b, pair, found.axis, verdict);
    return true;
}

}  // namespace

Verdict pair_verdict(const Placed& a, const Placed& b, Method method) noexcept {
    Verdict verdict;
    if (!supports(Query::decide, a.shape.type(), b.shape.type(), method)) {
        verdict.status = Status::unsupported;
        return verdict;
    }
    CorePair pair;
    const bool with_half_space = has_half_space(a, b);
    if (with_half_space ? !(usable(a) && usable(b)) : !make_core_pair(a, b, pair)) {
        GRAZE_ASSERT(false, "decision about an invalid shape or pose: check() says why");
        verdict.status = Status::invalid_input;
        return verdict;
    }
    if (!a.shape.convex() || !b.shape.convex()) return decide_composite(a, b);
    const bool boxes = a.shape.type() == ShapeType::box && b.shape.type() == ShapeType::box;
    if (with_half_space) {
        decide_half_space(a, b, verdict);
    } else if (method == Method::fourier_motzkin) {
        if (!decide_elimination(a, b, pair, verdict)) verdict.status = Status::unsupported;
    } else if (method == Method::sat || (method == Method::automatic && boxes)) {
        if (!decide_sat(a, b, pair, verdict)) {
            if (method == Method::sat)
                verdict.status = Status::unsupported;
            else
                decide_gjk(a, b, pair, verdict);
        }
    } else {
        decide_gjk(a, b, pair, verdict);
    }
    return verdict;
}

Verdict decide(const Placed& a, const Placed& b, Method method) noexcept {
    return GRAZE_AUDITED(pair_verdict(a, b, method), audit::check_verdict(answer, {a, b}, method));
}

}  // namespace graze
