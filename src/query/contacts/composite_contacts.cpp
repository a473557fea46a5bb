// Contact queries of sets of parts. The two shapes are always processed in the same order, so that swapping
// them flips the answer exactly.
#include "query/contacts/composite_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "convex/manifold/contacts_along.hpp"
#include "convex/manifold/manifold.hpp"
#include "graze/query/query.hpp"
#include "mesh/pair_order.hpp"
#include "query/composite/composite.hpp"
#include "query/depth/common_balls.hpp"
#include "query/depth/deep_point.hpp"
#include "shape/half_space_normal.hpp"
#include "solid/surface_distance.hpp"

namespace graze {
namespace {

void flip(ContactManifold& manifold) noexcept {
    manifold.normal = -manifold.normal;
    std::swap(manifold.nearest_a, manifold.nearest_b);
    for (std::size_t i = 0; i < manifold.points.count; ++i) {
        ContactPoint& point = manifold.points.storage[i];
        std::swap(point.part_a, point.part_b);
        point.feature = point.feature << 32 | point.feature >> 32;
    }
}

/// What the groups and their manifolds are made of.
struct Found {
    std::vector<ContactGroup> groups;
    ContactManifold none;         ///< The answer when there is no group.
    double upper = 0;             ///< Upper bound of the signed distance.
    double tolerance = 0;         ///< Points nearer to each other than this count as one. A length.
    double patch_gap = 0;         ///< Points nearer than this belong to one patch. A length.
    bool budget_reached = false;  ///< There may be more contacts.
};

/// An upper bound of direction · (x - position) over a side, as close as the floats of its tree: a flat
/// ground has no single highest part, and evaluating all of them would take longer than the contacts do.
double height_above(const PlacedParts& side, const Vec3& direction) noexcept {
    const IntervalVec3 local = transpose_times(enclose(side.placed.pose.rotation), enclose(direction));
    if (side.tree() == nullptr) return support_value(side.placed.shape, local).upper;
    const BoxTree& tree = *side.tree();
    const double slack = 1e-6 * side.placed.shape.core_reach();
    double shown = -std::numeric_limits<double>::infinity();   // by parts
    double height = -std::numeric_limits<double>::infinity();  // by parts, and boxes passed over
    std::vector<std::pair<std::uint32_t, double>> open{{0, std::numeric_limits<double>::infinity()}};
    while (!open.empty()) {
        const auto [index, top] = open.back();
        open.pop_back();
        if (top <= shown + slack) {
            height = std::max(height, top);
        } else if (child::is_leaf(index)) {
            for (const std::uint32_t part : tree.primitives(child::leaf_slots(index)))
                shown = std::max(shown, support_value(side.core_part(part), local).upper);
        } else {
            BoxNode place;
            const BoxNode& node = tree.node(index, place);
            for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
                const std::uint32_t child = node.child[lane];
                if (child != child::kNone)
                    open.emplace_back(child, support_value(tree.lane_box(node, lane), local).upper);
            }
        }
    }
    return next_above(std::max(height, shown) + (Interval(side.margin()) * norm(local)).upper);
}

/// How far b must move along the normal to be beyond all of a; an upper bound.
double exit_distance(const PartPairs& pairs, const Vec3& normal) noexcept {
    const double between = dot(normal, pairs.a.placed.pose.position - pairs.b.placed.pose.position);
    return next_above(height_above(pairs.a, normal) + height_above(pairs.b, -normal) + between +
                      2 * pairs.error());
}

/// The deepest point known to be inside both sides: the start is the midpoint where the depth was found or
/// the midpoint of two balls, then a climb.
DeepPoint deepest_known(const PartPairs& pairs, const Separation& depth) {
    constexpr std::size_t kBalls = 64;  // on each side, a millisecond or two
    constexpr int kSteps = 64;          // of the climb, twice as many as it takes to a hundredth of the depth
    const auto at = [&](const Vec3& point) { return depth_at(pairs, {}, point); };
    DeepPoint best = climb(pairs, {}, at(0.5 * (depth.point_a + depth.point_b)), kSteps);
    const TranslationBall* largest = nullptr;
    const std::vector<TranslationBall> balls = overlapping_translations(pairs, kBalls, -depth.distance.lower);
    const auto excess = [](const TranslationBall& ball) { return ball.radius - length(ball.centre); };
    for (const TranslationBall& ball : balls) {
        if (largest == nullptr || excess(ball) > excess(*largest)) largest = &ball;
    }
    if (largest == nullptr) return best;
    // From the middle of a's ball to that of b's, as far as the first is large.
    const DeepPoint other = climb(pairs, {}, at(largest->in_a - largest->share * largest->centre), kSteps);
    return other.depth > best.depth ? other : best;
}

/// A contact between balls around one point of both sides, for pairs that surely overlap although no parts
/// show how.
void add_ball_contact(const PartPairs& pairs, double tolerance, ContactManifold& manifold,
                      const Vec3& deep) noexcept {
    const auto radius = [](const PlacedParts& side, const Vec3& x) {
        return -signed_distance(side.placed, x).upper;
    };
    const auto part = [](const PlacedParts& side, const Vec3& x) {
        return side.made_of_triangles() ? distance_from_point(side.placed, x).part : 0;
    };
    Vec3 middle = deep;
    // A surface has no balls: its point nearest to the deep one is in the other side, if that is deeper there
    // than it is far from the surface.
    for (const PlacedParts* side : {&pairs.a, &pairs.b}) {
        if (side->made_of_triangles() && !(radius(*side, middle) > 0))
            middle = distance_from_point(side->placed, middle).nearest;
    }
    const double of_a = std::max(0.0, radius(pairs.a, middle));
    const double of_b = std::max(0.0, radius(pairs.b, middle));
    if (!(of_a + of_b > tolerance)) return;
    manifold.points.storage[0] = {middle + (0.5 * (of_a - of_b)) * manifold.normal, of_a + of_b, 0,
                                  part(pairs.a, middle), part(pairs.b, middle)};
    manifold.points.count = 1;
    manifold.nearest_a = manifold.nearest_b = {};
}

/// The pair has a budget, of which the search for contacts may spend all.
Found find_bounded(const PartPairs& pairs, const ContactOptions& options) {
    const Placed& a = pairs.a.placed;
    const Placed& b = pairs.b.placed;
    const auto plain = [](const PlacedParts& side) { return side.made_of_triangles() && side.margin() == 0; };
    const ContactScene scene{pairs, options, level_angle(options), 4 * pairs.error(),
                             plain(pairs.a) && plain(pairs.b)};
    Found found;
    found.tolerance = scene.tolerance;
    found.patch_gap = std::max(0.0, options.patch_gap) * std::min(a.shape.reach(), b.shape.reach());
    const LocalContacts local = gather_contacts(scene);
    const bool gathered = !spent(pairs.work);
    *pairs.work = WorkBudget(kDefaultWork / 2);  // however many there are, some of them are brought together
    found.upper = local.upper;
    found.groups = group_contacts(scene, local.all);
    found.budget_reached = !gathered || spent(pairs.work);
    if (!found.groups.empty()) return found;
    const Separation s = bounded_separation(pairs, {});
    found.none = without_points(s);
    if (found.budget_reached && !(s.distance.lower > 0)) found.none.status = Status::budget_reached;
    if (s.distance.upper >= -scene.tolerance) return found;
    add_ball_contact(pairs, scene.tolerance, found.none, deepest_known(pairs, s).point);
    if (found.none.points.empty()) found.none.status = Status::budget_reached;
    return found;
}

Found find_at_half_space(const Placed& a, const Placed& b, const ContactOptions& options) {
    Found found;
    found.none = without_points(separation(a, b));
    const Placed& composite = is_half_space(a) ? b : a;
    found.tolerance = 4 * placement_error(composite);
    found.patch_gap = std::max(0.0, options.patch_gap) * composite.shape.reach();
    ContactGroup group{found.none.normal, LocalContact::NormalConfidence::agreed, 0, {}, {}, {}};
    std::uint32_t number = 0;
    for (const LocalContact& contact : half_space_contacts(a, b, options))
        group.add(contact.points, number++, contact.spacing);
    if (!group.points.empty()) found.groups.push_back(std::move(group));
    return found;
}

/// At most four of the points. Where several pairs of parts touch at one place, the least of their names is
/// taken: which of them is deepest by a rounding error would change from frame to frame.
ContactPoints chosen(std::span<const ContactPoint> points, const Vec3& normal, double tolerance) noexcept {
    ContactPoints kept = reduced(points, normal, tolerance);
    const auto name = [](const ContactPoint& p) { return std::tie(p.part_a, p.part_b, p.feature); };
    for (std::size_t i = 0; i < kept.count; ++i) {
        ContactPoint& point = kept.storage[i];
        const Vec3 place = point.position;
        for (const ContactPoint& other : points) {
            if (length(other.position - place) > tolerance || !(name(other) < name(point))) continue;
            point.part_a = other.part_a;
            point.part_b = other.part_b;
            point.feature = other.feature;
        }
    }
    return kept;
}

/// The signed distance that follows from the normal and the parts.
Interval distance_along(const Placed& a, const Placed& b, const Found& found, const Vec3& normal) noexcept {
    if (is_half_space(a) || is_half_space(b)) return found.none.distance;
    const PartPairs pairs(a, b);
    if (pairs.a.is_skin() && pairs.b.is_skin()) return {0, 0};
    const double lower = -exit_distance(pairs, normal);
    return {lower, std::max(lower, std::min(found.upper, 0.0))};
}

std::optional<Found> find_contacts(const Placed& a, const Placed& b, const ContactOptions& options) {
    if (!usable(a) || !usable(b)) return std::nullopt;
    if (is_half_space(a) || is_half_space(b)) return find_at_half_space(a, b, options);
    PartPairs pairs(a, b);
    if (!pairs.bounded) return std::nullopt;
    WorkBudget work(kDefaultWork / 2);
    pairs.work = &work;
    if (!balls_apart(a, b, pairs.poses)) return find_bounded(pairs, options);
    Found found;
    found.none = without_points(separation(a, b));
    return found;
}

ContactManifold invalid_manifold() noexcept {
    ContactManifold manifold;
    manifold.status = Status::invalid_input;
    return manifold;
}

}  // namespace

