#include "convex/manifold/triangle_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "math/degeneracy/sine_limits.hpp"
#include "math/degeneracy/triangle_normal.hpp"

namespace graze {
namespace {

/// Edges must be better than faces by this much: normals do not change from frame to frame by a rounding.
constexpr double kEdgeGain = 1 - 1e-9;

void consider(const Vec3& normal, const ExitLengths& exits, double gain, ShortestExit& best) noexcept {
    const double depth = std::min(exits.along, exits.against);
    if (depth < gain * best.depth) best = {exits.along <= exits.against ? normal : -normal, depth};
}

/// Unit: their products neither overflow nor underflow.
std::array<Vec3, 3> edges_of(const ContactTriangle& triangle) noexcept {
    const auto& [p, q, r] = triangle.corners;
    return {unit(q - p), unit(r - q), unit(p - r)};
}

/// The translations along an axis perpendicular to edge i of a and edge j of b, whose ends have equal
/// heights.
ExitLengths exit_lengths_across(const ContactTriangles& pair, const Vec3& axis, std::size_t i,
                                std::size_t j) noexcept {
    const double a = dot(axis, pair.a.corners[i]), a_tip = dot(axis, pair.a.corners[(i + 2) % 3]);
    const double b = dot(axis, pair.b.corners[j]), b_tip = dot(axis, pair.b.corners[(j + 2) % 3]);
    return {std::max(a, a_tip) - std::min(b, b_tip), std::max(b, b_tip) - std::min(a, a_tip)};
}

/// The feature of a triangle that faces a direction: a corner, an edge, or all three corners; none where this
/// test cannot decide.
struct Facing {
    std::size_t count = 0;
    std::size_t first = 0;   ///< The highest corner.
    std::size_t second = 0;  ///< The other end of the edge.
};
Facing facing(const ContactTriangle& triangle, const Vec3& direction, const LevelAngle& level) noexcept {
    if (triangle.thin) return {};
    if (std::abs(dot(triangle.normal, direction)) >= level.cosine) return {3, 0, 0};
    const std::array<Vec3, 3>& at = triangle.corners;
    const std::array<double, 3> height{dot(direction, at[0]), dot(direction, at[1]), dot(direction, at[2])};
    const std::size_t top =
        height[0] >= height[1] ? (height[0] >= height[2] ? 0 : 2) : (height[1] >= height[2] ? 1 : 2);
    const auto is_level = [&](std::size_t other) {
        const double rise = height[top] - height[other];
        return rise * rise <= level.sine * level.sine * length_sq(at[top] - at[other]);
    };
    const std::size_t next = (top + 1) % 3, last = (top + 2) % 3;
    const bool level_next = is_level(next), level_last = is_level(last);
    if (level_next && level_last) return {};
    if (level_next) return {2, top, next};
    return level_last ? Facing{2, top, last} : Facing{1, top, top};
}

/// The intersection of two facing parts, projected along the normal.
enum class Common : std::uint8_t {
    nothing,
    one_point,  ///< Well inside of both.
    unclear,    ///< More, or at an edge.
};
struct DirectionContact {
    Common common = Common::unclear;
    ContactPoint point{};
};

/// How the corner of the one lies over the other, all of which faces it. `to_face` is 1 when the face is a's.
DirectionContact corner_on_face(const ContactTriangle& face, const Vec3& corner,
                                const ContactDirection& along, double to_face) noexcept {
    const double winding = dot(face.normal, along.normal) < 0 ? -face.winding : face.winding;
    bool inside = true;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3& from = face.corners[i];
        const Vec3 side = face.corners[i == 2 ? 0 : i + 1] - from;
        const double height = winding * dot(cross(along.normal, side), corner - from);
        if (height >= 0) continue;
        // Twice the tolerance: what that leaves is examined closely.
        if (height * height > 4 * along.tolerance * along.tolerance * length_sq(side))
            return {Common::nothing, {}};
        inside = false;
    }
    if (!inside) return {};
    const double distance = dot(face.normal, face.corners[0] - corner) / dot(face.normal, along.normal);
    return {Common::one_point, {corner + along.normal * (0.5 * distance), to_face * distance, 0, 0, 0}};
}

struct Edge {
    Vec3 from{};
    Vec3 direction{};
};
Edge edge_of(const ContactTriangle& triangle, const Facing& part) noexcept {
    const Vec3& from = triangle.corners[part.first];
    return {from, triangle.corners[part.second] - from};
}

DirectionContact edges_cross(const Edge& a, const Edge& b, const ContactDirection& along) noexcept {
    const double norm_a = length_sq(a.direction);
    const double norm_b = length_sq(b.direction);
    const double determinant = dot(along.normal, cross(a.direction, b.direction));
    if (is_below_sine(kAccurateSine, determinant * determinant, norm_a, norm_b)) return {};
    const Vec3 between = b.from - a.from;
    const double s = dot(along.normal, cross(between, b.direction)) / determinant;
    const double t = dot(along.normal, cross(between, a.direction)) / determinant;
    const double off_a = std::max(-s, s - 1);
    const double off_b = std::max(-t, t - 1);
    const double far_sq = 4 * along.tolerance * along.tolerance;
    if ((off_a > 0 && off_a * off_a * norm_a > far_sq) || (off_b > 0 && off_b * off_b * norm_b > far_sq))
        return {Common::nothing, {}};
    if (off_a > 0 || off_b > 0) return {};
    const Vec3 on_a = a.from + a.direction * s;
    const Vec3 on_b = b.from + b.direction * t;
    return {Common::one_point, {0.5 * (on_a + on_b), dot(along.normal, on_a - on_b), 0, 0, 0}};
}

/// A corner has hardly ever anything in common with an edge or another corner.
DirectionContact corner_at_edge(const Vec3& corner, const Edge& edge,
                                const ContactDirection& along) noexcept {
    const Vec3 off = cross(along.normal, corner - edge.from);
    const double beside = edge.direction == Vec3{} ? length_sq(off)
                                                   : dot(off, edge.direction) * dot(off, edge.direction) /
                                                         length_sq(edge.direction);
    return {beside > 4 * along.tolerance * along.tolerance ? Common::nothing : Common::unclear, {}};
}

std::uint32_t name_of(const Facing& part) noexcept {
    const auto first = static_cast<std::uint32_t>(part.first),
               second = static_cast<std::uint32_t>(part.second);
    if (part.count == 1) return feature_name(FeatureKind::vertex, first);
    return part.count == 2 ? edge_name(first, second) : feature_name(FeatureKind::face, kTriangleFace);
}

DirectionContact contact_along(const ContactTriangles& pair, const ContactDirection& along) noexcept {
    const Facing a = facing(pair.a, along.normal, along.level);
    const Facing b = facing(pair.b, -along.normal, along.level);
    if (a.count == 0 || b.count == 0 || a.count + b.count > 4) return {};
    DirectionContact contact;
    if (a.count == 3)
        contact = corner_on_face(pair.a, pair.b.corners[b.first], along, 1);
    else if (b.count == 3)
        contact = corner_on_face(pair.b, pair.a.corners[a.first], along, -1);
    else if (a.count == 2 && b.count == 2)
        contact = edges_cross(edge_of(pair.a, a), edge_of(pair.b, b), along);
    else
        contact = b.count == 1 ? corner_at_edge(pair.b.corners[b.first], edge_of(pair.a, a), along)
                               : corner_at_edge(pair.a.corners[a.first], edge_of(pair.b, b), along);
    contact.point.feature = feature_pair(name_of(a), name_of(b));
    return contact;
}

}  // namespace

