#include "graze/scene/broad_phase.hpp"

#include <algorithm>

#include "scene/broad_phase/broad_phase_checks.hpp"
#include "scene/broad_phase/broad_phase_tests.hpp"

namespace graze {

void BruteForcePairs::insert(ProxyId proxy, const Aabb& box) {
    if (!may_insert(boxes_, proxy, box)) return;
    if (proxy >= boxes_.size()) boxes_.resize(proxy + std::size_t{1});
    boxes_[proxy] = box;
    ++size_;
}

void BruteForcePairs::move(ProxyId proxy, const Aabb& box) {
    if (may_move(boxes_, proxy, box)) boxes_[proxy] = box;
}

void BruteForcePairs::remove(ProxyId proxy) {
    if (!may_remove(boxes_, proxy)) return;
    boxes_[proxy] = {};
    --size_;
}

void BruteForcePairs::update(unsigned /*threads*/) {}

void BruteForcePairs::find_pairs(std::vector<ProxyPair>& pairs, unsigned /*threads*/) const {
    pairs.clear();
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        for (std::size_t j = i + 1; j < boxes_.size(); ++j) {
            if (overlaps(boxes_[i], boxes_[j]))
                pairs.push_back({static_cast<ProxyId>(i), static_cast<ProxyId>(j)});
        }
    }
}

void BruteForcePairs::visit_box(const Aabb& box, ProxyVisitor visit) const {
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        if (overlaps(boxes_[i], box) && visit(static_cast<ProxyId>(i)) == Continue::no) return;
    }
}

void BruteForcePairs::visit_ray(const RaySegment& ray, BoundedProxyVisitor visit) const {
    double limit = ray.t_max;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        const auto entry = ray_entry(boxes_[i], ray, limit);
        if (entry && visit(static_cast<ProxyId>(i), *entry, limit) == Continue::no) return;
    }
}

void BruteForcePairs::visit_near(const Aabb& box, double limit, BoundedProxyVisitor visit) const {
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        if (is_empty(boxes_[i])) continue;
        const double lower = gap_below(boxes_[i], box);
        if (lower <= limit && visit(static_cast<ProxyId>(i), lower, limit) == Continue::no) return;
    }
}

std::size_t BruteForcePairs::memory_bytes() const noexcept {
    return sizeof(*this) + boxes_.capacity() * sizeof(Aabb);
}

bool BruteForcePairs::consistent() const {
    const auto there =
        std::count_if(boxes_.begin(), boxes_.end(), [](const Aabb& box) { return !is_empty(box); });
    return static_cast<std::size_t>(there) == size_;
}

}  // namespace graze
