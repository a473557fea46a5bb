// A point x of b lies in a, and a's surface near it is behind a plane of height w along n, into the solid. In
// the box that x sweeps while the translation varies over the cube, what is above w is free of surface and
// connected, so that one point of it that is inside shows that all of it is. A combination of half-spaces
// n_i · x <= h_i with weights l_i >= 0 has no solution in the cube when sum l_i h_i < -half |sum l_i n_i|_1.
#include "query/depth/cell_walls.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bounds/clip_polygon.hpp"
#include "shape/pose_check.hpp"
#include "solid/side_of.hpp"

namespace graze {
namespace {

double rounding_of(const PartPairs& pairs) noexcept {
    return 8 * pairs.error() + 64 * kEps * pairs.pair.extent / pairs.pair.scale;
}

/// A point of one shape in the other, a solid mesh, as the cube moves it.
struct SweptPoint {
    const PlacedParts& solid;
    Vec3 point{};   ///< World frame.
    Vec3 inward{};  ///< Unit: away from the wall.
    double half = 0;
    double slack = 0;
};

/// The highest point of the triangle inside of a box, along a direction; empty where it has none there.
std::optional<double> highest_in_box(const Triangle& t, const Aabb& box, const Vec3& direction) noexcept {
    ClippedPolygon<9> polygon;
    for (const Vec3& corner : {t.a, t.b, t.c}) polygon.add(corner);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (polygon.count > 0) polygon = clip_polygon(polygon, axis, 1, box.max[axis]);
        if (polygon.count > 0) polygon = clip_polygon(polygon, axis, -1, -box.min[axis]);
    }
    std::optional<double> highest;
    for (std::size_t i = 0; i < polygon.count; ++i)
        highest = std::max(highest.value_or(-kInfinity), dot(direction, polygon.corners[i]));
    return highest;
}

/// How far along `inward` the point has to move to stay in the solid, wherever it slides: < 0 where it may
/// move back. Empty where that is not shown.
std::optional<double> height_of_wall(const SweptPoint& swept, WorkBudget* work) {
    const Pose& pose = swept.solid.placed.pose;
    const auto local = [&](const Vec3& x) { return transpose_times(pose.rotation, x); };
    const Vec3 centre = local(swept.point - pose.position);
    const Vec3 inward = local(swept.inward);
    // The cube's box in the axes of the solid.
    Vec3 reach{swept.slack, swept.slack, swept.slack};
    for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
        reach += swept.half * (1 + 1e-9) * abs(local(axis));
    const Aabb box{centre - reach, centre + reach};
    const Vec3 grow{swept.slack, swept.slack, swept.slack};
    const Aabb clip{box.min - grow, box.max + grow};
    double wall = -kInfinity;
    const double top = dot(abs(inward), reach);
    const TreeStats stats = visit_box(swept.solid.mesh()->tree, clip, [&](LeafSlots leaf) {
        spend(work, work::kLeaf + leaf.count * work::kCornersInBox);
        for (std::uint32_t slot = leaf.first; slot < leaf.first + leaf.count; ++slot) {
            const auto highest = highest_in_box(swept.solid.triangle_in_slot(slot), clip, inward);
            if (highest) wall = std::max(wall, *highest - dot(inward, centre) + 4 * swept.slack);
        }
        return wall < top ? Continue::yes : Continue::no;
    });
    spend(work, stats.node_tests * work::kNode);
    // The corner of the box that is farthest inward.
    const Vec3 corner{centre.x + std::copysign(reach.x, inward.x),
                      centre.y + std::copysign(reach.y, inward.y),
                      centre.z + std::copysign(reach.z, inward.z)};
    if (!(dot(inward, corner - centre) > wall + 4 * swept.slack)) return std::nullopt;
    if (side_of(*swept.solid.mesh(), corner, work) != PointSide::inside) return std::nullopt;
    return std::max(wall, -top);
}

bool has_walls(const PlacedParts& side) noexcept { return side.solid() && side.margin() == 0; }

/// The convex combination of up to three normals that comes nearest to zero.
struct Weights {
    std::array<double, 3> of{};
};

Weights pair_weights(const Vec3& x, const Vec3& y) noexcept {
    const Vec3 d = y - x;
    const double share = length_sq(d) > 0 ? std::clamp(-dot(x, d) / length_sq(d), 0.0, 1.0) : 0.0;
    return {{1 - share, share, 0}};
}

std::optional<Weights> triple_weights(const Vec3& x, const Vec3& y, const Vec3& z) noexcept {
    const Vec3 n = cross(y - x, z - x);
    const double area = length_sq(n);
    if (!(area > 1e-12)) return std::nullopt;
    const double u = dot(cross(y, z), n) / area, v = dot(cross(z, x), n) / area,
                 w = dot(cross(x, y), n) / area;
    if (!(u >= 0 && v >= 0 && w >= 0)) return std::nullopt;
    return Weights{{u, v, w}};
}

/// The least value of a combination: below zero nothing of the cube is left.
struct BestCombination {
    double value = kInfinity;
    Vec3 normal{};

