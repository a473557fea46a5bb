// Combines a broad phase with the changes that it has not applied yet.
#include "scene/broad_phase/box_world.hpp"

#include <algorithm>

#include "graze/scene/broad_phase.hpp"
#include "scene/broad_phase/broad_phase_tests.hpp"

namespace graze {
namespace {

// Changes are flushed when there are more of them than this, and than the square root of the number of boxes:
// every search tests each of them, and queries of the whole scene make as many searches as there are boxes.
// Broad phases apply few changes one by one.
constexpr std::size_t kFewChanges = 64;

}  // namespace

BoxWorld::BoxWorld(std::unique_ptr<BroadPhase> broad_phase, unsigned threads)
    : broad_(std::move(broad_phase)), threads_(threads) {}

void BoxWorld::note_change(ProxyId proxy) {
    if (places_[proxy] == Place::changed) return;
    places_[proxy] = Place::changed;
    changed_.push_back(proxy);
}

void BoxWorld::flush_when_many() {
    if (changed_.size() > kFewChanges && changed_.size() * changed_.size() > count_) flush();
}

void BoxWorld::place(ProxyId proxy, const Aabb& box) { place(std::span(&proxy, 1), std::span(&box, 1)); }

void BoxWorld::place(std::span<const ProxyId> proxies, std::span<const Aabb> boxes) {
    for (std::size_t i = 0; i < proxies.size(); ++i) {
        const ProxyId proxy = proxies[i];
        if (proxy >= boxes_.size()) {
            boxes_.resize(proxy + 1);
            places_.resize(proxy + 1, Place::nowhere);
            in_broad_.resize(proxy + 1, 0);
        }
        if (is_empty(boxes_[proxy])) ++count_;
        boxes_[proxy] = boxes[i];
        note_change(proxy);
    }
    flush_when_many();
}

void BoxWorld::remove(ProxyId proxy) {
    boxes_[proxy] = {};
    --count_;
    note_change(proxy);
    flush_when_many();
}

void BoxWorld::flush() {
    if (hand_over()) broad_->apply_changes(threads_);
}

void BoxWorld::update() {
    hand_over();
    broad_->update(threads_);
}

bool BoxWorld::hand_over() {
    if (changed_.empty()) return false;
    std::ranges::sort(changed_);  // the broad phase gets the same changes, in whatever order they were made
    std::vector<ProxyId> moved;
    std::vector<ProxyId> inserted;
    for (const ProxyId proxy : changed_) {
        const bool there = !is_empty(boxes_[proxy]);
        if (in_broad_[proxy] && !there) broad_->remove(proxy);
        if (in_broad_[proxy] && there) moved.push_back(proxy);
        if (!in_broad_[proxy] && there) inserted.push_back(proxy);
        in_broad_[proxy] = there ? 1 : 0;
        places_[proxy] = there ? Place::current : Place::nowhere;
    }
    changed_.clear();
    const auto boxes_of = [this](const std::vector<ProxyId>& proxies) {
        std::vector<Aabb> boxes;
        boxes.reserve(proxies.size());
        for (const ProxyId proxy : proxies) boxes.push_back(boxes_[proxy]);
        return boxes;
    };
    if (!moved.empty()) broad_->move(moved, boxes_of(moved));
    if (!inserted.empty()) broad_->insert(inserted, boxes_of(inserted));
    return true;
}

void BoxWorld::find_pairs(std::vector<ProxyPair>& pairs) const {
    pairs.clear();
    broad_->find_pairs(pairs, threads_);
    if (changed_.empty()) return;
    const auto stale = [this](const ProxyPair& pair) {
        return places_[pair.first] == Place::changed || places_[pair.second] == Place::changed;
    };
    std::erase_if(pairs, stale);
    std::vector<ProxyId> there;
    std::vector<Aabb> boxes;
    for (const ProxyId proxy : changed_) {
        if (is_empty(boxes_[proxy])) continue;
        there.push_back(proxy);
        boxes.push_back(boxes_[proxy]);
        broad_->visit_box(boxes_[proxy], [&](ProxyId other) {
            if (places_[other] == Place::current) pairs.push_back(ProxyPair::of(proxy, other));
            return Continue::yes;
        });
    }
    append_overlaps(there, boxes, pairs, threads_);
    std::ranges::sort(pairs);
}

void BoxWorld::visit_box(const Aabb& box, ProxyVisitor visit) const {
    for (const ProxyId proxy : changed_) {
        if (overlaps(boxes_[proxy], box) && visit(proxy) == Continue::no) return;
    }
    broad_->visit_box(
        box, [&](ProxyId proxy) { return places_[proxy] == Place::current ? visit(proxy) : Continue::yes; });
}

void BoxWorld::visit_ray(const RaySegment& ray, BoundedProxyVisitor visit) const {
    RaySegment rest = ray;
    for (const ProxyId proxy : changed_) {
        if (is_empty(boxes_[proxy])) continue;
        const auto lower = ray_entry(boxes_[proxy], ray, rest.t_max);
        if (lower && visit(proxy, *lower, rest.t_max) == Continue::no) return;
    }
    broad_->visit_ray(rest, [&](ProxyId proxy, double lower, double& limit) {
        return places_[proxy] == Place::current ? visit(proxy, lower, limit) : Continue::yes;
    });
}

void BoxWorld::visit_near(const Aabb& box, double limit, BoundedProxyVisitor visit) const {
    for (const ProxyId proxy : changed_) {
        if (is_empty(boxes_[proxy])) continue;
        const double lower = gap_below(boxes_[proxy], box);
        if (lower <= limit && visit(proxy, lower, limit) == Continue::no) return;
    }
    broad_->visit_near(box, limit, [&](ProxyId proxy, double lower, double& reach) {
        return places_[proxy] == Place::current ? visit(proxy, lower, reach) : Continue::yes;
    });
}

void append_overlaps(std::span<const ProxyId> proxies, std::span<const Aabb> boxes,
                     std::vector<ProxyPair>& pairs, unsigned threads) {
    for (const auto& [i, j] : find_overlapping_boxes(boxes, threads))
        pairs.push_back(ProxyPair::of(proxies[i], proxies[j]));
}

}  // namespace graze
