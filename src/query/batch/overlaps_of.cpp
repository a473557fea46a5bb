// A group is of one kernel. The portal walk in lanes reads one list of vertices for all of its pairs, so its
// groups are of one pair of hulls, or of one hull and solids of any sizes.
#include "query/batch/overlaps_of.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/audited.hpp"
#include "query/audit/audit.hpp"
#include "query/batch/lane_kinds.hpp"
#include "query/batch/walk_cores.hpp"

namespace graze {
namespace {

/// Fewer pairs than this take longer in lanes than by themselves.
constexpr std::size_t kFewestInLanes = 3;
constexpr std::size_t kFewestWalks = 6;
/// Sorting fewer takes longer than it gains.
constexpr std::size_t kFewestSorted = 8;
constexpr std::uint8_t kWalk = kOverlapKinds;

/// How a pair is answered: by the verb, a kernel or the walk.
struct PairKind {
    std::uint8_t number = 0;  ///< As of an LaneKind, or kWalk.
    bool swapped = false;
    const ShapePayload* rows_a = nullptr;  ///< For the walk: whose vertices are read.
    const ShapePayload* rows_b = nullptr;

    friend bool operator==(const PairKind& x, const PairKind& y) {
        return x.number == y.number && x.rows_a == y.rows_a && x.rows_b == y.rows_b;
    }
};

PairKind kind_of(const Shape& a, const Shape& b) noexcept {
    if (!a.valid() || !b.valid()) return {};
    const LaneKind kernel = overlap_kind(a.type(), b.type());
    if (kernel.number != 0) return {kernel.number, kernel.swapped};
    const WalkKind first = walk_kind(a), second = walk_kind(b);
    // The vertices of primitives are their own numbers: no pairs share them. Payloads are of hulls here.
    const auto served = [](const Shape& shape, WalkKind kind) {
        return kind == WalkKind::solid || (kind == WalkKind::rows && shape.payload());
    };
    if (!served(a, first) || !served(b, second) || !walk_serves(a, b)) return {};
    if (first == WalkKind::solid && second == WalkKind::rows) return {kWalk, true, b.payload(), nullptr};
    return {kWalk, false, a.payload(), b.payload()};
}

/// A pair of a block.
struct Place {
    std::uint32_t pair = 0;
    bool swapped = false;  ///< Its kernel takes (b, a).
};

// Pairs name objects anywhere in memory: what of them will be read is fetched a few pairs before.
constexpr std::size_t kAhead = 8;

constexpr std::size_t kCacheLine = 64;

/// The end of the shape: its type and reach.
void prefetch_kind(const PlacedPair& pair) noexcept {
    for (const Placed* placed : {pair.a, pair.b})
        __builtin_prefetch(reinterpret_cast<const char*>(&placed->pose) - 1);
}
void prefetch_numbers(const PlacedPair& pair) noexcept {
    for (const Placed* placed : {pair.a, pair.b}) {
        for (std::size_t at = 0; at < sizeof(Placed); at += kCacheLine)
            __builtin_prefetch(reinterpret_cast<const char*>(placed) + at);
    }
}

/// The pairs of a block by kind, in the order of the block.
class Groups {
public:
    struct Group {
        PairKind kind{};
        std::uint32_t count = 0;
        std::uint32_t begin = 0;  ///< In `places`.
    };

    explicit Groups(std::span<const PlacedPair> pairs) : of_pair_(pairs.size()), places_(pairs.size()) {
        table_.fill(0);
        groups_.push_back({});  // those that the verb answers
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (i + kAhead < pairs.size()) prefetch_kind(pairs[i + kAhead]);
            const PairKind kind = kind_of(pairs[i].a->shape, pairs[i].b->shape);
            const std::uint32_t group = find(kind);
            of_pair_[i] = {group, kind.swapped};
            ++groups_[group].count;
        }
        std::uint32_t begin = 0;
        for (Group& group : groups_) begin += group.count, group.begin = begin - group.count;
        std::vector<std::uint32_t> next(groups_.size());
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const std::uint32_t group = of_pair_[i].group;
            const Place place{static_cast<std::uint32_t>(i), of_pair_[i].swapped};
            places_[groups_[group].begin + next[group]++] = place;
        }
    }

    [[nodiscard]] std::span<const Group> all() const noexcept { return groups_; }
    [[nodiscard]] std::span<const Place> places(const Group& group) const noexcept {
        return std::span(places_).subspan(group.begin, group.count);
    }

private:
    static constexpr std::size_t kSlots = 4096;
    static constexpr std::size_t kMostGroups = kSlots / 2;

    /// The group of the kind, a new one if there is space; otherwise that of the verb.
    std::uint32_t find(const PairKind& kind) {
        if (kind.number == 0) return 0;
        const auto a = reinterpret_cast<std::uintptr_t>(kind.rows_a),
                   b = reinterpret_cast<std::uintptr_t>(kind.rows_b);
        std::uint64_t slot = (a * 0x9e3779b97f4a7c15U + b) * 0x9e3779b97f4a7c15U + kind.number;
        for (slot = (slot ^ slot >> 29) % kSlots; table_[slot] != 0; slot = (slot + 1) % kSlots)
            if (groups_[table_[slot]].kind == kind) return table_[slot];
        if (groups_.size() >= kMostGroups) return 0;
        table_[slot] = static_cast<std::uint16_t>(groups_.size());
        groups_.push_back({kind, 0, 0});
        return table_[slot];
    }

