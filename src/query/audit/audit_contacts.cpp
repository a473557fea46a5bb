// Contacts and relations.
#include <cmath>

#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "query/audit/audit.hpp"
#include "query/audit/audit_bounds.hpp"

namespace graze::audit {
namespace {

void record(Check& check, const ContactManifold& m) {
    check.answered("distance", m.distance);
    check.answered("normal", m.normal);
    check.answered("status", {static_cast<double>(m.status)});
    for (const ContactPoint& p : m.points)
        check.answered("point", {p.position.x, p.position.y, p.position.z, p.depth});
}

void check_numbers(Check& check, const ContactManifold& m, const Pair& pair) {
    check.expect(ordered(m.distance), "the bounds of the distance are out of order or NaN");
    check.expect(is_unit(m.normal), "the normal is not unit");
    check.expect(m.status == Status::converged || m.status == Status::budget_reached,
                 "valid input is refused");
    check.expect(m.points.count <= m.points.storage.size(), "more than four contact points");
    const std::size_t parts_a = parts_in(pair.a.shape), parts_b = parts_in(pair.b.shape);
    for (const ContactPoint& p : m.points) {
        check.expect(is_finite(p.position) && std::isfinite(p.depth) && p.depth > 0,
                     "a contact point is not finite, or has no depth");
        check.expect(p.part_a < parts_a && p.part_b < parts_b,
                     "a contact point names a part that does not exist");
    }
    check.expect(m.points.empty() || m.distance.lower <= 0, "contact points of shapes that are apart");
    check.expect(is_finite(m.nearest_a) && is_finite(m.nearest_b), "a nearest point is not finite");
}

void check_proof(Check& check, const ContactManifold& m, const Pair& pair) {
    const bool now = linear_check_now(check, parts_in(pair.a.shape) + parts_in(pair.b.shape), Salt::verify);
    if (!now || verify(m, pair.a, pair.b)) return;
    const char* sign = !m.points.empty() ? "points" : m.distance.lower > 0 ? "gap" : "contact without points";
    check.not_shown(std::string(sign) + " of " + kind_of(pair.a.shape, pair.b.shape));
}

void compare_with_verbs(Check& check, const ContactManifold& m, const Pair& pair) {
    check.expect(planes_below(pair.a, pair.b, m.normal, check) <= m.distance.upper,
                 "a plane shows a distance above the upper bound");
    const bool slow = !pair.a.shape.convex() || !pair.b.shape.convex();
    if (sampled(check, slow ? kSlowTwinSample : kVerbSample, Salt::verbs))
        check.expect(compatible(m.distance, separation(pair.a, pair.b).distance),
                     "the distance is not that of separation");
    if (sampled(check, slow ? kSlowTwinSample : kTwinSample, Salt::twin))
        check.expect(compatible(m.distance, contacts(pair.b, pair.a).distance),
                     "the swapped distance is another one");
}

Relation flipped(Relation relation) noexcept {
    if (relation == Relation::a_inside_b) return Relation::b_inside_a;
    return relation == Relation::b_inside_a ? Relation::a_inside_b : relation;
}

/// Shapes that contain each other count as b inside a in both orders.
bool agree(Relation relation, Relation twin) noexcept {
    return relation == flipped(twin) || (relation == Relation::b_inside_a && twin == Relation::b_inside_a);
}

void check_relation_laws(Check& check, Relation relation, const Pair& pair) {
    const double close = close_call(pair.a, pair.b);
    if (sampled(check, kVerbSample, Salt::verbs)) {
        const Interval distance = separation(pair.a, pair.b).distance;
        if (relation == Relation::disjoint)
            check.expect(distance.upper > 0, "disjoint, but the distance is not positive");
        else
            check.expect(distance.lower <= close,
                         "not disjoint, but the distance is positive beyond rounding");
        if (relation == Relation::touching)
            check.expect(distance.upper >= -close, "touching, but the shapes overlap beyond rounding");
    }
    if (!sampled(check, kTwinSample, Salt::twin)) return;
    const Relation twin = graze::relation(pair.b, pair.a);
    if (agree(relation, twin)) return;
    const bool apart = relation == Relation::disjoint || twin == Relation::disjoint;
    const bool touching = relation == Relation::touching || twin == Relation::touching;
    check.expect(!apart || touching, "disjoint in one order only");
    check.expect(relation != Relation::identical && twin != Relation::identical,
                 "identical in one order only");
    check.not_shown("the swapped relation is another one, within what cannot be decided");
}

}  // namespace

void check_contacts(const ContactManifold& manifold, const Pair& pair) {
    Check check("contacts", pair.a, pair.b);
    record(check, manifold);
    if (!valid(pair.a, pair.b)) {
        check.expect(manifold.status == Status::invalid_input && manifold.points.empty(),
                     "invalid input has contacts");
        return;
    }
    check_numbers(check, manifold, pair);
    if (check.failed()) return;
    compare_with_verbs(check, manifold, pair);
    check_proof(check, manifold, pair);
}

void check_manifolds(std::span<const ContactManifold> manifolds, const Pair& pair) {
    Check check("contact_manifolds", pair.a, pair.b);
    for (const ContactManifold& manifold : manifolds) record(check, manifold);
    if (!valid(pair.a, pair.b)) {
        check.expect(manifolds.empty(), "invalid input has contacts");
        return;
    }
    for (const ContactManifold& manifold : manifolds) {
        check_numbers(check, manifold, pair);
        check.expect(!manifold.points.empty(), "a manifold without points");
        if (check.failed()) return;
        check_proof(check, manifold, pair);
    }
    const bool slow = !pair.a.shape.convex() || !pair.b.shape.convex();
    if (!manifolds.empty() && sampled(check, slow ? kSlowTwinSample : kVerbSample, Salt::verbs))
        check.expect(compatible(manifolds[0].distance, separation(pair.a, pair.b).distance),
                     "the distance is not that of separation");
    if (sampled(check, slow ? kSlowTwinSample : kTwinSample, Salt::twin)) {
        const Interval distance = separation(pair.a, pair.b).distance;
        const bool none = contact_manifolds(pair.b, pair.a).empty();
        // Shapes that only touch need not have contacts.
        if (none != manifolds.empty() && distance.upper < -close_call(pair.a, pair.b))
            check.expect(false, "an overlap has contacts in one order only");
    }
}

void check_relation(Relation relation, const Pair& pair) {
    Check check("relation", pair.a, pair.b);
    check.answered("relation", {static_cast<double>(relation)});
    if (!valid(pair.a, pair.b)) {
        check.expect(relation == Relation::overlapping, "invalid input does not count as overlapping");
        return;
    }
    check_relation_laws(check, relation, pair);
}

void check_certified(const CertifiedRelation& certified, const Pair& pair) {
    Check check("certified_relation", pair.a, pair.b);
    check.answered("relation", {static_cast<double>(certified.relation)});
    if (!valid(pair.a, pair.b)) {
        check.expect(certified.relation == Relation::overlapping,
                     "invalid input does not count as overlapping");
        return;
    }
    check_relation_laws(check, certified.relation, pair);
    if (check.failed() || verify(certified, pair.a, pair.b)) return;
    check.not_shown(std::string(to_string(certified.relation)) + " of " +
                    kind_of(pair.a.shape, pair.b.shape));
}

}  // namespace graze::audit