ContactManifold composite_contacts(const Placed& a, const Placed& b, const ContactOptions& options) noexcept {
    if (in_reverse_order(a, b)) {
        ContactManifold manifold = composite_contacts(b, a, options);
        flip(manifold);
        return manifold;
    }
    const std::optional<Found> found = find_contacts(a, b, options);
    if (!found) return invalid_manifold();
    if (found->groups.empty()) return found->none;
    const ContactGroup& deepest = found->groups.front();
    ContactManifold manifold;
    manifold.normal = deepest.normal;
    manifold.distance = distance_along(a, b, *found, deepest.normal);
    manifold.points = chosen(deepest.points, deepest.normal, found->tolerance);
    if (found->budget_reached) manifold.status = Status::budget_reached;
    return manifold;
}

std::vector<ContactManifold> composite_contact_manifolds(const Placed& a, const Placed& b,
                                                         const ContactOptions& options) {
    std::vector<ContactManifold> manifolds;
    if (in_reverse_order(a, b)) {
        manifolds = composite_contact_manifolds(b, a, options);
        for (ContactManifold& manifold : manifolds) flip(manifold);
        return manifolds;
    }
    const std::optional<Found> found = find_contacts(a, b, options);
    if (!found) return manifolds;
    if (found->groups.empty() && !found->none.points.empty()) manifolds.push_back(found->none);
    const Status status = found->budget_reached ? Status::budget_reached : Status::converged;
    for (const ContactGroup& group : found->groups) {
        const Interval distance = distance_along(a, b, *found, group.normal);
        for (const std::vector<ContactPoint>& patch : patches_of(group, found->patch_gap))
            manifolds.push_back(
                {chosen(patch, group.normal, found->tolerance), group.normal, distance, status, {}, {}});
    }
    return manifolds;
}

}  // namespace graze
