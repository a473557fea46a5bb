// Two polygons in space intersect on the common line of their planes. Each cuts the line in pieces between
// consecutive crossings of its edges with the other's plane (an even number, by a half-open rule). Vertices
// in the other's plane count above it by one rule and below by the other: together these detect every edge in
// the plane and every touch. The pieces of both polygons are swept together. Swapped polygons have the same
// pieces: all errors and the origin of the line are symmetric.
#include <algorithm>
#include <cmath>
#include <utility>

#include "convex/primitives/polygon_plane.hpp"
#include "math/degeneracy/sine_limits.hpp"

namespace graze {

namespace {

struct LinePoint {
    double along = 0;
    Vec3 point{};
};
bool operator<(const LinePoint& a, const LinePoint& b) noexcept { return a.along < b.along; }

/// Closed, low <= high.
struct Piece {
    LinePoint low{};
    LinePoint high{};
};

/// On which side vertices in the other's plane count.
enum class OnPlane : bool { above, below };

struct CommonLine {
    PolygonPlane plane_a{}, plane_b{};
    Vec3 direction{};                 ///< Not unit.
    Vec3 origin{};                    ///< Where places along the line are 0; it need not be on the line.
    double error_a = 0, error_b = 0;  ///< Error bounds of heights over the two planes.
    double error = 0;                 ///< Error bound of places along the line.
    bool parallel = true;

    [[nodiscard]] LinePoint at(const Vec3& x) const noexcept { return {dot(direction, x - origin), x}; }
};

double reach_from(const Vec3& centre, std::span<const Vec3> polygon) noexcept {
    double reach = 0;
    for (const Vec3& p : polygon) reach = std::max(reach, max_component(abs(p - centre)));
    return reach;
}

CommonLine common_line(std::span<const Vec3> a, std::span<const Vec3> b) noexcept {
    CommonLine line;
    if (a.size() < 3 || b.size() < 3) return line;
    line.plane_a = plane_of(a);
    line.plane_b = plane_of(b);
    const Vec3 &na = line.plane_a.normal, &nb = line.plane_b.normal;
    line.direction = cross(na, nb);
    // Below this the direction of the line is rounding.
    line.parallel = !(length(line.direction) > kRoundedSine * length(na) * length(nb));
    line.origin = 0.5 * (a[0] + b[0]);
    const double size_a = reach_from(a[0], a), size_b = reach_from(b[0], b);
    const double size = std::max({size_a, size_b, reach_from(a[0], b), reach_from(b[0], a)});
    const double area_a = size_a * size_a * line.plane_a.scale, area_b = size_b * size_b * line.plane_b.scale;
    // The normals are off by roundings of squared sizes, however small they are. A place is off by the
    // roundings of heights over the sine of the planes' angle, which `direction` has as a factor.
    line.error_a = 32 * kEps * area_a * size;
    line.error_b = 32 * kEps * area_b * size;
    line.error = 32 * kEps * (area_a * area_b) * size;
    return line;
}

std::vector<double> heights(std::span<const Vec3> polygon, const PolygonPlane& plane) {
    std::vector<double> found;
    found.reserve(polygon.size());
    for (const Vec3& p : polygon) found.push_back(plane.height(p));
    return found;
}

/// Sets heights within rounding of zero to zero: vertices that polygons share are on both planes. Returns
/// whether one was changed. A polygon that is within rounding of the plane as a whole keeps its heights:
/// without them it would count as coplanar.
bool drop_rounding(std::vector<double>& height, double error) noexcept {
    double largest = 0;
    for (const double h : height) largest = std::max(largest, std::abs(h));
    if (!(largest > error)) return false;
    bool changed = false;
    for (double& h : height) {
        if (h == 0 || !(std::abs(h) <= error)) continue;
        h = 0;
        changed = true;
    }
    return changed;
}

void add_pieces(std::span<const Vec3> polygon, const std::vector<double>& height, const CommonLine& line,
                OnPlane rule, std::vector<Piece>& pieces) {
    std::vector<LinePoint> crossings;
    const auto above = [&](double h) { return rule == OnPlane::above ? h >= 0 : h > 0; };
    for (std::size_t i = polygon.size() - 1, j = 0; j < polygon.size(); i = j++) {
        if (above(height[i]) == above(height[j])) continue;
        const Vec3 &p = polygon[i], &q = polygon[j];
        // Vertices in the plane as they are, so that all who have them agree.
        const double t = height[i] / (height[i] - height[j]);
        crossings.push_back(line.at(height[i] == 0 ? p : height[j] == 0 ? q : p + t * (q - p)));
    }
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2)
        pieces.push_back({crossings[i], crossings[i + 1]});
}

/// What the closed polygon has of the line, in order, disjoint. `error` is that of heights over the other's
/// plane.
std::vector<Piece> pieces_of(std::span<const Vec3> polygon, const PolygonPlane& other, double error,
                             const CommonLine& line) {
    std::vector<double> height = heights(polygon, other);
    std::vector<Piece> pieces;
    const auto add = [&] {
        add_pieces(polygon, height, line, OnPlane::above, pieces);
        add_pieces(polygon, height, line, OnPlane::below, pieces);
    };
    add();
    // The error is that of round polygons. The heights of slivers may be better than it, and their cuts far
    // from the vertices that it moves into the plane: touches come in addition to cuts.
    if (drop_rounding(height, error)) add();
    std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.low < b.low; });
    std::vector<Piece> joined;
    for (const Piece& piece : pieces) {
        if (joined.empty() || piece.low.along - joined.back().high.along > line.error) {
            joined.push_back(piece);
        } else if (joined.back().high < piece.high) {
            joined.back().high = piece.high;
        }
    }
    return joined;
}

/// Hands over every common piece, until the visitor returns false.
template <class Visit>
void visit_common_pieces(std::span<const Vec3> a, std::span<const Vec3> b, const Visit& visit) {
    const CommonLine line = common_line(a, b);
    if (line.parallel) return;
    const std::vector<Piece> on_a = pieces_of(a, line.plane_b, line.error_b, line);
    if (on_a.empty()) return;
    const std::vector<Piece> on_b = pieces_of(b, line.plane_a, line.error_a, line);
    for (std::size_t i = 0, j = 0; i < on_a.size() && j < on_b.size();) {
        const LinePoint& low = std::max(on_a[i].low, on_b[j].low);
        const LinePoint& high = std::min(on_a[i].high, on_b[j].high);
        if (low.along - high.along <= line.error && !visit(low.point, high < low ? low.point : high.point))
            return;
        ++(on_a[i].high < on_b[j].high ? i : j);
    }
}

}  // namespace

std::vector<Segment> find_polygon_polygon(std::span<const Vec3> a, std::span<const Vec3> b) {
    std::vector<Segment> found;
    visit_common_pieces(a, b, [&](const Vec3& p, const Vec3& q) {
        found.push_back({p, q});
        return true;
    });
    return found;
}

bool overlaps_polygon_polygon(std::span<const Vec3> a, std::span<const Vec3> b) {
    bool found = false;
    visit_common_pieces(a, b, [&](const Vec3&, const Vec3&) {
        found = true;
        return false;
    });
    return found;
}

}  // namespace graze
