// Decisions about sets of parts, each with a proof: two parts that intersect, a part inside of a solid, a
// cover of planes, or two parts too close to call with a cover of planes that leave no more than that.
#include <utility>
#include <variant>

#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "math/project_onto_half_spaces.hpp"
#include "query/composite/composite.hpp"
#include "query/proof/composite_cover.hpp"
#include "query/proof/prove.hpp"
#include "verify/verify_composite.hpp"

namespace graze {
namespace {

/// The alternatives of a convex verdict's proof.
ConvexProof convex_proof(const Proof& proof) {
    return std::visit(
        [](const auto& each) -> ConvexProof {
            if constexpr (std::is_constructible_v<ConvexProof, decltype(each)>)
                return each;
            else
                return std::monostate{};
        },
        proof);
}

void count(const Verdict& part, Verdict& whole) noexcept {
    whole.method = part.method;
    whole.iterations += part.iterations;
    whole.axes += part.axes;
}

/// The part that reaches deepest intersects the half-space, or a plane keeps all parts out of it. Neither:
/// they are close, and by how much is a matter of all parts, for others may reach deeper by what rounding
/// leaves open.
void decide_half_space(const Placed& a, const Placed& b, bool first, Verdict& verdict) {
    const Placed& half_space = first ? a : b;
    const PlacedParts parts(first ? b : a);
    const HalfSpaceGap gap = half_space_gap(parts, half_space);
    const Placed part = placed_part(parts, gap.part);
    const Verdict found = first ? decide(half_space, part) : decide(part, half_space);
    count(found, verdict);
    if (found.answer == Answer::intersecting) {
        verdict.answer = found.answer;
        verdict.proof =
            IntersectingParts{first ? 0 : gap.part, first ? gap.part : 0, convex_proof(found.proof)};
        return;
    }
    // `verify` evaluates all parts along the half-space's normal; it accepts where the bounds of the search
    // prove as much.
    if (found.answer == Answer::disjoint && (gap.distance.lower > 0 || verify(found.proof, a, b))) {
        verdict.answer = found.answer;
        verdict.proof = found.proof;
        return;
    }
    prove_half_space_closeness(a, b, separation(a, b), verdict);
}

/// Where the first parts that seem to touch are too close to call: others may certainly overlap. A few dozen
/// are tested.
bool decide_others(const PartPairs& pairs, Verdict& verdict) {
    int left = 64;
    visit_close_parts(pairs, 0, [&](std::uint32_t i, std::uint32_t j) {
        const Placed a = placed_part(pairs.a, i), b = placed_part(pairs.b, j);
        spend(pairs.work, work::kConvexPair);
        if (!overlaps(a, b)) return Continue::yes;
        spend(pairs.work, work::kProof);
        const Verdict found = decide(a, b);
        count(found, verdict);
        if (found.answer != Answer::intersecting) return --left > 0 ? Continue::yes : Continue::no;
        verdict.answer = Answer::intersecting;
        verdict.proof = IntersectingParts{i, j, convex_proof(found.proof)};
        return Continue::no;
    });
    return verdict.answer == Answer::intersecting;
}

/// Where parts touch from inside of a solid: a point of both that the membership test confirms.
bool decide_by_point(const PartPairs& pairs, Verdict& verdict) {
    const Placed& a = pairs.a.placed;
    const Placed& b = pairs.b.placed;
    const Separation s = bounded_separation(pairs, {.max_iterations = 64});
    if (!(s.distance.upper < 0)) return false;
    for (const Vec3& point :
         {0.5 * (s.point_a + s.point_b), a.pose * a.shape.centre(), b.pose * b.shape.centre()}) {
        const CommonPoint common{point};
        if (!verify(Proof{common}, a, b)) continue;
        verdict.answer = Answer::intersecting;
        verdict.proof = common;
        return true;
    }
    return false;
}

/// Of the shortest direction that leads by 1 out of every wall. Along each normal b then moves by 4 eps of
/// the extent at the least, and parts too close to call rarely overlap by more.
constexpr double kSteepest = 16;

/// Adds what shows that no piece is inside of a solid; false when that is not known. One plane between the
/// wholes needs nothing more.
bool add_probes(SeparatingCover& cover, const PartPairs& pairs) {
    if (verifying::is_single_plane(cover)) return true;
    std::optional<std::vector<SolidProbe>> outside = outside_probes(pairs);
    if (!outside) return false;
    cover.outside = *std::move(outside);
    return true;
}

/// Surfaces have no depth: planes that leave gaps of a rounding are enough.
bool cover_skins(const PartPairs& pairs, CloseParts& close) {
    CoverFound found = find_cover(pairs, close.closeness.delta);
    close.cover = std::move(found.cover);
    return found.complete;
}

/// The direction from a to b at two parts that are too close to call, or hardly apart.
std::optional<Vec3> normal_between(const PartPairs& pairs, const PartPair& parts, Verdict& verdict) {
    const Verdict found = decide(placed_part(pairs.a, parts.a), placed_part(pairs.b, parts.b));
    count(found, verdict);
    if (const auto* close = std::get_if<Closeness>(&found.proof)) return unit(close->normal);
    if (const auto* plane = std::get_if<SeparatingPlane>(&found.proof)) return unit(plane->normal);
    return std::nullopt;
}

/// Sets that are not surfaces overlap by no more than b has to move to be apart: along the normal of the
/// close parts, or, where others touch along other normals, as in a corner, along a direction between all of
/// these.
bool move_off(const PartPairs& pairs, CloseParts& close, Verdict& verdict) {
    constexpr std::size_t kMostNormals = 6;  // a corner has three, an edge of a corner five
    const Placed &a = pairs.a.placed, &b = pairs.b.placed;
    std::vector<HalfSpaceConstraint> sides{{unit(close.closeness.normal), 1}};
    while (true) {
        const Vec3& direction = close.direction == Vec3{} ? close.closeness.normal : close.direction;
        const std::optional<Placed> moved = verifying::moved_by(verifying::closest_call(a, b), direction, b);
        if (!moved) return false;
        PartPairs there(a, *moved);
        there.work = pairs.work;
        CoverFound found = find_cover(there, 0);
        if (found.complete) {
            close.cover = std::move(found.cover);
            return add_probes(close.cover, there);
        }
        if (spent(pairs.work) || sides.size() == kMostNormals) return false;
        const std::optional<Vec3> other = normal_between(pairs, found.open, verdict);
        if (!other) return false;
        sides.push_back({*other, 1});
        // None between walls that face each other: what is wedged has no short way out.
        const std::optional<Vec3> between = project_onto_half_spaces(sides, {});
        if (!between || !(length(*between) < kSteepest)) return false;
        close.direction = *between;
    }
}

/// No two parts are known to intersect.
void decide_apart(const PartPairs& pairs, Verdict& verdict) {
    CoverFound found = find_cover(pairs, 0);
    if (found.complete) {
        if (!add_probes(found.cover, pairs)) return;
        verdict.answer = Answer::disjoint;
        verdict.proof = std::move(found.cover);
        return;
    }
    if (spent(pairs.work)) return;
    const Verdict close = decide(placed_part(pairs.a, found.open.a), placed_part(pairs.b, found.open.b));
    count(close, verdict);
    const auto* closeness = std::get_if<Closeness>(&close.proof);
    if (closeness == nullptr) return;
    CloseParts parts{found.open.a, found.open.b, *closeness, {}, {}};
    const bool shown =
        pairs.a.is_skin() && pairs.b.is_skin() ? cover_skins(pairs, parts) : move_off(pairs, parts, verdict);
    if (shown) verdict.proof = std::move(parts);
}

/// The work is spent before there is a proof.
Verdict unfinished(Verdict verdict, Answer answer) noexcept {
    verdict.answer = answer;
    verdict.proof = std::monostate{};
    verdict.status = Status::budget_reached;
    return verdict;
}

/// That two parts intersect, when their verdict says so.
std::optional<IntersectingParts> shown_by(const PartPair& parts, const Verdict& found) {
    if (found.answer != Answer::intersecting) return std::nullopt;
    return IntersectingParts{parts.a, parts.b, convex_proof(found.proof)};
}

}  // namespace

Verdict decide_composite(const Placed& a, const Placed& b) noexcept {
    Verdict verdict;
    const bool first = a.shape.type() == ShapeType::half_space;
    if (first || b.shape.type() == ShapeType::half_space) {
        decide_half_space(a, b, first, verdict);
        return verdict;
    }
    PartPairs pairs(a, b);
    if (!pairs.bounded) {
        verdict.status = Status::invalid_input;
        return verdict;
    }
    WorkBudget work(kDefaultWork);
    pairs.work = &work;
    return decide_bounded(pairs);
}

std::optional<IntersectingParts> prove_parts_intersect(const PartPairs& pairs,
                                                       const PartPair& parts) noexcept {
    return shown_by(parts, decide(placed_part(pairs.a, parts.a), placed_part(pairs.b, parts.b)));
}

Verdict decide_bounded(const PartPairs& pairs) noexcept {
    Verdict verdict;
    const std::optional<PartPair> parts = intersecting_parts(pairs);
    if (parts) {
        const Verdict found = decide(placed_part(pairs.a, parts->a), placed_part(pairs.b, parts->b));
        count(found, verdict);
        if (const auto proof = shown_by(*parts, found)) {
            verdict.answer = Answer::intersecting;
            verdict.proof = *proof;
            return verdict;
        }
    }
    if (parts && (decide_others(pairs, verdict) || decide_by_point(pairs, verdict))) return verdict;
    if (spent(pairs.work)) return unfinished(std::move(verdict), Answer::undecided);
    // Parts too close to call may still be inside otherwise.
    if (const std::optional<SolidProbe> probe = enclosed_part(pairs)) {
        verdict.answer = Answer::intersecting;
        verdict.proof = EnclosedPart{*probe};
        return verdict;
    }
    decide_apart(pairs, verdict);
    if (!spent(pairs.work) || verdict.answer != Answer::undecided) return verdict;
    // The search for parts that intersect takes a small part of what a cover takes: its answer is kept
    // without one.
    const bool apart = !parts && !overlaps(pairs.a.placed, pairs.b.placed);
    return unfinished(std::move(verdict), apart ? Answer::disjoint : Answer::undecided);
}

}  // namespace graze
