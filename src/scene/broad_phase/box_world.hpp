// The boxes of a scene: a broad phase, and what changed since it was last brought up to date. Queries search
// both, so they are correct at any time without changing anything. Changes are applied when they are many, so
// that each costs an amortised constant share.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "graze/scene/broad_phase.hpp"

namespace graze {

class BoxWorld {
public:
    explicit BoxWorld(std::unique_ptr<BroadPhase> broad_phase, unsigned threads);

    /// Puts a proxy somewhere, new or not. The box is not empty.
    void place(ProxyId proxy, const Aabb& box);
    void place(std::span<const ProxyId> proxies, std::span<const Aabb> boxes);
    void remove(ProxyId proxy);
    /// Takes all changes into the broad phase.
    void flush();
    /// The same as the application's own update, to which the broad phase may tie its events.
    void update();

    [[nodiscard]] const Aabb& box(ProxyId proxy) const noexcept { return boxes_[proxy]; }
    [[nodiscard]] const BroadPhase& broad_phase() const noexcept { return *broad_; }

    /// All pairs of overlapping boxes in ascending order.
    void find_pairs(std::vector<ProxyPair>& pairs) const;
    /// As of BroadPhase, each proxy once.
    void visit_box(const Aabb& box, ProxyVisitor visit) const;
    void visit_ray(const RaySegment& ray, BoundedProxyVisitor visit) const;
    void visit_near(const Aabb& box, double limit, BoundedProxyVisitor visit) const;

private:
    enum class Place : unsigned char {
        /// `changed`: the broad phase has another box for it, or none.
        nowhere,
        current,
        changed
    };

    void note_change(ProxyId proxy);
    void flush_when_many();
    /// Passes all changes to the broad phase, which has yet to apply them. False when there are none.
    bool hand_over();

    std::unique_ptr<BroadPhase> broad_;
    unsigned threads_ = 1;
    std::vector<Aabb> boxes_;              ///< By proxy. Empty for those that are not there.
    std::vector<Place> places_;            ///< By proxy.
    std::vector<unsigned char> in_broad_;  ///< By proxy: whether the broad phase has it, wherever.
    std::vector<ProxyId> changed_;         ///< Those whose place is `changed`, removed ones too; each once.
    std::size_t count_ = 0;
};

/// All pairs of overlapping boxes among some proxies with a box for each, appended in no order.
void append_overlaps(std::span<const ProxyId> proxies, std::span<const Aabb> boxes,
                     std::vector<ProxyPair>& pairs, unsigned threads);

}  // namespace graze
