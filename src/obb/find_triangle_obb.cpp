// Triangle against oriented box by separating axes; a common point by clipping the triangle to the box's
// slabs.
#include "obb/find_triangle_obb.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "bounds/clip_polygon.hpp"
#include "graze/math/pose.hpp"
#include "graze/obb/obb_search.hpp"
#include "math/underflow.hpp"
#include "obb/find_common_point.hpp"
#include "obb/find_obb_obb.hpp"

namespace graze {
namespace {

double norm_1(const Vec3& v) noexcept { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

/// Whether the axis e_axis × edge, which has two components, separates. Both ends of the edge project to the
/// same number.
struct EdgeAxis {
    double y = 0;
    double z = 0;  ///< Components of the axis along the two others, in cyclic order.

    [[nodiscard]] double along(double p, double q) const noexcept { return y * p + z * q; }
};

bool edges_separate(const TriangleCorners& p, const Vec3& edge, std::size_t first, const Vec3& h,
                    double slack) noexcept {
    const Vec3 &u = p[first], &v = p[(first + 2) % 3];
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const EdgeAxis axis{-edge[k], edge[j]};
        const double s = axis.along(u[j], u[k]), t = axis.along(v[j], v[k]);
        const double reach =
            (h[j] + slack) * std::abs(axis.y) + (h[k] + slack) * std::abs(axis.z) + kProductUnderflow;
        if (std::min(s, t) > reach || std::max(s, t) < -reach) return true;
    }
    return false;
}

/// A triangle cut by six planes has at most nine corners.
using Cut = ClippedPolygon<9>;

/// Corners of a triangle along a box's axes, and the slack of the pair.
struct InBox {
    TriangleCorners corners{};
    double slack = 0;
};
InBox in_box_frame(const Obb& box, const Triangle& triangle) noexcept {
    const TriangleCorners from{triangle.a - box.centre, triangle.b - box.centre, triangle.c - box.centre};
    const Vec3 lengths = abs(from[0]) + abs(from[1]) + abs(from[2]) + box.half_extents;
    return {{transpose_times(box.axes, from[0]), transpose_times(box.axes, from[1]),
             transpose_times(box.axes, from[2])},
            obb_slack(lengths.x + lengths.y + lengths.z, orthonormality_defect(box.axes))};
}

}  // namespace

bool triangle_apart_from_box(const TriangleCorners& p, const Vec3& h, double slack) noexcept {
    const Vec3 low = min(p[0], min(p[1], p[2])), high = max(p[0], max(p[1], p[2]));
    if (low.x > h.x + slack || low.y > h.y + slack || low.z > h.z + slack) return true;
    if (high.x < -h.x - slack || high.y < -h.y - slack || high.z < -h.z - slack) return true;
    const std::array<Vec3, 3> edges{p[1] - p[0], p[2] - p[1], p[0] - p[2]};
    const Vec3 n = cross(edges[0], edges[1]);
    const double x = dot(n, p[0]), y = dot(n, p[1]), z = dot(n, p[2]);
    const double reach = dot(abs(n), h) + slack * norm_1(n) + kProductUnderflow;
    if (std::min({x, y, z}) > reach || std::max({x, y, z}) < -reach) return true;
    return edges_separate(p, edges[0], 0, h, slack) || edges_separate(p, edges[1], 1, h, slack) ||
           edges_separate(p, edges[2], 2, h, slack);
}

Vec3 common_point(const TriangleCorners& p, const Vec3& h, double slack) noexcept {
    Cut cut{{p[0], p[1], p[2]}, 3};
    for (std::size_t i = 0; i < 3; ++i)
        cut = clip_polygon(clip_polygon(cut, i, 1, h[i] + slack), i, -1, h[i] + slack);
    if (cut.count > 0) {
        Vec3 sum{};
        for (std::size_t i = 0; i < cut.count; ++i)
            sum += cut.corners[i] * (1 / static_cast<double>(cut.count));
        return min(max(sum, -h), h);
    }
    // A near miss, or rounding in the clips: to and fro between the two, which are within the slack of each
    // other.
    Vec3 x = min(max((p[0] + p[1] + p[2]) * (1.0 / 3), -h), h);
    for (int i = 0; i < 32; ++i) x = min(max(nearest_on(p, x), -h), h);
    return x;
}

bool overlaps_triangle_obb(const Triangle& triangle, const Obb& box) noexcept {
    if (is_empty(box)) return false;
    if (!(orthonormality_defect(box.axes) <= kMaxObbDefect)) return true;
    const InBox in_box = in_box_frame(box, triangle);
    return !triangle_apart_from_box(in_box.corners, box.half_extents, in_box.slack);
}

std::optional<Vec3> find_triangle_obb(const Triangle& triangle, const Obb& box) noexcept {
    if (!overlaps_triangle_obb(triangle, box)) return std::nullopt;
    const InBox in_box = in_box_frame(box, triangle);
    return box.centre + box.axes * common_point(in_box.corners, box.half_extents, in_box.slack);
}

}  // namespace graze
