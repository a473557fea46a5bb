// Corners are brought from two vertices at a time into lanes, one triangle in each; from there on every lane
// does the operations of the plain test in the same order.
#include "simd/tree_walk_triangles.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree_walk_triangles.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/point_lanes-inl.hpp"
#include "simd/tree_ray-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// The slots of four triangles as vertex numbers, and where the vertices are.
struct Corners {
    const void* vertices;
    std::size_t stride;
    const std::uint32_t* slot[kTogether];

    HWY_INLINE const double* point(std::size_t lane, std::size_t corner) const {
        return reinterpret_cast<const double*>(static_cast<const std::byte*>(vertices) +
                                               stride * slot[lane][corner]);
    }
};

/// Corners in floats as doubles.
struct ConvertedCorners {
    double vertices[3 * kTogether][3];
    std::uint32_t slot[kTogether][3];

    HWY_NOINLINE Corners convert(const Corners& from) {
        Corners to{vertices, sizeof vertices[0], {}};
        for (std::uint32_t lane = 0; lane < kTogether; ++lane) {
            for (std::uint32_t corner = 0; corner < 3; ++corner) {
                const std::uint32_t i = 3 * lane + corner;
                float read[3];
                std::memcpy(
                    read,
                    static_cast<const std::byte*>(from.vertices) + from.stride * from.slot[lane][corner],
                    sizeof read);
                for (std::size_t k = 0; k < 3; ++k) vertices[i][k] = static_cast<double>(read[k]);
                slot[lane][corner] = i;
            }
            to.slot[lane] = slot[lane];
        }
        return to;
    }
};

/// One vertex in each lane from `lane` on.
HWY_INLINE Points load_points(const Corners& from, std::size_t lane, std::size_t corner) {
    return gather_points([&](std::size_t i) HWY_ATTR { return from.point(lane + i, corner); });
}

/// Bits of the lanes.
struct LaneResults {
    std::uint32_t open = 0;  ///< Neither a certain miss nor a certain hit.
    std::uint32_t hits = 0;
    std::uint32_t inside = 0;
    std::uint32_t behind = 0;
    HWY_ALIGN double lower[kTogether];
    HWY_ALIGN double upper[kTogether];
};

template <class M> HWY_INLINE std::uint32_t bits_of(const M& mask) {
    std::uint8_t part[8] = {};
    hn::StoreMaskBits(Doubles(), mask, part);
    return part[0];
}

/// The ray's share of the tests, once per walk.
struct TestedRay {
    Points origin, direction;
    RayTriangleErrors doubts;

    HWY_INLINE explicit TestedRay(const TriangleWalk& query)
        : origin(everywhere(query.origin)), direction(everywhere(query.direction)), doubts(query.doubts) {}
};

/// One triangle in each lane.
struct TriangleLanes {
    Points a, b, c;
};

/// See `test_triangle`, of which this is the same for triangles in the lanes from `lane` on.
HWY_INLINE void result(const TestedRay& ray, const TriangleLanes& triangles, double limit, std::uint32_t lane,
                       LaneResults& lanes) {
    const Doubles d;
    const Points &a = triangles.a, &b = triangles.b, &c = triangles.c;
    const Points e = b - a, f = c - a, from = ray.origin - a;
    const Points across = cross(ray.direction, f), turned = cross(from, e);
    const DoubleVector determinant = dot(e, across);
    const DoubleVector side = hn::And(determinant, hn::SignBit(d));
    const DoubleVector whole = hn::Abs(determinant);
    const DoubleVector u = hn::Xor(dot(from, across), side), v = hn::Xor(dot(ray.direction, turned), side);
    const DoubleVector along = hn::Xor(dot(f, turned), side);
    const DoubleVector w = hn::Sub(hn::Sub(whole, u), v);
    const DoubleVector doubt = hn::Set(d, ray.doubts.side), doubt_whole = hn::Set(d, ray.doubts.whole);
    const DoubleVector doubt_w = hn::Set(d, 2 * ray.doubts.side + ray.doubts.whole),
                       doubt_along = hn::Set(d, ray.doubts.along);
    const DoubleVector least = hn::Min(u, v);
    const auto clear = hn::Gt(whole, doubt_whole);
    const auto outside = hn::Or(hn::Lt(least, hn::Neg(doubt)), hn::Lt(w, hn::Neg(doubt_w)));
    const auto elsewhere =
        hn::Or(hn::Lt(along, hn::Neg(doubt_along)),
               hn::Gt(hn::Sub(along, doubt_along), hn::Mul(hn::Set(d, limit), hn::Add(whole, doubt_whole))));
    const auto missed = hn::And(clear, hn::Or(outside, elsewhere));
    const auto edge_on =
        hn::And(hn::Lt(hn::Min(least, w), hn::Neg(doubt_w)), hn::Gt(hn::Max(hn::Max(u, v), w), doubt_w));
    const std::uint32_t left = bits_of(hn::Not(hn::Or(missed, hn::AndNot(clear, edge_on))));
    if (left == 0) return;
    const auto inside = hn::And(clear, hn::And(hn::Gt(least, doubt), hn::Gt(w, doubt_w)));
    const std::uint32_t hits = bits_of(hn::And(inside, hn::Gt(along, doubt_along))) & left;
    lanes.hits |= hits << lane;
    lanes.open |= (left & ~hits) << lane;
    lanes.inside |= bits_of(inside) << lane;
    lanes.behind |= bits_of(hn::Lt(determinant, hn::Zero(d))) << lane;
    const DoubleVector first = hn::Div(hn::Sub(along, doubt_along), hn::Add(whole, doubt_whole));
    const DoubleVector last = hn::Div(hn::Add(along, doubt_along), hn::Sub(whole, doubt_whole));
    hn::Store(hn::Mul(first, hn::Set(d, 1 - 0x1p-51)), d, lanes.lower + lane);
    hn::Store(hn::Mul(last, hn::Set(d, 1 + 0x1p-51)), d, lanes.upper + lane);
}

