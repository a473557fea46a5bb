// Distances of sets of parts: the closest pair, near ones first. The lower end of the interval is the least of all pairs looked at and of
// what left the others out; the upper end belongs to the closest points found.
#include <algorithm>
#include <array>
#include <cmath>

#include "convex/closed_form.hpp"
#include "convex/triangle_distance.hpp"
#include "convex/triangle_triangle.hpp"
#include "query/composite.hpp"

namespace graze {
namespace {

struct NearestFound {
    Interval distance{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};  ///< Of the wholes, so far.
    Vec3 point_a{};                                                                                       ///< World frame.
    Vec3 point_b{};
    Vec3 normal{1, 0, 0};
    std::uint32_t tests = 0;  ///< Pairs of parts.
    bool meeting = false;     ///< For certain.
    bool budget_reached = false;

    void offer(const Interval& pair, const Vec3& on_a, const Vec3& on_b, const Vec3& along) {
        distance.lower = std::min(distance.lower, pair.lower);
        if (!(pair.upper < distance.upper)) return;
        distance.upper = pair.upper;
        point_a = on_a;
        point_b = on_b;
        normal = along;
    }
};

/// How far triangles and boxes of one side reach along a direction of its own frame, rounded.
class Reach {
public:
    Reach() = default;
    Reach(const PlacedParts& parts, const Vec3& along, double offset) noexcept
        : parts_(&parts), along_(along), per_unit_(along * (1 / parts.tree()->frame().scale)), offset_(offset) {
        box_offset_ = dot(along, parts.tree()->frame().origin) + offset;
    }

    [[nodiscard]] double triangle(const Triangle& t) const noexcept {
        return std::max(std::max(dot(along_, t.a), dot(along_, t.b)), dot(along_, t.c)) + offset_;
    }
    [[nodiscard]] double triangle(std::uint32_t slot) const noexcept { return triangle(parts_->triangle_in_slot(slot)); }
    [[nodiscard]] double box(const BoxNode& node, std::size_t lane) const noexcept {
        double sum = box_offset_;
        for (std::size_t k = 0; k < 3; ++k) {
            const double n = per_unit_[k];
            sum += n * static_cast<double>(n > 0 ? node.max[k][lane] : node.min[k][lane]);
        }
        return sum;
    }

private:
    const PlacedParts* parts_ = nullptr;
    Vec3 along_{};
    Vec3 per_unit_{};  ///< Along the coordinates of nodes.
    double offset_ = 0;
    double box_offset_ = 0;
};

TriangleCorners corners(const Triangle& t) noexcept { return {t.a, t.b, t.c}; }

/// Heights of nodes and leaves along one direction, as far as they are remembered: many pairs are made of few of them. One whose place was
/// taken by another is asked for again.
class RememberedHeights {
public:
    void forget() noexcept { ++version_; }

    template <class Height> double of(std::uint32_t child, const Height& height) noexcept {
        Entry& entry = entries_[(child * 0x9e3779b1U) >> (32 - kEntryBits)];
        if (entry.version == version_ && entry.child == child) return entry.height;
        const double found = height(child);  // which may take the same place
        entry = {found, child, version_};
        return found;
    }

private:
    static constexpr unsigned kEntryBits = 8;
    struct Entry {
        double height = 0;
        std::uint32_t child = 0;
        std::uint32_t version = 0;
    };
    std::array<Entry, 1U << kEntryBits> entries_{};
    std::uint32_t version_ = 1;
};

/// The closest triangles, leaf by leaf. Where surfaces are nearly flat, most pairs of leaves are parted along the way between the closest
/// points so far by no less than those points: two remembered numbers tell.
class NearestTriangles {
    /// Heights along a direction that is this close to the best one (cosine) part about as many pairs, and are remembered already.
    static constexpr double kSameDirection = 0.999;

public:
    explicit NearestTriangles(const PartPairs& pairs) noexcept
        : pairs_(pairs),
          view_(pairs.a.placed.pose, pairs.b.placed.pose, pairs.b.placed.shape.core_reach()),
          // What the rounding of b's corners does to a distance: less than twice what it does along each axis.
          error_(2 * view_.error() + pairs.poses.defect * pairs.pair.extent),
          // A height takes nine roundings of numbers no larger than the extent, the direction mapped to b's frame and its length included.
          height_error_(error_ + 32 * kEps * pairs.pair.extent),
          margins_(pairs.a.margin() + pairs.b.margin()) {}

