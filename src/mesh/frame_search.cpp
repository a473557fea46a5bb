// search_collisions() and colliding_objects(): down the tree over the objects, then down both objects' trees at once. The side with the larger
// volume is split; its children that miss the box in which the parents meet are skipped without being placed.
#include <algorithm>
#include <limits>
#include <utility>

#include "graze/mesh/frame_world.hpp"

namespace graze {
namespace {

/// The placed frames of one object, made when first asked for.
class PlacedNodes {
public:
    void reset(const FrameObject& object) {
        tree_ = object.tree.get();
        pose_ = &object.pose;
        // Placing rounds: inner nodes grow by what rounding may have moved their children.
        slack_ = 64 * kEps * (length(object.pose.position) + 2 * tree_->reach());
        frames_.clear();
        node_of_.clear();
        if (place_of_.size() < tree_->nodes().size()) place_of_.resize(tree_->nodes().size());
    }
    /// Stays where it is until another one is placed.
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
    [[nodiscard]] const FrameNode& node(std::uint32_t i) const noexcept { return tree_->nodes()[i]; }
    /// Squared way from the middle of the box to that of node i; infinite when the node cannot reach into the box, by the turned box of
    /// its own. Much cheaper than placing it.
    [[nodiscard]] double way_into(const Aabb& box, std::uint32_t i) const noexcept {
        const Aabb& own = tree_->bounds()[i];
        const auto& r = pose_->rotation.columns;
        const Vec3 middle = *pose_ * ((own.min + own.max) * 0.5);
        const Vec3 half = (own.max - own.min) * 0.5;
        const Vec3 reach = abs(r[0]) * half.x + abs(r[1]) * half.y + abs(r[2]) * half.z + Vec3{slack_, slack_, slack_};
        const Vec3 gaps = max(box.min - (middle + reach), (middle - reach) - box.max);
        if (max_component(gaps) > 0) return std::numeric_limits<double>::infinity();
        return length_sq(middle - (box.min + box.max) * 0.5);
    }

private:
    const FrameTree* tree_ = nullptr;
    const Pose* pose_ = nullptr;
    double slack_ = 0;
    std::vector<Frame<3>> frames_;         ///< In the order they were asked for,
    std::vector<std::uint32_t> node_of_;   ///< and their nodes.
    std::vector<std::uint32_t> place_of_;  ///< Of the nodes; means nothing unless the frame there is of this node.
};

/// Two objects, node against node.
class PairSearch {
public:
    PairSearch(const FrameSearch& options, bool first_only) : options_(options), first_only_(first_only) {}

    void place_a(const FrameObject& object, std::uint32_t id) {
        a_.reset(object);
        id_a_ = id;
    }
    void place_b(const FrameObject& object, std::uint32_t id) {
        b_.reset(object);
        id_b_ = id;
    }
    /// Whether leaves of the two meet. All are reported, or none when only the first counts.
    bool run() { return descend(0, 0, everywhere()); }

    std::vector<FrameContact> contacts;
    FrameSearchStats stats;

private:
    static Aabb everywhere() noexcept {
        constexpr double kFar = std::numeric_limits<double>::infinity();
        return {{-kFar, -kFar, -kFar}, {kFar, kFar, kFar}};
    }

    /// What the two have in common lies in `box`.
    bool descend(std::uint32_t i, std::uint32_t j, const Aabb& box) {
        const bool leaves = a_.node(i).child_count == 0 && b_.node(j).child_count == 0;
        const Frame<3>& volume_a = a_[i];
        const Frame<3>& volume_b = b_[j];
        ++stats.tests;
        if (!overlaps(volume_a, volume_b)) return false;
        if (!leaves) return split(i, j, common_box(i, j, box));
        if (!first_only_) {
            const FrameOverlap<3> meeting = intersect(volume_a, volume_b, {.open = false, .box = options_.box});
            contacts.push_back({id_a_, id_b_, i, j, meeting.box});
        }
        return true;
    }

