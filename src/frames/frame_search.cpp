// search_collisions() and colliding_objects(): down the tree over the objects, then down both objects' trees
// at once. The side with the larger box is split; its children that miss the intersection of the parents'
// boxes are skipped. By separating axes, boxes along the axes of the trees separate inner nodes; frames are
// placed where those boxes are loose, and for leaves, which decide the query. By elimination, every pair of
// nodes is placed and solved, and children are compared with the box of its solutions.
#include <algorithm>
#include <limits>
#include <utility>

#include "frames/frame_boxes.hpp"
#include "graze/core/assert.hpp"
#include "graze/frames/frame_tree.hpp"
#include "graze/math/interval.hpp"

namespace graze {
namespace {

/// The placed frames of one object, computed on first use.
class PlacedNodes {
public:
    void reset(const FrameObject& object) {
        tree_ = object.tree.get();
        pose_ = &object.pose;
        // Placing rounds: inner nodes grow by what rounding may have moved their children. They grow before
        // they are placed, so that a pose that shrinks, which is finite but not rigid, requires more.
        const bool rigid = orthonormality_defect(object.pose.rotation) < FrameBoxes::kLargestDefect;
        const Interval factor = rigid ? Interval(1) : stretch(object.pose.rotation);
        const double rounding =
            64 * kEps * (length(object.pose.position) + 2 * factor.upper * tree_->reach());
        slack_ = factor.lower > 0 ? rounding / factor.lower : rounding;
        frames_.clear();
        frames_.reserve(64);  // a search for the first hit places fewer
        node_of_.clear();
        if (place_of_.size() < tree_->nodes().size()) place_of_.resize(tree_->nodes().size());
    }
    /// Stays where it is until another one of the object is placed.
    const Frame<3>& operator[](std::uint32_t i) {
        std::uint32_t& place = place_of_[i];
        if (place >= node_of_.size() || node_of_[place] != i) {
            const FrameNode& node = tree_->nodes()[i];
            place = static_cast<std::uint32_t>(node_of_.size());
            node_of_.push_back(i);
            frames_.push_back(placed(node.volume, *pose_, node.child_count > 0 ? slack_ : 0));
        }
        return frames_[place];
    }
    [[nodiscard]] const FrameNodeBox& box(std::uint32_t i) const noexcept { return tree_->boxes()[i]; }

private:
    const FrameTree* tree_ = nullptr;
    const Pose* pose_ = nullptr;
    double slack_ = 0;
    std::vector<Frame<3>> frames_;        ///< In the order of first use,
    std::vector<std::uint32_t> node_of_;  ///< and their nodes.
    /// Of the nodes; means nothing unless the frame there is of this node.
    std::vector<std::uint32_t> place_of_;
};

/// One of two objects.
struct Side {
    const FrameObject* object = nullptr;
    PlacedNodes nodes{};
    std::uint32_t id = 0;

    void place(const FrameObject& placed, std::uint32_t number) {
        object = &placed;
        nodes.reset(placed);
        id = number;
    }
};

/// Two objects, node against node.
class PairSearch {
public:
    PairSearch(const FrameSearch& options, bool first_only)
        : options_(options),
          first_only_(first_only),
          by_elimination_(options.method == FrameMethod::elimination) {}

    void place_a(const FrameObject& object, std::uint32_t id) { a_.place(object, id); }
    void place_b(const FrameObject& object, std::uint32_t id) { b_.place(object, id); }
    /// Whether leaves of the two overlap. All are reported, or none when only the first counts.
    bool run() {
        if (by_elimination_) return descend(0, 0, everywhere());
        ++stats.tests;
        if (!overlaps(a_.nodes[0], b_.nodes[0])) return false;
        boxes_ = FrameBoxes(*a_.object, *b_.object);
        return enter(0, 0, everywhere());
    }

    /// Whether the caller wants no more.
    [[nodiscard]] bool ended() {
        if (stats.status == Status::converged && stop_requested(options_.stop))
            stats.status = Status::budget_reached;
        return stats.status != Status::converged;
    }

    std::vector<FrameContact> contacts;
    FrameSearchStats stats;

private:
    static Aabb everywhere() noexcept {
        constexpr double kFar = std::numeric_limits<double>::infinity();
        return {{-kFar, -kFar, -kFar}, {kFar, kFar, kFar}};
    }

    /// What the two have in common lies in `box`.
    bool descend(std::uint32_t i, std::uint32_t j, const Aabb& box) {
        if (ended()) return true;
        ++stats.tests;
        if (by_elimination_) return eliminate(i, j, box);
        return !apart(i, j) && enter(i, j, box);
    }

