// Distances of sets of parts: the closest pair, near ones first. The lower end of the interval is the least
// lower bound of all pairs evaluated and of those pruned; the upper end belongs to the closest points found.
#include <algorithm>
#include <cmath>

#include "convex/closed_form/closed_form.hpp"
#include "convex/triangle/triangle_distance.hpp"
#include "convex/triangle/triangle_triangle.hpp"
#include "query/composite/composite.hpp"
#include "query/composite/search_axis.hpp"
#include "result/flipped.hpp"

namespace graze {
namespace {

struct NearestFound {
    /// Of the wholes, so far.
    Interval distance{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    Separation closest;        ///< Of the parts that the upper end belongs to, world frame.
    std::uint32_t tests = 0;   ///< Pairs of parts.
    bool overlapping = false;  ///< For certain.
    bool budget_reached = false;

    void offer(const PartPair& parts, const Separation& found) {
        distance.lower = std::min(distance.lower, found.distance.lower);
        if (!(found.distance.upper < distance.upper)) return;
        distance.upper = found.distance.upper;
        closest = found;
        closest.part_a = parts.a;
        closest.part_b = parts.b;
    }
};

/// The closest triangles, leaf by leaf. Where surfaces are nearly flat, most pairs of leaves are separated
/// along the direction between the closest points so far by no less than those points: two known heights show
/// it.
class NearestTriangles {
public:
    explicit NearestTriangles(const PartPairs& pairs) noexcept
        : pairs_(pairs),
          view_(triangle_view(pairs)),
          // What the rounding of b's corners does to a distance: less than twice what it does along each
          // axis.
          error_(2 * view_.error() + pairs.poses.defect * pairs.pair.extent),
          // A height takes nine roundings of numbers no larger than the extent, the direction mapped to b's
          // frame and its length included.
          height_error_(error_ + 32 * kEps * pairs.pair.extent),
          margins_(pairs.a.margin() + pairs.b.margin()),
          axis_(pairs.a, pairs.b, view_.map()) {}

    /// Starts from the pair that was closest last time, if there is one, and leaves the new one behind.
    NearestFound search(PairCache* cache) noexcept {
        const std::optional<PartPair> last = remembered_parts(pairs_, cache);
        if (last && !measure(*last, pairs_.a.triangle(last->a), pairs_.b.triangle(last->b))) return best_;
        const auto visit = [this](LeafSlots in_a, LeafSlots in_b, double /*lower*/, double& limit) {
            return measure(in_a, in_b, limit);
        };
        const auto apart = [this](std::uint32_t child_a, std::uint32_t child_b) {
            return are_apart(child_a, child_b);
        };
        const Affine b_in_a = Affine::from(pairs_.pair.b_in_a);
        const auto timed = [&](LeafSlots in_a, LeafSlots in_b, double lower, double& limit) {
            const TimedScope scope(&pairs_.counted->primitive_seconds);
            return visit(in_a, in_b, lower, limit);
        };
        const auto visitor =
            pairs_.counted == nullptr ? BoundedLeafPairVisitor(visit) : BoundedLeafPairVisitor(timed);
        detail::count(pairs_, visit_near_pairs(*pairs_.a.tree(), *pairs_.b.tree(), b_in_a, reach(),
                                               NearPairVisitor{visitor, apart}));
        if (pairs_.counted != nullptr) pairs_.counted->primitive_tests += best_.tests;
        remember(cache, {best_.closest.part_a, best_.closest.part_b});
        return best_;
    }

private:
    Continue measure(LeafSlots in_a, LeafSlots in_b, double& limit) noexcept {
        if (detail::ends_at_leaf(pairs_) || !measure(in_a, in_b)) return Continue::no;
        limit = reach();
        return Continue::yes;
    }

    bool are_apart(std::uint32_t child_a, std::uint32_t child_b) noexcept {
        return too_far(gap(axis_.highest_of_a(child_a), axis_.lowest_of_b(child_b)));
    }

    [[nodiscard]] bool too_far(double gap) const noexcept {
        return gap - height_error_ > best_.distance.upper + margins_;
    }

    /// Boxes farther apart than this hold nothing closer.
    [[nodiscard]] double reach() const noexcept {
        return std::max(best_.distance.upper + margins_ + 2 * pairs_.error(), 0.0);
    }

