// The frame of a dynamic tree. Floats resolve 2^-23 of the frame, so in a frame of 2^20 median boxes rounding
// moves the ends of a box by an eighth of its size, and that costs little. Clusters farther apart than that
// would be one box each: the largest gets the frame, the others a second tree.
#include "scene/broad_phase/dynamic_tree_frame.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/scene/dynamic_tree.hpp"

namespace graze {
namespace {

/// In middle boxes: frames up to this are fine enough.
constexpr double kFineFrame = 0x1p20;
/// A crowd with a frame for itself has at least one in so many of the boxes: so there are as many trees as
/// crowds, not as boxes.
constexpr std::size_t kCrowdShare = 8;
/// Trees beyond each other.
constexpr unsigned kMostLevels = 16;

/// A sample of the boxes.
struct Sample {
    std::vector<Vec3> middles;
    std::array<std::vector<double>, 3> along;  ///< Middles along the axes, ascending.
    double size = 0;                           ///< The middle one of the longest edges.
    Aabb bounds;                               ///< Of all bounded boxes.
};

Sample sample_of(std::span<const Aabb> boxes) {
    constexpr std::size_t kSamples = 512;
    Sample sample;
    std::vector<double> edges;
    const std::size_t stride = boxes.size() / kSamples + 1;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Aabb& box = boxes[i];
        if (is_empty(box) || !is_bounded_box(box)) continue;
        sample.bounds = merge(sample.bounds, box);
        if (i % stride != 0) continue;
        sample.middles.push_back(0.5 * box.min + 0.5 * box.max);
        edges.push_back(max_component(box.max - box.min));
    }
    if (edges.empty()) return sample;
    const auto middle = edges.begin() + static_cast<std::ptrdiff_t>((edges.size() - 1) / 2);
    std::nth_element(edges.begin(), middle, edges.end());
    sample.size = *middle;
    for (std::size_t k = 0; k < 3; ++k) {
        for (const Vec3& at : sample.middles) sample.along[k].push_back(at[k]);
        std::ranges::sort(sample.along[k]);
    }
    return sample;
}

/// Nearly all boxes, and eight times as much around them; what is farther away would only cost the others
/// precision.
Aabb around_nearly_all(const Sample& sample) {
    Aabb core = sample.bounds;
    if (sample.middles.size() <= kNodeWidth) return core;
    const std::size_t last = sample.middles.size() - 1, low = last / 32, high = last - low;
    for (std::size_t k = 0; k < 3; ++k) {
        const double around = 8 * (sample.along[k][high] - sample.along[k][low]) + 64 * sample.size;
        core.min[k] = std::max(sample.bounds.min[k], sample.along[k][low] - around);
        core.max[k] = std::min(sample.bounds.max[k], sample.along[k][high] + around);
    }
    return core;
}

/// Around the largest cluster that fits in a fine frame; empty when none is large enough.
Aabb around_a_crowd(const Sample& sample) {
    constexpr std::size_t kTried = 64;
    const double reach = 0.25 * kFineFrame * sample.size;
    const auto fence = [&](const Vec3& at) {
        return Aabb{at - Vec3{reach, reach, reach}, at + Vec3{reach, reach, reach}};
    };
    Aabb best;
    std::size_t most = sample.middles.size() / kCrowdShare;
    const std::size_t stride = sample.middles.size() / kTried + 1;
    for (std::size_t i = 0; i < sample.middles.size(); i += stride) {
        const Aabb crowd = fence(sample.middles[i]);
        const auto inside =
            std::ranges::count_if(sample.middles, [&](const Vec3& at) { return contains(crowd, at); });
        if (static_cast<std::size_t>(inside) > most) most = static_cast<std::size_t>(inside), best = crowd;
    }
    return best;
}

}  // namespace

void DynamicTree::set_frame(const Aabb& core) {
    // A quarter more on every side: boxes may wander before a new frame is needed.
    const Vec3 padding = (core.max - core.min) * 0.25;
    tree_->frame = frame_of({core.min - padding, core.max + padding});
    const double reach = 1 / tree_->frame.scale;
    frame_box_ = {tree_->frame.origin - Vec3{reach, reach, reach},
                  tree_->frame.origin + Vec3{reach, reach, reach}};
}

void DynamicTree::choose_frame() {
    beyond_.reset();
    const Sample sample = sample_of(boxes_);
    if (is_empty(sample.bounds)) return;
    Aabb core = around_nearly_all(sample);
    const auto outside = [&](const Aabb& box) {
        return !is_empty(box) && is_bounded_box(box) && !contains(core, box);
    };
    const auto few = [&](auto out) {
        return static_cast<std::size_t>(out) <= kFewOutside + size_ / kOutsideShare;
    };
    if (!few(std::ranges::count_if(boxes_, outside))) core = sample.bounds;
    if (sample.size > 0 && max_component(core.max - core.min) > kFineFrame * sample.size &&
        level_ < kMostLevels) {
        const Aabb crowd = around_a_crowd(sample);
        Aabb tight;
        for (const Aabb& box : boxes_) {
            if (contains(crowd, box.min) && contains(crowd, box.max)) tight = merge(tight, box);
        }
        if (!is_empty(tight)) {
            core = tight;
            beyond_ = std::make_unique<DynamicTree>();
            beyond_->level_ = level_ + 1;
        }
    }
    set_frame(core);
}

/// All boxes that fit a new frame, and the others outside. In the order of the old tree, as far as they were
/// in it.
std::vector<PlacedBox> DynamicTree::fitting_boxes() {
    std::vector<PlacedBox> from = tree_->gathered();
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        if (!tree_->holds(static_cast<ProxyId>(i))) from.push_back({{}, static_cast<ProxyId>(i)});
    }
    choose_frame();
    for (std::uint8_t& state : state_) state &= static_cast<std::uint8_t>(~(kOutside | kBeyond));
    outsiders_.clear();
    std::erase_if(from, [&](const PlacedBox& f) {
        const bool there = !is_empty(boxes_[f.proxy]), inside = there && fits(boxes_[f.proxy]);
        set_outside(f.proxy, there && !inside);
        return !inside;
    });
    for (PlacedBox& f : from) f.box = box_in_frame(boxes_[f.proxy], tree_->frame);
    age_.beyond_at_build = beyond_ ? beyond_->size() : 0;
    return from;
}

}  // namespace graze
