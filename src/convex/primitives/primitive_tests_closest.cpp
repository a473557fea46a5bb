// Closest points. Segments by projection; triangles by the closest point to the origin that GJK takes, where
// no product of lengths can leave the range; tetrahedra by their faces that the point is outside of (GJK's
// formula for four points relies on the nearest point of the first three, which a user's tetrahedron does not
// come with); two segments by the best of the four ends and the common perpendicular. Source: van den Bergen,
// Collision Detection in Interactive 3D Environments, 3.1 and 4.3.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/convex/primitive_tests.hpp"
#include "math/degeneracy/projection_axis.hpp"
#include "math/nearest.hpp"
#include "math/nearest_to_origin.hpp"

namespace graze {

namespace {

ClosestOnTriangle on_triangle(const std::array<Vec3, 3>& corners, const Vec3& origin,
                              std::array<double, 3> weights) noexcept {
    const double sum = weights[0] + weights[1] + weights[2];
    ClosestOnTriangle found;
    for (std::size_t i = 0; i < 3; ++i) {
        found.weights[i] = weights[i] / sum;
        found.point += corners[i] * found.weights[i];
    }
    found.point += origin;
    return found;
}

/// Squared heights over a triangle are products of six lengths, compared with 1e-28 of each other: between
/// these squares of the largest length they stay between 1e-268 and 1e240.
constexpr double kLeastSquare = 1e-80;
constexpr double kLargestSquare = 1e80;

std::array<double, 3> weights_of(const Nearest& nearest) noexcept {
    std::array<double, 3> weights{};
    for (std::size_t i = 0; i < nearest.size; ++i) weights[nearest.index[i]] = nearest.weights[i];
    return weights;
}

using Corners = std::array<Vec3, 4>;
using Weights = std::array<double, 4>;

/// Three corners of a face and the one opposite.
constexpr std::array<std::array<std::size_t, 4>, 4> kFaces{
    {{1, 2, 3, 0}, {0, 3, 2, 1}, {0, 1, 3, 2}, {0, 2, 1, 3}}};

double miss_of(const Weights& weights, const Vec3& p, const Corners& y) noexcept {
    Vec3 sum{};
    for (std::size_t i = 0; i < 4; ++i) sum += weights[i] * (y[i] - p);
    return length_sq(sum);
}

/// Barycentric coordinates of a point of a face, by areas projected along the axis where the face is largest.
/// False for a face without area.
bool share_area(const Vec3& p, const Corners& y, const std::array<std::size_t, 4>& face,
                Weights& weights) noexcept {
    const std::array<Vec3, 3> relative{y[face[0]] - p, y[face[1]] - p, y[face[2]] - p};
    const Vec3 normal = cross(relative[1] - relative[0], relative[2] - relative[0]);
    const std::size_t axis = largest_axis(normal);
    const double sign = normal[axis] < 0 ? -1 : 1;
    double sum = 0;
    weights = {};
    for (std::size_t i = 0; i < 3; ++i) {
        const double share = std::max(0.0, sign * cross(relative[(i + 1) % 3], relative[(i + 2) % 3])[axis]);
        weights[face[i]] = share;
        sum += share;
    }
    for (double& weight : weights) weight /= sum;
    return sum > 0;
}

/// Returns p itself where it is exactly on a face: as a segment of length zero. The weights of closest points
/// on slivers are too inaccurate for p (an error of 1e-6 of the size was observed at 1e6 by 3): the better of
/// these and the areas' is taken.
void take_point_of_face(const Vec3& p, const Corners& y, ClosestOnTetrahedron& best) noexcept {
    for (const auto& face : kFaces) {
        if (!overlaps_segment_triangle_exact({p, p}, {y[face[0]], y[face[1]], y[face[2]]})) continue;
        best.inside = true;
        best.point = p;
        Weights weights{};
        if (share_area(p, y, face, weights) && miss_of(weights, p, y) < miss_of(best.weights, p, y))
            best.weights = weights;
    }
}

}  // namespace

ClosestOnSegment closest_on_segment(const Vec3& p, const Segment& segment) noexcept {
    const Vec3 d = segment.b - segment.a;
    const double t = nearest_on_segment(segment.a, segment.b, p);
    // From the nearer end, so that neither end gains an error from the other.
    return {t <= 0.5 ? segment.a + t * d : segment.b - (1 - t) * d, t};
}

ClosestOnTriangle closest_on_triangle(const Vec3& p, const Triangle& triangle) noexcept {
    const std::array<Vec3, 3> y{triangle.a - p, triangle.b - p, triangle.c - p};
    const double largest = std::max({length_sq(y[0]), length_sq(y[1]), length_sq(y[2])});
    if (largest > kLeastSquare && largest < kLargestSquare)
        return on_triangle(y, p, weights_of(nearest_to_origin(3, y[0], y[1], y[2], y[2])));
    const TrianglePoint found = nearest_on_triangle(y, {});
    return on_triangle(y, p, {std::max(0.0, 1 - found.u - found.v), found.u, found.v});
}

ClosestOnTetrahedron closest_on_tetrahedron(const Vec3& p, const Tetrahedron& tetrahedron) noexcept {
    const Corners y{tetrahedron.a, tetrahedron.b, tetrahedron.c, tetrahedron.d};
    const double size_sq = std::max({length_sq(y[1] - y[0]), length_sq(y[2] - y[0]), length_sq(y[3] - y[0])});
    ClosestOnTetrahedron best;
    double best_sq = std::numeric_limits<double>::infinity();
    std::array<double, 4> heights{};
    bool inside = true;
    bool flat = false;
    for (const auto& [i, j, k, opposite] : kFaces) {
        const Vec3 normal = cross(y[j] - y[i], y[k] - y[i]);
        const double height = dot(normal, p - y[i]);
        const double across = dot(normal, y[opposite] - y[i]);
        // A tetrahedron too flat to have sides is the union of its faces.
        const bool solid = std::abs(across) > 64 * kEps * std::sqrt(size_sq) * size_sq;
        flat = flat || !solid;
        heights[opposite] = std::abs(height);
        if (solid && height * (across > 0 ? 1 : -1) >= 0) continue;
        inside = false;
        const ClosestOnTriangle face = closest_on_triangle(p, {y[i], y[j], y[k]});
        const double sq = length_sq(face.point - p);
        if (sq >= best_sq) continue;
        best_sq = sq;
        best.point = face.point;
        best.weights = {};
        best.weights[i] = face.weights[0];
        best.weights[j] = face.weights[1];
        best.weights[k] = face.weights[2];
    }
    // Exact signs for flat ones only. However coarse the closest point is, it is on the tetrahedron, no
    // farther than its diameter.
    if (flat && best_sq <= 4 * size_sq) take_point_of_face(p, y, best);
    if (!inside) return best;
    best.inside = true;
    best.point = p;
    const double sum = heights[0] + heights[1] + heights[2] + heights[3];
    for (std::size_t i = 0; i < 4; ++i) best.weights[i] = heights[i] / sum;
    return best;
}

Vec3 closest_on_box(const Vec3& p, const Box& box) noexcept {
    return max(-box.half_extents, min(box.half_extents, p));
}

ClosestOnSegments closest_on_segments(const Segment& a, const Segment& b) noexcept {
    ClosestOnSegments best;
    best.distance_sq = std::numeric_limits<double>::infinity();
    const auto offer = [&](const Vec3& on_a, double s, const Vec3& on_b, double t) {
        const double sq = length_sq(on_a - on_b);
        if (sq < best.distance_sq) best = {on_a, on_b, s, t, sq};
    };
    // The optimum has an end of one segment, or lies inside both: offering all keeps every rounding harmless.
    const auto offer_ends = [&](const Vec3& end, double parameter, bool of_a) {
        const ClosestOnSegment other = closest_on_segment(end, of_a ? b : a);
        if (of_a)
            offer(end, parameter, other.point, other.parameter);
        else
            offer(other.point, other.parameter, end, parameter);
    };
    offer_ends(a.a, 0, true);
    offer_ends(a.b, 1, true);
    offer_ends(b.a, 0, false);
    offer_ends(b.b, 1, false);
    const Vec3 d = a.b - a.a;
    const Vec3 e = b.b - b.a;
    const Vec3 normal = cross(d, e);
    const double square = length_sq(normal);
    if (square > 0) {
        const Vec3 r = b.a - a.a;
        const double s = dot(cross(r, e), normal) / square;
        const double t = dot(cross(r, d), normal) / square;
        if (s > 0 && s < 1 && t > 0 && t < 1) offer(a.a + s * d, s, b.a + t * e, t);
    }
    return best;
}

}  // namespace graze
