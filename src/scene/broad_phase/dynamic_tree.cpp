// Changes are recorded and applied by the update, by the method that suits their number.
#include "graze/scene/dynamic_tree.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "scene/broad_phase/broad_phase_checks.hpp"
#include "scene/broad_phase/dynamic_tree_frame.hpp"
#include "scene/broad_phase/dynamic_tree_nodes.hpp"

namespace graze {
namespace {

/// More than one in so many boxes changed: then the whole tree is gone over. Measured:
/// docs/notes/broad_phases.md.
constexpr std::size_t kOneByOne = 16;
/// More than one in so many came or went: then it is rebuilt.
constexpr std::size_t kFewNew = 4;
/// A refitted tree whose nodes have this many times the surface they had at the build is rebuilt. Measured:
/// docs/notes/broad_phases.md.
constexpr double kLoose = 1.45;
/// A moved box is fattened by this much of its longest edge, and by its last displacement, as long as its
/// longest edge at the most.
constexpr float kFattening = 0.1F;
/// A fattened box with more than this many times the surface of what a new one would have is given up.
constexpr float kOverweight = 4;
/// Boxes up to twice the middle size (in powers of two) are one group, and each three powers more are
/// another.
constexpr int kGroupWidth = 3;

FloatBox fattened(const FloatBox& box, const FloatBox& old) noexcept {
    float longest = 0;
    for (std::size_t i = 0; i < 3; ++i) longest = std::max(longest, box.max[i] - box.min[i]);
    FloatBox fat = box;
    for (std::size_t i = 0; i < 3; ++i) {
        const float moved = 0.5F * ((box.min[i] + box.max[i]) - (old.min[i] + old.max[i]));
        fat.min[i] -= kFattening * longest + std::clamp(-moved, 0.0F, longest);
        fat.max[i] += kFattening * longest + std::clamp(moved, 0.0F, longest);
        fat.min[i] = std::min(box.min[i], std::max(fat.min[i], -1.0F));
        fat.max[i] = std::max(box.max[i], std::min(fat.max[i], 1.0F));
    }
    return fat;
}

/// The group of a box: its longest edge against the middle one.
std::size_t group_of(int exponent, int middle) noexcept {
    const int above = exponent - (middle + 1);
    return above <= 0 ? 0
                      : std::min<std::size_t>(static_cast<std::size_t>(above + kGroupWidth - 1) / kGroupWidth,
                                              kNodeWidth - 1);
}

/// Of the longest edge, as a power of two.
int size_exponent(const FloatBox& box) noexcept {
    const float longest =
        std::max({box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]});
    return static_cast<int>(std::bit_cast<std::uint32_t>(longest) >> 23);
}

}  // namespace

DynamicTree::DynamicTree() : tree_(std::make_unique<WideTree>()) {}
DynamicTree::~DynamicTree() = default;

void DynamicTree::note_change(ProxyId proxy) {
    if ((state_[proxy] & kChanged) != 0) return;
    state_[proxy] |= kChanged;
    changed_.push_back(proxy);
}

void DynamicTree::insert(ProxyId proxy, const Aabb& box) {
    if (!may_insert(boxes_, proxy, box)) return;
    if (proxy >= boxes_.size()) {
        const std::size_t count = proxy + std::size_t{1};
        boxes_.resize(count);
        state_.resize(count, 0);
        tree_->places.resize(count, WideTree::kNowhere);
    }
    boxes_[proxy] = box;
    ++size_;
    ++age_.come_and_gone;
    note_change(proxy);
}

void DynamicTree::move(ProxyId proxy, const Aabb& box) {
    if (!may_move(boxes_, proxy, box)) return;
    boxes_[proxy] = box;
    note_change(proxy);
}

void DynamicTree::move(std::span<const ProxyId> proxies, std::span<const Aabb> boxes) {
    for (std::size_t i = 0; i < proxies.size(); ++i) DynamicTree::move(proxies[i], boxes[i]);
}

void DynamicTree::remove(ProxyId proxy) {
    if (!may_remove(boxes_, proxy)) return;
    boxes_[proxy] = {};
    --size_;
    ++age_.come_and_gone;
    note_change(proxy);
}

void DynamicTree::update(unsigned threads) {
    if (changed_.empty()) return;
    if (size_ < kWorthThreads) threads = 1;
    if (tree_->empty() || age_.come_and_gone * kFewNew > size_ || age_.edits > size_ + kOutsideShare)
        build(fitting_boxes(), threads);
    else if (changed_.size() * kOneByOne > size_)
        apply_all(threads);
    else
        apply_one_by_one();
    for (const ProxyId proxy : changed_) state_[proxy] &= static_cast<std::uint8_t>(~kChanged);
    changed_.clear();
    age_.come_and_gone = 0;
    if (has_left_the_frame()) build(fitting_boxes(), threads);
    if (beyond_) beyond_->update(threads);
    GRAZE_ASSERT(boxes_.size() > kCheckedSize || consistent(), "an update left the tree inconsistent");
}

bool DynamicTree::has_left_the_frame() const noexcept {
    // The tree beyond may grow to twice what it was, and by a quarter of all: else each build would soon be
    // followed by another.
    if (beyond_ && beyond_->size() > 2 * age_.beyond_at_build + size_ / 4) return true;
    const auto far = std::count_if(outsiders_.begin(), outsiders_.end(),
                                   [&](ProxyId proxy) { return is_bounded_box(boxes_[proxy]); });
    return static_cast<std::size_t>(far) > kFewOutside + size_ / kOutsideShare;
}

