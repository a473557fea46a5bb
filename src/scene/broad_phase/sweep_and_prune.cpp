// Changes. The invariant: a pair is in the set when its intervals overlap in all three arrays in their
// current state, whatever changes are pending.
#include "graze/scene/sweep_and_prune.hpp"

#include <algorithm>

#include "graze/scene/broad_phase.hpp"
#include "scene/broad_phase/broad_phase_checks.hpp"
#include "scene/broad_phase/broad_phase_set.hpp"
#include "scene/broad_phase/broad_phase_sort.hpp"
#include "scene/broad_phase/sweep_and_prune_range.hpp"

namespace graze {
namespace {

/// A box that comes or goes alone shifts half of all endpoints; a sort of everything costs as much as so many
/// of them. Measured: docs/notes/broad_phases.md.
constexpr std::size_t kFewComing = 80;
/// After so many swaps for each box in one update, which cost as much as a sort, the boxes have moved too
/// far. Measured likewise.
constexpr std::uint64_t kMostSwaps = 64;

double end_of(const Aabb& box, std::size_t axis, bool upper) noexcept {
    return upper ? box.max[axis] : box.min[axis];
}

}  // namespace

SweepAndPrune::SweepAndPrune() : pairs_(std::make_unique<FlatSet>()), turned_(std::make_unique<FlatSet>()) {}
SweepAndPrune::~SweepAndPrune() = default;

void SweepAndPrune::note_change(ProxyId proxy) {
    if ((state_[proxy] & kChanged) != 0) return;
    state_[proxy] |= kChanged;
    changed_.push_back(proxy);
}

void SweepAndPrune::insert(ProxyId proxy, const Aabb& box) {
    if (!may_insert(boxes_, proxy, box)) return;
    if (proxy >= boxes_.size()) {
        boxes_.resize(proxy + std::size_t{1});
        state_.resize(boxes_.size(), 0);
        indices_.resize(6 * boxes_.size(), 0);
    }
    boxes_[proxy] = box;
    ++size_;
    ++come_and_gone_;
    note_change(proxy);
}

void SweepAndPrune::move(ProxyId proxy, const Aabb& box) {
    if (!may_move(boxes_, proxy, box)) return;
    boxes_[proxy] = box;
    note_change(proxy);
}

void SweepAndPrune::remove(ProxyId proxy) {
    if (!may_remove(boxes_, proxy)) return;
    boxes_[proxy] = {};
    --size_;
    ++come_and_gone_;
    note_change(proxy);
}

void SweepAndPrune::update(unsigned threads) {
    apply_changes(threads);
    finish_events();
}

void SweepAndPrune::apply_changes(unsigned threads) {
    const std::uint64_t most = swaps_ + kMostSwaps * (size_ + 1);
    bool sort = come_and_gone_ > kFewComing;
    for (std::size_t i = 0; i < changed_.size() && !sort; ++i) {
        apply_box(changed_[i]);
        sort = swaps_ > most;
    }
    if (sort) sort_all(threads);
    for (const ProxyId proxy : changed_) state_[proxy] &= static_cast<std::uint8_t>(~kChanged);
    changed_.clear();
    come_and_gone_ = 0;
    GRAZE_ASSERT(boxes_.size() > kCheckedSize || consistent(), "an update left the arrays inconsistent");
}

void SweepAndPrune::apply_box(ProxyId proxy) {
    const bool held = (state_[proxy] & kHeld) != 0, there = !is_empty(boxes_[proxy]);
    if (held && there) {
        for (std::size_t axis = 0; axis < 3; ++axis) move_ends(proxy, axis);
    } else if (there) {
        for_each_in(best_range(boxes_[proxy]), [&](ProxyId other) {
            // Not by boxes, which may not be in the arrays yet.
            bool overlap = true;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                overlap = overlap &&
                          boxes_[proxy].min[axis] <= ends_[axis][indices_[6 * other + 2 * axis + 1]].value &&
                          ends_[axis][indices_[6 * other + 2 * axis]].value <= boxes_[proxy].max[axis];
            }
            if (overlap && pairs_->insert(FlatSet::key_of(proxy, other)))
                note_turn(FlatSet::key_of(proxy, other));
            return true;
        });
        for (std::size_t axis = 0; axis < 3; ++axis) insert_ends(proxy, axis);
        state_[proxy] |= kHeld;
    } else if (held) {
        Aabb old;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            old.min[axis] = ends_[axis][indices_[6 * proxy + 2 * axis]].value;
            old.max[axis] = ends_[axis][indices_[6 * proxy + 2 * axis + 1]].value;
        }
        for_each_in(best_range(old), [&](ProxyId other) {
            if (other != proxy) remove_overlap_along(proxy, other);
            return true;
        });
        for (std::size_t axis = 0; axis < 3; ++axis) remove_ends(proxy, axis);
        state_[proxy] &= static_cast<std::uint8_t>(~kHeld);
    }
}

