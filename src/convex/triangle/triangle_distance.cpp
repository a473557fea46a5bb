#include "convex/triangle/triangle_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze {
namespace {

// Heights and closest points take fewer than 16 rounded operations on numbers no larger than the pair,
// relative to one of its corners.
constexpr double kRoundings = 16 * kEps;

struct Extent {
    double low = 0;
    double high = 0;
};
Extent extent_along(const Vec3& n, const TriangleCorners& x) noexcept {
    const double p = dot(n, x[0]);
    const double q = dot(n, x[1]);
    const double r = dot(n, x[2]);
    return {std::min(std::min(p, q), r), std::max(std::max(p, q), r)};
}

double clamped(double x) noexcept { return std::min(std::max(x, 0.0), 1.0); }

/// Two triangles relative to a's first corner, with their edges; edge i leads from corner i to the next.
struct Pair {
    TriangleCorners a{};
    TriangleCorners b{};
    TriangleCorners edge_a{};
    TriangleCorners edge_b{};
    Vec3 origin{};
    double size = 0;  ///< No corner is farther from the origin.
};

Pair make_pair(const TriangleCorners& a, const TriangleCorners& b) noexcept {
    Pair pair;
    pair.origin = a[0];
    double largest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        pair.a[i] = a[i] - a[0];
        pair.b[i] = b[i] - a[0];
        largest = std::max(largest, std::max(length_sq(pair.a[i]), length_sq(pair.b[i])));
    }
    for (std::size_t i = 0; i < 3; ++i) {
        pair.edge_a[i] = pair.a[(i + 1) % 3] - pair.a[i];
        pair.edge_b[i] = pair.b[(i + 1) % 3] - pair.b[i];
    }
    pair.size = std::sqrt(largest);
    return pair;
}

/// The best pair of points so far, and the best gap that a plane across a difference has shown.
struct Best {
    Vec3 point_a{};
    Vec3 point_b{};
    double distance_sq = std::numeric_limits<double>::infinity();
    double lower = -std::numeric_limits<double>::infinity();
};

/// Whether the planes across b_point - a_point keep the triangles apart, up to rounding: then the points are
/// the closest.
bool offer(const Pair& pair, const Vec3& point_a, const Vec3& point_b, Best& best) noexcept {
    const Vec3 across = point_b - point_a;
    const double sq = length_sq(across);
    if (!(sq < best.distance_sq)) return false;
    best.distance_sq = sq;
    best.point_a = point_a;
    best.point_b = point_b;
    if (!(sq > 0)) return false;
    const double distance = std::sqrt(sq);
    const double lower = (extent_along(across, pair.b).low - extent_along(across, pair.a).high) / distance;
    best.lower = std::max(best.lower, lower);
    return distance - lower <= kRoundings * pair.size;
}

/// The closest points of edge i of a and edge j of b.
bool offer_edges(const Pair& pair, std::size_t i, std::size_t j, Best& best) noexcept {
    const Vec3& d = pair.edge_a[i];
    const Vec3& e = pair.edge_b[j];
    const Vec3 r = pair.b[j] - pair.a[i];
    const double dd = dot(d, d);
    const double ee = dot(e, e);
    const double de = dot(d, e);
    const double dr = dot(d, r);
    const double er = dot(e, r);
    const double determinant = dd * ee - de * de;
    double s = determinant > 0 ? clamped((dr * ee - er * de) / determinant) : 0;
    double t = ee > 0 ? (de * s - er) / ee : 0;
    // Outside of its edge the nearer end of b takes over, and a answers to it; so it does to an edge that is
    // a point.
    if (!(t > 0 && t <= 1)) {
        t = clamped(t);
        s = dd > 0 ? clamped((dr + de * t) / dd) : 0;
    }
    return offer(pair, pair.a[i] + s * d, pair.b[j] + t * e, best);
}

/// The corner of `other` nearest to the plane of `face`, when all of `other` is on one side and the corner
/// projects into the face.
bool offer_over_face(const Pair& pair, bool face_of_a, Best& best) noexcept {
    const TriangleCorners& face = face_of_a ? pair.a : pair.b;
    const TriangleCorners& edge = face_of_a ? pair.edge_a : pair.edge_b;
    const TriangleCorners& other = face_of_a ? pair.b : pair.a;
    const Vec3 n = cross(edge[0], edge[1]);
    const double nn = dot(n, n);
    if (!(nn > 0)) return false;
    std::size_t nearest = 0;
    std::array<double, 3> height{};
    for (std::size_t k = 0; k < 3; ++k) {
        height[k] = dot(n, other[k] - face[0]);
        if (std::abs(height[k]) < std::abs(height[nearest])) nearest = k;
    }
    const bool above = height[0] > 0 && height[1] > 0 && height[2] > 0;
    const bool below = height[0] < 0 && height[1] < 0 && height[2] < 0;
    if (!above && !below) return false;
    const Vec3& corner = other[nearest];
    for (std::size_t k = 0; k < 3; ++k) {
        if (dot(cross(edge[k], n), corner - face[k]) > 0) return false;
    }
    const Vec3 foot = corner - (height[nearest] / nn) * n;
    return face_of_a ? offer(pair, foot, corner, best) : offer(pair, corner, foot, best);
}

double gap_along(const Vec3& n, const Pair& pair) noexcept {
    const double nn = dot(n, n);
    if (!(nn > 0)) return -std::numeric_limits<double>::infinity();
    const Extent a = extent_along(n, pair.a);
    const Extent b = extent_along(n, pair.b);
    return std::max(b.low - a.high, a.low - b.high) / std::sqrt(nn);
}

/// Up to rounding.
double gap_along_normals(const Pair& pair) noexcept {
    return std::max(gap_along(cross(pair.edge_a[0], pair.edge_a[1]), pair),
                    gap_along(cross(pair.edge_b[0], pair.edge_b[1]), pair));
}

void search(const Pair& pair, Best& best) noexcept {
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            if (offer_edges(pair, i, j, best)) return;
        }
    }
    if (!offer_over_face(pair, true, best)) offer_over_face(pair, false, best);
}

TriangleDistance distance_of(const Pair& pair) noexcept {
    Best best;
    search(pair, best);
    const double error = kRoundings * pair.size;
    const double distance = std::sqrt(best.distance_sq);
    // Across a short difference the plane is as uncertain as the difference; close faces are distinguished by
    // their normals.
    if (distance - best.lower > 4 * error) best.lower = std::max(best.lower, gap_along_normals(pair));
    TriangleDistance found;
    found.distance = {std::min(best.lower, distance) - error, distance + error};
    found.point_a = best.point_a + pair.origin;
    found.point_b = best.point_b + pair.origin;
    return found;
}

}  // namespace

std::optional<TriangleDistance> distance_within(const TriangleCorners& a, const TriangleCorners& b,
                                                double enough) noexcept {
    const Pair pair = make_pair(a, b);
    if (gap_along_normals(pair) - kRoundings * pair.size > enough) return {};
    return distance_of(pair);
}

double gap_along_normals(const TriangleCorners& a, const TriangleCorners& b) noexcept {
    const Pair pair = make_pair(a, b);
    return gap_along_normals(pair) - kRoundings * pair.size;
}

}  // namespace graze
