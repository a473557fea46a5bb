// Checks of the boxes, the build's frame, and the statistics of a tree.
#include "graze/tree/box_tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "tree/box_build.hpp"
#include "tree/box_frame.hpp"
#include "tree/box_tree_parts.hpp"
#include "tree/packed_nodes.hpp"

namespace graze {
namespace {

/// Boxes are checked in blocks of this many.
constexpr std::size_t kBlock = 8192;

/// A NaN is either kept by minimum and maximum and fails their comparison, or makes the box empty.
bool is_good(const Aabb& box) noexcept {
    const double low = std::min({box.min.x, box.min.y, box.min.z}),
                 high = std::max({box.max.x, box.max.y, box.max.z});
    return low >= -kLargestBoxCoordinate && high <= kLargestBoxCoordinate && !is_empty(box);
}

double half_surface(const Aabb& box) noexcept {
    const Vec3 e = box.max - box.min;
    return e.x * e.y + e.y * e.z + e.z * e.x;
}

template <class Node> bool same_bytes(std::span<const Node> a, std::span<const Node> b) noexcept {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

BuildError fault_of(const Aabb& box, std::size_t index) {
    if (!is_finite(box.min) || !is_finite(box.max))
        return {Rule::not_finite, Element::box, index, "a coordinate is NaN or infinite"};
    if (is_empty(box)) return {Rule::negative, Element::box, index, "its minimum is above its maximum"};
    return {Rule::out_of_range, Element::box, index, "a coordinate is beyond 1e101"};
}

}  // namespace

expected<CheckedBoxes, BuildError> checked_boxes(std::span<const Aabb> boxes, const Workers& workers) {
    struct Part {
        CheckedBoxes boxes{};
        bool good = true;

        void add(const CheckedBoxes& other) noexcept {
            boxes.bounds = {min(boxes.bounds.min, other.bounds.min), max(boxes.bounds.max, other.bounds.max)};
            boxes.area += other.area;
        }
    };
    std::vector<Part> parts((boxes.size() + kBlock - 1) / kBlock);
    workers.for_each(parts.size(), [&](std::size_t block) {
        Part part;
        for (const Aabb& box :
             boxes.subspan(block * kBlock, std::min(kBlock, boxes.size() - block * kBlock))) {
            part.good &= is_good(box);
            part.add({box, half_surface(box)});
        }
        parts[block] = part;
    });
    Part whole;  // block by block, so that sums do not depend on the number of threads
    for (const Part& part : parts) {
        whole.good &= part.good;
        whole.add(part.boxes);
    }
    if (whole.good) return whole.boxes;
    const auto bad = std::find_if_not(boxes.begin(), boxes.end(), is_good);
    return unexpected<BuildError>(fault_of(*bad, static_cast<std::size_t>(bad - boxes.begin())));
}

double strain_of(double cost, const CheckedBoxes& boxes) noexcept {
    constexpr double kNoSurface = 1e-100;  // quotients stay finite, and so do those of two strains
    const double own = boxes.area / half_surface(boxes.bounds);
    return own > kNoSurface && std::isfinite(own) ? cost / own : cost;
}

expected<BoxTree, BuildError> BoxTree::build(std::span<const Aabb> boxes, const BoxTreeOptions& options) {
    if (boxes.size() > child::kMaxSlots) {
        return unexpected<BuildError>(
            {Rule::too_complex, Element::whole, 0,
             "a tree holds " + std::to_string(child::kMaxSlots) + " boxes at most"});
    }
    BoxTreeOptions used = options;
    used.leaf_size = std::clamp(options.leaf_size, 1U, child::kMaxLeafCount);
    expected<BoxTree, BuildError> tree;
    const Workers workers(options.threads);
    workers.run([&] {
        const auto checked = checked_boxes(boxes, workers);
        if (!checked) {
            tree = unexpected<BuildError>(checked.error());
            return;
        }
        if (boxes.empty()) return;
        tree->bounds_ = checked->bounds;
        tree->frame_ = frame_of(checked->bounds);
        BuiltNodes built = build_nodes(boxes, tree->frame_, used, workers);
        tree->order_ = std::move(built.order);
        if (used.compact) {
            tree->packed_ = packed(built.nodes);
            tree->cost_ = cost_of(graze::unpacked(tree->packed_));
        } else {
            built.nodes.shrink_to_fit();
            tree->nodes_ = std::move(built.nodes);
            tree->cost_ = cost_of(tree->nodes_);
        }
        tree->strain_ = tree->strain_at_build_ = strain_of(tree->cost_, *checked);
    });
    return tree;
}

const BoxNode& BoxTree::unpacked(std::size_t index, BoxNode& place) const noexcept {
    return place = graze::unpacked(packed_[index]);
}

Aabb BoxTree::lane_box(std::size_t node, std::size_t lane) const noexcept {
    BoxNode place;
    return lane_box(this->node(node, place), lane);
}

Aabb BoxTree::lane_box(const BoxNode& node, std::size_t lane) const noexcept {
    Aabb box;
    const double unscale = 1 / frame_.scale;  // exact: a power of two
    for (std::size_t i = 0; i < 3; ++i) {
        box.min[i] = rounding::add_down(frame_.origin[i], node.min[i][lane] * unscale);
        box.max[i] = rounding::add_up(frame_.origin[i], node.max[i][lane] * unscale);
    }
    return box;
}

std::size_t BoxTree::memory_bytes() const noexcept {
    return nodes_.size() * sizeof(BoxNode) + packed_.size() * sizeof(PackedNode) +
           order_.size() * sizeof(std::uint32_t);
}

bool BoxTree::rebuild_pays() const noexcept {
    constexpr double kWorthwhileGrowth = 1.5;  // a third of all work: docs/notes/tree.md
    return growth() > kWorthwhileGrowth;
}

double cost_of(std::span<const BoxNode> nodes) noexcept {
    double sum = 0, whole = 0;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const BoxNode& node = nodes[n];
        double low[3] = {1, 1, 1}, high[3] = {-1, -1, -1};
        for (std::size_t lane = 0; lane < kNodeWidth && node.child[lane] != child::kNone; ++lane) {
            double e[3];
            for (std::size_t i = 0; i < 3; ++i) {
                e[i] = static_cast<double>(node.max[i][lane]) - node.min[i][lane];
                low[i] = std::min<double>(low[i], node.min[i][lane]);
                high[i] = std::max<double>(high[i], node.max[i][lane]);
            }
            const double times = child::is_leaf(node.child[lane]) ? child::leaf_count(node.child[lane]) : 1;
            sum += (e[0] * e[1] + e[1] * e[2] + e[2] * e[0]) * times;
        }
        if (n == 0) {
            const double x = high[0] - low[0], y = high[1] - low[1], z = high[2] - low[2];
            whole = x * y + y * z + z * x;
        }
    }
    return whole > 0 ? sum / whole : 0;
}

bool operator==(const BoxTree& a, const BoxTree& b) noexcept {
    return a.order_ == b.order_ && a.bounds_ == b.bounds_ && a.frame_ == b.frame_ && a.cost_ == b.cost_ &&
           a.strain_ == b.strain_ && a.strain_at_build_ == b.strain_at_build_ &&
           same_bytes<BoxNode>(a.nodes_, b.nodes_) && same_bytes<PackedNode>(a.packed_, b.packed_);
}

}  // namespace graze