void SweepAndPrune::put(std::size_t axis, std::size_t at, const Endpoint& end) noexcept {
    ends_[axis][at] = end;
    indices_[end.slot] = static_cast<std::uint32_t>(at);
}

void SweepAndPrune::insert_ends(ProxyId proxy, std::size_t axis) {
    std::vector<Endpoint>& ends = ends_[axis];
    const auto slot = static_cast<std::uint32_t>(6 * proxy + 2 * axis);
    Endpoint lower{boxes_[proxy].min[axis], slot, 0}, upper{boxes_[proxy].max[axis], slot + 1, 0};
    const auto low =
        static_cast<std::size_t>(std::lower_bound(ends.begin(), ends.end(), lower, before) - ends.begin());
    const auto high =
        static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), upper, before) - ends.begin());
    lower.stabbing = static_cast<std::uint32_t>(open_before(axis, low));
    upper.stabbing = static_cast<std::uint32_t>(open_before(axis, high)) + 1;
    ends.resize(ends.size() + 2);
    for (std::size_t i = ends.size() - 2; i-- > high;) put(axis, i + 2, ends[i]);
    put(axis, high + 1, upper);
    for (std::size_t i = high; i-- > low;) {
        ++ends[i].stabbing;
        put(axis, i + 1, ends[i]);
    }
    put(axis, low, lower);
}

void SweepAndPrune::remove_ends(ProxyId proxy, std::size_t axis) {
    std::vector<Endpoint>& ends = ends_[axis];
    const std::size_t low = indices_[6 * proxy + 2 * axis], high = indices_[6 * proxy + 2 * axis + 1];
    for (std::size_t i = low + 1; i < high; ++i) {
        --ends[i].stabbing;
        put(axis, i - 1, ends[i]);
    }
    for (std::size_t i = high + 1; i < ends.size(); ++i) put(axis, i - 2, ends[i]);
    ends.resize(ends.size() - 2);
}

template <bool Up> void SweepAndPrune::move_end(std::size_t axis, std::size_t at, double value) {
    std::vector<Endpoint>& ends = ends_[axis];
    Endpoint moved = ends[at];
    moved.value = value;
    const auto passes = [&] {
        if constexpr (Up)
            return at + 1 < ends.size() && before(ends[at + 1], moved);
        else
            return at > 0 && before(moved, ends[at - 1]);
    };
    for (; passes(); Up ? ++at : --at, ++swaps_) {
        Endpoint& other = ends[Up ? at + 1 : at - 1];
        const ProxyId a = proxy_of(moved.slot), b = proxy_of(other.slot);
        if (is_upper(moved.slot) == is_upper(other.slot)) {
            std::swap(moved.stabbing, other.stabbing);
        } else if (is_upper(moved.slot) == Up) {
            ++moved.stabbing, ++other.stabbing;
            add_overlap_along(axis, a, b);
        } else {
            --moved.stabbing, --other.stabbing;
            remove_overlap_along(a, b);
        }
        put(axis, at, other);
    }
    put(axis, at, moved);
}

/// The end that leads goes first, so that a box's own ends never pass each other.
void SweepAndPrune::move_ends(ProxyId proxy, std::size_t axis) {
    const std::size_t slot = 6 * proxy + 2 * axis;
    const double old_lower = ends_[axis][indices_[slot]].value;
    const auto move = [&](bool upper) {
        const std::size_t at = indices_[slot + (upper ? 1 : 0)];
        const double value = end_of(boxes_[proxy], axis, upper);
        value > ends_[axis][at].value ? move_end<true>(axis, at, value) : move_end<false>(axis, at, value);
    };
    const bool up = boxes_[proxy].min[axis] > old_lower;
    move(up);
    move(!up);
}

