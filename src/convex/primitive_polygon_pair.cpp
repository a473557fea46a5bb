// Two polygons in space meet on the common line of their planes. Each cuts the line in pieces between consecutive crossings of its
// edges with the other's plane (an even number, by the half-open rule); the pieces of both are swept together.
#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/convex/primitives_polygon.hpp"

namespace graze {

namespace {

struct LinePoint {
    double along = 0;
    Vec3 point{};
};

/// On which side vertices in the other's plane count: both choices together see every touch.
enum class OnPlane : bool { above, below };

/// Crossings of the edges with a plane (through `anchor`), sorted along the line.
std::vector<LinePoint> crossings(std::span<const Vec3> polygon, const Vec3& normal, const Vec3& anchor, const Vec3& line, OnPlane rule) {
    std::vector<LinePoint> found;
    const auto above = [&](double height) { return rule == OnPlane::above ? height >= 0 : height > 0; };
    Vec3 p = polygon.back();
    double p_height = dot(normal, p - anchor);
    for (const Vec3& q : polygon) {
        const double q_height = dot(normal, q - anchor);
        if (above(p_height) != above(q_height)) {
            const Vec3 cut = p + (p_height / (p_height - q_height)) * (q - p);
            found.push_back({dot(line, cut - anchor), cut});
        }
        p = q;
        p_height = q_height;
    }
    std::sort(found.begin(), found.end(), [](const LinePoint& a, const LinePoint& b) { return a.along < b.along; });
    return found;
}

struct CommonLine {
    Vec3 normal_a{}, normal_b{};
    Vec3 anchor_a{}, anchor_b{};
    Vec3 direction{};
    bool parallel = true;
};

Vec3 mean_of(std::span<const Vec3> polygon) noexcept {
    Vec3 sum{};
    for (const Vec3& p : polygon) sum += (p - polygon[0]) * (1 / static_cast<double>(polygon.size()));
    return polygon[0] + sum;
}

CommonLine common_line(std::span<const Vec3> a, std::span<const Vec3> b) noexcept {
    CommonLine line;
    if (a.size() < 3 || b.size() < 3) return line;
    const Vec3 na = newell_plane(a).normal;
    const Vec3 nb = newell_plane(b).normal;
    if (na == Vec3{} || nb == Vec3{}) return line;
    line.normal_a = unit(na);
    line.normal_b = unit(nb);
    line.anchor_a = mean_of(a);
    line.anchor_b = mean_of(b);
    line.direction = cross(line.normal_a, line.normal_b);
    // Below this the direction of the line is rounding.
    line.parallel = length(line.direction) <= 8 * kEps;
    return line;
}

/// Walks both lists of pieces and hands over every common one, until the visitor returns false.
template <class Visit> void sweep(const std::vector<LinePoint>& a, const std::vector<LinePoint>& b, const Visit& visit) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i + 1 < a.size() && j + 1 < b.size()) {
        const LinePoint& low = a[i].along >= b[j].along ? a[i] : b[j];
        const bool a_ends_first = a[i + 1].along < b[j + 1].along;
        const LinePoint& high = a_ends_first ? a[i + 1] : b[j + 1];
        if (low.along <= high.along && !visit(low.point, high.point)) return;
        (a_ends_first ? i : j) += 2;
    }
}

/// Visits the common pieces by the first choice of rules that shows any.
template <class Visit> void visit_common_pieces(std::span<const Vec3> a, std::span<const Vec3> b, const Visit& visit) {
    const CommonLine line = common_line(a, b);
    if (line.parallel) return;
    // Both lists count along the same line from the same point, the anchor of b.
    const double shift = dot(line.direction, line.anchor_a - line.anchor_b);
    for (const OnPlane rule_a : {OnPlane::above, OnPlane::below}) {
        const auto on_a = crossings(a, line.normal_b, line.anchor_b, line.direction, rule_a);
        if (on_a.empty()) continue;
        for (const OnPlane rule_b : {OnPlane::above, OnPlane::below}) {
            auto on_b = crossings(b, line.normal_a, line.anchor_a, line.direction, rule_b);
            for (LinePoint& p : on_b) p.along += shift;
            bool any = false;
            sweep(on_a, on_b, [&](const Vec3& p, const Vec3& q) {
                any = true;
                return visit(p, q);
            });
            if (any) return;
        }
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
