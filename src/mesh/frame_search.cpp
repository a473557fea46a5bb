// search_collisions() and colliding_objects(): down the tree over the objects, then down both objects' trees at once. The side with the larger
// volume is split; its children that miss the box in which the parents meet are skipped without a test.
#include <algorithm>

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
        const std::size_t count = tree_->nodes().size();
        if (frames_.size() < count) {
            frames_.resize(count);
            round_of_.resize(count, 0);
        }
        ++round_;
    }
    const Frame<3>& operator[](std::uint32_t i) {
        if (round_of_[i] != round_) {
            const FrameNode& node = tree_->nodes()[i];
            frames_[i] = placed(node.volume, *pose_);
            if (node.child_count > 0) frames_[i] = grown(frames_[i], slack_);
            round_of_[i] = round_;
        }
        return frames_[i];
    }
    [[nodiscard]] const FrameNode& node(std::uint32_t i) const noexcept { return tree_->nodes()[i]; }

private:
    const FrameTree* tree_ = nullptr;
    const Pose* pose_ = nullptr;
    double slack_ = 0;
    std::vector<Frame<3>> frames_;
    std::vector<std::uint64_t> round_of_;
    std::uint64_t round_ = 0;
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
    bool run() { return descend(0, 0); }

    std::vector<FrameContact> contacts;
    FrameSearchStats stats;

private:
    bool descend(std::uint32_t i, std::uint32_t j) {
        const bool leaves = a_.node(i).child_count == 0 && b_.node(j).child_count == 0;
        const Frame<3>& volume_a = a_[i];
        const Frame<3>& volume_b = b_[j];
        ++stats.tests;
        if (leaves ? first_only_ : !options_.prune) {
            if (!overlaps(volume_a, volume_b)) return false;
            return leaves || split(i, j, {});
        }
        const FrameBox kind = leaves ? options_.box : FrameBox::elimination;
        const FrameOverlap<3> meeting = intersect(volume_a, volume_b, {.open = false, .box = kind});
        if (!meeting.hit) return false;
        if (!leaves) return split(i, j, meeting.box);
        contacts.push_back({id_a_, id_b_, i, j, meeting.box});
        return true;
    }

    /// The children of one of the two against the other.
    bool split(std::uint32_t i, std::uint32_t j, const Aabb& box) {
        const FrameNode& a = a_.node(i);
        const FrameNode& b = b_.node(j);
        const bool split_a = b.child_count == 0 || (a.child_count > 0 && a_[i].volume() >= b_[j].volume());
        const FrameNode& parent = split_a ? a : b;
        PlacedNodes& side = split_a ? a_ : b_;
        bool hit = false;
        for (std::uint32_t c = parent.first_child; c < parent.first_child + parent.child_count; ++c) {
            if (options_.prune && !overlaps(side[c].bounds(), box)) {
                ++stats.pruned;
                continue;
            }
            hit = (split_a ? descend(c, j) : descend(i, c)) || hit;
            if (hit && first_only_) return true;
        }
        return hit;
    }

    const FrameSearch& options_;
    bool first_only_;
    PlacedNodes a_;
    PlacedNodes b_;
    std::uint32_t id_a_ = 0;
    std::uint32_t id_b_ = 0;
};

/// One object against those of the world whose boxes meet its own.
class WorldSearch {
public:
    WorldSearch(const FrameWorld& world, const FrameSearch& options, bool first_only) : pairs(options, first_only), world_(world) {}

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
