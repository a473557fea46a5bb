#include "query/batch/separation_batch.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/audited.hpp"
#include "query/audit/audit.hpp"
#include "query/batch/lane_kinds.hpp"
#include "result/flipped.hpp"

namespace graze {
namespace {

constexpr std::size_t kLanes = simd::PairBlock::kMost;

/// The answer of one lane, written in place: a returned object of this size is stored in pieces and copied.
void write(const simd::SeparationLanes& found, std::size_t i, bool swapped, Separation& s) noexcept {
    static constexpr Separation kClosedForm{};
    s = kClosedForm;
    s.distance = {found.lower[i], found.upper[i]};
    s.point_a = {found.point_a[0][i], found.point_a[1][i], found.point_a[2][i]};
    s.point_b = {found.point_b[0][i], found.point_b[1][i], found.point_b[2][i]};
    s.normal = {found.normal[0][i], found.normal[1][i], found.normal[2][i]};
    if (swapped) flip(s);
}

void set_lane(simd::PairBlock& block, std::size_t i, const Pose& a, const Pose& b) noexcept {
    block.pose_a[i] = numbers_of(a);
    block.pose_b[i] = numbers_of(b);
}

/// Pairs of one kind until their block is full.
struct Gathered {
    simd::PairBlock block;
    std::array<std::uint32_t, kLanes> place;
    std::size_t count = 0;

    void add(const PlacedPair& pair, std::uint32_t at, bool swapped) noexcept {
        const Placed &a = swapped ? *pair.b : *pair.a, &b = swapped ? *pair.a : *pair.b;
        set_lane(block, count, a.pose, b.pose);
        set_sizes(block.a, count, a.shape);
        set_sizes(block.b, count, b.shape);
        place[count++] = at;
    }
    void answer(std::uint8_t kind, std::span<const PlacedPair> pairs, Separation* gaps) {
        if (count == 0) return;
        pad_poses(block, count);
        pad_sizes(block.a, count);
        pad_sizes(block.b, count);
        simd::SeparationLanes found;
        const std::uint64_t ask = separation_kernel(kind)(block, lanes_for(count), found);
        for (std::size_t i = 0; i < count; ++i) {
            const PlacedPair& pair = pairs[place[i]];
            const bool swapped = separation_kind(pair.a->shape.type(), pair.b->shape.type()).swapped;
            Separation& gap = gaps[place[i]];
            if ((ask >> i & 1) != 0) {
                gap = separation(*pair.a, *pair.b);
                continue;
            }
            write(found, i, swapped, gap);
            (void)GRAZE_AUDITED(gap, audit::check_separation(answer, {*pair.a, *pair.b}, {}));
        }
        count = 0;
    }
};

}  // namespace

void separations_at_block(const Shape& a, const Shape& b, std::span<const PosePair> poses, Separation* gaps) {
    // Copying a shape changes its reference count, for which threads would contend: once for all places.
    Placed placed_a{a, {}};
    Placed placed_b{b, {}};
    const auto ask = [&](std::size_t i) {
        placed_a.pose = poses[i].a;
        placed_b.pose = poses[i].b;
        gaps[i] = separation(placed_a, placed_b);
    };
    const LaneKind kind = separation_kind(a, b);
    if (kind.number == 0) {
        for (std::size_t i = 0; i < poses.size(); ++i) ask(i);
        return;
    }
    simd::PairBlock block;
    for (std::size_t i = 0; i < std::min(kLanes, lanes_for(poses.size())); ++i) {
        set_sizes(block.a, i, kind.swapped ? b : a);
        set_sizes(block.b, i, kind.swapped ? a : b);
    }
    simd::SeparationLanes found;
    for (std::size_t first = 0; first < poses.size(); first += kLanes) {
        const std::size_t count = std::min(kLanes, poses.size() - first);
        for (std::size_t i = 0; i < count; ++i) {
            const PosePair& at = poses[first + i];
            set_lane(block, i, kind.swapped ? at.b : at.a, kind.swapped ? at.a : at.b);
        }
        pad_poses(block, count);
        const std::uint64_t open = separation_kernel(kind.number)(block, lanes_for(count), found);
        for (std::size_t i = 0; i < count; ++i) {
            if ((open >> i & 1) != 0) {
                ask(first + i);
                continue;
            }
            write(found, i, kind.swapped, gaps[first + i]);
#if defined(GRAZE_AUDIT)
            const Placed x{a, poses[first + i].a}, y{b, poses[first + i].b};
            (void)GRAZE_AUDITED(gaps[first + i], audit::check_separation(answer, {x, y}, {}));
#endif
        }
    }
}

void separations_of_block(std::span<const PlacedPair> pairs, Separation* gaps) {
    std::array<Gathered, kSeparationKinds> gathered;  // by kind; "none" stays empty
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        const PlacedPair& pair = pairs[i];
        const LaneKind kind = separation_kind(pair.a->shape, pair.b->shape);
        if (kind.number == 0) {
            gaps[i] = separation(*pair.a, *pair.b);
            continue;
        }
        Gathered& some = gathered[kind.number];
        some.add(pair, i, kind.swapped);
        if (some.count == kLanes) some.answer(kind.number, pairs, gaps);
    }
    for (std::size_t kind = 1; kind < kSeparationKinds; ++kind)
        gathered[kind].answer(static_cast<std::uint8_t>(kind), pairs, gaps);
}

}  // namespace graze
