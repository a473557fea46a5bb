// With x_a = M x_b + t and u = (x - o) s in each tree, b's coordinates become a's by (s_a / s_b) M u_b + s_a
// (M o_b + t - o_a). The reverse map uses an approximate inverse P: x_b = P (x_a - t) - (P M - I) x_b, and
// x_b is within b's bounds, so the defect of P costs a known amount. Plain doubles with bounds of their
// roundings: intervals would take longer than many a search. Where a map cannot be had in float, boxes get so
// large that its axes part nothing. Derivation: docs/notes/tree.md.
#include "tree/pair_frames.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

/// Coordinates and slacks below this leave space for the lanes without a child, at 2^60.
constexpr double kMostCoordinate = 0x1p40;
constexpr float kPartsNothing = 0x1p50F;
/// Float roundings between a stored box and its turned image are fewer than 16 of the numbers' magnitudes; u
/// = 2^-24.
constexpr double kTurnSlack = 24 * 0x1p-24;

/// Sums of up to eight products and terms are off by less than this times the sum of their magnitudes.
constexpr double kSumError = 0x1p-49;

Mat3 magnitudes(const Mat3& m) noexcept {
    return {{abs(m.columns[0]), abs(m.columns[1]), abs(m.columns[2])}};
}

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
        const double size = std::abs(map.linear(i, 0)) + std::abs(map.linear(i, 1)) +
                            std::abs(map.linear(i, 2)) + std::abs(map.offset[i]);
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

/// `offset` is right up to `error`.
FrameMap scaled(const Mat3& linear, const Vec3& offset, const Vec3& error, double ratio,
                double scale) noexcept {
    return {{{linear.columns[0] * ratio, linear.columns[1] * ratio, linear.columns[2] * ratio}},
            offset * scale,
            error * scale};
}

FrameMap into_a(const TreeFrame& a, const TreeFrame& b, const Affine& b_in_a, double margin) noexcept {
    const Vec3 offset = b_in_a.linear * b.origin + b_in_a.offset - a.origin;
    const Vec3 error =
        (magnitudes(b_in_a.linear) * abs(b.origin) + abs(b_in_a.offset) + abs(a.origin)) * kSumError;
    return scaled(b_in_a.linear, offset, error + Vec3{margin, margin, margin}, a.scale / b.scale, a.scale);
}

FrameMap into_b(const TreeFrame& a, const TreeFrame& b, const Affine& b_in_a, double margin) noexcept {
    const Mat3& m = b_in_a.linear;
    const double largest = std::max({max_component(abs(m.columns[0])), max_component(abs(m.columns[1])),
                                     max_component(abs(m.columns[2]))});
    if (!(largest > 0)) return {{}, {}, {kPartsNothing, kPartsNothing, kPartsNothing}};
    // Inverted near 1, so that determinants neither overflow nor vanish.
    const double power = std::ldexp(1.0, -std::ilogb(largest));
    const Mat3 near_one{{m.columns[0] * power, m.columns[1] * power, m.columns[2] * power}};
    const Mat3 inverted = inverse(near_one), sizes = magnitudes(inverted) * magnitudes(near_one);
    Mat3 defect = inverted * near_one;
    for (std::size_t i = 0; i < 3; ++i) defect(i, i) -= 1;
    defect = magnitudes(defect);
    const Vec3 reach = abs(b.origin) + Vec3{1, 1, 1} * (1 / b.scale);  // of b's coordinates
    const Vec3 ones{1, 1, 1};
    const Vec3 lost = defect * reach + (sizes * reach + ones * max_component(reach)) * kSumError;
    const Mat3 p{{inverted.columns[0] * power, inverted.columns[1] * power, inverted.columns[2] * power}};
    const Vec3 offset = p * (a.origin - b_in_a.offset) - b.origin;
    const Vec3 error = (magnitudes(p) * (abs(a.origin) + abs(b_in_a.offset)) + abs(b.origin)) * kSumError;
    return scaled(p, offset, error + lost + magnitudes(p) * ones * margin, b.scale / a.scale, b.scale);
}

/// Products of this frame's axes and the columns of `frame.linear`. Any vector will do as an axis, so the
/// floats themselves are taken; the map's rounding counts where the other box is projected.
simd::PairEdges edges_of(const simd::PairFrame& frame) noexcept {
    simd::PairEdges edges{};
    if (is_useless(frame)) return edges;
    edges.enabled = true;
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
                edges.reach[k][3 * i + j] = static_cast<float>(
                    std::abs(x * frame.linear[q][k] - y * frame.linear[p][k]) * (1 + 0x1p-20));
            }
            // A dozen roundings of numbers up to `size` times the axis, the slack of the box's place, and of
            // its extents once more.
            edges.slack[3 * i + j] =
                static_cast<float>((std::abs(x) + std::abs(y)) * (2 * slack + 0x1p-19 * size) + 0x1p-90);
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

/// How far the other tree's bounds are from those of `here` along an axis, at the least; negative when they
/// may overlap. The sign of `between` says on which side.
double root_gap(const FrameMap& map, std::size_t i, const RootBox& here, const RootBox& other,
                double& between) noexcept {
    const Vec3 row{map.linear(i, 0), map.linear(i, 1), map.linear(i, 2)};
    between = (dot(row, other.middle) + map.offset[i]) - here.middle[i];
    const double reach = dot(abs(row), other.half) + map.slack[i] + here.half[i];
    // Of a dozen roundings none exceeds 2^-53 of the size.
    const double size = std::abs(map.offset[i]) + dot(abs(row), {1, 1, 1}) + map.slack[i] + 1;
    return std::abs(between) - reach - 0x1p-46 * size;
}