    /// Starts from the pair that was closest last time, if there is one, and leaves the new one behind.
    NearestFound search(PairCache* cache) noexcept {
        const std::optional<PartPair> last = remembered_parts(pairs_, cache);
        if (last && !measure(*last, pairs_.a.triangle(last->a), pairs_.b.triangle(last->b))) return best_;
        visit_near_pairs(*pairs_.a.tree(), *pairs_.b.tree(), Affine::from(pairs_.pair.b_in_a), reach(), *this);
        remember(cache, closest_);
        return best_;
    }

    Continue operator()(LeafSlots in_a, LeafSlots in_b, double /*lower*/, double& limit) noexcept {
        if (!measure(in_a, in_b)) return Continue::no;
        limit = reach();
        return Continue::yes;
    }

    bool apart(std::uint32_t child_a, std::uint32_t child_b) noexcept {
        const double top = highest(child_a, *pairs_.a.tree(), tops_, reach_a_);
        const double bottom = -highest(child_b, *pairs_.b.tree(), depths_, reach_b_);
        return too_far(bottom - top);
    }

private:
    [[nodiscard]] bool too_far(double gap) const noexcept { return gap - height_error_ > best_.distance.upper + margins_; }

    /// The highest point below a child of a's tree along `along_`, and the lowest of b's, negated: leaves by their corners, nodes below a
    /// node by their boxes.
    template <class Reach>
    static double highest(std::uint32_t child, const BoxTree& tree, RememberedHeights& remembered, const Reach& reach) {
        if (child::is_leaf(child)) {
            return remembered.of(child, [&](std::uint32_t leaf) {
                double high = -std::numeric_limits<double>::infinity();
                for (std::uint32_t i = 0; i < child::leaf_count(leaf); ++i)
                    high = std::max(high, reach.triangle(child::leaf_first(leaf) + i));
                return high;
            });
        }
        return remembered.of(child, [&](std::uint32_t index) {
            const BoxNode& node = tree.nodes()[index];
            double high = -std::numeric_limits<double>::infinity();
            for (std::uint32_t lane = 0; lane < kNodeWidth && node.child[lane] != child::kNone; ++lane) {
                const std::uint32_t c = node.child[lane];
                high = std::max(high, child::is_leaf(c) ? highest(c, tree, remembered, reach) : reach.box(node, lane));
            }
            return high;
        });
    }

    /// Boxes farther apart than this hold nothing closer.
    [[nodiscard]] double reach() const noexcept { return std::max(best_.distance.upper + margins_ + 2 * pairs_.error(), 0.0); }

    /// False when two triangles meet.
    bool measure(LeafSlots in_a, LeafSlots in_b) noexcept {
        for (std::uint32_t j = 0; j < in_b.count; ++j) {
            const Triangle other = pairs_.b.triangle_in_slot(in_b.first + j);
            const double bottom = -reach_b_.triangle(other);
            for (std::uint32_t i = 0; i < in_a.count; ++i) {
                const Triangle own = pairs_.a.triangle_in_slot(in_a.first + i);
                if (best_.tests > 0 && too_far(bottom - reach_a_.triangle(own))) continue;
                const PartPair parts{pairs_.a.tree()->order()[in_a.first + i], pairs_.b.tree()->order()[in_b.first + j]};
                if (!measure(parts, own, other)) return false;
            }
        }
        return true;
    }

    bool measure(const PartPair& parts, const Triangle& own, const Triangle& other) noexcept {
        ++best_.tests;
        const auto found = distance_within(corners(own), corners(view_.seen_from_a(other)), best_.distance.upper + margins_ + error_);
        if (!found) return true;
        if (found->distance.lower <= error_ && contact(view_, own, other) != TriangleContact::disjoint) {
            best_.meeting = true;
            return false;
        }
        offer(parts, *found);
        return true;
    }

    void offer(const PartPair& parts, const TriangleDistance& found) noexcept {
        const Interval distance{std::max(found.distance.lower - error_, 0.0) - margins_, found.distance.upper + error_ - margins_};
        best_.distance.lower = std::min(best_.distance.lower, distance.lower);
        if (!(distance.upper < best_.distance.upper)) return;
        const PlacedParts& a = pairs_.a;
        const Vec3 across = unit(found.point_b - found.point_a);
        if (!(dot(across, along_) > kSameDirection)) look_along(across);
        const Vec3 normal = a.placed.pose.rotation * across;
        closest_ = parts;
        best_.offer(distance, a.placed.pose * found.point_a + a.margin() * normal,
                    a.placed.pose * found.point_b - pairs_.b.margin() * normal, normal);
    }

