// Pairs that are still open are kept side by side: every step takes full vectors.
//
// Errors, in lengths relative to the sum of both reaches, u = 2^-24, d the defects of both poses:
// - A point of the difference is off by less than 32 u: its vertices or sizes, the matrix and the position
// are
//   rounded to float, and a dozen operations follow on numbers below 2. Whichever vertices are chosen, the
//   point is one of the difference.
// - The height of the difference along an axis, per unit of its length, is off by less than 64 u: the scores
//   of both scans by 9 u each, taken twice, the point, and the product. A disk whose axis the axis is nearly
//   along (kLeastAcrossSq) is left out where that loses less than 6 u.
// - What poses that are not quite rotations do to lengths is below 4 d, in the scalar code below 4 d more.
// So an axis of height below -(128 u + 8 d) separates by more than 50 u beyond all that the scalar code
// leaves undecided (64 roundings of a double), two disks by 38 u. Four points around the origin, none farther
// than 2, prove an overlap if their tetrahedron holds a ball of 32 u + 4 d: its volumes with the origin must
// exceed 4 times as much, beside their own rounding, which is below 192 u (24 roundings of products of three
// numbers up to 2); 4 (128 u + 8 d) does. The ball tests before are
// in doubles: the outer one is the scalar code's own, the inner one has a margin of 1e-12 and 8 d.
#include "simd/lanes/portal_lanes.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/lanes/portal_lanes.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/lanes/float_lanes-inl.hpp"
#include "simd/lanes/pose_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE void ask_all(std::size_t count, PlaceAnswer* answers) {
    for (std::size_t i = 0; i < count; ++i) answers[i] = PlaceAnswer::ask;
}
void solids(const WalkBlock& /*block*/, std::size_t count, PlaceAnswer* answers) { ask_all(count, answers); }
void rows_solid(const WalkBlock& /*block*/, std::size_t count, PlaceAnswer* answers) {
    ask_all(count, answers);
}
void rows(const WalkBlock& /*block*/, std::size_t count, PlaceAnswer* answers) { ask_all(count, answers); }

#else

constexpr float kFloatEps = 0x1p-24F;
constexpr float kApartError = 128 * kFloatEps;
constexpr float kLeastAxisSq = 1e-24F;
constexpr float kLeastAcrossSq = 1e-37F;  ///< Beside kLeastAxisSq a disk of radius 1 loses 5.3 u.
/// For every lane: with more vertices the scalar code's lookup of support points is as fast.
constexpr std::size_t kMostVertices = 32;
constexpr int kMostSteps = 10;  ///< Of each loop: places that need more are close calls.

/// The open places: a row of each number.
struct Places {
    enum Row : std::size_t {
        rotation = 0,
        position = 9,
        inner = 12,
        slack = 15,
        margin = 16,
        place = 17,
        size_a = 18,
        size_b = 22,
        w0 = 26,
        w1 = 29,
        w2 = 32,
        rows = 35
    };
    static constexpr std::size_t kStride = kWalkPlaces + kFloatGroup;
    HWY_ALIGN float at[rows][kStride];
    std::size_t count = 0;

    HWY_INLINE Float number(std::size_t row, std::size_t i) const { return hn::Load(Floats(), at[row] + i); }
    HWY_INLINE Float3 vector(std::size_t row, std::size_t i) const {
        return {number(row, i), number(row + 1, i), number(row + 2, i)};
    }
    HWY_INLINE void set(std::size_t row, std::size_t i, const Float3& v) {
        hn::Store(v.x, Floats(), at[row] + i);
        hn::Store(v.y, Floats(), at[row + 1] + i);
        hn::Store(v.z, Floats(), at[row + 2] + i);
    }
    /// Moves the places of the mask to the end of `to`, which may be this one as far as it has been read.
    HWY_INLINE void move(const FloatMask& mask, std::size_t i, Places& to, std::size_t used = rows) const {
        if (!hn::AllFalse(Floats(), mask))
            to.count += pack_rows<kStride>(&at[0][i], mask, used, &to.at[0][to.count]);
    }
};

/// Vertices that all places share, times a unit of length.
struct RowsCore {
    static HWY_INLINE Float3 support(const WalkCore& core, const Places& places, std::size_t size,
                                     std::size_t i, const Float3& d) {
        const float* const x = core.rows.x;
        const std::size_t stride = core.rows.stride;
        const auto point = [&](std::size_t k) HWY_ATTR {
            return Float3{every(x[k]), every(x[stride + k]), every(x[2 * stride + k])};
        };
        Float3 best = point(0);
        Float most = dot(best, d);
        for (std::size_t k = 1; k < core.rows.count; ++k) {
            const Float3 p = point(k);
            const Float score = dot(p, d);
            best = chosen(hn::Gt(score, most), p, best);
            most = hn::Max(score, most);
        }
        return best * places.number(size, i);
    }
};

