// Searches: the tree's floats find candidates, the exact boxes decide. Outsiders are examined one by one.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/scene/dynamic_tree.hpp"
#include "scene/broad_phase/broad_phase_sort.hpp"
#include "scene/broad_phase/broad_phase_tests.hpp"
#include "scene/broad_phase/dynamic_tree_nodes.hpp"
#include "simd/tree/level_pairs.hpp"
#include "simd/tree/tree_walk.hpp"
#include "tree/ray_walk.hpp"

namespace graze {
namespace {

/// Boxes are within ±1, so rounding outward moved each end by less than 2^-22 (box_frame.hpp): float boxes
/// that overlap by twice that and some are of exact boxes that overlap.
constexpr float kSureDepth = 0x1p-20F;
/// Pairs of nodes to be shared out, for each thread: enough that the threads end together, few enough that
/// each is worth it.
constexpr std::size_t kEnoughTasks = 32;
constexpr std::size_t kMostParts = 64;

/// Takes pairs from the traversal and tests the exact boxes where floats do not decide.
struct PairTaker {
    std::span<const Aabb> boxes;
    std::vector<ProxyPair>& pairs;

    void operator()(std::span<const simd::FoundPair> found, bool deep) {
        for (const simd::FoundPair& candidate : found) {
            const ProxyPair pair{candidate.first, candidate.second};
            if (deep || overlaps(boxes[pair.first], boxes[pair.second])) pairs.push_back(pair);
        }
    }
};

struct PairTasks {
    std::vector<simd::NodePair> pairs;
    std::uint32_t level;
};

/// Takes the root apart until there are enough pairs.
PairTasks pair_tasks(const WideTree& tree, std::size_t enough) {
    PairTasks tasks{{{WideTree::kRoot, WideTree::kRoot}}, tree.height - 1};
    while (tasks.level > 0 && tasks.pairs.size() < enough) {
        std::vector<simd::NodePair> next;
        for (const simd::NodePair& pair : tasks.pairs) {
            simd::NodePair opened[simd::kMostOpened];
            next.insert(next.end(), opened, opened + simd::open_pair(tree.nodes.data(), pair, opened));
        }
        tasks = {std::move(next), tasks.level - 1};
    }
    return tasks;
}

/// Calls a visitor with proxies whose exact boxes are on the ray. A leaf of the tree is one proxy.
struct RayFilter {
    std::span<const Aabb> boxes;
    const RaySegment& ray;
    BoundedProxyVisitor visit;

    Continue operator()(ProxyId proxy, double& limit) const {
        const auto entry = ray_entry(boxes[proxy], ray, limit);
        return entry ? visit(proxy, *entry, limit) : Continue::yes;
    }
    Continue operator()(LeafSlots leaf, double /*lower*/, double& limit) const {
        return (*this)(leaf.first, limit);
    }
};

/// The same of proxies whose exact boxes are near another.
struct NearFilter {
    std::span<const Aabb> boxes;
    const Aabb& box;
    BoundedProxyVisitor visit;