/// What a walk has put off, in depth-first order. A child and where the ray enters its box (not negative)
/// make one number that is ordered by the latter: the nearer of two is a minimum, without branches that
/// cannot be foreseen. The nearest lane goes on, the others are put off nearly in order, which is as good as
/// sorted: most of them are behind the hit of the first.
struct PutOff {
    std::uint64_t stack[kMostDeferred];
    std::size_t top = 0;

    static HWY_INLINE std::uint64_t key(const BoxNode& node, const float* enter, std::uint32_t lane) {
        return static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(enter[lane]) & 0x7fffffffU) << 32 |
               node.child[lane];
    }
    static HWY_INLINE std::uint32_t child_of(std::uint64_t key) { return static_cast<std::uint32_t>(key); }

    HWY_INLINE std::uint64_t choose(const BoxNode& node, std::uint32_t bits, const float* enter) {
        std::uint64_t next = key(node, enter, lowest_lane(bits));
        for (bits &= bits - 1; bits != 0; bits &= bits - 1) {
            const std::uint64_t other = key(node, enter, lowest_lane(bits));
            stack[top++] = std::max(next, other);
            next = std::min(next, other);
        }
        return next;
    }
    /// The last one put off that is within the limit becomes `next`; false when there is none.
    HWY_INLINE bool take(float limit, std::uint64_t& next) {
        while (top > 0) {
            next = stack[--top];
            if (std::bit_cast<float>(static_cast<std::uint32_t>(next >> 32)) <= limit) return true;
        }
        return false;
    }
};

class NearestWalk {
public:
    HWY_INLINE NearestWalk(const TriangleWalk& query, UnclearVisitor unclear)
        : query_(query), unclear_(unclear), ray_(query) {}

    /// Up to four slots. Lanes that are left over repeat the last one.
    HWY_INLINE void leaf(std::uint32_t first, std::uint32_t count, double& limit) {
        Corners corners{query_.vertices, query_.stride, {}};
        for (std::uint32_t i = 0; i < kTogether; ++i)
            corners.slot[i] = corners_of(first + (i < count ? i : count - 1));
        ConvertedCorners converted;
        if (query_.floats) corners = converted.convert(corners);
        LaneResults lanes;
        for (std::uint32_t i = 0; i < kTogether; i += static_cast<std::uint32_t>(hn::Lanes(Doubles())))
            result(ray_, {load_points(corners, i, 0), load_points(corners, i, 1), load_points(corners, i, 2)},
                   limit, i, lanes);
        const std::uint32_t used = (1U << count) - 1;
        if (((lanes.hits | lanes.open) & used) != 0) take(lanes, used, first, limit);
    }
    [[nodiscard]] const NearestTriangle& nearest() const { return nearest_; }

private:
    [[nodiscard]] HWY_INLINE const std::uint32_t* corners_of(std::uint32_t slot) const {
        return query_.corners + 3 * std::size_t{query_.order == nullptr ? slot : query_.order[slot]};
    }
    HWY_NOINLINE void take(const LaneResults& lanes, std::uint32_t used, std::uint32_t first, double& limit) {
        for (std::uint32_t bits = (lanes.hits | lanes.open) & used; bits != 0; bits &= bits - 1) {
            const std::uint32_t lane = lowest_lane(bits), bit = 1U << lane;
            const bool hit = (lanes.hits & bit) != 0;
            const RayTriangleResult found{hit ? RayTriangleOutcome::hits : RayTriangleOutcome::open,
                                          (lanes.behind & bit) != 0, (lanes.inside & bit) != 0,
                                          lanes.lower[lane], lanes.upper[lane]};
            const RayTriangleResult decided = hit ? found : unclear_(first + lane, found, limit);
            if (decided.outcome == RayTriangleOutcome::hits) offer(first + lane, decided, limit);
        }
    }
    void offer(std::uint32_t slot, const RayTriangleResult& found, double& limit) {
        const bool have = nearest_.result.outcome == RayTriangleOutcome::hits;
        if (have && found.lower > nearest_.result.upper) return;
        limit = std::min(limit, found.upper);
        if (have && !(found.upper < nearest_.result.lower)) {
            unclear_(slot, found, limit);
            unclear_(nearest_.slot, nearest_.result, limit);
            if (nearest_.result.lower < found.lower) return;
        }
        nearest_ = {found, slot};
    }