    std::array<std::uint16_t, kSlots> table_;  ///< Groups by a hash of their kind; 0: free.
    std::vector<Group> groups_;
    struct InGroup {
        std::uint32_t group = 0;
        bool swapped = false;
    };
    std::vector<InGroup> of_pair_;
    std::vector<Place> places_;
};

/// The pairs of one group.
class GroupAnswers {
public:
    GroupAnswers(std::span<const PlacedPair> pairs, unsigned char* results)
        : pairs_(pairs), results_(results) {}

    void ask(std::span<const Place> places) const {
        for (const Place& place : places) ask(place.pair);
    }
    void by_kernel(std::span<const Place> places, simd::OverlapLanes kernel) const;
    void by_walk(std::span<const Place> places) const;

private:
    struct Ordered {
        const Placed& a;
        const Placed& b;
    };
    [[nodiscard]] Ordered ordered(const Place& place) const noexcept {
        const PlacedPair& pair = pairs_[place.pair];
        return place.swapped ? Ordered{*pair.b, *pair.a} : Ordered{*pair.a, *pair.b};
    }
    void prefetch(std::span<const Place> places, std::size_t i) const noexcept {
        if (i + kAhead < places.size()) prefetch_numbers(pairs_[places[i + kAhead].pair]);
    }
    void ask(std::uint32_t place) const {
        results_[place] = overlaps(*pairs_[place].a, *pairs_[place].b) ? 1 : 0;
    }
    void answer(std::uint32_t place, bool overlap) const {
        results_[place] =
            GRAZE_AUDITED(overlap, audit::check_overlaps(answer, {*pairs_[place].a, *pairs_[place].b})) ? 1
                                                                                                        : 0;
    }

    std::span<const PlacedPair> pairs_;
    unsigned char* results_;
};

void GroupAnswers::by_kernel(std::span<const Place> places, simd::OverlapLanes kernel) const {
    simd::PairBlock block;
    for (std::size_t first = 0; first < places.size(); first += simd::PairBlock::kMost) {
        const std::size_t count = std::min(simd::PairBlock::kMost, places.size() - first);
        for (std::size_t i = 0; i < count; ++i) {
            prefetch(places, first + i);
            const auto [a, b] = ordered(places[first + i]);
            block.pose_a[i] = numbers_of(a.pose);
            block.pose_b[i] = numbers_of(b.pose);
            set_sizes(block.a, i, a.shape);
            set_sizes(block.b, i, b.shape);
        }
        pad_poses(block, count);
        pad_sizes(block.a, count);
        pad_sizes(block.b, count);
        const simd::LaneVerdicts verdicts = kernel(block, lanes_for(count));
        for (std::size_t i = 0; i < count; ++i) {
            if ((verdicts.ask >> i & 1) != 0)
                ask(places[first + i].pair);
            else
                answer(places[first + i].pair, (verdicts.overlap >> i & 1) != 0);
        }
    }
}

void GroupAnswers::by_walk(std::span<const Place> places) const {
    simd::WalkBlock block;
    const Ordered some = ordered(places[0]);
    const WalkSide side_a(some.a.shape, places.size()), side_b(some.b.shape, places.size());
    std::array<simd::PlaceAnswer, simd::kWalkPlaces> answers;
    for (std::size_t first = 0; first < places.size(); first += answers.size()) {
        const std::size_t count = std::min(answers.size(), places.size() - first);
        side_a.set_shared(block.a);
        side_b.set_shared(block.b);
        for (std::size_t i = 0; i < walk_lanes_for(count); ++i) {
            prefetch(places, first + i);
            const auto [a, b] = ordered(places[first + std::min(i, count - 1)]);
            block.pose_a[i] = numbers_of(a.pose);
            block.pose_b[i] = numbers_of(b.pose);
            side_a.set_lengths(block.a, i, a.shape);
            side_b.set_lengths(block.b, i, b.shape);
            set_sums(block, i, a.shape, b.shape);
        }
        simd::walk_portals(block, count, answers.data());
        for (std::size_t i = 0; i < count; ++i) {
            if (answers[i] == simd::PlaceAnswer::ask)
                ask(places[first + i].pair);
            else
                answer(places[first + i].pair, answers[i] == simd::PlaceAnswer::overlapping);
        }
    }
}

}  // namespace

void overlaps_of_block(std::span<const PlacedPair> pairs, unsigned char* results) {
    if (pairs.size() < kFewestSorted) {
        for (std::size_t i = 0; i < pairs.size(); ++i)
            results[i] = overlaps(*pairs[i].a, *pairs[i].b) ? 1 : 0;
        return;
    }
    const Groups groups(pairs);
    const GroupAnswers answers(pairs, results);
    for (const Groups::Group& group : groups.all()) {
        const std::span<const Place> places = groups.places(group);
        const bool walk = group.kind.number == kWalk;
        if (group.kind.number == 0 || places.size() < (walk ? kFewestWalks : kFewestInLanes))
            answers.ask(places);
        else if (walk)
            answers.by_walk(places);
        else
            answers.by_kernel(places, overlap_kernel(group.kind.number));
    }
}

}  // namespace graze
