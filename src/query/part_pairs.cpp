// Heights of sets of parts along a direction, by their trees.
#include "query/part_pairs.hpp"

#include <algorithm>
#include <array>

namespace graze {
namespace {

/// Goes down where boxes are highest; `best` leaves out what cannot be higher.
class Climb {
public:
    Climb(const PlacedParts& set, const Vec3& local) : set_(set), tree_(*set.tree()), local_(enclose(local)) {}

    void node(std::uint32_t index) {
        struct Lane {
            double height;
            std::uint32_t child;
        };
        std::array<Lane, kNodeWidth> lanes{};
        std::size_t count = 0;
        for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
            const std::uint32_t child = tree_.nodes()[index].child[lane];
            if (child != child::kNone) lanes[count++] = {support_value(tree_.lane_box(index, lane), local_).upper, child};
        }
        std::stable_sort(lanes.begin(), lanes.begin() + count, [](const Lane& x, const Lane& y) { return x.height > y.height; });
        for (std::size_t i = 0; i < count && lanes[i].height > best.height; ++i) {
            if (child::is_leaf(lanes[i].child))
                leaf(lanes[i].child);
            else
                node(lanes[i].child);
        }
    }

    FarthestPart best;

private:
    void leaf(std::uint32_t child) {
        for (const std::uint32_t part : tree_.primitives({child::leaf_first(child), child::leaf_count(child)})) {
            // Without the margin, which is the same for all of them.
            const double height = support_value(set_.core_part(part), local_).upper;
            if (height > best.height) best = {part, height};
        }
    }

    const PlacedParts& set_;
    const BoxTree& tree_;
    IntervalVec3 local_;
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
    climb.best.height += turned + (Interval(parts.margin()) * norm(exact)).upper;
    climb.best.height = next_above(climb.best.height);
    return climb.best;
}

}  // namespace graze