    /// Decides a pair of nodes by elimination and goes on in the box of what they have in common.
    bool eliminate(std::uint32_t i, std::uint32_t j, const Aabb& box) {
        const bool leaves = a_.nodes.box(i).child_count == 0 && b_.nodes.box(j).child_count == 0;
        const FrameBox kind = !leaves ? FrameBox::elimination : first_only_ ? FrameBox::none : options_.box;
        const FrameOverlap<3> overlap = intersect(a_.nodes[i], b_.nodes[j], {.open = false, .box = kind});
        if (!overlap.hit) return false;
        if (!leaves) return split(i, j, {max(box.min, overlap.box.min), min(box.max, overlap.box.max)});
        if (!first_only_) contacts.push_back({a_.id, b_.id, i, j, overlap.box});
        return true;
    }

    bool apart(std::uint32_t i, std::uint32_t j) {
        const FrameNodeBox& box_a = a_.nodes.box(i);
        const FrameNodeBox& box_b = b_.nodes.box(j);
        if (boxes_.apart(box_a, box_b)) return true;
        const bool leaves = box_a.child_count == 0 && box_b.child_count == 0;
        if (!leaves && boxes_.conclusive() && box_a.filled && box_b.filled) return false;
        return !overlaps(a_.nodes[i], b_.nodes[j]);
    }

    /// Two that overlap.
    bool enter(std::uint32_t i, std::uint32_t j, const Aabb& box) {
        if (a_.nodes.box(i).child_count > 0 || b_.nodes.box(j).child_count > 0)
            return split(i, j, common_box(i, j, box));
        if (!first_only_) {
            const FrameOverlap<3> overlap =
                intersect(a_.nodes[i], b_.nodes[j], {.open = false, .box = options_.box});
            contacts.push_back({a_.id, b_.id, i, j, overlap.box});
        }
        return true;
    }

    /// A box around what the two have in common, along a's axes.
    [[nodiscard]] Aabb common_box(std::uint32_t i, std::uint32_t j, const Aabb& box) const noexcept {
        const Aabb of_a = boxes_.of_a(a_.nodes.box(i));
        const Aabb of_b = boxes_.of_b(b_.nodes.box(j));
        return {max(box.min, max(of_a.min, of_b.min)), min(box.max, min(of_a.max, of_b.max))};
    }

    /// The side that is no leaf, or the larger one.
    [[nodiscard]] bool splits_a(const FrameNodeBox& a, const FrameNodeBox& b) const noexcept {
        const auto size = [](const FrameNodeBox& box) { return box.half.x * box.half.y * box.half.z; };
        return b.child_count == 0 || (a.child_count > 0 && size(a) >= size(b));
    }

    /// Around a node of one side, in the axes of the boxes that it is compared with: the world's, or a's.
    [[nodiscard]] Aabb child_box(bool of_a, std::uint32_t node) {
        if (by_elimination_) return (of_a ? a_ : b_).nodes[node].bounds();
        return of_a ? boxes_.of_a(a_.nodes.box(node)) : boxes_.of_b(b_.nodes.box(node));
    }

    /// The children of one of the two against the other; where the first hit counts, those in the middle of
    /// the box first.
    bool split(std::uint32_t i, std::uint32_t j, const Aabb& box) {
        const bool split_a = splits_a(a_.nodes.box(i), b_.nodes.box(j));
        const FrameNodeBox& parent = split_a ? a_.nodes.box(i) : b_.nodes.box(j);
        const std::size_t begin = candidates_.size();
        candidates_.resize(begin + parent.child_count);
        std::size_t end = begin;
        for (std::uint32_t c = parent.first_child; c < parent.first_child + parent.child_count; ++c) {
            const Aabb child = child_box(split_a, c);
            candidates_[end] = {distance_between(box, child), c};
            end += options_.prune && off(box, child) ? 0 : 1;
        }
        stats.pruned += begin + parent.child_count - end;
        if (first_only_ && end - begin > 1) {
            const auto first = candidates_.begin() + static_cast<std::ptrdiff_t>(begin);
            std::iter_swap(first,
                           std::min_element(first, candidates_.begin() + static_cast<std::ptrdiff_t>(end)));
        }
        bool hit = false;
        for (std::size_t k = begin; k < end && !(hit && (first_only_ || ended())); ++k) {
            const std::uint32_t child = candidates_[k].second;
            hit = (split_a ? descend(child, j, box) : descend(i, child, box)) || hit;
        }
        candidates_.resize(begin);
        return hit;
    }

