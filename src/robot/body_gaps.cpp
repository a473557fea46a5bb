#include "robot/body_gaps.hpp"

#include <algorithm>
#include <cmath>

#include "query/composite/part_pairs.hpp"
#include "query/dispatch.hpp"
#include "shape/core_support.hpp"

namespace graze {
namespace {

/// Where the box is nearest to the point.
Vec3 clamped(const Vec3& x, const Aabb& box) noexcept { return max(box.min, min(x, box.max)); }

/// The greatest height of the placed shape along n.
double height(const Shape& shape, const Pose& pose, const Vec3& n, std::uint32_t& hint) noexcept {
    const Vec3 local = transpose_times(pose.rotation, n);
    return dot(local, core_support_inline(shape, local, hint)) + shape.margin() + dot(n, pose.position);
}

/// A half-space's plane: the normal is not unit. The pose's matrix R may be a rotation only within a
/// tolerance: { R x + p : n·x <= h } has the normal R⁻ᵀ n, here times the determinant, which is 1 within that
/// tolerance.
Vec3 plane_normal(const Placed& half_space) noexcept {
    const auto& c = half_space.pose.rotation.columns;
    const Vec3 n = half_space.shape.vector(0);
    return n.x * cross(c[1], c[2]) + n.y * cross(c[2], c[0]) + n.z * cross(c[0], c[1]);
}

/// The plane is { x : n·(x - p) = h } for that normal.
double plane_offset(const Placed& half_space) noexcept {
    return half_space.shape.values()[3] * determinant(half_space.pose.rotation);
}

/// How large the numbers are that cancel in heights over the plane.
double plane_size(const Placed& half_space) noexcept {
    return 3 * max_component(abs(half_space.pose.position)) +
           std::abs(plane_offset(half_space)) / length(plane_normal(half_space));
}

double over_plane(const Placed& half_space, const Vec3& x) noexcept {
    const Vec3 n = plane_normal(half_space);
    return (dot(n, x - half_space.pose.position) - plane_offset(half_space)) / length(n);
}

/// In the shape's frame.
BoxTree tree_of_box(const Shape& convex) {
    const Aabb box = fit_aabb(convex);
    auto tree = BoxTree::build({&box, 1});
    return tree ? std::move(*tree) : BoxTree();
}

}  // namespace

BodyGaps::BodyGaps(const SearchSet& set) : set_(set), hints_(set.bodies.size()) {
    for (std::size_t i = 0; i < set.link_bodies; ++i) {
        bodies_.push_back(set.bodies[i].placed);
        enclosures_.push_back(set.bodies[i].enclosure);
    }
}

double BodyGaps::error(const BodyPair& pair) const noexcept {
    const SearchBody &a = set_.bodies[pair.a], &b = set_.bodies[pair.b];
    double resting = 0;
    if (b.half_space)
        resting = plane_size(b.placed);
    else if (pair.b >= bodies_.size())
        resting = max_component(abs(b.placed.pose.position)) * 2 + b.placed.shape.reach();
    return 2 * error_ + 64 * kEps * resting + 2 * (a.support_error + b.support_error);
}

double BodyGaps::at_least(const ActivePair& pair, const Moment& moment) const noexcept {
    if (pair.of_parts()) return -kInfinity;
    const auto [a, b] = pair.pair;
    const Vec3& centre = moment.balls[a];
    const SearchBody &first = set_.bodies[a], &second = set_.bodies[b];
    if (b < moment.balls.size())
        return length(moment.balls[b] - centre) - first.ball.radius - second.ball.radius;
    if (second.half_space) return over_plane(second.placed, centre) - first.ball.radius;
    return length(clamped(centre, second.box) - centre) - first.ball.radius;
}

Vec3 BodyGaps::direction(const ActivePair& pair, const Moment& moment) const noexcept {
    const auto [a, b] = pair.pair;
    const Vec3& centre = moment.balls[a];
    const SearchBody& second = set_.bodies[b];
    Vec3 n;
    if (b < moment.balls.size())
        n = unit(moment.balls[b] - centre);
    else if (second.half_space)
        n = -unit(plane_normal(second.placed));
    else
        n = unit(clamped(centre, second.box) - centre);
    return transpose_times(moment.frames[pair.frame].rotation, n);
}

double BodyGaps::along(const Vec3& normal, const ActivePair& pair, const Moment& moment) noexcept {
    const auto [a, b] = pair.pair;
    const Vec3 n = pair.frame == 0 ? normal : moment.frames[pair.frame].rotation * normal;
    const SearchBody &first = set_.bodies[a], &second = set_.bodies[b];
    if (second.half_space) {
        const Vec3 m = -unit(plane_normal(second.placed));
        const double lowest = -height(first.enclosure.shape, pose_of(a, moment), m, hints_[a]);
        return lowest + dot(m, second.placed.pose.position) -
               plane_offset(second.placed) / length(plane_normal(second.placed));
    }
    std::uint32_t first_vertex = 0, second_vertex = 0;  // hints are of enclosures
    const bool parts = pair.of_parts();
    return -height(shape_of(pair, 1), pose_of(b, moment), -n, parts ? second_vertex : hints_[b]) -
           height(shape_of(pair, 0), pose_of(a, moment), n, parts ? first_vertex : hints_[a]);
}

GapAtMoment BodyGaps::of_enclosures(ActivePair& pair, const Moment& moment, double tolerance) {
    const auto [a, b] = pair.pair;
    const SearchBody &first = set_.bodies[a], &second = set_.bodies[b];
    SeparationOptions options;
    options.tolerance = tolerance;
    const Separation gap = gap_of(pair, moment, options);
    const Interval distance = second.half_space ? over_half_space(gap.distance, pair, moment) : gap.distance;
    if (!pair.of_parts() && !(first.convex && second.convex))
        return {{distance.lower, kInfinity}, gap.normal, distance.lower > 0, false, gap};
    return {widened(distance, first.excess + second.excess), gap.normal, true, true, gap};
}

/// The distance of two shapes allows for all matrices that are rotations within a tolerance: of a half-space
/// far from its origin by up to a millionth of that. The height over the plane of its own matrix does not.
Interval BodyGaps::over_half_space(const Interval& distance, const ActivePair& pair,
                                   const Moment& moment) noexcept {
    const double slack = error(pair.pair);
    if (distance.width() <= 4 * slack) return distance;
    const Interval over = widened(Interval(along({}, pair, moment)), slack);
    const bool both = distance.lower <= over.upper && over.lower <= distance.upper;
    return both ? intersect(distance, over) : distance;
}

Separation BodyGaps::gap_of(ActivePair& pair, const Moment& moment, const SeparationOptions& options) {
    const auto [a, b] = pair.pair;
    if (!pair.of_parts())
        return pair_separation(enclosure(a, moment), enclosure(b, moment), options, &cache_of(pair));
    const Placed part_a{shape_of(pair, 0), pose_of(a, moment)}, part_b{shape_of(pair, 1), pose_of(b, moment)};
    Separation gap = pair_separation(part_a, part_b, options, &cache_of(pair));
    if (pair.parts[0] != ActivePair::kWhole) gap.part_a = parts_[pair.parts[0]].number;
    if (pair.parts[1] != ActivePair::kWhole) gap.part_b = parts_[pair.parts[1]].number;
    return gap;
}

GapAtMoment BodyGaps::of_bodies(ActivePair& pair, const Moment& moment, double tolerance) {
    GapAtMoment gap = of_enclosures(pair, moment, tolerance);
    if (gap.exact) return gap;
    const auto [a, b] = pair.pair;
    gap.exact = true;
    if (gap.plane || !pair_overlaps(placed(a, moment), placed(b, moment), &cache_of(pair)))
        return of_bodies_in_depth(pair, moment, tolerance);
    gap.distance = {-kInfinity, 0};
    return gap;
}

GapAtMoment BodyGaps::of_bodies_in_depth(ActivePair& pair, const Moment& moment, double tolerance) {
    GapAtMoment gap = of_enclosures(pair, moment, tolerance);
    if (gap.exact) return gap;
    const auto [a, b] = pair.pair;
    SeparationOptions options;
    options.tolerance = tolerance;
    gap.exact = true;
    gap.separation = pair_separation(placed(a, moment), placed(b, moment), options, &cache_of(pair));
    gap.distance = {std::max(gap.separation.distance.lower, gap.distance.lower),
                    gap.separation.distance.upper};
    if (!gap.plane) gap.normal = gap.separation.normal;
    return gap;
}

bool BodyGaps::overlap(ActivePair& pair, const Moment& moment) {
    const auto [a, b] = pair.pair;
    const bool convex = set_.bodies[a].convex && set_.bodies[b].convex;
    if (!convex && !pair_overlaps(enclosure(a, moment), enclosure(b, moment), &cache_of(pair))) return false;
    return pair_overlaps(placed(a, moment), placed(b, moment), &cache_of(pair));
}

bool BodyGaps::each_part_within(const ActivePair& pair, const Moment& moment, double reach,
                                FunctionRef<bool(ActivePair& part, bool& kept)> visit) {
    const auto [a, b] = pair.pair;
    const bool part_a = !set_.bodies[a].convex, part_b = !set_.bodies[b].convex;
    const Placed &first = part_a ? placed(a, moment) : enclosure(a, moment),
                 &second = part_b ? placed(b, moment) : enclosure(b, moment);
    const PartPairs pairs(first, second);
    if (!pairs.bounded) return false;
    // A convex body as a tree of its box, which then need not be parallel to the axes of the other's tree.
    const BoxTree box_a = part_a ? BoxTree() : tree_of_box(first.shape),
                  box_b = part_b ? BoxTree() : tree_of_box(second.shape);
    const BoxTree &tree_a = part_a ? *pairs.a.tree() : box_a, &tree_b = part_b ? *pairs.b.tree() : box_b;
    if (tree_a.empty() || tree_b.empty()) return false;
    bool going = true;
    Vec3 normal{};
    const auto visit_parts = [&](std::uint32_t i, std::uint32_t j) {
        const std::size_t parts = parts_.size(), caches = caches_.size();
        // Parts that are next to each other mostly have a plane in common.
        ActivePair active{.pair = pair.pair, .frame = pair.frame, .normal = normal};
        const auto add = [&](std::size_t side, const PlacedParts& body, std::uint32_t number) {
            active.parts[side] = static_cast<std::uint32_t>(parts_.size());
            parts_.push_back({body.part(number), number});
            going = going && parts_.back().shape.convex();
        };
        if (part_a) add(0, pairs.a, i);
        if (part_b) add(1, pairs.b, j);
        bool kept = false;
        going = going && visit(active, kept);
        normal = active.normal;
        if (!kept) {
            parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(parts), parts_.end());
            caches_.erase(caches_.begin() + static_cast<std::ptrdiff_t>(caches), caches_.end());
        }
        return going ? Continue::yes : Continue::no;
    };
    const double grow = reach + pairs.a.margin() + pairs.b.margin() + 2 * pairs.error();
    visit_pairs(tree_a, tree_b, Affine::from(pairs.pair.b_in_a), {.margin = grow},
                [&](LeafSlots in_a, LeafSlots in_b) {
                    return detail::visit_leaf_parts(tree_a.primitives(in_a), tree_b.primitives(in_b),
                                                    visit_parts);
                });
    return going;
}

const Shape& BodyGaps::shape_of(const ActivePair& pair, std::size_t side) const noexcept {
    const std::uint32_t part = pair.parts[side];
    return part != ActivePair::kWhole ? parts_[part].shape
                                      : set_.bodies[side == 0 ? pair.pair.a : pair.pair.b].enclosure.shape;
}

const Placed& BodyGaps::placed(std::uint32_t body, const Moment& moment) {
    if (body >= bodies_.size()) return set_.bodies[body].placed;
    bodies_[body].pose = moment.bodies[body];
    return bodies_[body];
}

const Placed& BodyGaps::enclosure(std::uint32_t body, const Moment& moment) {
    if (body >= bodies_.size()) return set_.bodies[body].enclosure;
    enclosures_[body].pose = moment.bodies[body];
    return enclosures_[body];
}

PairCache& BodyGaps::cache_of(ActivePair& pair) {
    if (pair.cache == ActivePair::kNoCache) {
        pair.cache = static_cast<std::uint32_t>(caches_.size());
        caches_.emplace_back();
    }
    return caches_[pair.cache];
}

}  // namespace graze