/// The sum of a box and a disk across z.
struct SolidCore {
    static HWY_INLINE Float3 support(const WalkCore& core, const Places& places, std::size_t size,
                                     std::size_t i, const Float3& d) {
        Float3 p{hn::CopySign(places.number(size, i), d.x), hn::CopySign(places.number(size + 1, i), d.y),
                 hn::CopySign(places.number(size + 2, i), d.z)};
        if (!core.has_disk) return p;
        const Float square = hn::MulAdd(d.x, d.x, hn::Mul(d.y, d.y));
        const Float radius = places.number(size + 3, i);
        const Float factor =
            hn::IfThenElseZero(hn::Gt(square, every(kLeastAcrossSq)), hn::Div(radius, hn::Sqrt(square)));
        p.x = hn::MulAdd(d.x, factor, p.x);
        p.y = hn::MulAdd(d.y, factor, p.y);
        return p;
    }
};

template <class CoreA, class CoreB> struct Walk {
    const WalkBlock* block = nullptr;
    PlaceAnswer* answers = nullptr;
    Places open;    ///< Before the portal is found,
    Places portal;  ///< and after.

    /// The farthest point along d, of the places of `of`. Those of which the origin is not strictly before it
    /// are answered, if they are certainly apart, and leave `of`.
    HWY_INLINE Float3 support(const Places& places, std::size_t i, const Float3& d, FloatMask& of) {
        const Float3 r[3] = {places.vector(Places::rotation, i), places.vector(Places::rotation + 3, i),
                             places.vector(Places::rotation + 6, i)};
        const Float3 d_b{hn::Neg(dot(r[0], d)), hn::Neg(dot(r[1], d)), hn::Neg(dot(r[2], d))};
        const Float3 b = CoreB::support(block->b, places, Places::size_b, i, d_b);
        const Float3 placed = r[0] * b.x + r[1] * b.y + r[2] * b.z + places.vector(Places::position, i);
        const Float square = dot(d, d), length = hn::Sqrt(square);
        Float3 w = CoreA::support(block->a, places, Places::size_a, i, d) - placed;
        w = w + d * hn::Div(places.number(Places::margin, i), length);
        const Float height = dot(w, d);
        const FloatMask known = hn::Gt(square, every(kLeastAxisSq));
        const Float deep = hn::Neg(hn::Mul(places.number(Places::slack, i), length));
        answer(places, i, hn::And(of, hn::And(known, hn::Lt(height, deep))), PlaceAnswer::apart);
        of = hn::And(of, hn::And(known, hn::Gt(height, hn::Zero(Floats()))));
        return w;
    }

    HWY_INLINE void answer(const Places& places, std::size_t i, const FloatMask& of, PlaceAnswer with) {
        for (std::uint32_t bits = float_bits(of); bits != 0; bits &= bits - 1) {
            const std::size_t lane = hwy::Num0BitsBelowLS1Bit_Nonzero32(bits);
            answers[static_cast<std::size_t>(places.at[Places::place][i + lane])] = with;
        }
    }

    static HWY_INLINE FloatMask used(std::size_t count, std::size_t i) {
        return hn::FirstN(Floats(), count - i);
    }

    /// Along the centres, then across the first step: two points of the portal. Most places end here.
    HWY_INLINE void begin() {
        const std::size_t count = std::exchange(open.count, 0);
        for (std::size_t i = 0; i < count; i += hn::Lanes(Floats())) {
            FloatMask of = used(count, i);
            open.set(Places::w0, i, support(open, i, -open.vector(Places::inner, i), of));
            open.move(of, i, open);
        }
    }
    HWY_INLINE void second() {
        const std::size_t count = std::exchange(open.count, 0);
        for (std::size_t i = 0; i < count; i += hn::Lanes(Floats())) {
            FloatMask of = used(count, i);
            const Float3 inner = open.vector(Places::inner, i), w0 = open.vector(Places::w0, i);
            const Float3 step = w0 - inner;
            const Float3 w1 = support(open, i, step * dot(w0, step) - w0 * dot(step, step), of);
            // w0 and w1 in the order that the normal of their plane with `inner` points to the origin.
            const FloatMask behind = hn::Gt(dot(cross(step, w1 - inner), inner), hn::Zero(Floats()));
            open.set(Places::w0, i, chosen(behind, w1, w0));
            open.set(Places::w1, i, chosen(behind, w0, w1));
            open.move(of, i, open);
        }
    }
    /// One point more, until the ray from `inner` through the origin passes the triangle.
    HWY_INLINE void discover() {
        const Float zero = hn::Zero(Floats());
        const std::size_t count = std::exchange(open.count, 0);
        for (std::size_t i = 0; i < count; i += hn::Lanes(Floats())) {
            FloatMask of = used(count, i);
            const Float3 inner = open.vector(Places::inner, i), w0 = open.vector(Places::w0, i),
                         w1 = open.vector(Places::w1, i);
            const Float3 w2 = support(open, i, cross(w0 - inner, w1 - inner), of);
            const FloatMask beyond_0 = hn::Lt(volume(w0, w2, inner), zero);
            const FloatMask beyond_1 = hn::Lt(volume(w2, w1, inner), zero);
            const FloatMask outside = hn::Or(beyond_0, beyond_1);
            open.set(Places::w2, i, w2);
            open.move(hn::AndNot(outside, of), i, portal);
            open.set(Places::w1, i, chosen(beyond_0, w2, w1));
            open.set(Places::w0, i, chosen(hn::AndNot(beyond_0, beyond_1), w2, w0));
            open.move(hn::And(of, outside), i, open);
        }
    }
    /// Pushes the portal outwards until the origin is before it.
    HWY_INLINE void refine() {
        const Float zero = hn::Zero(Floats());
        const std::size_t count = std::exchange(portal.count, 0);
        for (std::size_t i = 0; i < count; i += hn::Lanes(Floats())) {
            FloatMask of = used(count, i);
            const Float3 inner = portal.vector(Places::inner, i), w0 = portal.vector(Places::w0, i),
                         w1 = portal.vector(Places::w1, i), w2 = portal.vector(Places::w2, i);
            const Float3 n = cross(w1 - w0, w2 - w0);
            const FloatMask around = hn::And(of, hn::Gt(dot(n, w0), zero));
            // 512 u + 32 d: see above.
            const Float sure = hn::Mul(every(4), portal.number(Places::slack, i));
            const FloatMask surely =
                hn::And(hn::And(hn::Gt(volume(w0, w1, w2), sure), hn::Gt(volume(w0, w2, inner), sure)),
                        hn::And(hn::Gt(volume(w2, w1, inner), sure), hn::Gt(volume(w1, w0, inner), sure)));
            answer(portal, i, hn::And(around, surely), PlaceAnswer::overlapping);
            of = hn::AndNot(around, of);
            if (!hn::AllFalse(Floats(), of)) {
                const Float3 next = support(portal, i, n, of);
                of = hn::And(of, hn::Gt(dot(next - w0, n), zero));
                const Float3 side = cross(next, inner);
                const FloatMask s0 = hn::Gt(dot(w0, side), zero), s1 = hn::Gt(dot(w1, side), zero),
                                s2 = hn::Gt(dot(w2, side), zero);
                const FloatMask second = hn::AndNot(s0, s2), third = hn::AndNot(s1, s0);
                const FloatMask first = hn::Not(hn::Or(second, third));
                portal.set(Places::w0, i, chosen(first, next, w0));
                portal.set(Places::w1, i, chosen(second, next, w1));
                portal.set(Places::w2, i, chosen(third, next, w2));
            }
            portal.move(of, i, portal);
        }
    }
};