    /// False when two triangles intersect.
    bool measure(LeafSlots in_a, LeafSlots in_b) noexcept {
        spend(pairs_.work, work::kCulledPair * in_a.count * in_b.count);
        for (std::uint32_t j = 0; j < in_b.count; ++j) {
            const Triangle other = pairs_.b.triangle_in_slot(in_b.first + j);
            // The axis may turn in the inner loop; what is left of that loop is then not culled.
            const AxisHeight lowest = axis_.lowest_of_b(other);
            for (std::uint32_t i = 0; i < in_a.count; ++i) {
                const Triangle own = pairs_.a.triangle_in_slot(in_a.first + i);
                if (too_far(gap(axis_.highest_of_a(own), lowest))) continue;
                const PartPair parts{pairs_.a.tree()->order()[in_a.first + i],
                                     pairs_.b.tree()->order()[in_b.first + j]};
                if (!measure(parts, own, other)) return false;
            }
        }
        return true;
    }

    bool measure(const PartPair& parts, const Triangle& own, const Triangle& other) noexcept {
        ++best_.tests;
        spend(pairs_.work, work::kTrianglePair);
        const auto found = distance_within(corners(own), corners(view_.in_frame_of_a(other)),
                                           best_.distance.upper + margins_ + error_);
        if (!found) return true;
        if (found->distance.lower <= error_ && contact(view_, own, other) != TriangleContact::disjoint) {
            best_.overlapping = true;
            return false;
        }
        offer(parts, *found);
        return true;
    }

    void offer(const PartPair& parts, const TriangleDistance& found) noexcept {
        const Interval distance{std::max(found.distance.lower - error_, 0.0) - margins_,
                                found.distance.upper + error_ - margins_};
        best_.distance.lower = std::min(best_.distance.lower, distance.lower);
        if (!(distance.upper < best_.distance.upper)) return;
        const PlacedParts& a = pairs_.a;
        const Vec3 across = unit(found.point_b - found.point_a);
        axis_.turn_to(across);
        Separation s;
        s.distance = distance;
        s.normal = a.placed.pose.rotation * across;
        s.point_a = a.placed.pose * found.point_a + a.margin() * s.normal;
        s.point_b = a.placed.pose * found.point_b - pairs_.b.margin() * s.normal;
        best_.offer(parts, s);
    }

