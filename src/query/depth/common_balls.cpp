// Balls inside of placed shapes. In a solid mesh: from a triangle inward, as large as the surface leaves
// space for, by shrinking a large one to touch the nearest triangle until there is none inside. In a convex
// shape: between its centre and its support points. Source of the shrinking ball: Ma, Bae, Choi, "3D medial
// axis point approximation using nearest neighbors and the normal field", 2012.
#include "query/depth/common_balls.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/degeneracy/triangle_normal.hpp"
#include "query/depth/deep_point.hpp"
#include "solid/surface_distance.hpp"

namespace graze {
namespace {

/// A ball that belongs to the shape when its radius is >= 0. With a negative radius: the shape has a point no
/// farther from the centre than -radius. World frame.
struct Ball {
    Vec3 centre{};
    double radius = 0;
};

/// Evenly spread members of a list of `count`.
std::size_t picked(std::size_t i, std::size_t most, std::size_t count) noexcept {
    return count <= most ? i : (2 * i + 1) * count / (2 * most);
}

/// The ball that touches the triangle's middle from behind. Local frame; radius 0 or less when none was
/// found.
Ball ball_behind(const PartSet& set, const Triangle& t, double largest, WorkBudget* work) noexcept {
    const Vec3 middle = (t.a + t.b + t.c) * (1.0 / 3);
    const std::optional<Vec3> outward = rounded_normal(t.a, t.b, t.c);
    if (!outward) return {};
    const Vec3 inward = -*outward;
    double radius = largest;
    for (int step = 0; step < 12; ++step) {
        const Vec3 centre = middle + radius * inward;
        // A tenth less than the largest ball changes no answer, and avoids testing all the triangles that
        // touch it.
        const SurfaceNearest nearest = nearest_on_surface(set, centre, 0.9 * radius, work);
        if (!nearest.found)
            return side_of(*set.mesh(), centre, work) == PointSide::inside
                       ? Ball{centre, nearest.distance.lower}
                       : Ball{};
        const Vec3 offset = nearest.point - middle;
        // The ball through the middle, with its own centre on the same line, that has the nearest point on
        // it.
        const double touching = length_sq(offset) / (2 * dot(offset, inward));
        if (!(touching > 0 && touching < radius)) return {};
        radius = touching;
    }
    return {};
}

void add_solid(const PlacedParts& side, std::size_t most, std::vector<Ball>& balls, WorkBudget* work) {
    const PartSet set(side.placed.shape);
    const Vec3 size = set.tree().bounds().max - set.tree().bounds().min;
    // Balls are hardly larger than their neighbours in the tree's order; starting small saves steps.
    double largest = 0.25 * max_component(size);
    for (std::size_t i = 0; i < std::min(most, set.count()) && !spent(work); ++i) {
        const Ball ball = ball_behind(set, set.triangle_in_slot(picked(i, most, set.count())), largest, work);
        if (!(ball.radius > 0)) continue;
        balls.push_back({side.placed.pose * ball.centre, ball.radius + side.margin()});
        largest = std::min(0.5 * max_component(size), 1.25 * ball.radius);
    }
}

/// A convex shape contains the hull of a ball around its centre and of its support points.
void add_convex(const Placed& convex, std::vector<Ball>& balls, WorkBudget* work) {
    const Vec3 centre = convex.pose * convex.shape.centre();
    const double depth = depth_lower_bound_at(PlacedParts(convex), centre, work).depth;
    balls.push_back({centre, depth});
    for (int code = 0; code < 27; ++code) {
        const int x = code % 3 - 1, y = code / 3 % 3 - 1, z = code / 9 - 1;
        const Vec3 direction{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
        if (direction == Vec3{}) continue;
        const Vec3 end = convex.pose * support(convex.shape, direction);
        for (const double along : {0.35, 0.7, 1.0})
            balls.push_back({centre + along * (end - centre), (1 - along) * depth});
    }
}

void add_surface(const PlacedParts& side, std::size_t most, std::vector<Ball>& balls) {
    for (std::size_t i = 0; i < std::min<std::size_t>(most, side.count()); ++i) {
        const Triangle t = side.triangle_in_slot(static_cast<std::uint32_t>(picked(i, most, side.count())));
        balls.push_back({side.placed.pose * ((t.a + t.b + t.c) * (1.0 / 3)), side.margin()});
    }
}

/// Large ones first, without those inside of others.
void keep_useful(std::vector<Ball>& balls, std::size_t most) {
    std::stable_sort(balls.begin(), balls.end(),
                     [](const Ball& x, const Ball& y) { return x.radius > y.radius; });
    std::vector<Ball> kept;
    for (const Ball& ball : balls) {
        const bool inside = std::any_of(kept.begin(), kept.end(), [&](const Ball& other) {
            return length(ball.centre - other.centre) <=
                   0.9 * (other.radius - ball.radius) + 0.1 * other.radius;
        });
        if (!inside && kept.size() < most) kept.push_back(ball);
    }
    balls = std::move(kept);
}

std::vector<Ball> balls_in(const PlacedParts& side, std::size_t most, WorkBudget* work) {
    std::vector<Ball> balls;
    if (side.placed.shape.convex()) {
        add_convex(side.placed, balls, work);
    } else if (side.solid()) {
        add_solid(side, most + most / 2, balls, work);
    } else if (side.made_of_triangles()) {
        add_surface(side, most, balls);
    } else {
        const std::size_t parts = std::min<std::size_t>(most, side.count());
        for (std::size_t i = 0; i < parts && !spent(work); ++i)
            add_convex(placed_part(side, static_cast<std::uint32_t>(picked(i, parts, side.count()))), balls,
                       work);
    }
    spend(work, work::kBallCell * balls.size() * std::min(balls.size(), most));
    keep_useful(balls, most);
    // Placing rounds, and poses are rotations only within their defect.
    const Vec3 position = abs(side.placed.pose.position);
    const double slack = placement_error(side.placed) + 16 * kEps * (position.x + position.y + position.z);
    for (Ball& ball : balls) ball.radius -= slack;
    return balls;
}

}  // namespace

std::vector<TranslationBall> overlapping_translations(const PartPairs& pairs, std::size_t most,
                                                      double longest) {
    const std::vector<Ball> in_a = balls_in(pairs.a, most, pairs.work);
    const std::vector<Ball> in_b = balls_in(pairs.b, most, pairs.work);
    spend(pairs.work, work::kBallCell * in_a.size() * in_b.size());
    std::vector<TranslationBall> all;
    for (const Ball& x : in_a) {
        for (const Ball& y : in_b) {
            const Vec3 apart = x.centre - y.centre;
            const double radius = x.radius + y.radius -
                                  4 * kEps * (max_component(abs(x.centre)) + max_component(abs(y.centre)));
            if (!(radius > 0) || length(apart) - radius >= longest) continue;
            all.push_back({apart, radius, x.centre, std::clamp(x.radius / radius, 0.0, 1.0)});
        }
    }
    return all;
}

}  // namespace graze