bool SweepAndPrune::overlaps_along(std::size_t axis, ProxyId a, ProxyId b) const noexcept {
    const std::uint32_t *of_a = &indices_[6 * a + 2 * axis], *of_b = &indices_[6 * b + 2 * axis];
    return of_a[0] < of_b[1] && of_b[0] < of_a[1];
}

void SweepAndPrune::add_overlap_along(std::size_t axis, ProxyId a, ProxyId b) {
    if (!overlaps_along((axis + 1) % 3, a, b) || !overlaps_along((axis + 2) % 3, a, b)) return;
    const std::uint64_t key = FlatSet::key_of(a, b);
    if (pairs_->insert(key)) note_turn(key);
}

void SweepAndPrune::remove_overlap_along(ProxyId a, ProxyId b) {
    const std::uint64_t key = FlatSet::key_of(a, b);
    if (pairs_->erase(key)) note_turn(key);
}

void SweepAndPrune::note_turn(std::uint64_t key) {
    if (!turned_->erase(key)) turned_->insert(key);
}

void SweepAndPrune::sort_all(unsigned threads) {
    ++sorts_;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::vector<Endpoint>& ends = ends_[axis];
        ends.clear();
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            if (is_empty(boxes_[i])) continue;
            const auto slot = static_cast<std::uint32_t>(6 * i + 2 * axis);
            ends.push_back({boxes_[i].min[axis], slot, 0});
            ends.push_back({boxes_[i].max[axis], slot + 1, 0});
        }
        std::sort(ends.begin(), ends.end(), [](const Endpoint& a, const Endpoint& b) {
            return before(a, b) || (!before(b, a) && a.slot < b.slot);
        });
        std::uint32_t open = 0;
        for (std::size_t i = 0; i < ends.size(); ++i) {
            ends[i].stabbing = open;
            is_upper(ends[i].slot) ? --open : ++open;
            indices_[ends[i].slot] = static_cast<std::uint32_t>(i);
        }
    }
    FlatSet now;
    for (const ProxyPair& pair : find_overlapping_boxes(boxes_, threads))
        now.insert(FlatSet::key_of(pair.first, pair.second));
    now.for_each([&](std::uint64_t key) {
        if (!pairs_->contains(key)) note_turn(key);
    });
    pairs_->for_each([&](std::uint64_t key) {
        if (!now.contains(key)) note_turn(key);
    });
    *pairs_ = std::move(now);
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        state_[i] = static_cast<std::uint8_t>(is_empty(boxes_[i]) ? state_[i] & ~kHeld : state_[i] | kHeld);
    }
}

void SweepAndPrune::finish_events() {
    events_.clear();
    turned_->for_each([&](std::uint64_t key) {
        events_.push_back(
            {{static_cast<ProxyId>(key >> 32), static_cast<ProxyId>(key)}, pairs_->contains(key)});
    });
    std::sort(events_.begin(), events_.end());
    turned_->clear();
}

void SweepAndPrune::find_pairs(std::vector<ProxyPair>& pairs, unsigned threads) const {
    std::vector<std::vector<ProxyPair>> parts(1);
    parts[0].reserve(pairs_->size());
    pairs_->for_each([&](std::uint64_t key) {
        parts[0].push_back({static_cast<ProxyId>(key >> 32), static_cast<ProxyId>(key)});
    });
    const Workers workers(threads);
    workers.run([&] { sort_pairs(parts, static_cast<ProxyId>(boxes_.size()), workers, pairs); });
}

std::size_t SweepAndPrune::memory_bytes() const noexcept {
    std::size_t bytes = sizeof(*this) + 2 * sizeof(FlatSet) + pairs_->memory_bytes() +
                        turned_->memory_bytes() + boxes_.capacity() * sizeof(Aabb) + state_.capacity() +
                        (changed_.capacity() + indices_.capacity()) * sizeof(std::uint32_t) +
                        events_.capacity() * sizeof(PairEvent);
    for (const auto& ends : ends_) bytes += ends.capacity() * sizeof(Endpoint);
    return bytes;
}

}  // namespace graze