    /// Squared, from middle to middle, doubled.
    static double distance_between(const Aabb& a, const Aabb& b) noexcept {
        return length_sq((a.min + a.max) - (b.min + b.max));
    }
    /// Whether the boxes have nothing in common, in one branch.
    static bool off(const Aabb& a, const Aabb& b) noexcept {
        const Vec3 gaps = max(a.min - b.max, b.min - a.max);
        return (static_cast<unsigned>(gaps.x > 0) | static_cast<unsigned>(gaps.y > 0) |
                static_cast<unsigned>(gaps.z > 0)) != 0;
    }

    const FrameSearch& options_;
    bool first_only_;
    bool by_elimination_;
    Side a_;
    Side b_;
    FrameBoxes boxes_;
    /// Distances and children of all nodes being split, one after the other.
    std::vector<std::pair<double, std::uint32_t>> candidates_;
};

/// One object against those of the world whose boxes overlap its own.
class WorldSearch {
public:
    WorldSearch(const FrameWorld& world, const FrameSearch& options, bool first_only)
        : pairs(options, first_only), world_(world), by_tree_(options.by_tree) {}

    /// With `later_only`, against those of higher index.
    void run(std::uint32_t a, bool later_only) {
        if (world_.nodes().empty()) return;
        pairs.place_a(world_.objects()[a], a);
        collect(a, later_only);
        for (const std::uint32_t b : partners_) {
            if (pairs.ended()) return;
            ++pairs.stats.objects;
            pairs.place_b(world_.objects()[b], b);
            if (pairs.run() && !pairs.ended()) hits.push_back(b);
        }
    }

    PairSearch pairs;
    std::vector<std::uint32_t> hits;

private:
    void collect(std::uint32_t a, bool later_only) {
        const std::uint32_t group = world_.objects()[a].group;
        partners_.clear();
        if (!by_tree_) {
            for (std::uint32_t b = later_only ? a + 1 : 0; b < world_.objects().size(); ++b) {
                const std::uint32_t other = world_.objects()[b].group;
                if (b != a && (other == FrameObject::kNoGroup || other != group)) partners_.push_back(b);
            }
            return;
        }
        stack_.assign(1, 0);
        while (!stack_.empty()) {
            const FrameWorld::Node& node = world_.nodes()[stack_.back()];
            stack_.pop_back();
            if (node.group != FrameObject::kNoGroup && node.group == group) continue;
            if (!overlaps(node.box, world_.bounds(a))) continue;
            if (node.left != FrameWorld::kNone) {
                stack_.push_back(node.left);
                stack_.push_back(node.right);
            } else if (node.object != a && (!later_only || node.object > a)) {
                partners_.push_back(node.object);
            }
        }
        std::sort(partners_.begin(), partners_.end());
    }

    const FrameWorld& world_;
    bool by_tree_;
    std::vector<std::uint32_t> partners_;
    std::vector<std::uint32_t> stack_;
};

bool usable(const FrameObject& object) noexcept {
    return object.tree != nullptr && placed(object.tree->nodes()[0].volume, object.pose).valid();
}

FrameSearchStats refused() noexcept {
    GRAZE_ASSERT(false, "a search needs objects with trees and valid poses, and numbers that the world has");
    FrameSearchStats stats;
    stats.status = Status::invalid_input;
    return stats;
}

}  // namespace

FrameCollisions search_collisions(const FrameObject& a, const FrameObject& b, const FrameSearch& options) {
    if (!usable(a) || !usable(b)) return {{}, refused()};
    PairSearch search(options, false);
    search.place_a(a, 0);
    search.place_b(b, 1);
    search.run();
    return {std::move(search.contacts), search.stats};
}

bool collide(const FrameObject& a, const FrameObject& b, const FrameSearch& options) {
    if (!usable(a) || !usable(b)) return refused().status != Status::converged;
    PairSearch search(options, true);
    search.place_a(a, 0);
    search.place_b(b, 1);
    return search.run();
}

FrameCollisions search_collisions(const FrameWorld& world, std::size_t object, const FrameSearch& options) {
    if (object >= world.objects().size()) return {{}, refused()};
    WorldSearch search(world, options, false);
    search.run(static_cast<std::uint32_t>(object), false);
    return {std::move(search.pairs.contacts), search.pairs.stats};
}

FrameCollisions search_collisions(const FrameWorld& world, const FrameSearch& options) {
    WorldSearch search(world, options, false);
    for (std::uint32_t i = 0; i < world.objects().size(); ++i) search.run(i, true);
    return {std::move(search.pairs.contacts), search.pairs.stats};
}

CollidingObjects colliding_objects(const FrameWorld& world, std::size_t object, const FrameSearch& options) {
    if (object >= world.objects().size()) return {{}, refused()};
    WorldSearch search(world, options, true);
    search.run(static_cast<std::uint32_t>(object), false);
    return {std::move(search.hits), search.pairs.stats};
}

}  // namespace graze
