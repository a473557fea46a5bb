// The points that proofs of overlaps name: a combination of support points with enclosed weights, a
// crossing at the ratio of exact volumes, the start of a probe. Each box contains an exact point of both
// shapes; middle and radius of the box are then a double near it and how far off it may be.
#include "verify/verify_common_point.hpp"

#include <algorithm>
#include <cmath>

#include "graze/verify/verify.hpp"
#include "verify/verify_bounds.hpp"
#include "verify/verify_composite.hpp"
#include "verify/verify_cover.hpp"
#include "verify/verify_crossing.hpp"

namespace graze::verifying {
namespace {

IntervalVec3 intersect(const IntervalVec3& x, const IntervalVec3& y) noexcept {
    return {graze::intersect(x.x, y.x), graze::intersect(x.y, y.y), graze::intersect(x.z, y.z)};
}

/// Weights are not negative and add up to 1: the combination lies in the hull of the boxes, whatever is known
/// of the weights.
IntervalVec3 combination(const std::array<Interval, 4>& weights,
                         const std::array<IntervalVec3, 4>& points) noexcept {
    IntervalVec3 sum{Interval(0), Interval(0), Interval(0)};
    IntervalVec3 around = points[0];
    for (std::size_t i = 0; i < 4; ++i) {
        sum = sum + weights[i] * points[i];
        for (std::size_t k = 0; k < 3; ++k) around[k] = hull(around[k], points[i][k]);
    }
    return intersect(sum, around);
}

std::optional<IntervalVec3> box_of(const std::monostate&, const Placed&, const Placed&) noexcept {
    return {};
}
std::optional<IntervalVec3> box_of(const SeparatingPlane&, const Placed&, const Placed&) noexcept {
    return {};
}
std::optional<IntervalVec3> box_of(const FarkasCertificate&, const Placed&, const Placed&) noexcept {
    return {};
}
std::optional<IntervalVec3> box_of(const SeparatingCover&, const Placed&, const Placed&) noexcept {
    return {};
}
std::optional<IntervalVec3> box_of(const Closeness&, const Placed&, const Placed&) noexcept { return {}; }
std::optional<IntervalVec3> box_of(const CloseParts&, const Placed&, const Placed&) noexcept { return {}; }

/// The shape's lowest point over the half-space, along doubles next to its normal, if it is in the
/// half-space.
std::optional<IntervalVec3> box_in_half_space(const Placed& half_space, const Placed& shape) noexcept {
    const Vec3 inward = -(half_space.pose.rotation * half_space.shape.vector(0));
    const IntervalVec3 lowest = enclose(shape.pose.rotation) *
                                support_enclosure(shape.shape, transpose_times(shape.pose.rotation, inward));
    const IntervalVec3 apart = enclose(shape.pose.position) - enclose(half_space.pose.position);
    if (!(clearance_at(half_space, lowest + apart) >= 0)) return std::nullopt;
    return lowest + enclose(shape.pose.position);
}

std::optional<IntervalVec3> box_of(const CommonPoint& common, const Placed& a, const Placed& b) noexcept {
    if (!is_finite(common.point)) return std::nullopt;
    if (contains_point(a, common.point) && contains_point(b, common.point)) return enclose(common.point);
    const bool first = a.shape.type() == ShapeType::half_space;
    if (first == (b.shape.type() == ShapeType::half_space) || !(first ? b : a).shape.convex())
        return std::nullopt;
    return first ? box_in_half_space(a, b) : box_in_half_space(b, a);
}

std::optional<IntervalVec3> box_of(const CommonTetrahedron& common, const Placed& a,
                                   const Placed& b) noexcept {
    if (!verify(Proof{common}, a, b)) return std::nullopt;
    const SupportBoxes boxes = support_boxes(common, a, b);
    std::array<Interval, 4> weights = weights_of_origin(boxes.differences);
    for (Interval& weight : weights) weight = graze::intersect(weight, {0, 1});
    return intersect(combination(weights, boxes.of_a) + enclose(a.pose.position),
                     combination(weights, boxes.of_b) + enclose(b.pose.position));
}

std::optional<IntervalVec3> box_of(const Crossing& crossing, const Placed& a, const Placed& b) noexcept {
    return crossing_box(crossing, a, b);
}

std::optional<IntervalVec3> box_of(const IntersectingParts& parts, const Placed& a,
                                   const Placed& b) noexcept {
    const PlacedParts in_a(a);
    const PlacedParts in_b(b);
    if (parts.part_a >= in_a.count() || parts.part_b >= in_b.count()) return std::nullopt;
    return common_point_box(whole_proof(parts.proof), placed_part(in_a, parts.part_a),
                            placed_part(in_b, parts.part_b));
}

std::optional<IntervalVec3> box_of(const EnclosedPart& enclosed, const Placed& a, const Placed& b) noexcept {
    if (!shows(enclosed, a, b)) return std::nullopt;
    const PlacedParts side(enclosed.probe.of_b ? b : a);
    return place(side.placed.pose, support_enclosure(side.part(enclosed.probe.part), {1, 0, 0}));
}

/// Whether a part does, which may be flat. Only parts next to the point are tested, by their boxes in
/// doubles.
bool part_contains(const PlacedParts& parts, const Vec3& point) noexcept {
    const Vec3 arm = point - parts.placed.pose.position;
    const Vec3 local = transpose_times(parts.placed.pose.rotation, arm);
    const double slack = parts.margin() + 1e-6 * (length(arm) + parts.placed.shape.reach());
    for (std::uint32_t i = 0; i < parts.count(); ++i) {
        const Aabb box = parts.part_box(i);
        if (max_component(max(box.min - local, local - box.max)) > slack) continue;
        if (contains_point(placed_part(parts, i), point)) return true;
    }
    return false;
}

/// From a point of the shape that the closeness names, or by clearance.
double distance_from(const Vec3& point, const Placed& placed,
                     const std::optional<IntervalVec3>& member) noexcept {
    const IntervalVec3 offset = enclose(point) - enclose(placed.pose.position);
    const double by_clearance = -clearance_at(placed, offset);
    return std::max(0.0, member ? std::min(by_clearance, norm(offset - *member).upper) : by_clearance);
}

double close_distance(const Vec3& point, const Closeness& close, const Placed& a, const Placed& b) noexcept {
    const auto members = close_members(close, a, b);
    return std::max(distance_from(point, a, members ? std::optional(members->of_a) : std::nullopt),
                    distance_from(point, b, members ? std::optional(members->of_b) : std::nullopt));
}

}  // namespace

bool contains_point(const Placed& placed, const Vec3& point) noexcept {
    if (!is_finite(point) || !meaningful(placed)) return false;
    if (clearance_at(placed, enclose(point) - enclose(placed.pose.position)) >= 0) return true;
    if (const std::optional<Feature> flat = flat_feature(placed.shape)) {
        const Placed here{Point{point}, Pose::identity()};
        return features_intersect({{Feature::Kind::vertex, 0, 0}, *flat}, here, placed);
    }
    return !placed.shape.convex() && part_contains(PlacedParts(placed), point);
}

std::optional<IntervalVec3> common_point_box(const Proof& proof, const Placed& a, const Placed& b) noexcept {
    if (proof.valueless_by_exception() || !meaningful(a) || !meaningful(b)) return std::nullopt;
    return std::visit([&](const auto& each) { return box_of(each, a, b); }, proof);
}

double distance_from_close(const Vec3& point, const Proof& proof, const Placed& a, const Placed& b) noexcept {
    if (!is_finite(point) || !verify(proof, a, b)) return kInfinity;
    if (const auto* close = std::get_if<Closeness>(&proof)) return close_distance(point, *close, a, b);
    const auto* parts = std::get_if<CloseParts>(&proof);
    if (parts == nullptr) return kInfinity;
    const PlacedParts in_a(a);
    const PlacedParts in_b(b);
    return close_distance(point, parts->closeness, placed_part(in_a, parts->part_a),
                          placed_part(in_b, parts->part_b));
}

}  // namespace graze::verifying

namespace graze {

bool verify(const CertifiedCommonPoint& common, const Placed& a, const Placed& b) noexcept {
    using namespace verifying;
    if (!is_finite(common.point) || !(common.distance >= 0)) return false;
    if (common.kind == CommonPointKind::close)
        return distance_from_close(common.point, common.proof, a, b) <= common.distance;
    if (common.kind == CommonPointKind::unknown) return false;
    if (common.kind == CommonPointKind::member && common.distance != 0) return false;
    const std::optional<IntervalVec3> box = common_point_box(common.proof, a, b);
    return box && norm(enclose(common.point) - *box).upper <= common.distance;
}

}  // namespace graze
