// Descents of a BSP tree: both children where a point is on the plane, shifted planes for shapes, intervals
// of time for moving ones.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "graze/shape/shape.hpp"
#include "graze/solid/inside.hpp"

namespace graze {
namespace {

/// The lowest and highest value of a plane over a placed shape, rounded outward.
class Heights {
public:
    Heights(const Placed& convex, double thickness) noexcept
        : convex_(convex),
          // Support points are off by their error, and eight products and sums round.
          slack_(thickness + 4 * convex.shape.support_error() +
                 64 * kEps * (convex.shape.reach() + max_component(abs(convex.pose.position)))) {}

    [[nodiscard]] Interval over(const Plane& plane) const noexcept {
        const Vec3 local = transpose_times(convex_.pose.rotation, plane.normal);
        const double low = plane(convex_.pose * support(convex_.shape, -local)),
                     high = plane(convex_.pose * support(convex_.shape, local));
        return {low - slack_ - 8 * kEps * std::abs(plane.offset),
                high + slack_ + 8 * kEps * std::abs(plane.offset)};
    }

private:
    const Placed& convex_;
    double slack_;
};

/// A subtree during part of the motion.
struct Visit {
    std::int32_t node = 0;
    double from = 0;
    double to = 1;
    Vec3 normal{1, 0, 0};
};

/// The earliest contact so far, and how to visit a node.
class ImpactSearch {
public:
    ImpactSearch(std::span<const BspNode> nodes, const Placed& convex, const Vec3& displacement,
                 double thickness) noexcept
        : nodes_(nodes), heights_(convex, thickness), displacement_(displacement) {}

    std::optional<BspImpact> run() {
        stack_.push_back({});
        while (!stack_.empty()) {
            const Visit visit = stack_.back();
            stack_.pop_back();
            if (visit.node == BspNode::kOutside || visit.from > visit.to || (best_ && visit.from >= best_->t))
                continue;
            if (visit.node == BspNode::kInside) {
                best_ = BspImpact{visit.from, visit.normal};
                continue;
            }
            open(visit);
        }
        return best_;
    }

private:
    void open(const Visit& visit) {
        const BspNode& node = nodes_[static_cast<std::size_t>(visit.node)];
        const Interval height = heights_.over(node.plane);
        const double speed = dot(node.plane.normal, displacement_);
        Visit below = visit, above = visit;
        below.node = node.below;
        above.node = node.above;
        if (speed == 0) {
            if (height.upper >= 0) stack_.push_back(above);
            if (height.lower <= 0) stack_.push_back(below);
            return;
        }
        // When the lowest point is on the plane, and when the highest is; the shape is below until the one,
        // above from the other.
        const double low = -height.lower / speed, high = -height.upper / speed;
        if (speed > 0) {
            below.to = std::min(below.to, low);
            enter(above, high, -node.plane.normal);
            stack_.push_back(above);
            stack_.push_back(below);
        } else {
            enter(below, low, node.plane.normal);
            above.to = std::min(above.to, high);
            stack_.push_back(below);
            stack_.push_back(above);
        }
    }
    static void enter(Visit& visit, double at, const Vec3& normal) noexcept {
        if (!(at > visit.from)) return;
        visit.from = at;
        visit.normal = normal;
    }

    std::span<const BspNode> nodes_;
    Heights heights_;
    Vec3 displacement_;
    std::vector<Visit> stack_;
    std::optional<BspImpact> best_;
};

bool is_bounded_convex(const Placed& convex) noexcept {
    return convex.shape.valid() && convex.shape.convex() && convex.shape.type() != ShapeType::half_space;
}

/// Whether a set reaches an inner cell, where the set is between heights(plane).lower and .upper above each
/// plane of the path to the cell.
template <class HeightsOver>
bool overlaps_inside(std::span<const BspNode> nodes, const HeightsOver& heights) {
    std::vector<std::int32_t> waiting;  // allocates only where both sides are reached
    std::int32_t at = 0;
    for (;;) {
        if (at == BspNode::kInside) return true;
        if (at == BspNode::kOutside) {
            if (waiting.empty()) return false;
            at = waiting.back();
            waiting.pop_back();
            continue;
        }
        const BspNode& node = nodes[static_cast<std::size_t>(at)];
        const Interval height = heights(node.plane);
        // NaN reaches both sides.
        const bool above = !(height.upper < 0), below = !(height.lower > 0);
        if (above && below) waiting.push_back(node.above);
        at = below ? node.below : node.above;
    }
}

}  // namespace

bool BspTree::contains(const Vec3& point) const noexcept {
    if (!is_finite(point)) return false;
    return overlaps_inside(nodes_, [&](const Plane& plane) {
        const double height = plane(point);
        const double slack = thickness_ + 8 * kEps * (max_component(abs(point)) + std::abs(plane.offset));
        return Interval(height - slack, height + slack);
    });
}

bool BspTree::may_overlap(const Placed& convex) const noexcept {
    if (!is_bounded_convex(convex)) return true;
    const Heights heights(convex, thickness_);
    return overlaps_inside(nodes_, [&](const Plane& plane) { return heights.over(plane); });
}

std::optional<BspImpact> BspTree::first_impact(const Placed& convex,
                                               const Vec3& displacement) const noexcept {
    if (!is_bounded_convex(convex) || !is_finite(displacement)) return BspImpact{};
    return ImpactSearch(nodes_, convex, displacement, thickness_).run();
}

}  // namespace graze
