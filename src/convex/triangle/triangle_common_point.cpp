// An edge reaches the plane of a face, or the line of a coplanar edge, where a linear function is zero: its
// values at the ends of the edge are determinants of exact corners, good to 1e-31 of the products in them.
#include "convex/triangle/triangle_common_point.hpp"

#include <algorithm>
#include <array>

#include "convex/gjk/precise_support.hpp"
#include "math/degeneracy/projection_axis.hpp"

namespace graze {
namespace {

using Kind = TriangleFeature::Kind;
using PreciseCorners = std::array<PreciseVec3, 3>;

/// World axes, relative to `origin`.
PreciseCorners precise_corners(const Triangle& triangle, const Pose& pose, const Vec3& origin) noexcept {
    const auto& columns = pose.rotation.columns;
    const PreciseVec3 offset = precise(pose.position) - precise(origin);
    const auto place = [&](const Vec3& v) {
        return precise(columns[0]) * DoubleDouble(v.x) + precise(columns[1]) * DoubleDouble(v.y) +
               precise(columns[2]) * DoubleDouble(v.z) + offset;
    };
    return {place(triangle.a), place(triangle.b), place(triangle.c)};
}

/// Between p and q, where a linear function with these values at them is zero.
PreciseVec3 zero_between(const PreciseVec3& p, const PreciseVec3& q, const DoubleDouble& at_p,
                         const DoubleDouble& at_q) noexcept {
    const DoubleDouble span = at_p - at_q;
    if (span.high == 0) return p;
    const DoubleDouble s = at_p / span;
    const DoubleDouble clamped = s < DoubleDouble(0)   ? DoubleDouble(0)
                                 : s > DoubleDouble(1) ? DoubleDouble(1)
                                                       : s;
    return p + clamped * (q - p);
}

PreciseVec3 on_plane(const PreciseVec3& p, const PreciseVec3& q, const PreciseCorners& face) noexcept {
    const PreciseVec3 normal = cross(face[1] - face[0], face[2] - face[0]);
    return zero_between(p, q, dot(normal, p - face[0]), dot(normal, q - face[0]));
}

PreciseVec3 on_line(const PreciseVec3& p, const PreciseVec3& q, const PreciseVec3& u,
                    const PreciseVec3& v) noexcept {
    const std::size_t axis = largest_axis(rounded_to_double(cross(q - p, v - u)));
    return zero_between(p, q, cross(v - u, p - u)[axis], cross(v - u, q - u)[axis]);
}

PreciseVec3 between(const PreciseCorners& own, const TriangleFeature& of_own, const PreciseCorners& other,
                    const TriangleFeature& of_other) noexcept {
    const PreciseVec3 &p = own[of_own.first], &q = own[of_own.second];
    if (of_own.kind == Kind::vertex) return p;
    if (of_other.kind == Kind::edge) return on_line(p, q, other[of_other.first], other[of_other.second]);
    return on_plane(p, q, other);
}

}  // namespace

Vec3 precise_common_point(const TriangleView& view, const Triangle& a, const Triangle& b,
                          const TriangleIntersection& found) noexcept {
    const Vec3& origin = view.pose_a().position;
    const PreciseCorners in_a = precise_corners(a, view.pose_a(), origin);
    const PreciseCorners in_b = precise_corners(b, view.pose_b(), origin);
    // A face intersects an edge or a corner of the other one: that is the feature to start from.
    const bool of_a = found.feature_b.kind == Kind::face || found.feature_a.kind == Kind::vertex;
    const PreciseVec3 point = of_a ? between(in_a, found.feature_a, in_b, found.feature_b)
                                   : between(in_b, found.feature_b, in_a, found.feature_a);
    return rounded_to_double(point + precise(origin));
}

}  // namespace graze