    const TriangleWalk& query_;
    UnclearVisitor unclear_;
    TestedRay ray_;
    NearestTriangle nearest_;
};

/// Without counters: nothing is left of it in the walk.
struct Uncounted {
    HWY_INLINE void count_node(const BoxNode&) {}
    HWY_INLINE void count_triangles(std::uint32_t) {}
    [[nodiscard]] HWY_INLINE int timed() const { return 0; }
};

struct Counted {
    PairWork& work;

    void count_node(const BoxNode& node) { work.box_tests += bit_count(used_lanes(node)); }
    void count_triangles(std::uint32_t count) { work.primitive_tests += count; }
    [[nodiscard]] TimedScope timed() const { return TimedScope(&work.primitive_seconds); }
};

template <class Counter>
HWY_INLINE NearestTriangle walk_counting(const BoxNode* nodes, const TriangleWalk& query,
                                         UnclearVisitor unclear, Counter counter) {
    const RaySlabs slabs(query.boxes);
    NearestWalk walk(query, unclear);
    PutOff put_off;
    double limit = query.boxes.limit;
    float last = parameter_limit(query.boxes, limit);
    for (std::uint64_t next = 0;;) {
        bool found = true;
        while (found && !child::is_leaf(PutOff::child_of(next))) {
            const BoxNode& node = nodes[PutOff::child_of(next)];
            counter.count_node(node);
            HWY_ALIGN float enter[kNodeWidth];
            const std::uint32_t bits = lanes_on_ray(node, slabs, last, enter);
            if (bits != 0)
                next = put_off.choose(node, bits, enter);
            else
                found = put_off.take(last, next);
        }
        if (!found) return walk.nearest();
        const std::uint32_t leaf = PutOff::child_of(next), first = child::leaf_first(leaf),
                            count = child::leaf_count(leaf);
        const double before = limit;
        counter.count_triangles(count);
        {
            [[maybe_unused]] const auto timed = counter.timed();
            walk.leaf(first, std::min(count, kTogether), limit);
            if (count > kTogether) walk.leaf(first + kTogether, count - kTogether, limit);
        }
        if (limit < before) last = parameter_limit(query.boxes, limit);
        if (!put_off.take(last, next)) return walk.nearest();
    }
}

NearestTriangle triangles_walk(const BoxNode* nodes, const TriangleWalk& query, UnclearVisitor unclear) {
    return walk_counting(nodes, query, unclear, Uncounted{});
}

NearestTriangle counted_triangles_walk(const BoxNode* nodes, const TriangleWalk& query,
                                       UnclearVisitor unclear, PairWork& work) {
    return walk_counting(nodes, query, unclear, Counted{work});
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(triangles_walk);
HWY_EXPORT(counted_triangles_walk);

NearestTriangle walk_triangles(const BoxNode* nodes, const TriangleWalk& query, UnclearVisitor unclear) {
    return HWY_DYNAMIC_DISPATCH(triangles_walk)(nodes, query, unclear);
}

NearestTriangle walk_triangles(const BoxNode* nodes, const TriangleWalk& query, UnclearVisitor unclear,
                               PairWork& work) {
    return HWY_DYNAMIC_DISPATCH(counted_triangles_walk)(nodes, query, unclear, work);
}

}  // namespace graze::simd
#endif
