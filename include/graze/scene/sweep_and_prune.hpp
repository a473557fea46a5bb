// Incremental sweep and prune: three sorted arrays of endpoints, kept in order as boxes move, and the set of
// overlapping pairs, which changes only where a lower and an upper endpoint pass each other. Best when boxes
// move little from step to step, and for users that need events when pairs begin and end. An endpoint stores
// its slot in the array of six indices per box, and how many intervals are open before it (its stabbing
// number), so that single boxes are inserted and removed by a range query. At equal coordinates lower
// endpoints come before upper ones: touching is overlapping. When many boxes come at once, or have moved past
// each other too often, everything is sorted again. Source: van den Bergen, "Collision Detection in
// Interactive 3D Environments", 5.4. Measurements: docs/notes/broad_phases.md.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "graze/scene/broad_phase.hpp"

namespace graze {

class FlatSet;

/// A pair that overlaps and did not at the `update` before, or the reverse.
struct PairEvent {
    ProxyPair pair{};
    bool begins = false;

    friend constexpr auto operator<=>(const PairEvent&, const PairEvent&) = default;
};

class SweepAndPrune final : public BroadPhase {
public:
    SweepAndPrune();
    ~SweepAndPrune() override;

    using BroadPhase::insert;
    using BroadPhase::move;
    void insert(ProxyId proxy, const Aabb& box) override;
    void move(ProxyId proxy, const Aabb& box) override;
    void remove(ProxyId proxy) override;
    void update(unsigned threads) override;
    void apply_changes(unsigned threads) override;

    void find_pairs(std::vector<ProxyPair>& pairs, unsigned threads) const override;
    void visit_box(const Aabb& box, ProxyVisitor visit) const override;
    /// By steps from plane to plane, entered boxes in the order in which the ray enters them.
    void visit_ray(const RaySegment& ray, BoundedProxyVisitor visit) const override;
    void visit_near(const Aabb& box, double limit, BoundedProxyVisitor visit) const override;

    /// What changed from the `update` before the last one to the last one, in ascending order; what began and
    /// ended in between is not there. In a scene that is from one Scene::update to the next, however often
    /// the scene took changes in by itself; proxies are then `ObjectId::index`.
    [[nodiscard]] std::span<const PairEvent> events() const noexcept { return events_; }
    /// Neighbours exchanged in the arrays so far.
    [[nodiscard]] std::uint64_t swaps() const noexcept { return swaps_; }
    /// How often everything was sorted again.
    [[nodiscard]] std::uint64_t sorts() const noexcept { return sorts_; }

    [[nodiscard]] std::size_t size() const noexcept override { return size_; }
    [[nodiscard]] std::size_t memory_bytes() const noexcept override;
    [[nodiscard]] bool consistent() const override;

private:
    /// 16 bytes.
    struct Endpoint {
        double value = 0;
        std::uint32_t slot = 0;  ///< Six times the proxy, plus twice the axis, plus one for the upper end.
        std::uint32_t stabbing = 0;  ///< Lower less upper endpoints before it in its array.
    };
    /// Boxes whose lower end is before `end` and whose upper end is not before `begin` in an axis' array.
    struct Range {
        std::size_t axis = 0;
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    struct RayStream;
    enum State : std::uint8_t { kChanged = 1, kHeld = 2 };  ///< Bits: waits for the update; is in the arrays.

    static bool is_upper(std::uint32_t slot) noexcept { return (slot & 1) != 0; }
    static ProxyId proxy_of(std::uint32_t slot) noexcept { return slot / 6; }
    static bool before(const Endpoint& a, const Endpoint& b) noexcept {
        return a.value < b.value || (a.value == b.value && !is_upper(a.slot) && is_upper(b.slot));
    }

    void note_change(ProxyId proxy);
    void apply_box(ProxyId proxy);
    void insert_ends(ProxyId proxy, std::size_t axis);
    void remove_ends(ProxyId proxy, std::size_t axis);
    void move_ends(ProxyId proxy, std::size_t axis);
    template <bool Up> void move_end(std::size_t axis, std::size_t at, double value);
    void put(std::size_t axis, std::size_t at, const Endpoint& end) noexcept;
    void add_overlap_along(std::size_t axis, ProxyId a, ProxyId b);
    void remove_overlap_along(ProxyId a, ProxyId b);
    [[nodiscard]] bool overlaps_along(std::size_t axis, ProxyId a, ProxyId b) const noexcept;
    /// Notes that a pair began or ended: twice is not at all.
    void note_turn(std::uint64_t key);
    void sort_all(unsigned threads);
    void finish_events();

    [[nodiscard]] std::size_t open_before(std::size_t axis, std::size_t at) const noexcept;
    [[nodiscard]] Range range_along(std::size_t axis, double low, double high) const noexcept;
    [[nodiscard]] Range best_range(const Aabb& box) const noexcept;
    [[nodiscard]] Range range_at_start(std::size_t axis, const RaySegment& ray) const noexcept;
    template <class Visit> bool for_each_in(const Range& range, const Visit& visit) const;

    std::vector<Aabb> boxes_;  ///< As last given, by proxy; empty where there is none.
    std::vector<std::uint8_t> state_;
    std::vector<ProxyId> changed_;
    std::array<std::vector<Endpoint>, 3> ends_;
    /// Six for each proxy: where its ends are, lower x, upper x, lower y, ...
    std::vector<std::uint32_t> indices_;
    std::unique_ptr<FlatSet> pairs_;
    std::unique_ptr<FlatSet> turned_;  ///< Pairs that overlap and did not at the last update, or the reverse.
    std::vector<PairEvent> events_;
    std::size_t size_ = 0;
    std::size_t come_and_gone_ = 0;
    std::uint64_t swaps_ = 0;
    std::uint64_t sorts_ = 0;
};

}  // namespace graze
