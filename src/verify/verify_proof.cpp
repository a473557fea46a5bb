// Proofs of verdicts. Each overload states and checks one theorem; a proof that does not fit the pair shows
// nothing.
#include <algorithm>
#include <array>
#include <cmath>

#include "graze/verify/verify.hpp"
#include "shape/primitives/flat_clearance.hpp"
#include "verify/verify_bounds.hpp"
#include "verify/verify_composite.hpp"
#include "verify/verify_crossing.hpp"

namespace graze {
namespace {

using namespace verifying;

/// Every entry of the array is finite.
bool all_finite(const std::array<Vec3, 4>& v) noexcept {
    return std::all_of(v.begin(), v.end(), [](const Vec3& x) { return is_finite(x); });
}

bool shows(const std::monostate&, const Placed&, const Placed&) noexcept { return false; }

bool shows(const SeparatingPlane& plane, const Placed& a, const Placed& b) noexcept {
    if (!is_finite(plane.normal) || !std::isfinite(plane.offset)) return false;
    // A half-space allows no plane but its own, which doubles do not hold: there the other shape is shown to
    // be outside.
    if (has_half_space(a, b)) return gap_along(a, b, plane.normal).lower > 0;
    // Heights are taken from a's position: far from the world's origin they would lose the digits of a narrow
    // gap.
    const IntervalVec3 n = enclose(plane.normal);
    const Interval top_of_a = support_value(a.shape, transpose_times(enclose(a.pose.rotation), n));
    const Interval bottom_of_b = dot(n, enclose(b.pose.position) - enclose(a.pose.position)) -
                                 support_value(b.shape, transpose_times(enclose(b.pose.rotation), -n));
    return top_of_a.upper < plane.offset && plane.offset < bottom_of_b.lower;
}

bool shows(const CommonPoint& common, const Placed& a, const Placed& b) noexcept {
    if (!is_finite(common.point)) return false;
    // The signed distance to a half-space is evaluated as such: the point is only where it is deepest.
    if (has_half_space(a, b)) return gap_along(a, b, {1, 0, 0}).upper <= 0;
    const IntervalVec3 p = enclose(common.point);
    const auto is_in = [&](const Placed& placed) {
        return clearance_at(placed, p - enclose(placed.pose.position)) >= 0;
    };
    // The one with fewer parts first: it is the cheaper one to test.
    return a.shape.children().size() <= b.shape.children().size() ? is_in(a) && is_in(b)
                                                                  : is_in(b) && is_in(a);
}

bool shows(const CommonTetrahedron& common, const Placed& a, const Placed& b) noexcept {
    if (has_half_space(a, b) || !all_finite(common.directions_a) || !all_finite(common.directions_b))
        return false;
    const std::array<IntervalVec3, 4> differences = support_boxes(common, a, b).differences;
    return tetrahedron_clearance(differences, {}) >= 0 || surrounds_origin(differences);
}

bool shows(const Crossing& crossing, const Placed& a, const Placed& b) noexcept {
    return features_intersect(crossing, a, b);
}

bool shows(const Closeness& close, const Placed& a, const Placed& b) noexcept {
    if (!(close.delta >= 0) || !is_finite(close.normal) || !is_finite(close.point_a) ||
        !is_finite(close.point_b))
        return false;
    if (!(close.delta <= 64 * kEps * extent(a, b) + 4 * distortion(a, b))) return false;
    if (!(gap_along(a, b, close.normal).lower >= -close.delta)) return false;
    if (combination_distance_above(close, a, b) <= close.delta) return true;
    return distance_above(a, enclose(close.point_a), b, enclose(close.point_b)) <= close.delta;
}

/// For x common to both, Σ multiplier (normal · x) <= Σ multiplier height. The left side is x times what is
/// left of the normals, so at least minus its length times a's reach: more than the right side.
bool shows(const FarkasCertificate& farkas, const Placed& a, const Placed& b) noexcept {
    if (has_half_space(a, b)) return false;
    const IntervalVec3 apart = enclose(b.pose.position) - enclose(a.pose.position);
    IntervalVec3 left{};
    Interval right;
    for (const FarkasCertificate::Row& row : farkas.rows) {
        if (row.multiplier == 0) continue;
        if (!(row.multiplier > 0) || !std::isfinite(row.multiplier) || !is_finite(row.normal) ||
            !std::isfinite(row.height))
            return false;
        const IntervalVec3 n = enclose(row.normal);
        const Placed& shape = row.of_b ? b : a;
        Interval top = support_value(shape.shape, transpose_times(enclose(shape.pose.rotation), n));
        if (row.of_b) top = top + dot(n, apart);
        if (!(top.upper <= row.height)) return false;
        left = left + n * Interval(row.multiplier);
        right = right + Interval(row.multiplier) * Interval(row.height);
    }
    Interval stretch;  // |R x| <= (sum of the lengths of R's columns) |x|
    for (const Vec3& column : a.pose.rotation.columns) stretch = stretch + norm(enclose(column));
    const Interval most = norm(left) * stretch * Interval(a.shape.reach());
    return (right + Interval(most.upper)).upper < 0;
}

bool fits(Answer answer, const Proof& proof) noexcept {
    switch (answer) {
        case Answer::disjoint:
            return std::holds_alternative<SeparatingPlane>(proof) ||
                   std::holds_alternative<FarkasCertificate>(proof) ||
                   std::holds_alternative<SeparatingCover>(proof);
        case Answer::intersecting:
            return std::holds_alternative<CommonPoint>(proof) ||
                   std::holds_alternative<CommonTetrahedron>(proof) ||
                   std::holds_alternative<Crossing>(proof) ||
                   std::holds_alternative<IntersectingParts>(proof) ||
                   std::holds_alternative<EnclosedPart>(proof);
        case Answer::undecided:
            return std::holds_alternative<Closeness>(proof) || std::holds_alternative<CloseParts>(proof);
    }
    return false;
}

}  // namespace

bool verify(const Proof& proof, const Placed& a, const Placed& b) noexcept {
    if (proof.valueless_by_exception() || !meaningful(a) || !meaningful(b)) return false;
    return std::visit([&](const auto& each) { return shows(each, a, b); }, proof);
}

bool verify(const Verdict& verdict, const Placed& a, const Placed& b) noexcept {
    return fits(verdict.answer, verdict.proof) && verify(verdict.proof, a, b);
}

}  // namespace graze
