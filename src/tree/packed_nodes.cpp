// A node's grid starts at the least end of its boxes along each axis, and 255 steps reach at least as far as
// the largest. Parents are packed after their children, around what these became, so that boxes stay nested:
// what a search passes over with a box, it would pass over below.
#include "tree/packed_nodes.hpp"

#include <algorithm>
#include <cmath>

#include "tree/box_frame.hpp"

namespace graze {
namespace {

constexpr int kMostSteps = 255;

/// As the lanes of walks have it: the product is exact, and the sum is rounded to nearest.
float place_of(float origin, float step, int q) noexcept { return origin + static_cast<float>(q) * step; }
float end_of(float origin, float step, int q) noexcept { return std::min(place_of(origin, step, q), 1.0F); }

std::size_t lanes_of(const std::uint32_t* child) noexcept {
    std::size_t count = 0;
    while (count < kNodeWidth && child[count] != child::kNone) ++count;
    return count;
}

/// Ends along one axis.
struct Range {
    float low;
    float high;
};

/// The power of two, as a biased exponent, of which 255 reach from one end to the other.
std::uint8_t exponent_for(const Range& range) noexcept {
    const double step = (static_cast<double>(range.high) - range.low) / kMostSteps;
    int exponent = 1;
    if (step > 0) exponent = std::max(std::ilogb(step) + 127, 1);
    const auto reaches = [&](int e) {
        const float power = std::bit_cast<float>(static_cast<std::uint32_t>(e) << 23U);
        return end_of(range.low, power, kMostSteps) >= range.high;
    };
    while (!reaches(exponent)) ++exponent;  // twice at most: ilogb rounds down, and sums round
    return static_cast<std::uint8_t>(exponent);
}

/// The steps of lanes along one axis.
void pack_axis(const Range* lanes, std::size_t count, std::size_t axis, PackedNode& out) noexcept {
    Range all = lanes[0];
    for (std::size_t lane = 1; lane < count; ++lane)
        all = {std::min(all.low, lanes[lane].low), std::max(all.high, lanes[lane].high)};
    out.origin[axis] = all.low;
    out.exponent[axis] = exponent_for(all);
    const float step = out.step(axis);
    const auto steps_to = [&](float x) {
        const double steps = (static_cast<double>(x) - all.low) / step;
        return static_cast<int>(std::clamp(steps, 0.0, static_cast<double>(kMostSteps)));
    };
    for (std::size_t lane = 0; lane < count; ++lane) {
        int low = std::min(steps_to(lanes[lane].low) + 1, kMostSteps), high = steps_to(lanes[lane].high);
        while (place_of(all.low, step, low) > lanes[lane].low) --low;  // step 0 is the least end itself
        while (end_of(all.low, step, high) < lanes[lane].high) ++high;
        out.min[axis][lane] = static_cast<std::uint8_t>(low);
        out.max[axis][lane] = static_cast<std::uint8_t>(high);
    }
}

/// Of all lanes, unpacked.
FloatBox box_of(const PackedNode& node) noexcept {
    const std::size_t count = lanes_of(node.child);
    FloatBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int low = *std::min_element(node.min[axis], node.min[axis] + count);
        const int high = *std::max_element(node.max[axis], node.max[axis] + count);
        box.min[axis] = place_of(node.origin[axis], node.step(axis), low);
        box.max[axis] = end_of(node.origin[axis], node.step(axis), high);
    }
    return box;
}

}  // namespace

std::vector<PackedNode> packed(std::span<const BoxNode> nodes) {
    std::vector<PackedNode> out(nodes.size());
    for (std::size_t n = nodes.size(); n-- > 0;) {
        const BoxNode& from = nodes[n];
        PackedNode& to = out[n];
        std::copy_n(from.child, kNodeWidth, to.child);
        const std::size_t count = lanes_of(from.child);
        Range lanes[3][kNodeWidth];
        for (std::size_t lane = 0; lane < count; ++lane) {
            const bool leaf = child::is_leaf(from.child[lane]);
            const FloatBox below = leaf ? FloatBox{} : box_of(out[from.child[lane]]);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const Range own{from.min[axis][lane], from.max[axis][lane]};
                lanes[axis][lane] =
                    leaf ? own
                         : Range{std::min(own.low, below.min[axis]), std::max(own.high, below.max[axis])};
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis) pack_axis(lanes[axis], count, axis, to);
    }
    return out;
}

BoxNode unpacked(const PackedNode& node) noexcept {
    BoxNode out;
    for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
        const bool used = node.child[lane] != child::kNone;
        out.child[lane] = node.child[lane];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float origin = node.origin[axis], step = node.step(axis);
            out.min[axis][lane] = used ? place_of(origin, step, node.min[axis][lane]) : kNoBox;
            out.max[axis][lane] = used ? end_of(origin, step, node.max[axis][lane]) : -kNoBox;
        }
    }
    return out;
}

std::vector<BoxNode> unpacked(std::span<const PackedNode> nodes) {
    std::vector<BoxNode> out;
    out.reserve(nodes.size());
    for (const PackedNode& node : nodes) out.push_back(unpacked(node));
    return out;
}

}  // namespace graze