    void offer(double half, const Weights& weights,
               const std::array<const OverlapBeyond*, 3>& walls) noexcept {
        double heights = 0, magnitude = 0;
        Vec3 sum{};
        for (std::size_t i = 0; i < 3; ++i) {
            if (walls[i] == nullptr) continue;
            heights += weights.of[i] * walls[i]->height;
            magnitude += std::abs(weights.of[i] * walls[i]->height);
            sum += weights.of[i] * walls[i]->normal;
        }
        // Sums of a few products each.
        const double off = half * (std::abs(sum.x) + std::abs(sum.y) + std::abs(sum.z) + 32 * kEps);
        const double here = heights + off + 32 * kEps * magnitude;
        if (here < value) *this = {here, sum};
    }
};

}  // namespace

void add_walls(const PartPairs& pairs, const TranslationCube& cube, const Vec3& translation,
               const DeepPoint& deep, std::vector<OverlapBeyond>& walls) {
    const double slack = rounding_of(pairs);
    if (!(deep.depth > 8 * slack)) return;
    const double in_b = depth_lower_bound_at(pairs.b, deep.point - translation, pairs.work).depth;
    const double in_a = depth_lower_bound_at(pairs.a, deep.point, pairs.work).depth;
    const Vec3 shift = cube.centre - translation;
    if (has_walls(pairs.a) && in_b >= 4 * slack && deep.out_a != Vec3{}) {
        const Vec3 point = deep.point + shift - (in_b - 2 * slack) * deep.out_a;
        const auto height = height_of_wall({pairs.a, point, -deep.out_a, cube.half, slack}, pairs.work);
        if (height) walls.push_back({-deep.out_a, *height + slack});
    }
    if (has_walls(pairs.b) && in_a >= 4 * slack && deep.out_b != Vec3{}) {
        // A point of a, as b has it: it moves against the translation.
        const Vec3 point = deep.point - (in_a - 2 * slack) * deep.out_b - cube.centre;
        const auto height = height_of_wall({pairs.b, point, -deep.out_b, cube.half, slack}, pairs.work);
        if (height) walls.push_back({deep.out_b, *height + slack});
    }
}

CubeRemainder remainder_of(const TranslationCube& cube, const std::vector<OverlapBeyond>& walls) noexcept {
    BestCombination best;
    for (std::size_t i = 0; i < walls.size(); ++i) {
        best.offer(cube.half, {{1, 0, 0}}, {&walls[i], nullptr, nullptr});
        for (std::size_t j = i + 1; j < walls.size(); ++j) {
            best.offer(cube.half, pair_weights(walls[i].normal, walls[j].normal),
                       {&walls[i], &walls[j], nullptr});
            for (std::size_t k = j + 1; k < walls.size(); ++k) {
                const auto weights = triple_weights(walls[i].normal, walls[j].normal, walls[k].normal);
                if (weights) best.offer(cube.half, *weights, {&walls[i], &walls[j], &walls[k]});
            }
        }
    }
    const double largest = max_component(abs(best.normal));
    return {best.value<0, largest> 0 ? -(cube.half / largest) * best.normal : Vec3{}};
}

}  // namespace graze
