// Every child stands after its parent, so one pass from the last node to the first meets children before parents.
#include <algorithm>
#include <string>

#include "tree/box_split.hpp"
#include "tree/box_tree_parts.hpp"

namespace graze {
namespace {

/// Ends of a lane, maxima negated.
struct Ends {
    simd::Float4 low = simd::set4(std::numeric_limits<float>::infinity());
    simd::Float4 negated_high = low;

    void add(const BuildBox& box) noexcept {
        low = simd::min4(box.low(), low);
        negated_high = simd::min4(box.negated_high(), negated_high);
    }
};

Ends ends_of_leaf(std::span<const std::uint32_t> primitives, std::span<const Aabb> boxes, const TreeFrame& frame) noexcept {
    Ends ends;
    for (const std::uint32_t p : primitives) ends.add(build_box(boxes[p], frame, 0));
    return ends;
}

/// Lanes without a child hold the opposite of far away ends, so all eight may be looked at.
Ends ends_of_node(const BoxNode& node) noexcept {
    Ends ends;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        float low = node.min[axis][0], high = node.max[axis][0];
        for (std::size_t lane = 1; lane < kNodeWidth; ++lane) {
            low = node.min[axis][lane] < low ? node.min[axis][lane] : low;
            high = node.max[axis][lane] > high ? node.max[axis][lane] : high;
        }
        ends.low[axis] = low;
        ends.negated_high[axis] = -high;
    }
    return ends;
}

}  // namespace

expected<void, BuildError> BoxTree::refit(std::span<const Aabb> boxes) {
    if (boxes.size() != size()) {
        return unexpected<BuildError>({boxes.size() < size() ? Rule::too_few : Rule::out_of_range, Element::whole, 0,
                                       "the tree has " + std::to_string(size()) + " primitives, not " + std::to_string(boxes.size())});
    }
    const auto checked = checked_boxes(boxes);
    if (!checked) return unexpected<BuildError>(checked.error());
    if (boxes.empty()) return {};
    bounds_ = checked->bounds;
    frame_ = frame_of(bounds_);
    for (std::size_t n = nodes_.size(); n-- > 0;) {
        BoxNode& node = nodes_[n];
        for (std::size_t lane = 0; lane < kNodeWidth && node.child[lane] != child::kNone; ++lane) {
            const std::uint32_t c = node.child[lane];
            const Ends ends = child::is_leaf(c) ? ends_of_leaf(primitives({child::leaf_first(c), child::leaf_count(c)}), boxes, frame_)
                                                : ends_of_node(nodes_[c]);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                node.min[axis][lane] = ends.low[axis];
                node.max[axis][lane] = -ends.negated_high[axis];
            }
        }
    }
    cost_ = cost_of(nodes_);
    strain_ = strain_of(cost_, *checked);
    return {};
}

bool BoxTree::encloses(std::span<const Aabb> boxes) const noexcept {
    if (boxes.size() != size()) return false;
    for (std::size_t n = nodes_.size(); n-- > 0;) {
        const BoxNode& node = nodes_[n];
        for (std::size_t lane = 0; lane < kNodeWidth && node.child[lane] != child::kNone; ++lane) {
            const std::uint32_t c = node.child[lane];
            if (child::is_leaf(c)) {
                for (const std::uint32_t p : primitives({child::leaf_first(c), child::leaf_count(c)})) {
                    for (std::size_t i = 0; i < 3; ++i) {
                        const Interval low = (Interval(boxes[p].min[i]) - Interval(frame_.origin[i])) * Interval(frame_.scale);
                        const Interval high = (Interval(boxes[p].max[i]) - Interval(frame_.origin[i])) * Interval(frame_.scale);
                        if (!(node.min[i][lane] <= low.lower && high.upper <= node.max[i][lane])) return false;
                    }
                }
            } else {
                const Ends ends = ends_of_node(nodes_[c]);
                for (std::size_t i = 0; i < 3; ++i) {
                    if (!(node.min[i][lane] <= ends.low[i] && -ends.negated_high[i] <= node.max[i][lane])) return false;
                }
            }
        }
    }
    return true;
}

}  // namespace graze
