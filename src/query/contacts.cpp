// Contact manifolds: the normal and depth come from `separation`, the points from the faces on either side of
// it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "convex/manifold/contacts_along.hpp"
#include "core/audited.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "query/audit/audit.hpp"
#include "query/contacts/composite_contacts.hpp"
#include "shape/primitives/list.hpp"
#include "verify/verify_bounds.hpp"

namespace graze {
namespace {

constexpr std::uint32_t kPlaneName = feature_name(FeatureKind::face, 0);

/// Points that are this close to each other across the normal are merged: the width of the bounds, and
/// rounding.
double pair_tolerance(const Placed& a, const Placed& b, const Separation& s) noexcept {
    double extent = length(b.pose.position - a.pose.position);
    for (const Placed* placed : {&a, &b}) {
        if (std::isfinite(placed->shape.reach())) extent += placed->shape.reach();
    }
    return s.distance.width() + 32 * kEps * extent;
}

/// The same pair of points and normal for the swapped shapes.
Separation turned(Separation s) noexcept {
    std::swap(s.point_a, s.point_b);
    s.normal = -s.normal;
    return s;
}

/// How far inside their shapes the two ends of a contact are shown to lie; negative outside.
struct Ends {
    double in_a = 0;
    double in_b = 0;

    [[nodiscard]] double lacking() const noexcept { return std::max(0.0, -std::min(in_a, in_b)); }
};

/// `point` is given about `origin`.
Ends ends_of(const ContactPoint& point, const Vec3& normal, const Placed& a, const Placed& b,
             const Vec3& origin) noexcept {
    const Vec3 half = normal * (0.5 * point.depth);
    return {verifying::clearance_at(a, enclose(point.position + (origin - a.pose.position) + half)),
            verifying::clearance_at(b, enclose(point.position + (origin - b.pose.position) - half))};
}

/// The pair of points that `separation` found, about `origin`.
struct WitnessContact {
    ContactPoint point{};
    bool skewed = false;  ///< The two witness points are not on one line along the normal.
};

/// b moved back along the normal by the depth that is certain touches a, or a little more: what they then
/// have in common is the middle of a contact along that normal. One with both ends in their shapes is there
/// since their difference holds a ball of that radius.
ContactPoint touch_along(const Placed& a, const Placed& b, const Separation& s, const Vec3& origin,
                         std::uint64_t feature) noexcept {
    const double depth = -s.distance.upper;
    Placed moved = b;
    moved.pose.position += depth * s.normal;
    const Separation touch = separation(a, moved);
    const Vec3 common = 0.5 * ((touch.point_a - origin) + (touch.point_b - origin));
    return {common - (0.5 * depth) * s.normal, depth, feature};
}

/// On curved parts the normal's error is a square root of the width of the bounds, so a line along it through
/// one of the two points passes slightly outside of the other shape. The line that fits best is taken, and
/// the depth is reduced by what is still missing, within the bounds; where that is not enough, a line is
/// searched for elsewhere.
void straighten(const Placed& a, const Placed& b, const Separation& s, const Vec3& origin,
                ContactPoint& point) noexcept {
    const Vec3 half = s.normal * (0.5 * point.depth);
    double least = std::numeric_limits<double>::infinity();
    Ends ends;
    const auto consider = [&](const ContactPoint& other) {
        const Ends found = ends_of(other, s.normal, a, b, origin);
        if (!(found.lacking() < least)) return;
        least = found.lacking();
        ends = found;
        point = other;
    };
    consider(point);
    const double depth = point.depth;
    for (const Vec3& position : {s.point_a - origin - half, s.point_b - origin + half})
        consider({position, depth, point.feature});
    // What one end has to spare goes to the other.
    if (least > 0 && std::isfinite(least)) {
        const double step = std::clamp(0.5 * (ends.in_a - ends.in_b), -least, least);
        consider({point.position + step * s.normal, depth, point.feature});
    }
    if (point.depth - 2 * least < -s.distance.upper && s.distance.upper < 0)
        consider(touch_along(a, b, s, origin, point.feature));
    point.depth = std::max(point.depth - 2 * least, std::min(point.depth, -s.distance.upper));
}

WitnessContact witness_contact(const Placed& a, const Placed& b, const Separation& s,
                               const Vec3& origin) noexcept {
    const Vec3 difference = s.point_a - s.point_b;
    const double along = dot(difference, s.normal);
    WitnessContact witness;
    // The points may fall short of the depth, or be reversed by rounding; the bounds are more accurate.
    witness.point.depth = std::max(along, -s.distance.upper);
    witness.point.position = 0.5 * ((s.point_a - origin) + (s.point_b - origin));
    witness.skewed = length(difference - s.normal * along) > pair_tolerance(a, b, s);
    if (witness.skewed && witness.point.depth > 0) straighten(a, b, s, origin, witness.point);
    return witness;
}

/// What a lone point is named by: the only corner of a part, its edge, or the part as a whole.
std::uint32_t part_name(const SupportFace& face) noexcept {
    if (face.size() == 1) return feature_name(FeatureKind::vertex, face.ids[0]);
    return face.size() == 2 ? edge_name(face.ids[0], face.ids[1]) : feature_name(FeatureKind::face, face.id);
}

std::span<const Vec3> hull_vertices(const Shape& shape) noexcept {
    return static_cast<const HullData&>(*shape.payload()).vertices;
}

/// Corners that lie under the plane, about the shape's position; false when it is not made of corners, or of
/// very many.
bool corners_below(const Placed& placed, const Vec3& normal, double height,
                   ContactCandidates& found) noexcept {
    const auto try_corner = [&](const Vec3& local, std::size_t i) {
        const Vec3 x = placed.pose.rotation * local;
        const double depth = height - dot(normal, x);
        const std::uint32_t name = feature_name(FeatureKind::vertex, static_cast<std::uint32_t>(i));
        if (depth > 0) found.push({x + normal * (0.5 * depth), depth, feature_pair(kPlaneName, name)});
    };
    const auto try_corners = [&](std::span<const Vec3> corners) {
        for (std::size_t i = 0; i < corners.size(); ++i) try_corner(corners[i], i);
        return true;
    };
    const auto of_primitive = [&]<class P>(const P& p) {
        if constexpr (PolytopePrimitive<P>)
            return try_corners(PrimitiveTraits<P>::core_corners(p));
        else
            return false;
    };
    return visit_primitive(placed.shape, of_primitive, [&] {
        const ShapeType type = placed.shape.type();
        if (type != ShapeType::polygon && type != ShapeType::hull) return false;
        const std::span<const Vec3> vertices = hull_vertices(placed.shape);
        return vertices.size() <= ContactCandidates::kCapacity && try_corners(vertices);
    });
}

/// Contacts of half-space a with b, about b's position: b's corners under the plane, or its lowest face.
void half_space_contacts(const Placed& b, const Separation& s, const LevelAngle& level,
                         ContactCandidates& found) noexcept {
    const Vec3& origin = b.pose.position;
    // The plane from b's lowest point and its signed distance: neither carries the size of the position.
    const double height = dot(s.normal, s.point_b - origin) - s.distance.middle();
    if (corners_below(b, s.normal, height, found)) return;
    SupportFace face;
    placed_face(b, -s.normal, origin, level, face);
    for (std::size_t i = 0; i < face.size(); ++i) {
        const double depth = height - dot(s.normal, face.points[i]);
        const std::uint32_t name = feature_name(FeatureKind::vertex, face.ids[i]);
        if (depth > 0)
            found.push({face.points[i] + s.normal * (0.5 * depth), depth, feature_pair(kPlaneName, name)});
    }
}

/// Contacts of two bounded shapes, about a's position; the name of the pair of parts that face each other
/// comes back.
std::uint64_t bounded_contacts(const Placed& a, const Placed& b, const Separation& s, const LevelAngle& level,
                               ContactCandidates& found) noexcept {
    SupportFace face_a;
    SupportFace face_b;
    placed_face(a, s.normal, a.pose.position, level, face_a);
    placed_face(b, -s.normal, a.pose.position, level, face_b);
    face_contacts(face_a, face_b, s.normal, pair_tolerance(a, b, s), found);
    return feature_pair(part_name(face_a), part_name(face_b));
}

/// At most four points from the candidates and the pair of points that `separation` found.
ContactPoints chosen_points(ContactCandidates& found, const Separation& s, const WitnessContact& witness,
                            double tolerance) noexcept {
    double deepest = 0;
    for (const ContactPoint& point : found) deepest = std::max(deepest, point.depth);
    // Faces that are not quite level may miss the deepest spot beside them. An overlap shallower than the
    // tolerance, but certain, has its point as well.
    const bool missed =
        (found.size() == 0 && s.distance.upper < 0) || deepest < witness.point.depth - tolerance;
    if (witness.point.depth > 0 && missed) {
        const auto same = [&](const ContactPoint& point) { return point.feature == witness.point.feature; };
        ContactPoint* const known = std::find_if(found.begin(), found.end(), same);
        if (known != found.end())
            *known = witness.point;
        else
            found.push(witness.point);
    }
    ContactPoints points = reduced({found.begin(), found.size()}, s.normal, tolerance);
    // A lone point is the one that `separation` found.
    if (points.count != 1 || witness.skewed || !(witness.point.depth > 0)) return points;
    points.storage[0].position = witness.point.position;
    points.storage[0].depth = witness.point.depth;
    return points;
}

ContactManifold contacts_of(const Placed& a, const Placed& b, const ContactOptions& options) noexcept {
    if (!a.shape.convex() || !b.shape.convex()) return composite_contacts(a, b, options);
    const Separation s = separation(a, b);
    ContactManifold manifold = without_points(s);
    const bool plane_a = a.shape.type() == ShapeType::half_space;
    const bool plane_b = b.shape.type() == ShapeType::half_space;
    // Two half-spaces that overlap without end have no point that is the deepest.
    if (s.status == Status::invalid_input || s.distance.lower > 0 || !std::isfinite(s.distance.lower))
        return manifold;
    const LevelAngle level = level_angle(options);
    ContactCandidates found;
    const Vec3& origin = plane_a ? b.pose.position : a.pose.position;
    WitnessContact witness = witness_contact(a, b, s, origin);
    witness.point.feature = feature_pair(kPlaneName, kPlaneName);
    if (plane_a && !plane_b)
        half_space_contacts(b, s, level, found);
    else if (plane_b && !plane_a)
        half_space_contacts(a, turned(s), level, found);
    else if (!plane_a)
        witness.point.feature = bounded_contacts(a, b, s, level, found);
    manifold.points = chosen_points(found, s, witness, pair_tolerance(a, b, s));
    if (!manifold.points.empty()) manifold.nearest_a = manifold.nearest_b = {};
    for (std::size_t i = 0; i < manifold.points.count; ++i) {
        ContactPoint& point = manifold.points.storage[i];
        point.position += origin;
        if (plane_b) point.feature = point.feature << 32 | point.feature >> 32;
    }
    return manifold;
}

}  // namespace

ContactManifold contacts(const Placed& a, const Placed& b, const ContactOptions& options) noexcept {
    return GRAZE_AUDITED(contacts_of(a, b, options), audit::check_contacts(answer, {a, b}));
}

namespace {

std::vector<ContactManifold> manifolds_of(const Placed& a, const Placed& b, const ContactOptions& options) {
    if (!a.shape.convex() || !b.shape.convex()) return composite_contact_manifolds(a, b, options);
    std::vector<ContactManifold> manifolds{contacts(a, b, options)};
    if (manifolds.front().points.empty()) manifolds.clear();
    return manifolds;
}

}  // namespace

std::vector<ContactManifold> contact_manifolds(const Placed& a, const Placed& b,
                                               const ContactOptions& options) {
    return GRAZE_AUDITED(manifolds_of(a, b, options), audit::check_manifolds(answer, {a, b}));
}

}  // namespace graze
