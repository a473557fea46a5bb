// With x_a = M x_b + t and u = (x - o) s in each tree, b's coordinates become a's by (s_a / s_b) M u_b + s_a (M o_b + t - o_a). The way back
// uses an approximate inverse P: x_b = P (x_a - t) - (P M - I) x_b, and x_b is within b's bounds, so the defect of P costs a known
// amount. Where a map cannot be had in float, boxes get so large that its axes part nothing. Derivation: docs/notes/tree.md.
#include "tree/pair_frames.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

/// Coordinates and slacks below this leave room for the lanes without a child, at 2^60.
constexpr double kMostCoordinate = 0x1p40;
constexpr float kPartsNothing = 0x1p50F;
/// Float roundings between a stored box and its turned image are fewer than 16 of the numbers' magnitudes; u = 2^-24.
constexpr double kTurnSlack = 24 * 0x1p-24;

double magnitude(const Interval& x) noexcept { return std::max(std::abs(x.lower), std::abs(x.upper)); }

/// A map between tree frames in double: contains the exact image of every tree coordinate within ± `slack`.
struct FrameMap {
    Mat3 linear{};
    Vec3 offset{};
    Vec3 slack{};
};

simd::PairFrame useless_frame() noexcept {
    simd::PairFrame frame{};
    std::fill_n(frame.slack, 3, kPartsNothing);
    return frame;
}

bool is_useless(const simd::PairFrame& frame) noexcept { return frame.slack[0] >= kPartsNothing; }

simd::PairFrame to_float(const FrameMap& map) noexcept {
    simd::PairFrame frame{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double size = std::abs(map.linear(i, 0)) + std::abs(map.linear(i, 1)) + std::abs(map.linear(i, 2)) + std::abs(map.offset[i]);
        const double slack = (map.slack[i] + kTurnSlack * (size + map.slack[i])) * (1 + 0x1p-20) + 0x1p-90;
        if (!(size + slack < kMostCoordinate)) return useless_frame();
        for (std::size_t j = 0; j < 3; ++j) {
            frame.linear[i][j] = static_cast<float>(map.linear(i, j));
            frame.magnitude[i][j] = std::abs(frame.linear[i][j]);
        }
        frame.offset[i] = static_cast<float>(map.offset[i]);
        frame.slack[i] = static_cast<float>(slack);
    }
    return frame;
}

FrameMap scaled(const Mat3& linear, const IntervalVec3& offset, double ratio, double scale) noexcept {
    FrameMap map;
    for (std::size_t j = 0; j < 3; ++j) map.linear.columns[j] = linear.columns[j] * ratio;
    for (std::size_t i = 0; i < 3; ++i) {
        map.offset[i] = offset[i].middle() * scale;
        map.slack[i] = offset[i].width() * scale;
    }
    return map;
}

FrameMap into_a(const TreeFrame& a, const TreeFrame& b, const Affine& b_in_a, double margin) noexcept {
    const IntervalVec3 offset = enclose(b_in_a.linear) * enclose(b.origin) + enclose(b_in_a.offset) - enclose(a.origin);
    FrameMap map = scaled(b_in_a.linear, offset, a.scale / b.scale, a.scale);
    for (std::size_t i = 0; i < 3; ++i) map.slack[i] += margin * a.scale;
    return map;
}

FrameMap into_b(const TreeFrame& a, const TreeFrame& b, const Affine& b_in_a, double margin) noexcept {
    // Inverted near 1, so that determinants neither overflow nor vanish.
    const Mat3& m = b_in_a.linear;
    const double largest = std::max({max_component(abs(m.columns[0])), max_component(abs(m.columns[1])), max_component(abs(m.columns[2]))});
    if (!(largest > 0)) return {{}, {}, {kPartsNothing, kPartsNothing, kPartsNothing}};
    const double power = std::ldexp(1.0, -std::ilogb(largest));
    Mat3 near_one = m;
    for (Vec3& column : near_one.columns) column = column * power;
    Mat3 p = inverse(near_one);
    IntervalMat3 defect = enclose(p) * enclose(near_one);
    for (std::size_t i = 0; i < 3; ++i) defect(i, i) -= Interval(1);
    for (Vec3& column : p.columns) column = column * power;
    const IntervalVec3 offset = enclose(p) * (enclose(a.origin) - enclose(b_in_a.offset)) - enclose(b.origin);
    FrameMap map = scaled(p, offset, b.scale / a.scale, b.scale);
    for (std::size_t i = 0; i < 3; ++i) {
        double row = 0;
        for (std::size_t j = 0; j < 3; ++j) {
            map.slack[i] += magnitude(defect(i, j)) * (std::abs(b.origin[j]) * b.scale + 1);
            row += std::abs(p(i, j));
        }
        map.slack[i] += margin * row * b.scale;
    }
    return map;
}

/// Products of this frame's axes and the columns of `frame.linear`. Any vector will do as an axis, so the floats themselves are taken;
/// the map's rounding counts where the other box is projected.
simd::PairEdges edges_of(const simd::PairFrame& frame) noexcept {
    simd::PairEdges edges{};
    if (is_useless(frame)) return edges;
    edges.usable = true;
    double size = 2;
    for (std::size_t i = 0; i < 3; ++i) {
        double sum = std::abs(frame.offset[i]) + 2.0 * frame.slack[i];
        for (std::size_t j = 0; j < 3; ++j) sum += std::abs(frame.linear[i][j]);
        size = std::max(size, 2 + sum);
    }
    const double slack = std::max({frame.slack[0], frame.slack[1], frame.slack[2]});
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t p = (i + 1) % 3, q = (i + 2) % 3;
        for (std::size_t j = 0; j < 3; ++j) {
            const double x = frame.linear[p][j], y = frame.linear[q][j];
            for (std::size_t k = 0; k < 3; ++k) {
                edges.reach[k][3 * i + j] = static_cast<float>(std::abs(x * frame.linear[q][k] - y * frame.linear[p][k]) * (1 + 0x1p-20));
            }
            // A dozen roundings of numbers up to `size` times the axis, the slack of the box's place, and of its extents once more.
            edges.slack[3 * i + j] = static_cast<float>((std::abs(x) + std::abs(y)) * (2 * slack + 0x1p-19 * size) + 0x1p-90);
        }
    }
    return edges;
}

