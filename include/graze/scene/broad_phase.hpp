// Which boxes overlap: the test of a scene before it tests shapes. The interface is small so that programs
// can supply their own; the two simple broad phases are here too, dynamic_tree.hpp and sweep_and_prune.hpp
// have the others. Boxes are closed (touching is overlapping), finite or endless along an axis (half-spaces),
// never empty or NaN: the scene ensures that. All boxes are aligned with the world's axes. A broad phase
// stores proxies, small numbers that its user assigns, and no shapes.
//
// Protocol: `insert`, `move` and `remove` in any order, then `update` or `apply_changes`, then queries until
// the next change. Queries are const and may run at the same time. What they find does not depend on the
// order of changes or on the number of threads. Changes that break the protocol (a proxy that is inserted
// twice or moved without being there, an empty box) are asserted by the broad phases of graze, and left out.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/core/function_ref.hpp"
#include "graze/tree/box_tree.hpp"

namespace graze {

/// Numbers from 0 on, without large gaps: broad phases keep arrays of them. A number may be used again after
/// `remove`.
using ProxyId = std::uint32_t;

/// Two proxies, first < second.
struct ProxyPair {
    ProxyId first = 0;
    ProxyId second = 0;

    /// In the order of their numbers.
    static constexpr ProxyPair of(ProxyId x, ProxyId y) noexcept {
        return x < y ? ProxyPair{x, y} : ProxyPair{y, x};
    }
    friend constexpr auto operator<=>(const ProxyPair&, const ProxyPair&) = default;
};

/// What a search does with a proxy it found: go on, or stop.
using ProxyVisitor = FunctionRef<Continue(ProxyId proxy)>;
/// The same where the search has a limit (a ray's t, a distance): `lower` is where the proxy's box begins,
/// and the visitor may lower the limit.
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
    /// The same between two updates, which scenes do when many changes wait: a broad phase that reports what
    /// an update changed goes on collecting until the next. By default an update.
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

// All overlapping pairs of a set of boxes, once: for sets that change completely between queries, or are
// queried only once.

/// Indices of the boxes that overlap (touching counts), in ascending order, the same for every number of
/// threads. Boxes may be endless; empty ones overlap nothing. `threads`: at most so many, 0 for one per core.
/// Some 2^28 boxes at the most.
std::vector<ProxyPair> find_overlapping_boxes(std::span<const Aabb> boxes, unsigned threads = 1);

// Every box against every other: the broad phase that others are checked with, and the best one for a handful
// of boxes.

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

// Boxes in the cells of a uniform grid: for many boxes of about the same size, spread evenly. The grid is
// rebuilt by every update that follows a change, by counting, in linear time: cells of about one and a half
// times the middle edge around nearly all boxes; what lies outside belongs to the cells at the border. Boxes
// that cover many cells are kept in a list and compared with all others. A box in several cells is examined
// once. Pairs do that by mailboxing: a box remembers which search it was last examined by. Other searches,
// which may run at the same time, write nothing: regions report a box in the first common cell, rays keep a
// set of those they have visited. Source: van den Bergen, "Collision Detection in Interactive 3D
// Environments", 5.2.1. Measurements: docs/notes/broad_phases.md.

class UniformGrid final : public BroadPhase {
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
    /// Cells along the axes.
    [[nodiscard]] const std::array<std::uint32_t, 3>& cells() const noexcept { return cells_; }

private:
    /// Cells low .. high along every axis.
    struct CellRange {
        std::array<std::uint32_t, 3> low{};
        std::array<std::uint32_t, 3> high{};
    };

    /// Never decreases with x, so boxes that overlap have a cell in common.
    [[nodiscard]] std::uint32_t cell_of(double x, std::size_t axis) const noexcept;
    [[nodiscard]] CellRange range_of(const Aabb& box) const noexcept;
    [[nodiscard]] static std::uint64_t cells_in(const CellRange& range) noexcept;
    /// Calls `visit(std::size_t cell) -> bool` until it returns false; then returns false.
    template <class Visit> bool for_each_cell(const CellRange& range, const Visit& visit) const;
    [[nodiscard]] std::span<const ProxyId> in_cell(std::size_t cell) const noexcept {
        return std::span(entries_).subspan(starts_[cell], starts_[cell + 1] - starts_[cell]);
    }
    void lay_out();
    void fill();
    void find_pairs_of(ProxyId begin, ProxyId end, std::vector<ProxyPair>& pairs) const;
    [[nodiscard]] CellRange slab_of(const RaySegment& ray, std::size_t axis, std::uint32_t slab, double& from,
                                    double& to) const noexcept;

    std::vector<Aabb> boxes_;            ///< By proxy; empty where there is none.
    std::vector<std::uint32_t> starts_;  ///< Where a cell's entries begin, and one more.
    std::vector<ProxyId> entries_;       ///< Cell by cell, ascending in each.
    std::vector<ProxyId> large_;         ///< In no cell.
    std::vector<bool> is_large_;         ///< By proxy.
    std::array<std::uint32_t, 3> cells_{1, 1, 1};
    Vec3 origin_{};          ///< Corner of the first cell.
    double per_length_ = 1;  ///< Cells for a unit of length.
    std::size_t size_ = 0;
    bool stale_ = false;
};

}  // namespace graze
