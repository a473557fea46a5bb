// Triangles that lie in one plane, or that are segments or points: the corners of their intersection are
// corners of one in the other, and points where edges intersect edges or the other's interior. Each is
// decided by exact signs; only its place is rounded.
#include <algorithm>
#include <cmath>

#include "convex/triangle/triangle_pair_signs.hpp"
#include "convex/triangle/triangle_triangle.hpp"
#include "math/degeneracy/projection_axis.hpp"

namespace graze {
namespace {

using Kind = TriangleFeature::Kind;

bool strictly_opposite(Sign x, Sign y) noexcept { return x != Sign::zero && x == opposite(y); }
bool strictly_alike(Sign x, Sign y, Sign z) noexcept { return x != Sign::zero && x == y && y == z; }

/// One of the two triangles, by the numbers of its corners among the exact points and as it is in the first
/// one's frame.
struct Corners {
    std::array<std::size_t, 3> exact{};
    std::array<Vec3, 3> position{};
    int axis = -1;  ///< A coordinate axis along which the triangle's projection has an area; -1: none.

    Corners(PlacedSigns& signs, std::size_t first, const Triangle& rounded) noexcept
        : exact{first, first + 1, first + 2},
          position{rounded.a, rounded.b, rounded.c},
          axis(area_axis(signs, first, first + 1, first + 2)) {}
};

bool in_triangle(PlacedSigns& signs, std::size_t p, const Corners& t) noexcept {
    if (!in_triangle(signs, p, t.exact, t.axis)) return false;
    return t.axis < 0 || signs.orient3d(t.exact[0], t.exact[1], t.exact[2], p) == Sign::zero;
}

/// Whether the edges pq and uv are coplanar and cross at one point: not when they are on one line.
bool edges_cross(PlacedSigns& signs, std::size_t p, std::size_t q, std::size_t u, std::size_t v) noexcept {
    if (signs.orient3d(p, q, u, v) != Sign::zero) return false;
    for (int axis = 0; axis < 3; ++axis) {
        const Sign to_u = signs.cross_sign(p, q, u, axis), to_v = signs.cross_sign(p, q, v, axis);
        // Edge-on or on one line: the next axis decides.
        if (to_u == Sign::zero && to_v == Sign::zero) continue;
        return weakly_opposite(to_u, to_v) &&
               weakly_opposite(signs.cross_sign(u, v, p, axis), signs.cross_sign(u, v, q, axis));
    }
    return false;
}

class Collector {
public:
    explicit Collector(const TriangleView& view) noexcept : view_(view) {}

    /// A common point in a's frame.
    void add(const EdgePoint& found, const TriangleFeature& on_a, const TriangleFeature& on_b) noexcept {
        if (count_ == 0) {
            intersection_.feature_a = on_a;
            intersection_.feature_b = on_b;
        }
        if (count_ == points_.size()) return;
        const Pose& pose = view_.pose_a();
        const auto size = [](const Vec3& v) { return max_component(abs(v)); };
        // The roundings of the pose, as in triangle_triangle.cpp.
        const double error = found.error + 8 * kEps * (size(pose.position) + 2 * size(found.point));
        intersection_.error = std::max(intersection_.error, error);
        points_[count_++] = pose * found.point;
    }

