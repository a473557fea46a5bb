// Separates the points of a group into connected sets: two points are linked when they are within the link
// distance of one of them. Every point searches a tree of all points for those within its own link distance.
// A node whose points are all known to be in the point's own set is skipped, so that a dense patch is
// traversed about once, not once for each of its points.
#include <algorithm>
#include <limits>
#include <numeric>

#include "query/contacts/composite_contacts.hpp"

namespace graze {
namespace {

/// Sets of points that are joined step by step.
class Joined {
public:
    explicit Joined(std::size_t count) : owner_(count) {
        std::iota(owner_.begin(), owner_.end(), std::size_t{0});
    }
    std::size_t root(std::size_t i) {
        while (owner_[i] != i) i = owner_[i] = owner_[owner_[i]];
        return i;
    }
    void join(std::size_t i, std::size_t j) {
        const std::size_t x = root(i);
        const std::size_t y = root(j);
        owner_[std::max(x, y)] = std::min(x, y);
    }

private:
    std::vector<std::size_t> owner_;
};

constexpr std::size_t kMixed = std::numeric_limits<std::size_t>::max();

/// A tree of points, halved along the longest side of their box.
class LinkTree {
public:
    LinkTree(std::span<const ContactPoint> points, Joined& joined)
        : points_(points), joined_(joined), order_(points.size()) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        if (!order_.empty()) build(0, order_.size());
    }

    /// Joins the point with all that are no farther from it than `link`.
    void join_near(std::size_t point, double link) { join_below(0, point, link); }

private:
    struct Node {
        Aabb box{};
        std::size_t first = 0;  ///< Its first point, as a place in the sorted order of points.
        std::size_t count = 0;
        std::size_t second_child = 0;  ///< The first one follows its parent; 0 for leaves.
        /// One of the points below when all of them are known to be in one set.
        std::size_t member = kMixed;
    };

    std::size_t build(std::size_t first, std::size_t count) {
        const std::size_t here = nodes_.size();
        nodes_.push_back(
            {{points_[order_[first]].position, points_[order_[first]].position}, first, count, 0, kMixed});
        for (std::size_t k = first; k < first + count; ++k) {
            nodes_[here].box.min = min(nodes_[here].box.min, points_[order_[k]].position);
            nodes_[here].box.max = max(nodes_[here].box.max, points_[order_[k]].position);
        }
        if (count <= kLeaf) return here;
        const Vec3 sides = nodes_[here].box.max - nodes_[here].box.min;
        const std::size_t axis = sides.x >= sides.y && sides.x >= sides.z ? 0 : sides.y >= sides.z ? 1 : 2;
        const auto from = order_.begin() + static_cast<std::ptrdiff_t>(first);
        std::nth_element(from, from + static_cast<std::ptrdiff_t>(count / 2),
                         from + static_cast<std::ptrdiff_t>(count), [&](std::size_t i, std::size_t j) {
                             return points_[i].position[axis] < points_[j].position[axis];
                         });
        build(first, count / 2);
        const std::size_t second = build(first + count / 2, count - count / 2);
        nodes_[here].second_child = second;
        return here;
    }

    void join_below(std::size_t here, std::size_t point, double link) {
        Node& node = nodes_[here];
        if (node.member != kMixed && joined_.root(node.member) == joined_.root(point)) return;
        const Vec3& p = points_[point].position;
        // Rounding is monotone: what is within the link by its own distance is so by that of the box.
        if (length(p - max(node.box.min, min(node.box.max, p))) > link) return;
        if (node.second_child != 0) {
            join_below(here + 1, point, link);
            join_below(node.second_child, point, link);
            const std::size_t one = nodes_[here + 1].member, other = nodes_[node.second_child].member;
            if (one != kMixed && other != kMixed && joined_.root(one) == joined_.root(other))
                node.member = one;
            return;
        }
        bool same = true;
        for (std::size_t k = node.first; k < node.first + node.count; ++k) {
            if (length(points_[order_[k]].position - p) <= link) joined_.join(point, order_[k]);
            same = same && joined_.root(order_[k]) == joined_.root(order_[node.first]);
        }
        if (same) node.member = order_[node.first];
    }

    static constexpr std::size_t kLeaf = 8;

    std::span<const ContactPoint> points_;
    Joined& joined_;
    std::vector<std::size_t> order_;
    std::vector<Node> nodes_;
};

}  // namespace

std::vector<std::vector<ContactPoint>> patches_of(const ContactGroup& group, double gap) {
    const std::vector<ContactPoint>& points = group.points;
    Joined joined(points.size());
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (group.origin[i] == group.origin[i - 1]) joined.join(i, i - 1);
    }
    LinkTree tree(points, joined);
    for (std::size_t i = 0; i < points.size(); ++i) tree.join_near(i, std::max(gap, group.spacing[i]));
    std::vector<std::vector<ContactPoint>> patches;
    std::vector<std::size_t> patch_of(points.size(), points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::size_t& patch = patch_of[joined.root(i)];
        if (patch == points.size()) {
            patch = patches.size();
            patches.emplace_back();
        }
        patches[patch].push_back(points[i]);
    }
    std::stable_sort(patches.begin(), patches.end(),
                     [](const auto& x, const auto& y) { return deepest(x) > deepest(y); });
    return patches;
}

}  // namespace graze