/// Rough length of 1 in b's frame, in a's unit.
float unit_of_b(const TreeFrame& a, const TreeFrame& b, const Affine& b_in_a) noexcept {
    const double unit = norm_bound(b_in_a.linear) / std::sqrt(3.0) * (a.scale / b.scale);
    return static_cast<float>(std::clamp(unit, 0x1p-60, 0x1p60));
}

/// A tree's bounds in its own frame, as middle and half extents, rounded by 2^-50 at most.
struct RootBox {
    Vec3 middle{};
    Vec3 half{};

    explicit RootBox(const BoxTree& tree) noexcept {
        for (std::size_t i = 0; i < 3; ++i) {
            const double low = (tree.bounds().min[i] - tree.frame().origin[i]) * tree.frame().scale;
            const double high = (tree.bounds().max[i] - tree.frame().origin[i]) * tree.frame().scale;
            middle[i] = 0.5 * (low + high);
            half[i] = 0.5 * (high - low);
        }
    }
};

/// Moves the other tree towards `here` along each axis by as much as their bounds are surely apart, and says by how much.
Vec3 move_together(FrameMap& map, const RootBox& here, const RootBox& other) noexcept {
    Vec3 beyond{};
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 row{map.linear(i, 0), map.linear(i, 1), map.linear(i, 2)};
        const double between = (dot(row, other.middle) + map.offset[i]) - here.middle[i];
        const double reach = dot(abs(row), other.half) + map.slack[i] + here.half[i];
        const double size = std::abs(map.offset[i]) + dot(abs(row), {1, 1, 1}) + map.slack[i] + 1;
        // Of a dozen roundings none exceeds 2^-53 of the size. Beyond 2^45 nothing can be told apart anyway.
        beyond[i] = std::clamp(std::abs(between) - reach - 0x1p-46 * size, 0.0, 0x1p45);
        map.offset[i] -= std::copysign(beyond[i], between);
        map.slack[i] += 0x1p-51 * size;
    }
    return beyond;
}

float rounded_to_zero(double x) noexcept { return static_cast<float>(x * (1 - 0x1p-22)); }

}  // namespace

simd::PairWalk pair_walk(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double margin) noexcept {
    simd::PairWalk walk{};
    walk.nodes[0] = a.nodes().data();
    walk.nodes[1] = b.nodes().data();
    walk.into[0] = to_float(into_a(a.frame(), b.frame(), b_in_a, margin));
    walk.into[1] = to_float(into_b(a.frame(), b.frame(), b_in_a, margin));
    walk.edges[0] = edges_of(walk.into[0]);
    walk.edges[1] = edges_of(walk.into[1]);
    walk.unit[0] = 1;
    walk.unit[1] = unit_of_b(a.frame(), b.frame(), b_in_a);
    return walk;
}

NearPairSetup near_pair_walk(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double max_distance) noexcept {
    NearPairSetup setup;
    simd::PairWalk& walk = setup.walk;
    simd::NearPairLimits& limits = setup.limits;
    walk.nodes[0] = a.nodes().data();
    walk.nodes[1] = b.nodes().data();
    walk.unit[0] = 1;
    walk.unit[1] = unit_of_b(a.frame(), b.frame(), b_in_a);
    const RootBox root_a(a), root_b(b);
    FrameMap map_a = into_a(a.frame(), b.frame(), b_in_a, 0), map_b = into_b(a.frame(), b.frame(), b_in_a, 0);
    const Vec3 beyond[2] = {move_together(map_a, root_a, root_b), move_together(map_b, root_b, root_a)};
    walk.into[0] = to_float(map_a);
    walk.into[1] = to_float(map_b);
    const double stretched = stretch(b_in_a.linear).lower * (a.frame().scale / b.frame().scale);
    const double shrink[2] = {1, std::min(stretched * stretched, 0x1p60) * (1 - 0x1p-40)};
    double reached[2] = {0, 0};  // squared, in a's unit, of the way that each frame's boxes were moved
    for (std::size_t f = 0; f < 2; ++f) {
        const bool moved = !is_useless(walk.into[f]);  // boxes that part nothing say nothing of distances either
        for (std::size_t i = 0; i < 3; ++i) limits.twice_beyond[f][i] = moved ? rounded_to_zero(2 * beyond[f][i]) : 0;
        reached[f] = moved ? length_sq(beyond[f]) * shrink[f] * (1 - 0x1p-45) : 0;
        limits.shrink_sq[f] = shrink[f] > 0x1p-100 ? static_cast<float>(shrink[f] * (1 - simd::kWalkSlack)) : 0.0F;
    }
    limits.beyond_sq = std::max(reached[0], reached[1]);
    for (std::size_t f = 0; f < 2; ++f) limits.less[f] = static_cast<float>((reached[f] - limits.beyond_sq) * (1 + 0x1p-22));
    limits.unit = 1 / a.frame().scale;
    limits.limit = max_distance;
    return setup;
}

}  // namespace graze
