// Every box against every other: the broad phase that others are checked with, and the best one for a handful of boxes.
#pragma once

#include <vector>

#include "graze/scene/broad_phase.hpp"

namespace graze {

/// Pairs take quadratic time, everything else linear. Needs no update.
class BruteForcePairs final : public BroadPhase {
public:
    using BroadPhase::insert;
    using BroadPhase::move;
    void insert(ProxyId proxy, const Aabb& box) override;
    void move(ProxyId proxy, const Aabb& box) override;
    void remove(ProxyId proxy) override;
    void update(unsigned threads) override;

    void find_pairs(std::vector<ProxyPair>& pairs, unsigned threads) const override;
    void visit_box(const Aabb& box, ProxyVisitor visit) const override;
    void visit_ray(const RaySegment& ray, BoundedProxyVisitor visit) const override;
    void visit_near(const Aabb& box, double limit, BoundedProxyVisitor visit) const override;

    [[nodiscard]] std::size_t size() const noexcept override { return size_; }
    [[nodiscard]] std::size_t memory_bytes() const noexcept override;
    [[nodiscard]] bool consistent() const override;

private:
    std::vector<Aabb> boxes_;  ///< By proxy; empty where there is none.
    std::size_t size_ = 0;
};

}  // namespace graze
