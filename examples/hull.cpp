// Building a convex hull from points: what is kept, what is reported, and how bad input is refused.
#include <graze/graze.hpp>

#include <cstdio>
#include <limits>
#include <vector>

using namespace graze;

int main() {
    std::vector<Vec3> points;
    for (const double x : {-1.0, 1.0}) {
        for (const double y : {-1.0, 1.0}) {
            for (const double z : {-1.0, 1.0}) points.push_back({x, y, z});
        }
    }
    points.push_back({0.1, 0.2, 0.3});  // inside: not a vertex

    const auto hull = ConvexHull::build(points);
    if (!hull) return 1;
    std::printf("%zu points, %zu vertices, %u dropped\n", points.size(), hull->vertices().size(),
                hull->data().dropped_count);
    const Placed a{*hull, Pose::identity()};
    const Placed b{rounded(*hull, 0.25), Pose::translation({4, 0, 0})};  // the same shared hull with a margin
    const Separation gap = separation(a, b);
    std::printf("distance in [%.12f, %.12f]\n", gap.distance.lower, gap.distance.upper);

    // [shown]
    points[3].y = std::numeric_limits<double>::quiet_NaN();
    const auto broken = ConvexHull::build(points);
    if (broken) return 1;
    std::printf("refused: %s\n", broken.error().message().c_str());
    // [end]
    const std::vector<Vec3> flat{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const auto refused = ConvexHull::build(flat);
    const auto allowed = ConvexHull::build(flat, {.allow_degenerate = true});
    if (refused || !allowed) return 1;
    std::printf("refused: %s\nallowed: a hull of dimension %d\n", refused.error().message().c_str(),
                allowed->data().dimension);
    return hull->vertices().size() == 8 && gap.distance.contains(1.75) ? 0 : 1;
}