bool roots_are_apart(const FrameMap& map, const RootBox& here, const RootBox& other) noexcept {
    double between = 0;
    return root_gap(map, 0, here, other, between) > 0 || root_gap(map, 1, here, other, between) > 0 ||
           root_gap(map, 2, here, other, between) > 0;
}

/// Below the squared distance of the bounds in this frame.
double roots_apart_sq(const FrameMap& map, const RootBox& here, const RootBox& other) noexcept {
    double sum = 0, between = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const double gap = std::max(root_gap(map, i, here, other, between), 0.0);
        sum += gap * gap;
    }
    return sum * (1 - 0x1p-48);
}

/// Moves the other tree towards `here` along each axis by as much as their bounds are certainly apart, and
/// returns by how much.
Vec3 move_together(FrameMap& map, const RootBox& here, const RootBox& other) noexcept {
    Vec3 beyond{};
    for (std::size_t i = 0; i < 3; ++i) {
        double between = 0;
        const double gap = root_gap(map, i, here, other, between);
        beyond[i] = gap > 0 ? std::min(gap, 0x1p45) : 0;  // farther away nothing can be decided apart anyway
        map.slack[i] += 0x1p-51 * std::abs(map.offset[i]);
        map.offset[i] -= std::copysign(beyond[i], between);
    }
    return beyond;
}

/// Below the least stretch of the map, squared.
double least_stretch_sq(const Mat3& m) noexcept {
    // |MᵀM - I| is at most twice the sum of its different entries, and few maps are not rigid.
    const double defect = orthonormality_defect(m);
    if (defect < 1e-6) return 1 - 2 * defect - 1e-14;
    const double least = stretch(m).lower;
    return least * least * (1 - 0x1p-50);
}

float rounded_to_zero(double x) noexcept { return static_cast<float>(x * (1 - 0x1p-22)); }

}  // namespace

std::optional<simd::PairWalk> pair_walk(const BoxTree& a, const BoxTree& b, const Affine& b_in_a,
                                        const PairOptions& options) noexcept {
    if (a.empty() || b.empty() || !is_finite(b_in_a) || !(options.margin >= 0)) return {};
    const RootBox root_a(a), root_b(b);
    const FrameMap map_a = into_a(a.frame(), b.frame(), b_in_a, options.margin);
    if (roots_are_apart(map_a, root_a, root_b)) return {};
    const FrameMap map_b = into_b(a.frame(), b.frame(), b_in_a, options.margin);
    if (roots_are_apart(map_b, root_b, root_a)) return {};
    simd::PairWalk walk{};
    walk.nodes[0] = a.walk_nodes();
    walk.nodes[1] = b.walk_nodes();
    walk.into[0] = to_float(map_a);
    walk.into[1] = to_float(map_b);
    if (options.test == BoxTest::faces_and_edges) {
        walk.edges[0] = edges_of(walk.into[0]);
        walk.edges[1] = edges_of(walk.into[1]);
    }
    walk.unit[0] = 1;
    walk.unit[1] = unit_of_b(a.frame(), b.frame(), b_in_a);
    return walk;
}

std::optional<NearPairSetup> near_pair_walk(const BoxTree& a, const BoxTree& b, const Affine& b_in_a,
                                            double max_distance) noexcept {
    if (a.empty() || b.empty() || !is_finite(b_in_a) || !(max_distance >= 0)) return {};
    NearPairSetup setup;
    simd::PairWalk& walk = setup.walk;
    simd::NearPairLimits& limits = setup.limits;
    walk.nodes[0] = a.walk_nodes();
    walk.nodes[1] = b.walk_nodes();
    walk.unit[0] = 1;
    walk.unit[1] = unit_of_b(a.frame(), b.frame(), b_in_a);
    const RootBox root_a(a), root_b(b);
    FrameMap map_a = into_a(a.frame(), b.frame(), b_in_a, 0), map_b = into_b(a.frame(), b.frame(), b_in_a, 0);
    const double reach = max_distance * a.frame().scale;
    if (roots_apart_sq(map_a, root_a, root_b) > reach * reach) return {};
    const Vec3 beyond[2] = {move_together(map_a, root_a, root_b), move_together(map_b, root_b, root_a)};
    walk.into[0] = to_float(map_a);
    walk.into[1] = to_float(map_b);
    const double ratio = a.frame().scale / b.frame().scale;
    const double shrink[2] = {
        1, std::min(least_stretch_sq(b_in_a.linear) * ratio * ratio, 0x1p60) * (1 - 0x1p-40)};
    double reached[2] = {0, 0};  // squared, in a's unit, of the displacement of each frame's boxes
    for (std::size_t f = 0; f < 2; ++f) {
        const bool moved =
            !is_useless(walk.into[f]);  // boxes that separate nothing bound no distances either
        for (std::size_t i = 0; i < 3; ++i)
            limits.twice_beyond[f][i] = moved ? rounded_to_zero(2 * beyond[f][i]) : 0;
        reached[f] = moved ? length_sq(beyond[f]) * shrink[f] * (1 - 0x1p-45) : 0;
        limits.shrink_sq[f] =
            shrink[f] > 0x1p-100 ? static_cast<float>(shrink[f] * (1 - simd::kWalkSlack)) : 0.0F;
    }
    limits.beyond_sq = std::max(reached[0], reached[1]);
    for (std::size_t f = 0; f < 2; ++f)
        limits.less[f] = static_cast<float>((reached[f] - limits.beyond_sq) * (1 + 0x1p-22));
    limits.unit = 1 / a.frame().scale;
    limits.limit = max_distance;
    return setup;
}

}  // namespace graze