    Continue operator()(ProxyId proxy, double& limit) const {
        const double lower = gap_below(boxes[proxy], box);
        return lower <= limit ? visit(proxy, lower, limit) : Continue::yes;
    }
    Continue operator()(LeafSlots leaf, double /*lower*/, double& limit) const {
        return (*this)(leaf.first, limit);
    }
};

/// The search of all boxes near another, which is first moved to the tree's bounds by `beyond` along each
/// axis (simd::NearWalk).
simd::NearWalk near_walk(const WideTree& tree, const Aabb& box, double limit) {
    const Aabb bounds = tree.bounds();
    const double scale = tree.frame.scale;
    simd::NearWalk walk{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double low = std::clamp(box.min[i], bounds.min[i], bounds.max[i]),
                     high = std::clamp(box.max[i], bounds.min[i], bounds.max[i]);
        walk.low[i] = below((low - tree.frame.origin[i]) * scale);
        walk.high[i] = -below((tree.frame.origin[i] - high) * scale);
        const double gap = std::max({box.min[i] - bounds.max[i], bounds.min[i] - box.max[i], 0.0});
        // Beyond 2^45 times the tree's size its boxes are as good as one.
        const double beyond = std::min(gap * scale * (1 - 0x1p-50), 0x1p45);
        walk.twice_beyond[i] = std::max(below(2 * beyond), 0.0F);
        walk.beyond_sq += beyond * beyond * (1 - 0x1p-50);
    }
    walk.unit = 1 / scale;
    walk.limit = limit;
    return walk;
}

/// Shorter directions are served by a search of a box.
constexpr double kLeastDirection = 1e-150;

/// A box around what the ray may reach within the bounds: its start where it does not move, everything where
/// it moves at all.
Aabb reach_of(const RaySegment& ray, const Aabb& bounds) noexcept {
    Aabb reach;
    for (std::size_t i = 0; i < 3; ++i) {
        reach.min[i] = ray.direction[i] == 0 ? ray.origin[i] : bounds.min[i];
        reach.max[i] = ray.direction[i] == 0 ? ray.origin[i] : bounds.max[i];
    }
    return reach;
}

}  // namespace

void DynamicTree::find_outer_pairs(std::vector<ProxyPair>& pairs, unsigned threads) const {
    if (beyond_) beyond_->find_pairs(pairs, threads);
    const auto note_with = [&pairs](ProxyId p) {
        return [&pairs, p](ProxyId q) {
            pairs.push_back(ProxyPair::of(p, q));
            return Continue::yes;
        };
    };
    for (std::size_t i = 0; i < outsiders_.size(); ++i) {
        const auto note = note_with(outsiders_[i]);
        const Aabb& box = boxes_[outsiders_[i]];
        for (std::size_t k = i + 1; k < outsiders_.size(); ++k) {
            if (overlaps(box, boxes_[outsiders_[k]])) note(outsiders_[k]);
        }
        visit_tree(box, note);
        if (beyond_) beyond_->visit_box(box, note);
    }
    for (std::size_t i = 0; beyond_ && i < boxes_.size(); ++i) {
        const auto proxy = static_cast<ProxyId>(i);
        if ((state_[i] & kBeyond) != 0 && overlaps(boxes_[i], frame_box_))
            visit_tree(boxes_[i], note_with(proxy));
    }
}

void DynamicTree::find_pairs(std::vector<ProxyPair>& pairs, unsigned threads) const {
    if (size_ < kWorthThreads) threads = 1;
    const Workers workers(threads);
    std::vector<std::vector<ProxyPair>> parts(1);
    find_outer_pairs(parts[0], threads);
    workers.run([&] {
        if (!tree_->empty()) {
            const PairTasks tasks = pair_tasks(*tree_, threads == 1 ? 1 : kEnoughTasks * workers.count());
            const std::size_t count = std::min(kMostParts, tasks.pairs.size());
            parts.resize(1 + count);
            workers.for_each(count, [&](std::size_t part) {
                PairTaker taker{boxes_, parts[1 + part]};
                const std::size_t begin = tasks.pairs.size() * part / count,
                                  end = tasks.pairs.size() * (part + 1) / count;
                for (std::size_t i = begin; i < end; ++i) {
                    simd::walk_level_pairs(tree_->nodes.data(), tasks.pairs[i], tasks.level,
                                           age_.tight ? kSureDepth : std::numeric_limits<float>::infinity(),
                                           taker);
                }
            });
        }
        sort_pairs(parts, static_cast<ProxyId>(boxes_.size()), workers, pairs);
    });
}

bool DynamicTree::visit_tree(const Aabb& box, ProxyVisitor visit) const {
    if (tree_->empty() || is_empty(box)) return true;
    const FloatBox query = rounded_out(box, tree_->frame);
    simd::BoxWalk walk;
    std::copy_n(query.min, 3, walk.low);
    std::copy_n(query.max, 3, walk.high);
    const auto visit_leaf = [&](LeafSlots leaf) {
        return overlaps(boxes_[leaf.first], box) ? visit(leaf.first) : Continue::yes;
    };
    return !simd::walk_box(tree_->nodes.data(), walk, visit_leaf).stopped;
}

void DynamicTree::visit_box(const Aabb& box, ProxyVisitor visit) const {
    for (const ProxyId proxy : outsiders_) {
        if (overlaps(boxes_[proxy], box) && visit(proxy) == Continue::no) return;
    }
    if (visit_tree(box, visit) && beyond_) beyond_->visit_box(box, visit);
}

bool DynamicTree::visit_ray_first(const RaySegment& ray, double& limit, BoundedProxyVisitor visit) const {
    bool enough = false;
    visit_ray(ray, [&](ProxyId proxy, double lower, double& t_max) {
        enough = visit(proxy, lower, t_max) == Continue::no;
        limit = std::min(limit, t_max);
        return enough ? Continue::no : Continue::yes;
    });
    return !enough;
}

bool DynamicTree::visit_near_first(const Aabb& box, double& limit, BoundedProxyVisitor visit) const {
    bool enough = false;
    visit_near(box, limit, [&](ProxyId proxy, double lower, double& reach) {
        enough = visit(proxy, lower, reach) == Continue::no;
        limit = std::min(limit, reach);
        return enough ? Continue::no : Continue::yes;
    });
    return !enough;
}

void DynamicTree::visit_ray(const RaySegment& ray, BoundedProxyVisitor visit) const {
    const RayFilter filter{boxes_, ray, visit};
    double limit = ray.t_max;
    for (const ProxyId proxy : outsiders_) {
        if (filter(proxy, limit) == Continue::no) return;
    }
    if (beyond_ &&
        !beyond_->visit_ray_first({ray.origin, ray.direction, ray.t_min, limit, ray.margin}, limit, visit))
        return;
    if (tree_->empty()) return;
    // The ray traversal needs a nonzero direction; without one only boxes at the ray's start can be hit.
    if (!(max_component(abs(ray.direction)) >= kLeastDirection)) {
        visit_tree(grown(reach_of(ray, tree_->bounds()), ray.margin),
                   [&](ProxyId proxy) { return filter(proxy, limit); });
        return;
    }
    RaySegment rest = ray;
    rest.t_max = limit;
    simd::RayWalk walk;
    if (detail::make_ray_walk(tree_->frame, tree_->bounds(), rest, walk))
        simd::walk_ray(tree_->nodes.data(), walk, filter);
}

void DynamicTree::visit_near(const Aabb& box, double limit, BoundedProxyVisitor visit) const {
    const NearFilter filter{boxes_, box, visit};
    if (is_empty(box)) return;
    for (const ProxyId proxy : outsiders_) {
        if (filter(proxy, limit) == Continue::no) return;
    }
    if (beyond_ && !beyond_->visit_near_first(box, limit, visit)) return;
    if (!tree_->empty() && limit >= 0)
        simd::walk_near(tree_->nodes.data(), near_walk(*tree_, box, limit), filter);
}

}  // namespace graze
