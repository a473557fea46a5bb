#include "convex/manifold/contacts_along.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace graze {
namespace {

/// Faces more than 45° off the normal do not face it.
constexpr double kLargestFaceAngle = 0.25 * std::numbers::pi;

}  // namespace

void placed_face(const Placed& placed, const Vec3& direction, const Vec3& origin, const LevelAngle& level,
                 SupportFace& face) noexcept {
    support_face(placed.shape, unit(transpose_times(placed.pose.rotation, direction)), level, face);
    const Vec3 offset = placed.pose.position - origin;
    for (std::size_t i = 0; i < face.size(); ++i)
        face.points[i] = placed.pose.rotation * face.points[i] + offset;
}

LevelAngle level_angle(const ContactOptions& options) noexcept {
    const double angle = options.face_angle > 0 ? std::min(options.face_angle, kLargestFaceAngle) : 0;
    return {std::cos(angle), std::sin(angle)};
}

void contacts_along(const Placed& a, const Placed& b, const ContactDirection& along,
                    ContactCandidates& found) noexcept {
    SupportFace face_a;
    SupportFace face_b;
    placed_face(a, along.normal, a.pose.position, along.level, face_a);
    placed_face(b, -along.normal, a.pose.position, along.level, face_b);
    face_contacts(face_a, face_b, along.normal, along.tolerance, found);
    for (ContactPoint& point : found) point.position += a.pose.position;
}

ContactManifold without_points(const Separation& s) noexcept {
    ContactManifold manifold;
    manifold.normal = s.normal;
    manifold.distance = s.distance;
    manifold.status = s.status;
    if (!std::isfinite(s.distance.lower)) return manifold;
    manifold.nearest_a = s.point_a;
    manifold.nearest_b = s.point_b;
    return manifold;
}

}  // namespace graze
