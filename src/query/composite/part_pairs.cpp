// Heights of sets of parts along a direction, by their trees. Each height comes with a bound of its own
// error: the part that seems to be the highest need not be, and parts of different sizes round differently.
#include "query/composite/part_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze {
namespace {

/// Goes down where boxes are highest. What cannot be higher than a height that is reached for certain is left
/// out.
class Climb {
public:
    Climb(const PlacedParts& set, const IntervalVec3& direction)
        : set_(set), tree_(*set.tree()), direction_(direction) {
        for (std::size_t i = 0; i < 3; ++i) {
            along_[i] = middle(direction)[i];
            const double radius = std::max(direction[i].upper - along_[i], along_[i] - direction[i].lower);
            // Three products and two sums round less than half as much; the rest is for those of the error
            // itself, and for code that adds up in intervals.
            error_[i] = radius * (1 + 8 * kEps) + 16 * kEps * std::abs(along_[i]);
        }
    }

    FarthestPart run(WorkBudget* work) noexcept {
        node(0);
        spend(work, work_);
        return best_;
    }

private:
    /// Heights of boxes are upper bounds of what is in them.
    [[nodiscard]] double top_of(const Aabb& box) const noexcept {
        Vec3 corner{};
        for (std::size_t i = 0; i < 3; ++i) corner[i] = along_[i] > 0 ? box.max[i] : box.min[i];
        return dot(along_, corner) + dot(error_, max(abs(box.min), abs(box.max)));
    }

    void node(std::uint32_t index) noexcept {
        struct Lane {
            double height;
            std::uint32_t child;
        };
        work_ += work::kNode;
        std::array<Lane, kNodeWidth> lanes{};
        std::size_t count = 0;
        BoxNode place;
        const BoxNode& opened = tree_.node(index, place);
        for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
            const std::uint32_t child = opened.child[lane];
            if (child != child::kNone) lanes[count++] = {top_of(tree_.lane_box(opened, lane)), child};
        }
        std::stable_sort(lanes.begin(), lanes.begin() + count,
                         [](const Lane& x, const Lane& y) { return x.height > y.height; });
        for (std::size_t i = 0; i < count && lanes[i].height > best_.reached; ++i) {
            if (child::is_leaf(lanes[i].child))
                leaf(lanes[i].child);
            else
                node(lanes[i].child);
        }
    }

    /// Without the margin, which is the same for all parts.
    [[nodiscard]] Interval height_of(std::uint32_t part) const noexcept {
        if (!set_.made_of_triangles()) return support_value(set_.core_part(part), direction_);
        const Triangle t = set_.triangle(part);
        Interval highest(-std::numeric_limits<double>::infinity());
        for (const Vec3& corner : {t.a, t.b, t.c}) {
            const double height = dot(along_, corner), error = dot(error_, abs(corner));
            highest = {std::max(highest.lower, height - error), std::max(highest.upper, height + error)};
        }
        return highest;
    }

    void leaf(std::uint32_t child) noexcept {
        work_ += work::kLeaf + child::leaf_slots(child).count * work::kPointTriangle;
        for (const std::uint32_t part : tree_.primitives(child::leaf_slots(child))) {
            const Interval height = height_of(part);
            best_.height = std::max(best_.height, height.upper);
            if (!(height.lower > best_.reached)) continue;
            best_.reached = height.lower;
            best_.part = part;
        }
    }

    const PlacedParts& set_;
    const BoxTree& tree_;
    IntervalVec3 direction_;  ///< The direction searched, in the set's frame.
    Vec3 along_{};            ///< The middle of `direction_`.
    Vec3 error_{};  ///< What heights along the middle may be off, per coordinate: of the direction, and by
                    ///< rounding.
    FarthestPart best_;
    std::uint64_t work_ = 0;
};

}  // namespace

FarthestPart farthest_part(const PlacedParts& parts, const IntervalVec3& direction,
                           WorkBudget* work) noexcept {
    const IntervalVec3 local = transpose_times(enclose(parts.placed.pose.rotation), direction);
    if (parts.tree() == nullptr) {
        const Interval height = support_value(parts.placed.shape, local);
        return {0, height.lower, height.upper};
    }
    FarthestPart best = Climb(parts, local).run(work);
    const Interval grown = Interval(best.reached, best.height) + Interval(parts.margin()) * norm(local);
    best.reached = grown.lower;
    best.height = grown.upper;
    return best;
}

HalfSpaceGap half_space_gap(const PlacedParts& parts, const Placed& half_space) noexcept {
    // { R x : n·x <= h } is { y : (R⁻ᵀ n)·y <= h }: for matrices that are rotations only within 1e-6, R n is
    // another direction.
    const Mat3& rotation = half_space.pose.rotation;
    const IntervalVec3 own = enclose(half_space.shape.vector(0));
    const IntervalVec3 normal = rotation == Mat3::identity() ? own : solve(transpose(rotation), own);
    const FarthestPart deepest = farthest_part(parts, -normal);
    const IntervalVec3 apart = enclose(parts.placed.pose.position) - enclose(half_space.pose.position);
    const Interval lowest = dot(normal, apart) - Interval(deepest.reached, deepest.height);
    return {deepest.part, (lowest - Interval(half_space.shape.values()[3])) / norm(normal)};
}

}  // namespace graze
