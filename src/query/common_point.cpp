// A point of both from the proof of the decision: the point that the proof names where it is a member, a
// point inside of both near it, or the double nearest to it with the distance that the proof's box leaves.
#include "query/common_point.hpp"

#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "core/audited.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "query/audit/audit.hpp"
#include "query/composite/composite.hpp"
#include "query/decide.hpp"
#include "query/depth/inner_point.hpp"
#include "query/proof/prove.hpp"
#include "shape/half_space_normal.hpp"
#include "verify/verify_bounds.hpp"
#include "verify/verify_common_point.hpp"
#include "verify/verify_crossing.hpp"

namespace graze {
namespace {

using namespace verifying;

/// What the proof's point belongs to: two convex shapes, solids, or parts of the pair.
struct Sides {
    Placed a;
    Placed b;
    std::optional<PartPair> parts{};  ///< Set where both are parts.
};

/// The whole of a solid, or a part of any other shape.
Placed side_of_part(const PlacedParts& parts, std::uint32_t i) {
    return parts.solid() ? parts.placed : placed_part(parts, i);
}

Sides sides_of(const Proof& proof, const Placed& a, const Placed& b) {
    const PlacedParts in_a(a);
    const PlacedParts in_b(b);
    if (const auto* found = std::get_if<IntersectingParts>(&proof)) {
        Sides sides{side_of_part(in_a, found->part_a), side_of_part(in_b, found->part_b)};
        if (!in_a.solid() && !in_b.solid()) sides.parts = PartPair{found->part_a, found->part_b};
        return sides;
    }
    if (const auto* found = std::get_if<EnclosedPart>(&proof)) {
        const SolidProbe& probe = found->probe;
        return probe.of_b ? Sides{a, side_of_part(in_b, probe.part)}
                          : Sides{side_of_part(in_a, probe.part), b};
    }
    return {a, b};
}

/// Between the planes of two half-spaces, or as deep in one as in the other along the middle of both normals:
/// those that are nearly opposite have their common points far away.
Vec3 point_of_half_spaces(const Placed& a, const Placed& b) noexcept {
    const Vec3 n = unit(a.pose.rotation * a.shape.vector(0));
    const Vec3 m = unit(b.pose.rotation * b.shape.vector(0));
    const double height_a = a.shape.values()[3] / length(a.shape.vector(0));
    const double height_b =
        b.shape.values()[3] / length(b.shape.vector(0)) + dot(m, b.pose.position - a.pose.position);
    const Vec3 between = a.pose.position + 0.5 * (height_a - height_b) * n;
    const double square = length_sq(n + m);
    if (!(square > 0) || (contains_point(a, between) && contains_point(b, between))) return between;
    const double depth = 2 * (std::abs(height_a) + std::abs(height_b)) + 1;
    return a.pose.position - (2 * depth / square) * (n + m);
}

/// Of two shapes that are too close to call: midway between the points that the closeness names.
CertifiedCommonPoint close(const Placed& a, const Placed& b, Verdict verdict) {
    CertifiedCommonPoint common;
    common.distance = kInfinity;
    common.status = verdict.status;
    const auto* parts = std::get_if<CloseParts>(&verdict.proof);
    const auto* closeness = parts ? &parts->closeness : std::get_if<Closeness>(&verdict.proof);
    if (closeness != nullptr) {
        const PlacedParts in_a(a);
        const PlacedParts in_b(b);
        const Placed side_a = parts ? placed_part(in_a, parts->part_a) : a;
        const Placed side_b = parts ? placed_part(in_b, parts->part_b) : b;
        common.point = a.pose.position + 0.5 * (closeness->point_a + closeness->point_b);
        if (const auto members = close_members(*closeness, side_a, side_b))
            common.point =
                0.5 * ((a.pose.position + middle(members->of_a)) + (b.pose.position + middle(members->of_b)));
        common.distance = distance_from_close(common.point, verdict.proof, a, b);
    }
    if (std::isfinite(common.distance)) {
        common.kind = CommonPointKind::close;
        common.proof = std::move(verdict.proof);
    } else if (common.status == Status::converged) {
        common.status = Status::budget_reached;
    }
    return common;
}

/// A proof about two parts as one about their wholes; of two shapes as it is.
template <class Shown> Proof proof_of(const Shown& shown, const std::optional<PartPair>& parts) {
    if (parts) return IntersectingParts{parts->a, parts->b, shown};
    return shown;
}

CertifiedCommonPoint member(const Vec3& point, const std::optional<PartPair>& parts) {
    return {{point, 0, CommonPointKind::member}, proof_of(CommonPoint{point}, parts)};
}

/// Where no member of both is known: the double nearest to the proof's point. Two flat sets cross, and exact
/// signs have the crossing to a rounding of the coordinates.
CertifiedCommonPoint nearby(const IntervalVec3& box, Proof proof) {
    const Vec3 point = middle(box);
    return {{point, norm(enclose(point) - box).upper, CommonPointKind::nearby}, std::move(proof)};
}

/// Where two flat sides cross: a member where a double is one. Exact signs decide, no other proof is needed.
std::optional<CertifiedCommonPoint> crossing_of(const Sides& sides) {
    const std::optional<Feature> flat_a = flat_feature(sides.a.shape);
    const std::optional<Feature> flat_b = flat_feature(sides.b.shape);
    if (!flat_a || !flat_b) return std::nullopt;
    const Crossing crossing{*flat_a, *flat_b};
    const std::optional<IntervalVec3> box = crossing_box(crossing, sides.a, sides.b);
    if (!box) return std::nullopt;
    const Vec3 point = middle(*box);
    if (contains_point(sides.a, point) && contains_point(sides.b, point)) return member(point, sides.parts);
    return nearby(*box, proof_of(crossing, sides.parts));
}

/// The point that the proof is about, as a member where it is one, or moved inside of both.
CertifiedCommonPoint located(const Placed& a, const Placed& b, Proof proof) {
    const Sides sides = sides_of(proof, a, b);
    if (std::optional<CertifiedCommonPoint> crossing = crossing_of(sides)) return *std::move(crossing);
    const std::optional<IntervalVec3> box = common_point_box(proof, a, b);
    const auto* point = std::get_if<CommonPoint>(&proof);
    const bool half_spaces = is_half_space(a) && is_half_space(b);
    const Vec3 start = half_spaces ? point_of_half_spaces(a, b)
                       : box       ? middle(*box)
                       : point     ? point->point
                                   : Vec3{};
    if (contains_point(sides.a, start) && contains_point(sides.b, start)) return member(start, sides.parts);
    if (!flat_feature(sides.a.shape) && !flat_feature(sides.b.shape) && !half_spaces) {
        if (const auto inside = inner_point(sides.a, sides.b, start)) return member(*inside, sides.parts);
    }
    if (box) return nearby(*box, std::move(proof));
    // A half-space that is just touched: where along it is not known.
    Verdict touching;
    if (is_half_space(a) || is_half_space(b)) prove_half_space_closeness(a, b, separation(a, b), touching);
    return close(a, b, std::move(touching));
}

/// Midway between the witness points of an overlap: in nearly all pairs of convex shapes a point of both,
/// which is then the whole proof, and costs a tenth of a decision.
std::optional<CertifiedCommonPoint> point_between(const Separation& overlap, const Placed& a,
                                                  const Placed& b) {
    const Vec3 point = 0.5 * (overlap.point_a + overlap.point_b);
    CertifiedCommonPoint common{{point, 0, CommonPointKind::member}, CommonPoint{point}};
    return verify(common, a, b) ? std::optional(std::move(common)) : std::nullopt;
}

/// Of the parts that an overlap names.
std::optional<CertifiedCommonPoint> point_of_parts(const Separation& overlap, const Placed& a,
                                                   const Placed& b) {
    const PartPairs pairs(a, b);
    if (!pairs.bounded || overlap.part_a >= pairs.a.count() || overlap.part_b >= pairs.b.count())
        return std::nullopt;
    const PartPair parts{overlap.part_a, overlap.part_b};
    if (!pairs.a.solid() && !pairs.b.solid()) {
        auto crossing = crossing_of({placed_part(pairs.a, parts.a), placed_part(pairs.b, parts.b), parts});
        if (crossing) return crossing;
    }
    const std::optional<IntersectingParts> proof = prove_parts_intersect(pairs, parts);
    return proof ? std::optional(located(a, b, *proof)) : std::nullopt;
}

std::optional<CertifiedCommonPoint> point_of_verdict(Verdict verdict, const Placed& a, const Placed& b) {
    if (verdict.answer == Answer::disjoint) return std::nullopt;
    if (verdict.answer == Answer::undecided) return close(a, b, std::move(verdict));
    return located(a, b, std::move(verdict.proof));
}

}  // namespace

std::optional<CertifiedCommonPoint> common_point(const Placed& a, const Placed& b) noexcept {
    return GRAZE_AUDITED(point_of_verdict(pair_verdict(a, b), a, b),
                         audit::check_common_point(answer, {a, b}));
}

std::optional<CertifiedCommonPoint> common_point(const Verdict& verdict, const Placed& a,
                                                 const Placed& b) noexcept {
    return GRAZE_AUDITED(point_of_verdict(verdict, a, b), audit::check_common_point(answer, {a, b}));
}

std::optional<CertifiedCommonPoint> common_point_from(const Separation& overlap, const Placed& a,
                                                      const Placed& b) noexcept {
    std::optional<CertifiedCommonPoint> found;
    if (a.shape.convex() && b.shape.convex()) {
        if (overlap.distance.upper < 0) found = point_between(overlap, a, b);
    } else if (overlap.distance.upper <= 0 && !is_half_space(a) && !is_half_space(b)) {
        found = point_of_parts(overlap, a, b);
    }
    if (!found) found = point_of_verdict(pair_verdict(a, b), a, b);
    return GRAZE_AUDITED(found, audit::check_common_point(answer, {a, b}));
}

}  // namespace graze
