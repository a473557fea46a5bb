// Proofs from what the solvers found: planes, tetrahedra, common points. Close calls go on to
// prove_close.cpp.
#include "query/proof/prove.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "convex/epa/separate.hpp"
#include "graze/verify/verify.hpp"
#include "query/proof/accept_proof.hpp"
#include "query/proof/prove_close.hpp"
#include "verify/verify_bounds.hpp"
#include "verify/verify_crossing.hpp"

namespace graze {
namespace {

/// Clear cases are not checked again: a gap this many times the error bound passes `verify` for certain.
constexpr double kClear = 8;

CommonTetrahedron tetrahedron_of(const CorePair& pair, const Simplex& simplex) noexcept {
    CommonTetrahedron proof;
    for (std::size_t i = 0; i < 4; ++i) {
        proof.directions_a[i] = simplex.points[i].direction;
        proof.directions_b[i] = transpose_times(pair.b_in_a.rotation, -simplex.points[i].direction);
    }
    return proof;
}

/// A point of both shapes whose cores are closer than their margins, in a's frame: between the core points,
/// nearer to the one with the smaller margin, and then towards that shape's centre by half of what the
/// other's margin leaves. A shape without a margin has its core point on its surface, where no membership
/// test passes: the second step brings it inside.
Vec3 common_point_within(const CorePair& pair, const Simplex& simplex) noexcept {
    CoreAnswer core;
    take_witness(simplex, core);
    const double share = pair.margin > 0 ? pair.a->margin() * pair.scale / pair.margin : 0.5;
    const Vec3 difference = core.point_b - core.point_a;
    const Vec3 between = core.point_a + share * difference;
    const bool to_b = share > 0.5;
    const Vec3 centre = (to_b ? pair.b_in_a * pair.b->centre() : pair.a->centre()) * pair.scale;
    const double left = (to_b ? share : 1 - share) * (pair.margin - length(difference));
    const double far = length(centre - between);
    const double step = far > 0 ? std::clamp(0.5 * left / far, 0.0, 1.0) : 0.0;
    return (between + step * (centre - between)) * (1 / pair.scale);
}

/// Flat shapes that overlap may have no common double: exact signs decide.
bool prove_crossing(const Placed& a, const Placed& b, Verdict& verdict) noexcept {
    const std::optional<Feature> of_a = verifying::flat_feature(a.shape);
    const std::optional<Feature> of_b = verifying::flat_feature(b.shape);
    return of_a && of_b && accept_proof(Answer::intersecting, Crossing{*of_a, *of_b}, a, b, verdict);
}

}  // namespace

bool prove_apart(const Placed& a, const Placed& b, const CorePair& pair, const Vec3& normal,
                 Verdict& verdict) noexcept {
    const double top = dot(normal, pair.support_a(normal)) / pair.scale + a.shape.margin();
    const double bottom = dot(normal, pair.support_b(normal)) / pair.scale - b.shape.margin();
    const SeparatingPlane plane{unit(a.pose.rotation * normal), 0.5 * (top + bottom)};
    if ((bottom - top) * pair.scale > kClear * pair.error) {
        verdict.answer = Answer::disjoint;
        verdict.proof = plane;
        return true;
    }
    return accept_proof(Answer::disjoint, plane, a, b, verdict);
}

bool prove_overlap(const Placed& a, const Placed& b, const CorePair& pair, const Simplex& simplex,
                   Verdict& verdict) noexcept {
    if (simplex.size == 4)
        return accept_proof(Answer::intersecting, tetrahedron_of(pair, simplex), a, b, verdict);
    // Without margins the simplex holds the origin: its point is in both shapes, and mostly inside of them.
    return accept_proof(Answer::intersecting, CommonPoint{a.pose * common_point_within(pair, simplex)}, a, b,
                        verdict);
}

void prove_hard(const Placed& a, const Placed& b, const CorePair& pair, const Vec3& normal,
                Verdict& verdict) noexcept {
    if (prove_crossing(a, b, verdict) || prove_by_search(a, b, unit(a.pose.rotation * normal), verdict))
        return;
    SeparationOptions tight;
    tight.tolerance = 0;
    const Separation s = separate(a, b, pair, tight, {});
    if (s.distance.upper > 0 && prove_apart(a, b, pair, transpose_times(a.pose.rotation, s.normal), verdict))
        return;
    // Symmetric pairs with a common centre may have no tetrahedron of support points strictly around the
    // origin (a box, an octahedron).
    for (const Vec3& point :
         {a.pose * a.shape.centre(), b.pose * b.shape.centre(), 0.5 * (s.point_a + s.point_b)}) {
        if (s.distance.lower < 0 && accept_proof(Answer::intersecting, CommonPoint{point}, a, b, verdict))
            return;
    }
    prove_close(a, b, s.normal, verdict);
}

void prove_half_space_closeness(const Placed& a, const Placed& b, const Separation& s,
                                Verdict& verdict) noexcept {
    using namespace verifying;
    Closeness close;
    close.normal = s.normal;
    const double below = -gap_along(a, b, s.normal).lower;
    double above = std::numeric_limits<double>::infinity();
    // Each of the two points, and the one between them: far from the world's origin their difference is
    // coarser than either.
    const Vec3 point_a = s.point_a - a.pose.position;
    const Vec3 point_b = s.point_b - a.pose.position;
    for (const Vec3& p : {0.5 * (point_a + point_b), point_a, point_b}) {
        const double here = distance_above(a, enclose(p), b, enclose(p));
        if (!(here < above)) continue;
        above = here;
        close.point_a = p;
        close.point_b = p;
    }
    close.delta = std::max({0.0, below, above});
    verdict.answer = Answer::undecided;
    verdict.proof = close;
}

}  // namespace graze