void DynamicTree::set_outside(ProxyId proxy, bool outside) {
    const bool beyond = outside && beyond_ && is_bounded_box(boxes_[proxy]),
               was_beyond = (state_[proxy] & kBeyond) != 0;
    if (beyond && was_beyond) beyond_->move(proxy, boxes_[proxy]);
    if (beyond && !was_beyond) beyond_->insert(proxy, boxes_[proxy]);
    if (!beyond && was_beyond) beyond_->remove(proxy);
    if (beyond != was_beyond) state_[proxy] ^= kBeyond;
    const bool listed = outside && !beyond;
    if (((state_[proxy] & kOutside) != 0) == listed) return;
    state_[proxy] ^= kOutside;
    if (listed)
        outsiders_.push_back(proxy);
    else
        outsiders_.erase(std::find(outsiders_.begin(), outsiders_.end(), proxy));
}

bool DynamicTree::place(ProxyId proxy) {
    const bool there = !is_empty(boxes_[proxy]), inside = there && fits(boxes_[proxy]),
               held = tree_->holds(proxy);
    set_outside(proxy, there && !inside);
    if (held && !inside) tree_->remove(proxy);
    if (!held && inside) tree_->insert(proxy, box_in_frame(boxes_[proxy], tree_->frame));
    if (held != inside) ++age_.edits;
    return held && inside;
}

void DynamicTree::apply_one_by_one() {
    for (const ProxyId proxy : changed_) {
        if (place(proxy)) apply_moved(proxy);
    }
}

void DynamicTree::apply_moved(ProxyId proxy) {
    age_.tight = false;
    const FloatBox box = box_in_frame(boxes_[proxy], tree_->frame), old = tree_->box_at(tree_->places[proxy]);
    const FloatBox fat = fattened(box, old);
    if (contains(old, box) && surface_of(old) <= kOverweight * surface_of(fat)) {
        ++stats_.kept;
        return;
    }
    ++age_.edits;
    ++(tree_->replace(proxy, fat) ? stats_.reinserted : stats_.placed);
}

std::vector<ProxyId> DynamicTree::not_where_they_belong(const Workers& workers) const {
    constexpr std::size_t kBlock = 1024;
    std::vector<std::vector<ProxyId>> found((changed_.size() + kBlock - 1) / kBlock);
    workers.for_each(found.size(), [&](std::size_t block) {
        for (std::size_t i = block * kBlock; i < std::min((block + 1) * kBlock, changed_.size()); ++i) {
            const ProxyId proxy = changed_[i];
            const bool there = !is_empty(boxes_[proxy]), inside = there && fits(boxes_[proxy]);
            const bool outside = there && !inside, was_outside = (state_[proxy] & (kOutside | kBeyond)) != 0;
            if (inside != tree_->holds(proxy) || outside != was_outside || (outside && beyond_))
                found[block].push_back(proxy);
        }
    });
    std::vector<ProxyId> all;
    for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
    return all;
}

void DynamicTree::apply_all(unsigned threads) {
    const Workers workers(threads);
    double cost = 0;
    workers.run([&] {
        for (const ProxyId proxy : not_where_they_belong(workers)) place(proxy);
        cost = tree_->refit(boxes_, workers);
    });
    age_.tight = true;
    ++stats_.refits;
    if (cost > kLoose * age_.cost_at_build * static_cast<double>(size_)) build(tree_->gathered(), threads);
}

void DynamicTree::build(std::span<const PlacedBox> from, unsigned threads) {
    std::vector<int> exponents;
    for (const PlacedBox& f : from) exponents.push_back(size_exponent(f.box));
    const auto middle = exponents.begin() + static_cast<std::ptrdiff_t>(exponents.size() / 2);
    std::nth_element(exponents.begin(), middle, exponents.end());
    std::array<std::vector<BuildItem>, kNodeWidth> items;
    for (std::uint32_t i = 0; i < from.size(); ++i) {
        const FloatBox& box = from[i].box;
        items[group_of(size_exponent(box), *middle)].push_back(
            {{box.min[0] + box.max[0], box.min[1] + box.max[1], box.min[2] + box.max[2]}, i});
    }
    const Workers workers(threads);
    const std::array<std::span<BuildItem>, kNodeWidth> groups{items[0], items[1], items[2], items[3],
                                                              items[4], items[5], items[6], items[7]};
    double cost = 0;
    workers.run([&] { cost = tree_->build(groups, from, workers); });
    age_.cost_at_build = size_ > 0 ? cost / static_cast<double>(size_) : 0;
    age_.edits = 0;
    age_.tight = true;
    ++stats_.builds;
}

std::size_t DynamicTree::memory_bytes() const noexcept {
    return sizeof(*this) + sizeof(WideTree) + boxes_.capacity() * sizeof(Aabb) + state_.capacity() +
           (changed_.capacity() + outsiders_.capacity()) * sizeof(ProxyId) + tree_->memory_bytes() +
           (beyond_ ? beyond_->memory_bytes() : 0);
}

}  // namespace graze
