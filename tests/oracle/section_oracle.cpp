#include "oracle/section_oracle.hpp"

#include <algorithm>
#include <vector>

namespace graze::test {
namespace {

struct Point2 {
    Real x;
    Real y;
};

Real turn(const Point2& o, const Point2& p, const Point2& q) {
    return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
}
Real square_length(const Point2& p, const Point2& q) {
    return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

std::vector<Point2> section(const Shape& shape, bool upside_down) {
    const double r = shape.values()[0], h = upside_down ? -shape.values()[1] : shape.values()[1];
    if (shape.type() == ShapeType::cone) return {{r, -h}, {-r, -h}, {0, h}};
    return {{r, -h}, {-r, -h}, {r, h}, {-r, h}};
}

/// Andrew's monotone chain; counter-clockwise, without points on edges.
std::vector<Point2> hull(std::vector<Point2> points) {
    std::sort(points.begin(), points.end(),
              [](const Point2& p, const Point2& q) { return p.x < q.x || (!(q.x < p.x) && p.y < q.y); });
    std::vector<Point2> chain;
    for (int side = 0; side < 2; ++side) {
        const std::size_t start = chain.size();
        for (const Point2& p : points) {
            while (chain.size() >= start + 2 && !(Real(0) < turn(chain[chain.size() - 2], chain.back(), p)))
                chain.pop_back();
            chain.push_back(p);
        }
        chain.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return chain;
}

Real distance_to_edge(const Point2& p, const Point2& q) {
    const Real square = square_length(p, q);
    const Real zero(0);
    if (!(zero < square)) return sqrt(p.x * p.x + p.y * p.y);
    Real t = -(p.x * (q.x - p.x) + p.y * (q.y - p.y)) / square;
    if (t < zero) t = zero;
    if (Real(1) < t) t = Real(1);
    const Real x = p.x + t * (q.x - p.x), y = p.y + t * (q.y - p.y);
    return sqrt(x * x + y * y);
}

}  // namespace

Real section_distance(const Shape& a, const Shape& b, const ParallelPlace& place) {
    std::vector<Point2> differences;
    for (const Point2& p : section(a, false))
        for (const Point2& q : section(b, place.upside_down))
            differences.push_back({p.x - q.x - Real(place.across), p.y - q.y - Real(place.along)});
    const std::vector<Point2> corners = hull(differences);
    Real nearest = distance_to_edge(corners.front(), corners.back());
    bool inside = true;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Point2 &p = corners[i], &q = corners[(i + 1) % corners.size()];
        const Real here = distance_to_edge(p, q);
        if (here < nearest) nearest = here;
        if (turn(p, q, {Real(0), Real(0)}) < Real(0)) inside = false;
    }
    if (corners.size() < 3) return nearest;  // a flat difference has no depth
    return inside ? -nearest : nearest;
}

}  // namespace graze::test
