// Every child is stored after its parent, so one pass from the last node to the first visits children before
// parents.
#include <algorithm>
#include <array>
#include <string>

#include "tree/box_split.hpp"
#include "tree/box_tree_parts.hpp"
#include "tree/packed_nodes.hpp"

namespace graze {
namespace {

/// Ends of a lane's box, or of the middles of its primitives (doubled, as the build has them). Maxima
/// negated.
struct Ends {
    simd::Float4 low = simd::set4(std::numeric_limits<float>::infinity());
    simd::Float4 negated_high = low;

    void add(const Ends& other) noexcept {
        low = simd::min4(other.low, low);
        negated_high = simd::min4(other.negated_high, negated_high);
    }
};

Spread spread_of_leaf(std::span<const std::uint32_t> primitives, std::span<const Aabb> boxes,
                      const TreeFrame& frame) noexcept {
    Spread spread;
    for (const std::uint32_t p : primitives) spread.add(build_box(boxes[p], frame, 0));
    return spread;
}

/// Lanes without a child hold the opposite of far away ends, so all eight may be examined.
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

/// How much the children of nodes have got into each other's place. A build parts the middles of the
/// primitives by planes, and boxes which only grow keep theirs; so what the boxes around the middles of
/// siblings share was brought there by motion, and a build would part it. Nodes with nothing but leaves are
/// left out: they are most of the nodes, and the sizes of the primitives themselves count more there.
class Disorder {
public:
    explicit Disorder(std::size_t nodes) : middles_(nodes) {}

    void add_leaf(std::size_t lane, const Spread& leaf) noexcept {
        lanes_[lane] = {{leaf.low, leaf.negated_high}, {leaf.middle_low, leaf.negated_middle_high}};
    }
    void add_child(std::size_t lane, const Ends& box, std::size_t child) noexcept {
        lanes_[lane] = {box, middles_[child]};
        inner_ = true;
    }
    /// Children before their parents.
    void finish_node(std::size_t node, std::size_t lanes) noexcept {
        Ends all;
        for (std::size_t i = 0; i < lanes; ++i) all.add(lanes_[i].middles);
        middles_[node] = all;
        for (std::size_t i = 0; inner_ && i < lanes; ++i) {
            surfaces_ += half_surface(-lanes_[i].box.negated_high - lanes_[i].box.low);
            for (std::size_t j = 0; j < i; ++j)
                shared_ += shared_surface(lanes_[i].middles, lanes_[j].middles);
        }
        inner_ = false;
    }
    /// The surface shared, relative to that of the boxes.
    [[nodiscard]] double share() const noexcept { return surfaces_ > 0 ? 0.25 * shared_ / surfaces_ : 0; }

private:
    struct Lane {
        Ends box;
        Ends middles;
    };
    static double half_surface(simd::Float4 e) noexcept {
        const double x = e[0], y = e[1], z = e[2];
        return x * y + y * z + z * x;
    }
    static double shared_surface(const Ends& a, const Ends& b) noexcept {
        const simd::Float4 low = a.low > b.low ? a.low : b.low;
        const simd::Float4 negated_high = a.negated_high > b.negated_high ? a.negated_high : b.negated_high;
        const simd::Float4 common = -negated_high - low;
        if (common[0] < 0 || common[1] < 0 || common[2] < 0) return 0;
        // Side by side is not shared, unless one of them is flat that way.
        for (int i = 0; i < 3; ++i) {
            if (common[i] == 0 && -a.negated_high[i] > a.low[i] && -b.negated_high[i] > b.low[i]) return 0;
        }
        return half_surface(common);
    }

