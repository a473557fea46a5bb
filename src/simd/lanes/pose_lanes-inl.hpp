// Pairs of poses in lanes, one pair in each, for the instruction set at hand: doubles, as many as fit into a
// vector, at most eight. Operations in the order of the scalar code (math/vec.hpp, math/pose.hpp,
// shape/pose_check.hpp, convex/core_pair.hpp), never fused: each lane has the scalar's bits. Included once
// per instruction set.
#if defined(GRAZE_SIMD_LANES_POSE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_LANES_POSE_LANES_INL
#undef GRAZE_SIMD_LANES_POSE_LANES_INL
#else
#define GRAZE_SIMD_LANES_POSE_LANES_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "simd/lanes/pair_block.hpp"
#include "simd/lanes/separation_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<double, kLaneGroup>;
using Lane = hn::Vec<Lanes>;
using LaneMask = hn::Mask<Lanes>;

// Those of math/vec.hpp, shape/pose_check.hpp and convex/core_pair.hpp: tests compare every answer.
constexpr double kEps = 0x1p-53;
constexpr double kPairRoundings = 24 * kEps;
constexpr double kRigidTolerance = 1e-6;
constexpr double kLargestServed = 1e100;
constexpr double kLeastScaledExtent = 1e-30;
constexpr double kLargestScaledExtent = 1e30;

HWY_INLINE Lane all(double x) { return hn::Set(Lanes(), x); }

struct Lane3 {
    Lane x, y, z;
};

