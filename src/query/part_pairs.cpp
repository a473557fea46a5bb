// Heights of sets of parts along a direction, by their trees.
#include "query/part_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze {
namespace {

/// Goes down where boxes are highest; `best` leaves out what cannot be higher.
class Climb {
public:
    Climb(const PlacedParts& set, const Vec3& local)
        : rounding(8 * kEps * dot(abs(local), max(abs(set.bounds().min), abs(set.bounds().max)))),
          set_(set),
          tree_(*set.tree()),
          local_(local) {}

    void node(std::uint32_t index) {
        struct Lane {
            double height;
            std::uint32_t child;
        };
        std::array<Lane, kNodeWidth> lanes{};
        std::size_t count = 0;
        for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
            const std::uint32_t child = tree_.nodes()[index].child[lane];
            if (child != child::kNone) lanes[count++] = {top_of(tree_.lane_box(index, lane)), child};
        }
        std::stable_sort(lanes.begin(), lanes.begin() + count, [](const Lane& x, const Lane& y) { return x.height > y.height; });
        for (std::size_t i = 0; i < count && lanes[i].height + 2 * rounding > best.height; ++i) {
            if (child::is_leaf(lanes[i].child))
                leaf(lanes[i].child);
            else
                node(lanes[i].child);
        }
    }

    FarthestPart best;
    double
        rounding;  ///< Of the heights of boxes and triangles: three products and two sums, of boxes that are hardly larger than all parts.

private:
    [[nodiscard]] double top_of(const Aabb& box) const noexcept {
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i) sum += local_[i] * (local_[i] > 0 ? box.max[i] : box.min[i]);
        return sum;
    }

    /// Without the margin, which is the same for all parts. For triangles up to rounding, for other parts an upper bound.
    [[nodiscard]] double top_of_part(std::uint32_t part) const noexcept {
        if (!set_.made_of_triangles()) return support_value(set_.core_part(part), enclose(local_)).upper;
        const Triangle t = set_.triangle(part);
        return std::max({dot(local_, t.a), dot(local_, t.b), dot(local_, t.c)});
    }

    void leaf(std::uint32_t child) {
        for (const std::uint32_t part : tree_.primitives({child::leaf_first(child), child::leaf_count(child)})) {
            const double height = top_of_part(part);
            if (height > best.height) best = {part, height};
        }
    }

    const PlacedParts& set_;
    const BoxTree& tree_;
    Vec3 local_;
};

}  // namespace

FarthestPart farthest_part(const PlacedParts& parts, const Vec3& direction) noexcept {
    const IntervalVec3 exact = transpose_times(enclose(parts.placed.pose.rotation), enclose(direction));
    if (parts.tree() == nullptr) return {0, support_value(parts.placed.shape, exact).upper};
    const Vec3 local = middle(exact);
    Climb climb(parts, local);
    climb.node(0);
    // The climb went along a rounded direction.
    const double turned = (norm(exact - enclose(local)) * Interval(parts.placed.shape.core_reach())).upper;
    climb.best.height += 2 * climb.rounding + turned + (Interval(parts.margin()) * norm(exact)).upper;
    climb.best.height = next_above(climb.best.height);
    return climb.best;
}

std::uint32_t lowest_part(const PlacedParts& parts, const Placed& half_space) noexcept {
    // { R x : n·x <= h } is { y : (R⁻ᵀ n)·y <= h }: for matrices that are rotations only within 1e-6, R n is another direction.
    const Vec3 normal = transpose_times(inverse(half_space.pose.rotation), unit(half_space.shape.vector(0)));
    return farthest_part(parts, -normal).part;
}

}  // namespace graze
