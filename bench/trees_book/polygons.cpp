// Two methods for two simple polygons, written as plainly as the book describes them: crossings of each
// polygon with the other's plane, sorted along the common line; and every edge of one against the other by a
// ray-polygon test with the crossings test in the plane. No guards: random polygons need none.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "experiments.hpp"
#include "graze/convex/primitive_tests.hpp"
#include "oracle/random.hpp"

namespace graze::bench {
namespace {

struct PlanarPolygon {
    std::vector<Vec3> points;
    Vec3 normal{};
    double offset = 0;
    Aabb box{};

    [[nodiscard]] double side(const Vec3& p) const { return dot(normal, p) + offset; }
};

/// Star-shaped about its centre: not convex, and simple.
PlanarPolygon random_polygon(test::Random& random, std::size_t vertices) {
    PlanarPolygon polygon;
    const Pose pose = random.pose(0.7);
    for (std::size_t i = 0; i < vertices; ++i) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(vertices);
        const double radius = random.uniform(0.4, 1);
        polygon.points.push_back(pose * Vec3{radius * std::cos(angle), radius * std::sin(angle), 0});
    }
    polygon.normal = pose.rotation.columns[2];
    polygon.offset = -dot(polygon.normal, pose.position);
    polygon.box = {polygon.points[0], polygon.points[0]};
    for (const Vec3& p : polygon.points) polygon.box = {min(polygon.box.min, p), max(polygon.box.max, p)};
    return polygon;
}

std::size_t largest_component(const Vec3& v) {
    const Vec3 a = abs(v);
    return a.x >= a.y && a.x >= a.z ? 0 : a.y >= a.z ? 1 : 2;
}

/// Where the edges of a polygon cross a plane, along one axis of the world, sorted: every two in turn bound a
/// piece inside of the polygon.
void crossings(const PlanarPolygon& polygon, const PlanarPolygon& plane, std::size_t axis,
               std::vector<double>& found) {
    found.clear();
    const Vec3* last = &polygon.points.back();
    double last_side = plane.side(*last);
    for (const Vec3& p : polygon.points) {
        const double side = plane.side(p);
        if ((side < 0) != (last_side < 0))
            found.push_back((*last)[axis] + (p[axis] - (*last)[axis]) * (last_side / (last_side - side)));
        last = &p;
        last_side = side;
    }
    std::sort(found.begin(), found.end());
}

struct Scratch {
    std::vector<double> a, b;
};

bool overlap_by_sorting(const PlanarPolygon& a, const PlanarPolygon& b, Scratch& scratch) {
    const std::size_t axis = largest_component(cross(a.normal, b.normal));
    crossings(a, b, axis, scratch.a);
    if (scratch.a.empty()) return false;
    crossings(b, a, axis, scratch.b);
    for (std::size_t i = 0, j = 0; i < scratch.a.size() && j < scratch.b.size();) {
        if (scratch.a[i + 1] < scratch.b[j])
            i += 2;
        else if (scratch.b[j + 1] < scratch.a[i])
            j += 2;
        else
            return true;
    }
    return false;
}

bool inside(const PlanarPolygon& polygon, const Vec3& point) {
    const std::size_t drop = largest_component(polygon.normal), x = (drop + 1) % 3, y = (drop + 2) % 3;
    bool in = false;
    const Vec3* p = &polygon.points.back();
    for (const Vec3& q : polygon.points) {
        const bool above = (*p)[y] >= point[y];
        if (above != (q[y] >= point[y]) &&
            (*p)[x] + (point[y] - (*p)[y]) * (q[x] - (*p)[x]) / (q[y] - (*p)[y]) >= point[x])
            in = !in;
        p = &q;
    }
    return in;
}

bool edges_hit(const PlanarPolygon& a, const PlanarPolygon& b) {
    const Vec3* p = &a.points.back();
    double side_p = b.side(*p);
    for (const Vec3& q : a.points) {
        const double side_q = b.side(q);
        if ((side_p < 0) != (side_q < 0) && inside(b, *p + (q - *p) * (side_p / (side_p - side_q))))
            return true;
        p = &q;
        side_p = side_q;
    }
    return false;
}

bool overlap_by_rays(const PlanarPolygon& a, const PlanarPolygon& b) {
    return edges_hit(a, b) || edges_hit(b, a);
}

struct PolygonPair {
    PlanarPolygon a, b;
};

/// Least time of all pairs over the repetitions, in nanoseconds a pair.
struct Timed {
    double least = std::numeric_limits<double>::infinity();
    int hits = 0;

    template <class Ask> void run(const std::vector<PolygonPair>& pairs, const Ask& ask) {
        const double start = thread_seconds();
        hits = 0;
        for (const PolygonPair& pair : pairs) hits += ask(pair) ? 1 : 0;
        least = std::min(least, 1e9 * (thread_seconds() - start) / static_cast<double>(pairs.size()));
    }
};

}  // namespace

void compare_polygons(Figures& figures, int repetitions) {
    progress("polygons by sorting and by rays");
    const std::string table = "Simple polygons whose boxes overlap, ns a pair (section 3.4.5)";
    for (const std::size_t vertices : {4U, 8U, 16U, 32U}) {
        test::Random random(31 + vertices);
        std::vector<PolygonPair> pairs;
        while (pairs.size() < 4000) {
            PolygonPair pair{random_polygon(random, vertices), random_polygon(random, vertices)};
            if (overlaps(pair.a.box, pair.b.box)) pairs.push_back(std::move(pair));
        }
        Timed sorting, rays, library;
        Scratch scratch;
        for (int i = 0; i < repetitions; ++i) {
            sorting.run(pairs, [&](const PolygonPair& p) { return overlap_by_sorting(p.a, p.b, scratch); });
            rays.run(pairs, [](const PolygonPair& p) { return overlap_by_rays(p.a, p.b); });
            library.run(
                pairs, [](const PolygonPair& p) { return overlaps_polygon_polygon(p.a.points, p.b.points); });
        }
        const std::string row = std::to_string(vertices) + " vertices";
        figures.add(table, row, "sorting", sorting.least);
        figures.add(table, row, "rays", rays.least);
        figures.add(table, row, "rays / sorting", rays.least / sorting.least, 1.1);
        figures.add(table, row, "graze", library.least);
        figures.add(table, row, "hit %", 100.0 * sorting.hits / static_cast<double>(pairs.size()));
        figures.add(table, row, "answers differ",
                    std::abs(sorting.hits - rays.hits) + std::abs(sorting.hits - library.hits));
    }
    figures.print();
}

}  // namespace graze::bench