    std::vector<Ends> middles_;
    std::array<Lane, kNodeWidth> lanes_{};
    bool inner_ = false;  ///< Some lane is no leaf.
    double shared_ = 0;   ///< Of doubled coordinates.
    double surfaces_ = 0;
};

/// Work that comes with a share, by meshes that were twisted: docs/notes/tree.md.
constexpr double kWorkOfDisorder = 1.9;

}  // namespace

expected<void, BuildError> BoxTree::refit(std::span<const Aabb> boxes) {
    if (boxes.size() != size()) {
        return unexpected<BuildError>(
            {boxes.size() < size() ? Rule::too_few : Rule::out_of_range, Element::whole, 0,
             "the tree has " + std::to_string(size()) + " primitives, not " + std::to_string(boxes.size())});
    }
    const auto checked = checked_boxes(boxes);
    if (!checked) return unexpected<BuildError>(checked.error());
    if (boxes.empty()) return {};
    bounds_ = checked->bounds;
    frame_ = frame_of(bounds_);
    std::vector<BoxNode> from_packed = graze::unpacked(packed_);
    std::vector<BoxNode>& nodes = compact() ? from_packed : nodes_;
    Disorder disorder(nodes.size());
    for (std::size_t n = nodes.size(); n-- > 0;) {
        BoxNode& node = nodes[n];
        std::size_t lane = 0;
        for (; lane < kNodeWidth && node.child[lane] != child::kNone; ++lane) {
            const std::uint32_t c = node.child[lane];
            Ends ends;
            if (child::is_leaf(c)) {
                const Spread leaf = spread_of_leaf(primitives(child::leaf_slots(c)), boxes, frame_);
                ends = {leaf.low, leaf.negated_high};
                disorder.add_leaf(lane, leaf);
            } else {
                ends = ends_of_node(nodes[c]);
                disorder.add_child(lane, ends, c);
            }
            for (std::size_t axis = 0; axis < 3; ++axis) {
                node.min[axis][lane] = ends.low[axis];
                node.max[axis][lane] = -ends.negated_high[axis];
            }
        }
        disorder.finish_node(n, lane);
    }
    if (compact()) {
        packed_ = packed(nodes);
        nodes = graze::unpacked(packed_);
    }
    cost_ = cost_of(nodes);
    strain_ =
        std::max(strain_of(cost_, *checked), strain_at_build_ * (1 + kWorkOfDisorder * disorder.share()));
    return {};
}

namespace {

/// Whether a lane's box contains a primitive's, exactly.
bool encloses_box(const BoxNode& node, std::size_t lane, const Aabb& box, const TreeFrame& frame) noexcept {
    for (std::size_t i = 0; i < 3; ++i) {
        const Interval origin(frame.origin[i]), scale(frame.scale);
        const Interval low = (Interval(box.min[i]) - origin) * scale;
        const Interval high = (Interval(box.max[i]) - origin) * scale;
        if (!(node.min[i][lane] <= low.lower && high.upper <= node.max[i][lane])) return false;
    }
    return true;
}

/// Whether a lane's box contains those of the node below it.
bool encloses_node(const BoxNode& node, std::size_t lane, const BoxNode& below) noexcept {
    const Ends ends = ends_of_node(below);
    for (std::size_t i = 0; i < 3; ++i) {
        if (!(node.min[i][lane] <= ends.low[i] && -ends.negated_high[i] <= node.max[i][lane])) return false;
    }
    return true;
}

}  // namespace

bool BoxTree::encloses(std::span<const Aabb> boxes) const noexcept {
    if (boxes.size() != size()) return false;
    BoxNode place, place_below;
    for (std::size_t n = node_count(); n-- > 0;) {
        const BoxNode& node = this->node(n, place);
        for (std::size_t lane = 0; lane < kNodeWidth && node.child[lane] != child::kNone; ++lane) {
            const std::uint32_t c = node.child[lane];
            if (!child::is_leaf(c)) {
                if (!encloses_node(node, lane, this->node(c, place_below))) return false;
                continue;
            }
            for (const std::uint32_t p : primitives(child::leaf_slots(c))) {
                if (!encloses_box(node, lane, boxes[p], frame_)) return false;
            }
        }
    }
    return true;
}

}  // namespace graze