HWY_INLINE Lane3 everywhere(const double* p) { return {all(p[0]), all(p[1]), all(p[2])}; }

HWY_INLINE Lane inner_radius(const WalkCore& core, std::size_t i) {
    const Lanes d;
    return hn::Min(hn::Min(hn::Load(d, core.inner[0] + i), hn::Load(d, core.inner[1] + i)),
                   hn::Load(d, core.inner[2] + i));
}

/// Answers places by balls around and within both shapes. The relative poses and sizes go to `places`; which
/// of them are open.
HWY_INLINE std::uint64_t test_balls(const WalkBlock& block, std::size_t i, PlaceAnswer* answers,
                                    Places& places) {
    const Lanes d;
    const PoseLanes a = load_poses(block.pose_a + i), b = load_poses(block.pose_b + i);
    const Lane defect_a = defect_of(a.column), defect_b = defect_of(b.column);
    const Lane defect = hn::Add(defect_a, defect_b);
    const LaneMask usable = hn::And(pose_usable(a, defect_a), pose_usable(b, defect_b));
    const Lane3 between = b.position - a.position;
    // `balls_apart`
    const Lane reach = hn::Load(d, block.reach + i);
    const Lane farthest = hn::Mul(reach, hn::Add(all(1 + 16 * kEps), defect));
    const LaneMask apart = hn::And(usable, hn::Gt(dot(between, between), hn::Mul(farthest, farthest)));
    Lane3 column[3];
    for (std::size_t j = 0; j < 3; ++j) column[j] = transpose_times(a.column, b.column[j]);
    const Lane3 position = transpose_times(a.column, between);
    const Lane3 inner = everywhere(block.a.centre) - (times(column, everywhere(block.b.centre)) + position);
    // Two balls inside of the two overlap, by more than rounding and the defects: both far below a millionth.
    const Lane radii =
        hn::Add(hn::Add(inner_radius(block.a, i), inner_radius(block.b, i)), hn::Load(d, block.margin + i));
    const Lane least = hn::Sub(radii, hn::Mul(reach, hn::Add(all(1e-12), hn::Mul(all(8), defect))));
    const LaneMask deep =
        hn::And(hn::Gt(least, hn::Zero(d)), hn::Lt(dot(inner, inner), hn::Mul(least, least)));
    const std::uint64_t apart_bits = bits_of(apart), deep_bits = bits_of(hn::And(usable, deep));
    for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
        answers[i + lane] = (apart_bits >> lane & 1) != 0  ? PlaceAnswer::apart
                            : (deep_bits >> lane & 1) != 0 ? PlaceAnswer::overlapping
                                                           : PlaceAnswer::ask;
    }
    const LaneMask open = hn::AndNot(hn::Or(apart, deep), usable);
    const std::uint64_t bits = bits_of(open);
    if (bits == 0) return 0;
    const Lane scale = hn::Div(all(1), reach);
    const Lane3 t = position * scale, from = inner * scale;
    const Lane slack = hn::Add(all(kApartError), hn::Mul(all(8), defect));
    const Lane numbers[] = {column[0].x, column[0].y, column[0].z, column[1].x, column[1].y, column[1].z,
                            column[2].x, column[2].y, column[2].z, t.x,         t.y,         t.z,
                            from.x,      from.y,      from.z,      slack};
    const hn::Rebind<float, Lanes> narrow;
    for (std::size_t row = 0; row < std::size(numbers); ++row)
        hn::Store(hn::DemoteTo(narrow, numbers[row]), narrow, places.at[row] + i);
    const auto store_length = [&](const double* length, std::size_t row) HWY_ATTR {
        const Lane scaled = hn::Mul(hn::Load(d, length + i), scale);
        hn::Store(hn::DemoteTo(narrow, scaled), narrow, places.at[row] + i);
    };
    store_length(block.margin, Places::margin);
    for (std::size_t k = 0; k < 4; ++k) {
        store_length(block.a.size[k], Places::size_a + k);
        store_length(block.b.size[k], Places::size_b + k);
    }
    return bits;
}