    const PartPairs& pairs_;
    TriangleView view_;
    double error_;
    double height_error_;
    double margins_;
    NearestFound best_;
    SearchAxis axis_;
};

/// Tolerance of the distance of two parts that may or may not overlap: close to what rounding allows.
constexpr double kOpenTolerance = 1e-13;

NearestFound nearest_parts(const PartPairs& pairs, const SeparationOptions& options) noexcept {
    NearestFound best;
    PairCache cache;
    visit_nearest_parts(pairs, [&](std::uint32_t i, std::uint32_t j, double& limit) {
        const Placed a = placed_part(pairs.a, i), b = placed_part(pairs.b, j);
        Separation found = separation(a, b, options, &cache);
        ++best.tests;
        spend(pairs.work, work_of(found));
        // Overlap of parts decides between a gap and a depth: pairs that the tolerance or the budget left
        // undecided are evaluated again.
        if (found.distance.lower <= 0 && found.distance.upper > 0) {
            found = separation(a, b, {.tolerance = kOpenTolerance}, &cache);
            spend(pairs.work, work_of(found));
        }
        best.offer({i, j}, found);
        best.overlapping = best.overlapping || found.distance.upper <= 0;
        best.budget_reached = best.budget_reached || found.status == Status::budget_reached;
        limit = std::max(best.distance.upper, 0.0);
        return best.overlapping ? Continue::no : Continue::yes;
    });
    return best;
}

}  // namespace

namespace {

NearestFound nearest(const PartPairs& pairs, const SeparationOptions& options, PairCache* cache) noexcept {
    const bool plain = pairs.a.made_of_triangles() && pairs.b.made_of_triangles() && pairs.pair.scale == 1;
    return plain ? NearestTriangles(pairs).search(cache) : nearest_parts(pairs, options);
}

/// Empty when parts overlap, or their margins do: how deep is another question.
std::optional<Separation> finished_gap(const NearestFound& found) noexcept {
    if (found.overlapping || found.distance.upper <= 0) return std::nullopt;
    Separation s = found.closest;
    s.status = found.budget_reached ? Status::budget_reached : Status::converged;
    s.distance = {std::min(found.distance.lower, found.distance.upper), found.distance.upper};
    s.iterations = found.tests;
    return s;
}

/// A lower bound of the gap from a to b along the direction; negative where their projections overlap.
double gap_along(const PartPairs& pairs, const Vec3& direction) noexcept {
    const Vec3 n = unit(direction);
    const IntervalVec3 apart = enclose(pairs.b.placed.pose.position) - enclose(pairs.a.placed.pose.position);
    const Interval gap = dot(enclose(n), apart) - Interval(farthest_part(pairs.a, n).height) -
                         Interval(farthest_part(pairs.b, -n).height);
    const Interval length = norm(enclose(n));
    return gap.lower / (gap.lower > 0 ? length.upper : length.lower) *
           (1 - std::copysign(4 * kEps, gap.lower));
}

/// What holds when the work is spent: the closest points found so far, and the widest gap of the hulls along
/// a few directions. A set is outside of another when their hulls are, so that the lower end holds for pairs
/// that overlap too.
Separation unfinished_search(const PartPairs& pairs, const NearestFound& found) noexcept {
    Separation s = found.closest;
    s.distance = found.distance;
    if (found.tests == 0) {
        s = separation(placed_part(pairs.a, 0), placed_part(pairs.b, 0));
        s.part_a = s.part_b = 0;
    }
    const Vec3 centres = pairs.b.placed.pose * pairs.b.placed.shape.centre() -
                         pairs.a.placed.pose * pairs.a.placed.shape.centre();
    const bool skins = pairs.a.is_skin() && pairs.b.is_skin();
    if (skins)
        s.distance.upper =
            std::max(s.distance.upper, 0.0);  // the depth of two parts is none of their surfaces
    double lower = skins ? 0 : gap_along(pairs, s.normal);
    for (const Vec3& axis : {s.normal, centres, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
        if (axis == Vec3{}) continue;
        lower = std::max({lower, gap_along(pairs, axis), gap_along(pairs, -axis)});
    }
    s.distance.lower = std::min(lower, s.distance.upper);
    s.status = Status::budget_reached;
    s.iterations = found.tests;
    return s;
}

}  // namespace

std::optional<Separation> composite_gap(const PartPairs& pairs, const SeparationOptions& options,
                                        PairCache* cache) noexcept {
    const NearestFound found = nearest(pairs, options, cache);
    return spent(pairs.work) ? std::nullopt : finished_gap(found);
}

Separation half_space_separation(const PlacedParts& parts, const Placed& half_space) noexcept {
    const HalfSpaceGap gap = half_space_gap(parts, half_space);
    Separation s = separation_any_half_space(placed_part(parts, gap.part), half_space);
    s.distance.lower = std::min(s.distance.lower, gap.distance.lower);
    s.part_a = gap.part;
    return s;
}

Separation composite_separation(const Placed& a, const Placed& b, const SeparationOptions& options,
                                PairCache* cache) noexcept {
    return composite_separation(a, b, options, cache, nullptr);
}

Separation composite_separation(const Placed& a, const Placed& b, const SeparationOptions& options,
                                PairCache* cache, PairWork* counted) noexcept {
    const bool first = a.shape.type() == ShapeType::half_space;
    if (first || b.shape.type() == ShapeType::half_space) {
        const Placed& half_space = first ? a : b;
        const Separation s = half_space_separation(PlacedParts(first ? b : a), half_space);
        return first ? flipped(s) : s;
    }
    PartPairs pairs(a, b);
    Separation invalid;
    invalid.status = Status::invalid_input;
    if (!pairs.bounded) return invalid;
    // Who limits the iterations has set a budget: no other ends the search then.
    WorkBudget work = options.max_iterations != 0 ? WorkBudget::unlimited() : WorkBudget(kDefaultWork);
    pairs.work = &work;
    pairs.counted = counted;
    return bounded_separation(pairs, options, cache);
}

Separation bounded_separation(const PartPairs& pairs, const SeparationOptions& options,
                              PairCache* cache) noexcept {
    const NearestFound found = nearest(pairs, options, cache);
    std::optional<Separation> gap = finished_gap(found);
    const bool certain = found.overlapping || found.distance.upper <= 0;
    if (!certain && (spent(pairs.work) || encloses_part(pairs))) {
        if (spent(pairs.work)) return unfinished_search(pairs, found);
        gap.reset();
    }
    if (!gap) return composite_overlap_depth(pairs, options);
    if (gap->distance.lower <= 0) {
        if (const std::optional<double> exit = short_exit_distance(pairs, *gap)) {
            gap->distance.lower = std::min(gap->distance.lower, -*exit);
            return *gap;
        }
        // Still not distinguished from touching. In sets that are not convex, parts that overlap minimally
        // may be deep inside.
        gap->distance.lower =
            std::min(gap->distance.lower, composite_overlap_depth(pairs, options).distance.lower);
        gap->status = Status::budget_reached;
    }
    return *gap;
}

}  // namespace graze
