// Pairs of one kind are gathered into blocks of lanes. What a kernel leaves open, and pairs of kinds without
// kernels, the single verb answers.
#include "query/batch/overlap_batch.hpp"

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

/// Preparing polytopes takes about as long as so many of their questions.
constexpr std::size_t kFewestPolytopes = 24;

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
    if (kind_.number == 0 && count >= kFewestPolytopes) polytopes_ = PolytopePlaces::make(a, b);
}

double OverlapsAt::cost() const noexcept {
    if (!a_.convex() || !b_.convex()) return kPartsCost;
    return kind_.number != 0 ? kLaneCost : polytopes_ ? kWalkCost : kConvexCost;
}

void OverlapsAt::answer(std::span<const PosePair> poses, unsigned char* results) const {
    if (kind_.number != 0) return answer_by_kernel(poses, results);
    if (polytopes_) return answer_by_walk(poses, results);
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
            GRAZE_AUDITED(results[i] != 0, audit::check_overlaps(answer, places[i]));
#endif
    }
}

void OverlapsAt::answer_by_walk(std::span<const PosePair> poses, unsigned char* results) const {
    Places places(a_, b_, poses);
    const simd::PolytopePair pair = polytopes_->pair();
    std::array<const double*, simd::kPolytopePlaces> a, b;
    std::array<simd::PlaceAnswer, simd::kPolytopePlaces> answers;
    for (std::size_t first = 0; first < poses.size(); first += a.size()) {
        const std::size_t count = std::min(a.size(), poses.size() - first);
        for (std::size_t i = 0; i < a.size() && (i < count || i % simd::kPlaceGroup != 0); ++i) {
            const PosePair& at = poses[first + std::min(i, count - 1)];
            a[i] = numbers_of(at.a);
            b[i] = numbers_of(at.b);
        }
        simd::overlaps_polytopes(pair, a.data(), b.data(), count, answers.data());
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

namespace {

/// Pairs sorted by kind at a time.
constexpr std::size_t kSorted = 512;
/// Fewer pairs than this take longer in lanes than by themselves.
constexpr std::size_t kFewest = 3;

/// The pairs of some kind among at most `kSorted`.
struct OfOneKind {
    std::span<const PlacedPair> pairs;
    std::span<const std::uint16_t> places;  ///< Of those of the kind.
    std::uint8_t kind = 0;
    unsigned char* results = nullptr;

    void ask(std::uint16_t place) const {
        results[place] = overlaps(*pairs[place].a, *pairs[place].b) ? 1 : 0;
    }
    void answer_one_by_one() const {
        for (const std::uint16_t place : places) ask(place);
    }
    void answer_in_lanes(simd::PairBlock& block) const {
        for (std::size_t first = 0; first < places.size(); first += kLanes)
            answer_block(places.subspan(first, std::min(kLanes, places.size() - first)), block);
    }

private:
    void answer_block(std::span<const std::uint16_t> some, simd::PairBlock& block) const {
        for (std::size_t i = 0; i < some.size(); ++i) {
            const PlacedPair& pair = pairs[some[i]];
            const bool swapped = overlap_kind(pair.a->shape.type(), pair.b->shape.type()).swapped;
            const Placed& a = swapped ? *pair.b : *pair.a;
            const Placed& b = swapped ? *pair.a : *pair.b;
            block.pose_a[i] = numbers_of(a.pose);
            block.pose_b[i] = numbers_of(b.pose);
            set_sizes(block.a, i, a.shape);
            set_sizes(block.b, i, b.shape);
        }
        pad_poses(block, some.size());
        pad_sizes(block.a, some.size());
        pad_sizes(block.b, some.size());
        const simd::LaneVerdicts verdicts = overlap_kernel(kind)(block, lanes_for(some.size()));
        for (std::size_t i = 0; i < some.size(); ++i) {
            if ((verdicts.ask >> i & 1) != 0) {
                ask(some[i]);
                continue;
            }
            const bool overlap = (verdicts.overlap >> i & 1) != 0;
            results[some[i]] =
                GRAZE_AUDITED(overlap, audit::check_overlaps(answer, {*pairs[some[i]].a, *pairs[some[i]].b}))
                    ? 1
                    : 0;
        }
    }
};

void answer_sorted(std::span<const PlacedPair> pairs, unsigned char* results, simd::PairBlock& block) {
    std::array<std::uint8_t, kSorted> kinds;
    std::array<std::uint16_t, kSorted> places;
    std::array<std::size_t, kOverlapKinds + 1> begin{};  // counts, then where the places of a kind begin
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        kinds[i] = overlap_kind(pairs[i].a->shape, pairs[i].b->shape).number;
        ++begin[kinds[i] + 1U];
    }
    for (std::size_t kind = 0; kind < kOverlapKinds; ++kind) begin[kind + 1] += begin[kind];
    auto next = begin;
    for (std::size_t i = 0; i < pairs.size(); ++i) places[next[kinds[i]]++] = static_cast<std::uint16_t>(i);
    for (std::size_t kind = 0; kind < kOverlapKinds; ++kind) {
        const std::size_t count = begin[kind + 1] - begin[kind];
        const OfOneKind some{pairs, std::span(places).subspan(begin[kind], count),
                             static_cast<std::uint8_t>(kind), results};
        if (kind == 0 || count < kFewest)
            some.answer_one_by_one();
        else
            some.answer_in_lanes(block);
    }
}

}  // namespace

void overlaps_of_block(std::span<const PlacedPair> pairs, unsigned char* results) {
    simd::PairBlock block;
    for (std::size_t first = 0; first < pairs.size(); first += kSorted) {
        const std::size_t count = std::min(kSorted, pairs.size() - first);
        answer_sorted(pairs.subspan(first, count), results + first, block);
    }
}

}  // namespace graze