    void look_along(const Vec3& n) noexcept {
        const Affine map = view_.map();
        along_ = n;
        reach_a_ = Reach(pairs_.a, n, 0);
        reach_b_ = Reach(pairs_.b, -transpose_times(map.linear, n), -dot(n, map.offset));
        tops_.forget();
        depths_.forget();
    }

    const PartPairs& pairs_;
    TriangleView view_;
    double error_;
    double height_error_;
    double margins_;
    NearestFound best_;
    PartPair closest_{};
    Vec3 along_{};  ///< Unit, a's frame, from a to b: between the closest points so far.
    Reach reach_a_;
    Reach reach_b_;  ///< Along the opposite direction.
    RememberedHeights tops_;
    RememberedHeights depths_;
};

/// Of the distance of two parts that may or may not meet: near what rounding allows.
constexpr double kOpenTolerance = 1e-13;

NearestFound nearest_parts(const PartPairs& pairs, const SeparationOptions& options) noexcept {
    NearestFound best;
    PairCache cache;
    visit_nearest_parts(pairs, [&](std::uint32_t i, std::uint32_t j, double& limit) {
        const Placed a = placed_part(pairs.a, i), b = placed_part(pairs.b, j);
        Separation found = separation(a, b, options, &cache);
        ++best.tests;
        // Whether parts meet or not decides between a gap and a depth: what the tolerance or the budget left open is asked again.
        if (found.distance.lower <= 0 && found.distance.upper > 0) found = separation(a, b, {.tolerance = kOpenTolerance}, &cache);
        best.offer(found.distance, found.point_a, found.point_b, found.normal);
        best.meeting = best.meeting || found.distance.upper <= 0;
        best.budget_reached = best.budget_reached || found.status == Status::budget_reached;
        limit = std::max(best.distance.upper, 0.0);
        return best.meeting ? Continue::no : Continue::yes;
    });
    return best;
}

}  // namespace

std::optional<Separation> composite_gap(const PartPairs& pairs, const SeparationOptions& options, PairCache* cache) noexcept {
    const bool plain = pairs.a.made_of_triangles() && pairs.b.made_of_triangles() && pairs.pair.scale == 1;
    const NearestFound found = plain ? NearestTriangles(pairs).search(cache) : nearest_parts(pairs, options);
    // Cores that are apart by less than their margins overlap too, and how deep is another question.
    if (found.meeting || found.distance.upper <= 0) return std::nullopt;
    Separation s;
    s.status = found.budget_reached ? Status::budget_reached : Status::converged;
    s.distance = {std::min(found.distance.lower, found.distance.upper), found.distance.upper};
    s.point_a = found.point_a;
    s.point_b = found.point_b;
    s.normal = found.normal;
    s.iterations = found.tests;
    return s;
}

Separation composite_separation(const Placed& a, const Placed& b, const SeparationOptions& options, PairCache* cache) noexcept {
    const bool first = a.shape.type() == ShapeType::half_space;
    if (first || b.shape.type() == ShapeType::half_space) {
        const Placed& half_space = first ? a : b;
        const PlacedParts parts(first ? b : a);
        const Placed lowest = placed_part(parts, lowest_part(parts, half_space));
        const Separation s = separation_any_half_space(lowest, half_space);
        return first ? flipped(s) : s;
    }
    const PartPairs pairs(a, b);
    Separation s;
    s.status = Status::invalid_input;
    if (!pairs.bounded) return s;
    std::optional<Separation> gap = composite_gap(pairs, options, cache);
    if (!gap || encloses_part(pairs)) return composite_overlap_depth(pairs, options);
    if (gap->distance.lower <= 0) {
        // Not told apart from touching even so: what overlaps by a hair may be deep inside, as sets that are not convex are.
        gap->distance.lower = std::min(gap->distance.lower, composite_overlap_depth(pairs, options).distance.lower);
        gap->status = Status::budget_reached;
    }
    return *gap;
}

}  // namespace graze
