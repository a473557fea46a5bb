// One box against the eight of a node in another frame, for the instruction set at hand.
#if defined(GRAZE_SIMD_TREE_PAIRS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_TREE_PAIRS_INL
#undef GRAZE_SIMD_TREE_PAIRS_INL
#else
#define GRAZE_SIMD_TREE_PAIRS_INL
#endif

#include "simd/tree/pair_frame.hpp"
#include "simd/tree/tree_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// A box of one tree, in its own frame and (as the box around it, slack included) in the other's.
struct QueryBox {
    float low[3];
    float high[3];
    float other_low[3];
    float other_high[3];
    float size;           ///< Sum of half extents, in a's unit.
    std::uint32_t child;  ///< What it bounds.
};

/// The boxes of a node in the query box's frame, slack included, and what else of them is needed later.
struct TurnedLanes {
    HWY_ALIGN float low[3][kNodeWidth];
    HWY_ALIGN float high[3][kNodeWidth];
    HWY_ALIGN float size[kNodeWidth];
};

/// Middles and half extents of the lanes from i on, rounded.
struct LaneMiddles {
    FloatVector c[3];
    FloatVector h[3];

    HWY_INLINE LaneMiddles(const BoxNode& node, std::size_t i) {
        const Floats d;
        const FloatVector half = hn::Set(d, 0.5F);
        for (std::size_t k = 0; k < 3; ++k) {
            const FloatVector low = hn::Load(d, node.min[k] + i), high = hn::Load(d, node.max[k] + i);
            c[k] = hn::Mul(half, hn::Add(low, high));
            h[k] = hn::Mul(half, hn::Sub(high, low));
        }
    }
};

/// The boxes of lanes along axis k of the frame that they are turned into.
struct TurnedRow {
    FloatVector low;
    FloatVector high;

    HWY_INLINE TurnedRow(const LaneMiddles& lanes, const PairFrame& into, std::size_t k) {
        const Floats d;
        FloatVector middle = hn::Set(d, into.offset[k]), reach = hn::Set(d, into.slack[k]);
        for (std::size_t j = 0; j < 3; ++j) {
            middle = hn::Add(middle, hn::Mul(hn::Set(d, into.linear[k][j]), lanes.c[j]));
            reach = hn::Add(reach, hn::Mul(hn::Set(d, into.magnitude[k][j]), lanes.h[j]));
        }
        low = hn::Sub(middle, reach);
        high = hn::Add(middle, reach);
    }
};

HWY_INLINE void turn_row(const LaneMiddles& lanes, const PairFrame& into, std::size_t k, std::size_t i,
                         TurnedLanes& out) {
    const Floats d;
    const TurnedRow row(lanes, into, k);
    hn::Store(row.low, d, out.low[k] + i);
    hn::Store(row.high, d, out.high[k] + i);
}

HWY_INLINE void store_sizes(const LaneMiddles& lanes, float unit, std::size_t i, TurnedLanes& out) {
    const Floats d;
    hn::Store(hn::Mul(hn::Set(d, unit), hn::Add(hn::Add(lanes.h[0], lanes.h[1]), lanes.h[2])), d,
              out.size + i);
}

/// Lanes that no face axis of either frame parts from the box.
HWY_INLINE std::uint32_t lanes_by_faces(const BoxNode& node, const QueryBox& query, const PairWalk& walk,
                                        std::size_t side, TurnedLanes& out) {
    const Floats d;
    const PairFrame& into = walk.into[1 - side];
    return lane_bits([&](std::size_t i) HWY_ATTR {
        auto overlap = overlap_mask(node, i, query.other_low, query.other_high);
        if (hn::AllFalse(d, overlap)) return overlap;
        const LaneMiddles lanes(node, i);
        store_sizes(lanes, walk.unit[side], i, out);
        for (std::size_t k = 0; k < 3; ++k) {
            turn_row(lanes, into, k, i, out);
            overlap = hn::And(overlap, hn::Le(hn::Load(d, out.low[k] + i), hn::Set(d, query.high[k])));
            overlap = hn::And(overlap, hn::Ge(hn::Load(d, out.high[k] + i), hn::Set(d, query.low[k])));
        }
        return overlap;
    });
}