template <class CoreA, class CoreB>
HWY_INLINE void walk(const WalkBlock& block, std::size_t count, PlaceAnswer* answers) {
    const Floats d;
    if (block.a.rows.count + block.b.rows.count > kMostVertices * hn::Lanes(d)) {
        std::fill(answers, answers + count, PlaceAnswer::ask);
        return;
    }
    Walk<CoreA, CoreB> walk;
    walk.block = &block;
    walk.answers = answers;
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        std::uint64_t open = 0;
        for (std::size_t k = 0; k < hn::Lanes(d); k += hn::Lanes(Lanes()))
            open |= test_balls(block, i + k, answers, walk.open) << k;
        const auto first = hn::Set(d, static_cast<float>(i));
        hn::Store(hn::Add(first, hn::Iota(d, 0)), d, walk.open.at[Places::place] + i);
        const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(open), static_cast<std::uint8_t>(open >> 8)};
        const FloatMask mask = hn::And(hn::LoadMaskBits(d, bytes), hn::FirstN(d, count - i));
        walk.open.move(mask, i, walk.open, Places::w0);
    }
    walk.begin();
    walk.second();
    for (int step = 0; step < kMostSteps && walk.open.count > 0; ++step) walk.discover();
    for (int step = 0; step < kMostSteps && walk.portal.count > 0; ++step) walk.refine();
}

void solids(const WalkBlock& block, std::size_t count, PlaceAnswer* answers) {
    walk<SolidCore, SolidCore>(block, count, answers);
}
void rows_solid(const WalkBlock& block, std::size_t count, PlaceAnswer* answers) {
    walk<RowsCore, SolidCore>(block, count, answers);
}
void rows(const WalkBlock& block, std::size_t count, PlaceAnswer* answers) {
    walk<RowsCore, RowsCore>(block, count, answers);
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(solids);
HWY_EXPORT(rows_solid);
HWY_EXPORT(rows);

void walk_portals(const WalkBlock& block, std::size_t count, PlaceAnswer* answers) noexcept {
    if (block.b.rows.count > 0)
        HWY_DYNAMIC_DISPATCH(rows)(block, count, answers);
    else if (block.a.rows.count > 0)
        HWY_DYNAMIC_DISPATCH(rows_solid)(block, count, answers);
    else
        HWY_DYNAMIC_DISPATCH(solids)(block, count, answers);
}

}  // namespace graze::simd
#endif