ContactTriangle contact_triangle(const Triangle& local, const Pose& pose, const Vec3& origin) noexcept {
    const Vec3 offset = pose.position - origin;
    const auto place = [&](const Vec3& x) { return pose.rotation * x + offset; };
    const Vec3 e = local.b - local.a;
    const Vec3 f = local.c - local.a;
    ContactTriangle placed{{place(local.a), place(local.b), place(local.c)}};
    placed.normal = unit(pose.rotation * corner_normal(e, f));
    const Vec3 area = cross(placed.corners[1] - placed.corners[0], placed.corners[2] - placed.corners[0]);
    placed.winding = dot(area, placed.normal) < 0 ? -1 : 1;
    placed.thin = max_component(abs(area)) <=
                  kDoubtfulThickness * std::max(length_sq(e), std::max(length_sq(f), length_sq(f - e)));
    return placed;
}

ExitLengths exit_lengths(const ContactTriangles& pair, const Vec3& normal) noexcept {
    const auto range = [&](const ContactTriangle& triangle) {
        const double x = dot(normal, triangle.corners[0]), y = dot(normal, triangle.corners[1]),
                     z = dot(normal, triangle.corners[2]);
        return Interval(std::min(x, std::min(y, z)), std::max(x, std::max(y, z)));
    };
    const Interval a = range(pair.a);
    const Interval b = range(pair.b);
    return {a.upper - b.lower, b.upper - a.lower};
}

ShortestExit shortest_exit(const ContactTriangles& pair) noexcept {
    ShortestExit best{{1, 0, 0}, std::numeric_limits<double>::infinity()};
    consider(pair.a.normal, exit_lengths(pair, pair.a.normal), 1, best);
    consider(pair.b.normal, exit_lengths(pair, pair.b.normal), 1, best);
    const std::array<Vec3, 3> edges_a = edges_of(pair.a);
    const std::array<Vec3, 3> edges_b = edges_of(pair.b);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            const Vec3 axis = cross(edges_a[i], edges_b[j]);
            const double norm_sq = length_sq(axis);
            if (is_below_sine(kBalancedSine, norm_sq, 1, 1)) continue;
            const Vec3 normal = axis * (1 / std::sqrt(norm_sq));
            consider(normal, exit_lengths_across(pair, normal, i, j), kEdgeGain, best);
        }
    }
    return best;
}

bool pass_beside(const ContactTriangles& pair, const ContactDirection& along) noexcept {
    return contact_along(pair, along).common == Common::nothing;
}

void contacts_along(const ContactTriangles& pair, const ContactDirection& along,
                    ContactCandidates& found) noexcept {
    const DirectionContact contact = contact_along(pair, along);
    if (contact.common == Common::one_point && contact.point.depth > 0) found.push(contact.point);
    if (contact.common != Common::unclear) return;
    SupportFace face_a;
    SupportFace face_b;
    triangle_face(pair.a.corners, pair.a.normal, along.normal, along.level, face_a);
    triangle_face(pair.b.corners, pair.b.normal, -along.normal, along.level, face_b);
    face_contacts(face_a, face_b, along.normal, along.tolerance, found);
}

}  // namespace graze