/// Of the given lanes, those that no cross product of edges parts from the box.
HWY_INLINE std::uint32_t lanes_by_edges(const BoxNode& node, const QueryBox& query, const PairWalk& walk,
                                        std::size_t side, std::uint32_t bits) {
    const Floats d;
    const PairEdges& edges = walk.edges[side];
    if (!edges.enabled) return bits;
    const float(&m)[3][3] = walk.into[side].linear;
    const float(&size)[3][3] = walk.into[side].magnitude;
    float middle[3], half[3], reach[9];
    for (std::size_t k = 0; k < 3; ++k) {
        middle[k] = 0.5F * (query.other_low[k] + query.other_high[k]);
        half[k] = 0.5F * (query.high[k] - query.low[k]);
    }
    for (std::size_t n = 0; n < 9; ++n) {
        reach[n] =
            ((half[0] * edges.reach[0][n] + half[1] * edges.reach[1][n]) + half[2] * edges.reach[2][n]) +
            edges.slack[n];
    }
    return bits & lane_bits([&](std::size_t at) HWY_ATTR {
               const LaneMiddles lanes(node, at);
               const FloatVector offset[3] = {hn::Sub(hn::Set(d, middle[0]), lanes.c[0]),
                                              hn::Sub(hn::Set(d, middle[1]), lanes.c[1]),
                                              hn::Sub(hn::Set(d, middle[2]), lanes.c[2])};
               auto overlap = hn::Eq(hn::Zero(d), hn::Zero(d));
               for (std::size_t i = 0; i < 3; ++i) {
                   const std::size_t p = (i + 1) % 3, q = (i + 2) % 3;
                   for (std::size_t j = 0; j < 3; ++j) {
                       const FloatVector between = hn::Abs(hn::Sub(hn::Mul(hn::Set(d, m[p][j]), offset[q]),
                                                                   hn::Mul(hn::Set(d, m[q][j]), offset[p])));
                       const FloatVector own = hn::Add(hn::Mul(hn::Set(d, size[q][j]), lanes.h[p]),
                                                       hn::Mul(hn::Set(d, size[p][j]), lanes.h[q]));
                       overlap =
                           hn::And(overlap, hn::Le(between, hn::Add(own, hn::Set(d, reach[3 * i + j]))));
                   }
               }
               return overlap;
           });
}

/// A lane as the query box of the next node.
HWY_INLINE QueryBox query_box_of(const BoxNode& node, const TurnedLanes& lanes, std::uint32_t lane) {
    QueryBox out;
    for (std::size_t k = 0; k < 3; ++k) {
        out.low[k] = node.min[k][lane];
        out.high[k] = node.max[k][lane];
        out.other_low[k] = lanes.low[k][lane];
        out.other_high[k] = lanes.high[k][lane];
    }
    out.size = lanes.size[lane];
    out.child = node.child[lane];
    return out;
}

/// A root's box, turned as its lanes would be.
inline QueryBox query_box_of_root(const PairWalk& walk, std::size_t side) {
    BoxNode place;
    const BoxNode& root = node_at(walk.nodes[side], 0, place);
    const PairFrame& into = walk.into[1 - side];
    QueryBox out;
    float c[3], h[3];
    for (std::size_t k = 0; k < 3; ++k) {
        out.low[k] = root.min[k][0];
        out.high[k] = root.max[k][0];
        for (std::size_t lane = 1; lane < kNodeWidth; ++lane) {
            out.low[k] = root.min[k][lane] < out.low[k] ? root.min[k][lane] : out.low[k];
            out.high[k] = root.max[k][lane] > out.high[k] ? root.max[k][lane] : out.high[k];
        }
        c[k] = 0.5F * (out.low[k] + out.high[k]);
        h[k] = 0.5F * (out.high[k] - out.low[k]);
    }
    for (std::size_t k = 0; k < 3; ++k) {
        float middle = into.offset[k], reach = into.slack[k];
        for (std::size_t j = 0; j < 3; ++j) {
            middle += into.linear[k][j] * c[j];
            reach += into.magnitude[k][j] * h[j];
        }
        out.other_low[k] = middle - reach;
        out.other_high[k] = middle + reach;
    }
    out.size = walk.unit[side] * (h[0] + h[1] + h[2]);
    out.child = 0;
    return out;
}

struct LeafPair {
    LeafSlots a;
    LeafSlots b;
};

inline LeafPair leaf_pair(std::size_t side, std::uint32_t lane_child, std::uint32_t query_child) {
    const std::uint32_t a = side == 0 ? lane_child : query_child, b = side == 0 ? query_child : lane_child;
    return {child::leaf_slots(a), child::leaf_slots(b)};
}

/// Whether the lane's node is opened next, rather than the query box's.
inline bool opens_lane(std::uint32_t lane_child, float lane_size, const QueryBox& query) {
    return child::is_leaf(query.child) || (!child::is_leaf(lane_child) && lane_size >= query.size);
}

/// Starts with the larger root.
template <class Walker> TreeStats start(const PairWalk& walk, Walker&& walker) {
    const QueryBox a = query_box_of_root(walk, 0), b = query_box_of_root(walk, 1);
    if (a.size >= b.size)
        walker.open(0, 0, b);
    else
        walker.open(1, 0, a);
    return walker.counts;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#endif
