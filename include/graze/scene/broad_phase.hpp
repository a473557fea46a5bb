// Which boxes overlap: the test of a scene before it tests shapes. The interface is small so that programs
// can supply their own. Boxes are closed (touching is overlapping), finite or endless along an axis
// (half-spaces), never empty or NaN: the scene ensures that. All boxes are aligned with the world's axes. A
// broad phase stores proxies, small numbers that its user assigns, and no shapes.
//
// Protocol: `insert`, `move` and `remove` in any order, then `update` or `apply_changes`, then queries until the next change. Queries are const and
// may run at the same time. What they find does not depend on the order of changes or on the number of threads.
// Changes that break the protocol (a proxy that is inserted twice or moved without being there, an empty box) are asserted by the broad phases
// of graze, and left out.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/core/function_ref.hpp"
#include "graze/tree/traverse.hpp"

namespace graze {

/// Numbers from 0 on, without large gaps: broad phases keep arrays of them. A number may be used again after `remove`.
using ProxyId = std::uint32_t;

/// Two proxies, first < second.
struct ProxyPair {
    ProxyId first = 0;
    ProxyId second = 0;

    /// In the order of their numbers.
    static constexpr ProxyPair of(ProxyId x, ProxyId y) noexcept { return x < y ? ProxyPair{x, y} : ProxyPair{y, x}; }
    friend constexpr auto operator<=>(const ProxyPair&, const ProxyPair&) = default;
};

/// What a search does with a proxy it found: go on, or stop.
using ProxyVisitor = FunctionRef<Continue(ProxyId proxy)>;
/// The same where the search has a limit (a ray's t, a distance): `lower` is where the proxy's box begins, and the visitor may lower the
/// limit.
using BoundedProxyVisitor = FunctionRef<Continue(ProxyId proxy, double lower, double& limit)>;

class BroadPhase {
public:
    BroadPhase() = default;
    BroadPhase(const BroadPhase&) = delete;
    BroadPhase& operator=(const BroadPhase&) = delete;
    virtual ~BroadPhase() = default;

    /// A proxy that is not there yet.
    virtual void insert(ProxyId proxy, const Aabb& box) = 0;
    /// A proxy that is there.
    virtual void move(ProxyId proxy, const Aabb& box) = 0;
    virtual void remove(ProxyId proxy) = 0;
    /// Many at once, one box for each: by default one after the other.
    virtual void insert(std::span<const ProxyId> proxies, std::span<const Aabb> boxes);
    virtual void move(std::span<const ProxyId> proxies, std::span<const Aabb> boxes);

    /// Takes the changes in. `threads`: at most so many, 0 for one per core.
    virtual void update(unsigned threads) = 0;
    /// The same between two updates, which scenes do when many changes wait: a broad phase that reports what an update changed goes on collecting
    /// until the next. By default an update.
    virtual void apply_changes(unsigned threads) { update(threads); }

    /// All pairs of overlapping boxes, in ascending order.
    virtual void find_pairs(std::vector<ProxyPair>& pairs, unsigned threads) const = 0;
    /// Every proxy whose box overlaps the given one, in any order.
    virtual void visit_box(const Aabb& box, ProxyVisitor visit) const = 0;
    /// Proxies whose boxes a ray hits within [t_min, t_max], roughly the nearest first; the limit is t_max.
    virtual void visit_ray(const RaySegment& ray, BoundedProxyVisitor visit) const = 0;
    /// Proxies whose boxes are within `limit` of a box (a length), roughly the nearest first.
    virtual void visit_near(const Aabb& box, double limit, BoundedProxyVisitor visit) const = 0;

    /// How many proxies there are.
    [[nodiscard]] virtual std::size_t size() const noexcept = 0;
    /// Bytes of all that is kept.
    [[nodiscard]] virtual std::size_t memory_bytes() const noexcept = 0;
    /// Whether the structure is as it must be; for tests. Linear or worse.
    [[nodiscard]] virtual bool consistent() const = 0;
};

}  // namespace graze