    /// A box around what the two have in common. The elimination's is smaller than what the boxes of the two have in common, and pays
    /// where many children can be skipped by it.
    Aabb common_box(std::uint32_t i, std::uint32_t j, const Aabb& box) {
        if (!options_.prune) return box;
        const Aabb& of_a = a_[i].bounds();
        const Aabb& of_b = b_[j].bounds();
        const std::uint32_t children = splits_a(i, j) ? a_.node(i).child_count : b_.node(j).child_count;
        if (children >= kManyChildren) return intersect(a_[i], b_[j], {.open = false, .box = FrameBox::elimination}).box;
        return {max(box.min, max(of_a.min, of_b.min)), min(box.max, min(of_a.max, of_b.max))};
    }

    /// The side that is no leaf, or the larger one.
    bool splits_a(std::uint32_t i, std::uint32_t j) {
        return b_.node(j).child_count == 0 || (a_.node(i).child_count > 0 && a_[i].volume() >= b_[j].volume());
    }

    /// The children of one of the two against the other; where the first hit counts, those in the middle of the box first.
    bool split(std::uint32_t i, std::uint32_t j, const Aabb& box) {
        const bool split_a = splits_a(i, j);
        const FrameNode& parent = split_a ? a_.node(i) : b_.node(j);
        const PlacedNodes& side = split_a ? a_ : b_;
        const std::size_t begin = candidates_.size();
        for (std::uint32_t c = parent.first_child; c < parent.first_child + parent.child_count; ++c) {
            const double way = options_.prune ? side.way_into(box, c) : 0;
            if (way < std::numeric_limits<double>::infinity())
                candidates_.push_back({way, c});
            else
                ++stats.pruned;
        }
        const std::size_t end = candidates_.size();
        if (first_only_ && end - begin > 1) {
            const auto first = candidates_.begin() + static_cast<std::ptrdiff_t>(begin);
            std::iter_swap(first, std::min_element(first, candidates_.end()));
        }
        bool hit = false;
        for (std::size_t k = begin; k < end && !(hit && first_only_); ++k) {
            const std::uint32_t child = candidates_[k].second;
            hit = (split_a ? descend(child, j, box) : descend(i, child, box)) || hit;
        }
        candidates_.resize(begin);
        return hit;
    }

    static constexpr std::uint32_t kManyChildren = 512;  // measured: worth its time for 800 children, not for 200

    const FrameSearch& options_;
    bool first_only_;
    PlacedNodes a_;
    PlacedNodes b_;
    std::vector<std::pair<double, std::uint32_t>> candidates_;  ///< Ways and children of all nodes being split, one after the other.
    std::uint32_t id_a_ = 0;
    std::uint32_t id_b_ = 0;
};

/// One object against those of the world whose boxes meet its own.
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
            ++pairs.stats.objects;
            pairs.place_b(world_.objects()[b], b);
            if (pairs.run()) hits.push_back(b);
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

}  // namespace

FrameCollisions search_collisions(const FrameObject& a, const FrameObject& b, const FrameSearch& options) {
    PairSearch search(options, false);
    search.place_a(a, 0);
    search.place_b(b, 1);
    search.run();
    return {std::move(search.contacts), search.stats};
}

bool collide(const FrameObject& a, const FrameObject& b, const FrameSearch& options) {
    PairSearch search(options, true);
    search.place_a(a, 0);
    search.place_b(b, 1);
    return search.run();
}

FrameCollisions search_collisions(const FrameWorld& world, std::size_t object, const FrameSearch& options) {
    if (object >= world.objects().size()) return {};
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
    if (object >= world.objects().size()) return {};
    WorldSearch search(world, options, true);
    search.run(static_cast<std::uint32_t>(object), false);
    return {std::move(search.hits), search.pairs.stats};
}

}  // namespace graze