    /// The two points farthest from each other.
    [[nodiscard]] TriangleIntersection finish() noexcept {
        intersection_.flat = true;
        intersection_.contact = count_ > 0 ? TriangleContact::touching : TriangleContact::disjoint;
        intersection_.segment = {points_[0], points_[0]};
        double farthest = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            for (std::size_t j = i + 1; j < count_; ++j) {
                const double distance = max_component(abs(points_[i] - points_[j]));
                if (distance <= farthest) continue;
                farthest = distance;
                intersection_.segment = {points_[i], points_[j]};
            }
        }
        return intersection_;
    }

private:
    const TriangleView& view_;
    TriangleIntersection intersection_{};
    std::array<Vec3, 21> points_{};  ///< Six corners, nine pairs of edges, six edges through a face.
    std::size_t count_ = 0;
};

/// Component `axis` of (v - u) × (p - u), and the bound of its error when the points are off by e along each
/// axis.
struct Area {
    double value = 0;
    double error = 0;
};
Area area(const Vec3& u, const Vec3& v, const Vec3& p, std::size_t axis, double e) noexcept {
    const Vec3 first = v - u, second = p - u;
    const double m = max_component(abs(first)), n = max_component(abs(second));
    const double em = 2 * e + kEps * m, en = 2 * e + kEps * n;
    // Two products off by their factors' errors, each rounded twice.
    return {cross(first, second)[axis], 2.04 * (m * en + em * (n + en)) + 5 * kEps * m * n + 1e-290};
}

void add_edge_crossings(PlacedSigns& signs, const Corners& a, const Corners& b, double e,
                        Collector& found) noexcept {
    for (std::uint8_t i = 0; i < 3; ++i) {
        const auto j = static_cast<std::uint8_t>((i + 1) % 3);
        for (std::uint8_t k = 0; k < 3; ++k) {
            const auto l = static_cast<std::uint8_t>((k + 1) % 3);
            if (!edges_cross(signs, a.exact[i], a.exact[j], b.exact[k], b.exact[l])) continue;
            // Of a's frame, as the positions: the exact signs belong to the axes of the world.
            const std::size_t axis =
                largest_axis(cross(a.position[j] - a.position[i], b.position[l] - b.position[k]));
            const Area from = area(b.position[k], b.position[l], a.position[i], axis, e),
                       to = area(b.position[k], b.position[l], a.position[j], axis, e);
            found.add(zero_on_edge(a.position[i], a.position[j], from.value, to.value,
                                   std::max(from.error, to.error)),
                      {Kind::edge, i, j}, {Kind::edge, k, l});
        }
    }
}

/// Edges of `of` that cross the plane of `face` within it; calls add(point, edge, strictly) with whether it
/// is away from the border.
template <class Add>
void for_edges_through(PlacedSigns& signs, const Corners& of, const Corners& face, double e,
                       const Add& add) noexcept {
    if (face.axis < 0) return;
    const auto [a, b, c] = face.exact;
    for (std::uint8_t i = 0; i < 3; ++i) {
        const auto j = static_cast<std::uint8_t>((i + 1) % 3);
        const std::size_t p = of.exact[i], q = of.exact[j];
        if (!strictly_opposite(signs.orient3d(a, b, c, p), signs.orient3d(a, b, c, q))) continue;
        const Sign ab = signs.orient3d(p, q, a, b), bc = signs.orient3d(p, q, b, c),
                   ca = signs.orient3d(p, q, c, a);
        if (!weakly_alike(ab, bc, ca)) continue;
        const Vec3 normal = cross(face.position[1] - face.position[0], face.position[2] - face.position[0]);
        const double height_p = dot(normal, of.position[i] - face.position[0]),
                     height_q = dot(normal, of.position[j] - face.position[0]);
        // Sizes as in triangle_triangle.cpp, more generously: every factor may be off by e, and is no larger
        // than the span of the pair.
        const double span = max_component(
            abs(of.position[i] - face.position[0]) + abs(of.position[j] - face.position[0]) +
            abs(face.position[1] - face.position[0]) + abs(face.position[2] - face.position[0]));
        const double error =
            20 * span * span * (2 * e + kEps * span) + 32 * kEps * span * span * span + 1e-290;
        add(zero_on_edge(of.position[i], of.position[j], height_p, height_q, error),
            TriangleFeature{Kind::edge, i, j}, strictly_alike(ab, bc, ca));
    }
}

/// The triangles are farther apart than rounding along some axis of a's frame.
bool boxes_apart(const Triangle& a, const Triangle& b, double e) noexcept {
    const Vec3 low_a = min(a.a, min(a.b, a.c)), high_a = max(a.a, max(a.b, a.c));
    const Vec3 low_b = min(b.a, min(b.b, b.c)), high_b = max(b.a, max(b.b, b.c));
    const Vec3 gap = max(low_b - high_a, low_a - high_b);
    return max_component(gap) > 2 * e;
}

}  // namespace

TriangleIntersection flat_intersection(const TriangleView& view, TrianglePairSigns& exact, const Triangle& a,
                                       const Triangle& b_transformed) noexcept {
    const double e = view.error();
    if (boxes_apart(a, b_transformed, e)) return {};
    PlacedSigns& signs = exact.get();
    const Corners p(signs, 0, a), q(signs, 3, b_transformed);
    Collector found(view);
    for (std::uint8_t i = 0; i < 3; ++i) {
        if (in_triangle(signs, p.exact[i], q))
            found.add({p.position[i], 0}, {Kind::vertex, i, i}, {Kind::face, 0, 0});
        if (in_triangle(signs, q.exact[i], p))
            found.add({q.position[i], 2 * e}, {Kind::face, 0, 0}, {Kind::vertex, i, i});
    }
    add_edge_crossings(signs, p, q, e, found);
    bool crossing = false;
    for_edges_through(signs, p, q, e, [&](const EdgePoint& x, const TriangleFeature& edge, bool strictly) {
        crossing = crossing || strictly;
        found.add(x, edge, {Kind::face, 0, 0});
    });
    for_edges_through(signs, q, p, e, [&](EdgePoint x, const TriangleFeature& edge, bool strictly) {
        crossing = crossing || strictly;
        x.error += 2 * e;
        found.add(x, {Kind::face, 0, 0}, edge);
    });
    TriangleIntersection intersection = found.finish();
    if (crossing) intersection.contact = TriangleContact::crossing;
    return intersection;
}

}  // namespace graze
