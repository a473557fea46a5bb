// Places are gathered into blocks of lanes. What a kernel leaves open, and pairs of kinds without kernels,
// the single verb answers.
#include "query/batch/overlaps_at.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/audited.hpp"
#include "query/audit/audit.hpp"
#include "query/batch/batch_blocks.hpp"
#include "query/batch/lane_kinds.hpp"

namespace graze {
namespace {

constexpr std::size_t kLanes = simd::PairBlock::kMost;

/// Calls ask(i) for every set bit.
template <class Ask> void each_bit(std::uint64_t bits, const Ask& ask) {
    for (; bits != 0; bits &= bits - 1) ask(static_cast<std::size_t>(std::countr_zero(bits)));
}

/// The first `count` bits.
constexpr std::uint64_t first_bits(std::size_t count) noexcept {
    return count < 64 ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0};
}

/// A byte for each of the first `count` bits.
void write_bytes(std::uint64_t bits, std::size_t count, unsigned char* bytes) noexcept {
    if constexpr (std::endian::native == std::endian::little) {
        for (; count >= 8; count -= 8, bits >>= 8, bytes += 8) {
            // Byte i keeps bit i of a copy of the lowest byte; adding carries it to the top of the byte.
            const std::uint64_t copies = (bits & 0xff) * 0x0101010101010101U & 0x8040201008040201U;
            const std::uint64_t ones = (copies + 0x7f7f7f7f7f7f7f7fU) >> 7 & 0x0101010101010101U;
            std::memcpy(bytes, &ones, 8);
        }
    }
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(bits >> i & 1);
}

void set_poses(simd::PairBlock& block, std::span<const PosePair> poses, bool swapped) noexcept {
    for (std::size_t i = 0; i < poses.size(); ++i) {
        block.pose_a[i] = numbers_of(swapped ? poses[i].b : poses[i].a);
        block.pose_b[i] = numbers_of(swapped ? poses[i].a : poses[i].b);
    }
    pad_poses(block, poses.size());
}

/// Preparing shapes for the walk takes about as long as so many of their questions.
constexpr std::size_t kFewestWalks = 16;

}  // namespace

/// The pair at the places of a block.
class OverlapsAt::Places {
public:
    // Copying a shape changes its reference count, for which threads would contend: once for all places.
    Places(const Shape& a, const Shape& b, std::span<const PosePair> poses)
        : a_{a, {}}, b_{b, {}}, poses_(poses) {}

    audit::Pair operator[](std::size_t i) noexcept {
        a_.pose = poses_[i].a;
        b_.pose = poses_[i].b;
        return {a_, b_};
    }
    /// By the verb.
    bool ask(std::size_t i) noexcept {
        const audit::Pair pair = (*this)[i];
        return overlaps(pair.a, pair.b);
    }

private:
    Placed a_;
    Placed b_;
    std::span<const PosePair> poses_;
};

OverlapsAt::OverlapsAt(const Shape& a, const Shape& b, std::size_t count)
    : a_(a), b_(b), kind_(overlap_kind(a, b)) {
    if (kind_.number != 0 || count < kFewestWalks || !a.valid() || !b.valid()) return;
    const WalkKind first = walk_kind(a), second = walk_kind(b);
    if (first == WalkKind::none || second == WalkKind::none || !walk_serves(a, b)) return;
    kind_.swapped = first == WalkKind::solid && second == WalkKind::rows;
    walk_.emplace(WalkSide(kind_.swapped ? b : a, count), WalkSide(kind_.swapped ? a : b, count));
}

double OverlapsAt::cost() const noexcept {
    if (!a_.convex() || !b_.convex()) return kPartsCost;
    return kind_.number != 0 ? kLaneCost : walk_ ? kWalkCost : kConvexCost;
}

void OverlapsAt::answer(std::span<const PosePair> poses, unsigned char* results) const {
    if (kind_.number != 0) return answer_by_kernel(poses, results);
    if (walk_) return answer_by_walk(poses, results);
    Places places(a_, b_, poses);
    for (std::size_t i = 0; i < poses.size(); ++i) results[i] = places.ask(i) ? 1 : 0;
}

void OverlapsAt::answer_by_kernel(std::span<const PosePair> poses, unsigned char* results) const {
    Places places(a_, b_, poses);
    simd::PairBlock block;
    for (std::size_t i = 0; i < std::min(kLanes, lanes_for(poses.size())); ++i) {
        set_sizes(block.a, i, kind_.swapped ? b_ : a_);
        set_sizes(block.b, i, kind_.swapped ? a_ : b_);
    }
    for (std::size_t first = 0; first < poses.size(); first += kLanes) {
        const std::size_t count = std::min(kLanes, poses.size() - first);
        set_poses(block, poses.subspan(first, count), kind_.swapped);
        const simd::LaneVerdicts verdicts = overlap_kernel(kind_.number)(block, lanes_for(count));
        write_bytes(verdicts.overlap, count, results + first);
        each_bit(verdicts.ask & first_bits(count),
                 [&](std::size_t i) { results[first + i] = places.ask(first + i) ? 1 : 0; });
#if defined(GRAZE_AUDIT)
        for (std::size_t i = first; i < first + count; ++i)
            (void)GRAZE_AUDITED(results[i] != 0, audit::check_overlaps(answer, places[i]));
#endif
    }
}

void OverlapsAt::answer_by_walk(std::span<const PosePair> poses, unsigned char* results) const {
    Places places(a_, b_, poses);
    simd::WalkBlock block;
    const auto& [side_a, side_b] = *walk_;
    side_a.set_shared(block.a);
    side_b.set_shared(block.b);
    const Shape &a = kind_.swapped ? b_ : a_, &b = kind_.swapped ? a_ : b_;
    for (std::size_t i = 0; i < simd::kWalkPlaces; ++i) {
        side_a.set_lengths(block.a, i, a);
        side_b.set_lengths(block.b, i, b);
        set_sums(block, i, a, b);
    }
    std::array<simd::PlaceAnswer, simd::kWalkPlaces> answers;
    for (std::size_t first = 0; first < poses.size(); first += answers.size()) {
        const std::size_t count = std::min(answers.size(), poses.size() - first);
        for (std::size_t i = 0; i < walk_lanes_for(count); ++i) {
            const PosePair& at = poses[first + std::min(i, count - 1)];
            block.pose_a[i] = numbers_of(kind_.swapped ? at.b : at.a);
            block.pose_b[i] = numbers_of(kind_.swapped ? at.a : at.b);
        }
        simd::walk_portals(block, count, answers.data());
        for (std::size_t i = 0; i < count; ++i) {
            const bool overlap = answers[i] == simd::PlaceAnswer::overlapping;
            const bool open = answers[i] == simd::PlaceAnswer::ask;
            results[first + i] =
                (open ? places.ask(first + i)
                      : GRAZE_AUDITED(overlap, audit::check_overlaps(answer, places[first + i])))
                    ? 1
                    : 0;
        }
    }
}

}  // namespace graze