HWY_INLINE Lane3 operator+(const Lane3& a, const Lane3& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE Lane3 operator-(const Lane3& a, const Lane3& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE Lane3 operator*(const Lane3& a, const Lane& s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}
HWY_INLINE Lane3 abs(const Lane3& a) { return {hn::Abs(a.x), hn::Abs(a.y), hn::Abs(a.z)}; }
HWY_INLINE Lane dot(const Lane3& a, const Lane3& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
HWY_INLINE Lane3 cross(const Lane3& a, const Lane3& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
HWY_INLINE Lane sum(const Lane3& a) { return hn::Add(hn::Add(a.x, a.y), a.z); }
HWY_INLINE Lane largest(const Lane3& a) { return hn::Max(a.x, hn::Max(a.y, a.z)); }

struct PoseLanes {
    Lane3 column[3];
    Lane3 position;
};

HWY_INLINE Lane3 transpose_times(const Lane3* columns, const Lane3& v) {
    return {dot(columns[0], v), dot(columns[1], v), dot(columns[2], v)};
}
HWY_INLINE Lane3 times(const Lane3* columns, const Lane3& v) {
    return columns[0] * v.x + columns[1] * v.y + columns[2] * v.z;
}

#if HWY_MAX_BYTES >= 32 && HWY_TARGET != HWY_SCALAR
/// Four doubles of each pose, transposed. `at`: where they are, for every lane.
HWY_INLINE void load_four(const double* const* at, std::size_t skip, Lane* out) {
    const Lanes d;
    Lane row[4];
    for (std::size_t r = 0; r < 4; ++r) {
#if HWY_MAX_BYTES >= 64
        const hn::Half<Lanes> half;
        row[r] = hn::Combine(d, hn::LoadU(half, at[r + 4] + skip), hn::LoadU(half, at[r] + skip));
#else
        row[r] = hn::LoadU(d, at[r] + skip);
#endif
    }
    const Lane even_low = hn::InterleaveLower(d, row[0], row[1]);
    const Lane odd_low = hn::InterleaveUpper(d, row[0], row[1]);
    const Lane even_high = hn::InterleaveLower(d, row[2], row[3]);
    const Lane odd_high = hn::InterleaveUpper(d, row[2], row[3]);
    out[0] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(even_high), even_low);
    out[1] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(odd_high), odd_low);
    out[2] = hn::OddEvenBlocks(even_high, hn::SwapAdjacentBlocks(even_low));
    out[3] = hn::OddEvenBlocks(odd_high, hn::SwapAdjacentBlocks(odd_low));
}
#elif HWY_TARGET == HWY_SCALAR
HWY_INLINE void load_four(const double* const* at, std::size_t skip, Lane* out) {
    for (std::size_t i = 0; i < 4; ++i) out[i] = hn::Set(Lanes(), at[0][skip + i]);
}
#else
HWY_INLINE void load_four(const double* const* at, std::size_t skip, Lane* out) {
    const Lanes d;
    for (std::size_t i = 0; i < 4; i += 2) {
        const Lane low = hn::LoadU(d, at[0] + skip + i), high = hn::LoadU(d, at[1] + skip + i);
        out[i] = hn::InterleaveLower(d, low, high);
        out[i + 1] = hn::InterleaveUpper(d, low, high);
    }
}
#endif

HWY_INLINE PoseLanes load_poses(const double* const* at) {
    Lane v[12];
    load_four(at, 0, v);
    load_four(at, 4, v + 4);
    load_four(at, 8, v + 8);
    return {{{v[0], v[1], v[2]}, {v[3], v[4], v[5]}, {v[6], v[7], v[8]}}, {v[9], v[10], v[11]}};
}

/// `defect_pair` of one matrix.
HWY_INLINE Lane defect_of(const Lane3* r) {
    const Lane one = all(1);
    const auto off_one = [&](const Lane3& c) HWY_ATTR { return hn::Abs(hn::Sub(dot(c, c), one)); };
    const Lane x = hn::Add(off_one(r[0]), hn::Abs(dot(r[0], r[1])));
    const Lane y = hn::Add(off_one(r[1]), hn::Abs(dot(r[1], r[2])));
    const Lane z = hn::Add(off_one(r[2]), hn::Abs(dot(r[2], r[0])));
    return hn::Add(hn::Add(x, y), z);
}

/// `pose_usable`.
HWY_INLINE LaneMask pose_usable(const PoseLanes& pose, const Lane& defect) {
    const Lane3 p = abs(pose.position);
    const Lane most = all(kLargestServed);
    const LaneMask near = hn::And(hn::And(hn::Le(p.x, most), hn::Le(p.y, most)), hn::Le(p.z, most));
    return hn::And(hn::Le(defect, all(kRigidTolerance)), near);
}

HWY_INLINE Lane3 load_numbers(const LaneSizes& sizes, std::size_t i) {
    const Lanes d;
    return {hn::Load(d, sizes.number[0] + i), hn::Load(d, sizes.number[1] + i),
            hn::Load(d, sizes.number[2] + i)};
}

/// Two poses, checked as by a PoseCheck of valid shapes.
struct PairLanes {
    PoseLanes a, b;
    Lane reach_a, reach_b;
    Lane defect;
    LaneMask usable;

    HWY_INLINE PairLanes(const PairBlock& block, std::size_t i)
        : a(load_poses(block.pose_a + i)),
          b(load_poses(block.pose_b + i)),
          reach_a(hn::Load(Lanes(), block.a.reach + i)),
          reach_b(hn::Load(Lanes(), block.b.reach + i)) {
        const Lane defect_a = defect_of(a.column), defect_b = defect_of(b.column);
        defect = hn::Add(defect_a, defect_b);
        usable = hn::And(pose_usable(a, defect_a), pose_usable(b, defect_b));
    }

    /// `balls_apart` of shapes without support error.
    HWY_INLINE LaneMask balls_apart() const {
        const Lane3 between = b.position - a.position;
        const Lane farthest = hn::Mul(hn::Add(reach_a, reach_b), hn::Add(all(1 + 16 * kEps), defect));
        return hn::Gt(dot(between, between), hn::Mul(farthest, farthest));
    }
    /// Sum of both reaches and of the components of the distance.
    HWY_INLINE Lane extent(const Lane3& apart) const {
        return hn::Add(hn::Add(reach_a, reach_b), sum(abs(apart)));
    }
    /// Of a pair without support errors.
    HWY_INLINE Lane error(const Lane& extent) const {
        return hn::Mul(hn::Add(all(kPairRoundings), defect), extent);
    }
};

/// Extents that a CorePair does not scale.
HWY_INLINE LaneMask is_unscaled(const Lane& extent) {
    return hn::And(hn::Gt(extent, all(kLeastScaledExtent)), hn::Lt(extent, all(kLargestScaledExtent)));
}

/// math/square_range.hpp
HWY_INLINE LaneMask is_square_in_range(const Lane& square) {
    return hn::And(hn::Gt(square, all(1e-200)), hn::Lt(square, all(1 / 1e-200)));
}

/// Of the pairs of one vector; not both for one of them.
struct LaneAnswer {
    LaneMask overlap;
    LaneMask ask;
};

HWY_INLINE std::uint64_t bits_of(const LaneMask& mask) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(Lanes(), mask, bits);
    return bits[0];
}

/// `Kind::answer(block, i)` for every vector of the block.
template <class Kind> HWY_INLINE LaneVerdicts answer_block(const PairBlock& block, std::size_t count) {
    LaneVerdicts verdicts;
#if HWY_TARGET == HWY_SCALAR
    // One lane at a time takes longer than the scalar code.
    verdicts.ask = ~std::uint64_t{0};
    return verdicts;
#endif
    for (std::size_t i = 0; i < count; i += hn::Lanes(Lanes())) {
        const LaneAnswer answer = Kind::answer(block, i);
        verdicts.overlap |= bits_of(answer.overlap) << i;
        verdicts.ask |= bits_of(answer.ask) << i;
    }
    return verdicts;
}

HWY_INLINE Lane3 negated(const Lane3& a) { return {hn::Neg(a.x), hn::Neg(a.y), hn::Neg(a.z)}; }
HWY_INLINE Lane3 chosen(const LaneMask& mask, const Lane3& yes, const Lane3& no) {
    return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
            hn::IfThenElse(mask, yes.z, no.z)};
}
/// As by adding the centre of a sphere in its own frame: minus zero becomes zero.
HWY_INLINE Lane3 plus_zero(const Lane3& a) {
    const Lane zero = hn::Zero(Lanes());
    return {hn::Add(a.x, zero), hn::Add(a.y, zero), hn::Add(a.z, zero)};
}

/// The fields of SeparationLanes of one vector.
struct FoundLanes {
    Lane lower, upper;
    Lane3 point_a, point_b, normal;
};

HWY_INLINE void store(const Lane3& v, double (*rows)[PairBlock::kMost], std::size_t i) {
    const Lanes d;
    hn::Store(v.x, d, rows[0] + i);
    hn::Store(v.y, d, rows[1] + i);
    hn::Store(v.z, d, rows[2] + i);
}

/// `Kind::separate(block, i, found)` for every vector of the block; which pairs are left to the scalar code.
template <class Kind>
HWY_INLINE std::uint64_t separate_block(const PairBlock& block, std::size_t count, SeparationLanes& out) {
#if HWY_TARGET == HWY_SCALAR
    return ~std::uint64_t{0};
#endif
    std::uint64_t ask = 0;
    for (std::size_t i = 0; i < count; i += hn::Lanes(Lanes())) {
        FoundLanes found;
        ask |= bits_of(hn::Not(Kind::separate(block, i, found))) << i;
        hn::Store(found.lower, Lanes(), out.lower + i);
        hn::Store(found.upper, Lanes(), out.upper + i);
        store(found.point_a, out.point_a, i);
        store(found.point_b, out.point_b, i);
        store(found.normal, out.normal, i);
    }
    return ask;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#endif
