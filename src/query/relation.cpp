// Relations from the verbs below them: apart by `decide`, inside by corners, touching by how deep the pair
// is. World frame.
#include "graze/result/proof.hpp"

#include <algorithm>

#include "convex/triangle/triangle_triangle.hpp"
#include "core/audited.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "math/project_onto_half_spaces.hpp"
#include "query/audit/audit.hpp"
#include "query/composite/composite.hpp"
#include "shape/pose_check.hpp"
#include "verify/verify_relation.hpp"

namespace graze {
namespace {

using namespace verifying;

/// Whether the convex `outer` contains all of `inner`, which is bounded: an eroded convex set is convex, so
/// corners are enough. False when the work is spent.
bool convex_contains(const Placed& outer, const Placed& inner, double tolerance, WorkBudget& work) noexcept {
    const auto holds = [&](const Vec3& point, double radius) {
        return separation({Point{}, Pose::translation(point)}, outer).distance.upper <= -radius + tolerance;
    };
    if (inner.shape.convex()) {
        const std::vector<PrimitiveBall> balls = corner_balls(inner.shape);
        work.spend(balls.size() * work::kConvexPair);
        const double stretched = stretch(inner.pose.rotation).upper;
        return std::ranges::all_of(balls, [&](const PrimitiveBall& ball) {
            return holds(inner.pose * ball.centre, ball.radius * stretched);
        });
    }
    const PlacedParts parts(inner);
    for (std::uint32_t i = 0; i < parts.count(); ++i) {
        if (work.spent() || !convex_contains(outer, placed_part(parts, i), tolerance, work)) return false;
    }
    return true;
}

/// Given that they reach into each other. A solid mesh whose surface touches the other shape is reported to
/// contain it only where the mesh is convex.
bool contains(const Placed& outer, const Placed& inner, double tolerance, WorkBudget& work) noexcept {
    if (inner.shape.type() == ShapeType::half_space) return false;
    if (outer.shape.convex()) return convex_contains(outer, inner, tolerance, work);
    const MeshData* mesh = mesh_data(outer.shape);
    if (mesh == nullptr || !mesh->convex) return false;
    const Shape grown =
        outer.shape.margin() > 0 ? rounded(mesh->convex->hull, outer.shape.margin()) : mesh->convex->hull;
    return convex_contains({grown, outer.pose}, inner, tolerance + mesh->convex->excess, work);
}

/// Whether two convex shapes are deeper in each other than the tolerance. Distances of curved ones are known
/// to a millionth at first, and better only where that leaves it open.
bool deeper_than(double tolerance, const Placed& a, const Placed& b, WorkBudget& work) noexcept {
    const Separation first = separation(a, b);
    work.spend(work_of(first));
    if (first.distance.upper < -tolerance || first.distance.lower >= -tolerance)
        return first.distance.upper < -tolerance;
    const Separation sharp = separation(a, b, {.tolerance = 0});
    work.spend(work_of(sharp));
    return sharp.distance.upper < -tolerance;
}

bool parts_reach_into_each_other(const PartPairs& pairs, double tolerance) noexcept {
    const PlacedParts& a = pairs.a;
    const PlacedParts& b = pairs.b;
    const bool plain = a.made_of_triangles() && b.made_of_triangles() && a.margin() == 0 && b.margin() == 0;
    const TriangleView view = triangle_view(pairs);
    bool deep = false;
    visit_close_parts(pairs, 0, [&](std::uint32_t i, std::uint32_t j) {
        if (plain) spend(pairs.work, work::kTrianglePair);
        deep = plain ? contact(view, a.triangle(i), b.triangle(j)) == TriangleContact::crossing
                     : deeper_than(tolerance, placed_part(pairs.a, i), placed_part(pairs.b, j), *pairs.work);
        return deep ? Continue::no : Continue::yes;
    });
    return deep;
}

/// Whether the common set of two shapes that overlap is more than rounding could make it; true when the work
/// is spent.
bool reach_into_each_other(const Placed& a, const Placed& b, double tolerance, WorkBudget& work) noexcept {
    if ((a.shape.convex() && b.shape.convex()) || a.shape.type() == ShapeType::half_space ||
        b.shape.type() == ShapeType::half_space)
        return deeper_than(tolerance, a, b, work);
    PartPairs pairs(a, b);
    pairs.work = &work;
    if (!pairs.bounded || parts_reach_into_each_other(pairs, tolerance) ||
        surface_enters_solid(pairs, tolerance))
        return true;
    // Solids that fill the same space may have no triangle inside of each other: a point deep in both
    // decides.
    return composite_overlap_depth(pairs, {.max_iterations = 64}).distance.upper < -tolerance || work.spent();
}

/// For shapes that overlap although no parts do. A surface all inside of the other side is not enough: that
/// one may have a cavity in it.
Relation relation_of_enclosed(const PartPairs& pairs) noexcept {
    if (all_enclosed(pairs, true))
        return reaches_around_piece(pairs, true) ? Relation::overlapping : Relation::b_inside_a;
    if (all_enclosed(pairs, false))
        return reaches_around_piece(pairs, false) ? Relation::overlapping : Relation::a_inside_b;
    return Relation::overlapping;
}

Verdict verdict_within(const Placed& a, const Placed& b, WorkBudget& work) noexcept {
    if ((a.shape.convex() && b.shape.convex()) || a.shape.type() == ShapeType::half_space ||
        b.shape.type() == ShapeType::half_space)
        return decide(a, b);
    PartPairs pairs(a, b);
    pairs.work = &work;
    return pairs.bounded ? decide_bounded(pairs) : decide(a, b);
}

Relation relation_of(const Placed& a, const Placed& b) noexcept {
    WorkBudget work(kDefaultWork);
    const Verdict verdict = verdict_within(a, b, work);
    if (verdict.status == Status::invalid_input) return Relation::overlapping;
    if (verdict.answer == Answer::disjoint) return Relation::disjoint;
    if (identical(a, b)) return Relation::identical;
    if (verdict.answer == Answer::undecided) return work.spent() ? Relation::overlapping : Relation::touching;
    if (std::holds_alternative<EnclosedPart>(verdict.proof)) {
        PartPairs pairs(a, b);
        pairs.work = &work;
        if (!intersecting_parts(pairs))
            return work.spent() ? Relation::overlapping : relation_of_enclosed(pairs);
    }
    const double tolerance = most_touch(a, b);
    if (!reach_into_each_other(a, b, tolerance, work)) return Relation::touching;
    if (contains(a, b, tolerance, work)) return Relation::b_inside_a;
    if (contains(b, a, tolerance, work)) return Relation::a_inside_b;
    return Relation::overlapping;
}

}  // namespace

Relation relation(const Placed& a, const Placed& b) noexcept {
    return GRAZE_AUDITED(relation_of(a, b), audit::check_relation(answer, {a, b}));
}

namespace {

/// With the lower end at the tolerance, where `verify` accepts it: searches bound a distance less tightly
/// than planes do. Along the normal, or against it, for flat parts in one plane have either.
std::optional<Separation> sharpened(const Separation& s, double tolerance, const Placed& a, const Placed& b) {
    for (const double sign : {1.0, -1.0}) {
        Separation sharp = s;
        sharp.normal = sign * s.normal;
        sharp.distance = {-tolerance, std::max(s.distance.upper, -tolerance)};
        if (verify(sharp, a, b)) return sharp;
    }
    return std::nullopt;
}

/// A few different normals are enough, and more would take long to project onto.
void add_side(std::vector<HalfSpaceConstraint>& sides, const Vec3& normal) {
    constexpr std::size_t kMost = 8;
    constexpr double kSame = 1 - 1e-9;
    const bool known = std::ranges::any_of(
        sides, [&](const HalfSpaceConstraint& side) { return dot(side.normal, normal) > kSame; });
    if (!known && sides.size() < kMost) sides.push_back({unit(normal), 1});
}

/// The contact of two parts along whose normal the whole leaves the other side at once, or along a direction
/// between the normals of several contacts, as in a corner. None where no such parts were found: a part that
/// is held from opposite sides has none.
std::optional<Separation> touching_parts(const PartPairs& pairs, double tolerance) {
    int left =
        16;  // pairs that touch: the normals of a corner and of the faces around it are among the first few
    std::optional<Separation> found;
    Separation last;
    std::vector<HalfSpaceConstraint> sides;
    visit_close_parts(pairs, tolerance, [&](std::uint32_t i, std::uint32_t j) {
        // Near what rounding allows.
        Separation contact =
            separation(placed_part(pairs.a, i), placed_part(pairs.b, j), {.tolerance = 1e-13});
        if (contact.distance.lower > tolerance) return Continue::yes;
        contact.part_a = i;
        contact.part_b = j;
        found = sharpened(contact, tolerance, pairs.a.placed, pairs.b.placed);
        if (!found) {
            last = contact;
            add_side(sides, contact.normal);
        }
        return found || --left == 0 ? Continue::no : Continue::yes;
    });
    const std::optional<Vec3> between =
        found || sides.size() < 2 ? std::nullopt : project_onto_half_spaces(sides, {});
    if (!between) return found;
    last.normal = unit(*between);
    return sharpened(last, tolerance, pairs.a.placed, pairs.b.placed);
}

/// As sharp as can be: whether two touch is a matter of roundings.
Separation separation_of_touching(const Placed& a, const Placed& b) {
    const double tolerance = most_touch(a, b);
    const Separation s = separation(a, b, {.tolerance = 0});
    if (s.distance.lower >= -tolerance || (a.shape.convex() && b.shape.convex())) return s;
    if (const std::optional<Separation> sharp = sharpened(s, tolerance, a, b)) return *sharp;
    const PartPairs pairs(a, b);
    return pairs.bounded ? touching_parts(pairs, tolerance).value_or(s) : s;
}

CertifiedRelation certify(const Placed& a, const Placed& b) {
    CertifiedRelation certified;
    certified.relation = relation(a, b);
    if (certified.relation == Relation::identical) return certified;
    certified.verdict = decide(a, b);
    if (certified.verdict.status == Status::invalid_input) return certified;
    if (certified.relation == Relation::overlapping) certified.separation = certified_separation(a, b);
    if (certified.relation == Relation::touching)
        certified.separation.separation = separation_of_touching(a, b);
    return certified;
}

}  // namespace

CertifiedRelation certified_relation(const Placed& a, const Placed& b) {
    return GRAZE_AUDITED(certify(a, b), audit::check_certified(answer, {a, b}));
}

}  // namespace graze
