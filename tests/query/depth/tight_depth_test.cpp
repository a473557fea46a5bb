// Escape distances against exact ones. Solids made of boxes along the axes: the translations that leave two
// of them overlapping are a union of open boxes, and the least that does not lies where every coordinate is
// zero or that of a face. Other meshes: translations within the lower bound overlap, the upper one does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "oracle/random.hpp"
#include "oracle/tube.hpp"

namespace graze {
namespace {

using test::Random;
using test::tube;

Shape solid(const TriangleSoup& soup) {
    return *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
}

/// Boxes that have nothing in common, as the shells of one solid.
Shape solid_of(const std::vector<Aabb>& boxes) {
    TriangleSoup all;
    for (const Aabb& box : boxes) {
        TriangleSoup soup = box_mesh(0.5 * (box.max - box.min));
        const auto first = static_cast<std::uint32_t>(all.vertices.size());
        for (const Vec3& v : soup.vertices) all.vertices.push_back(v + 0.5 * (box.min + box.max));
        for (auto t : soup.triangles) all.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    return solid(all);
}

/// The translations of b that leave it overlapping with a: the interiors of these.
std::vector<Aabb> forbidden(const std::vector<Aabb>& a, const std::vector<Aabb>& b) {
    std::vector<Aabb> all;
    for (const Aabb& x : a)
        for (const Aabb& y : b) all.push_back({x.min - y.max, x.max - y.min});
    return all;
}

/// Exact but for one root: coordinates are small integers.
double exact_escape(const std::vector<Aabb>& boxes) {
    std::array<std::vector<double>, 3> places;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        places[axis].push_back(0);
        for (const Aabb& box : boxes) {
            places[axis].push_back(box.min[axis]);
            places[axis].push_back(box.max[axis]);
        }
        std::sort(places[axis].begin(), places[axis].end());
        places[axis].erase(std::unique(places[axis].begin(), places[axis].end()), places[axis].end());
    }
    double best = kInfinity;
    for (const double x : places[0])
        for (const double y : places[1])
            for (const double z : places[2]) {
                if (!(x * x + y * y + z * z < best)) continue;
                const bool inside = std::any_of(boxes.begin(), boxes.end(), [&](const Aabb& box) {
                    return box.min.x < x && x < box.max.x && box.min.y < y && y < box.max.y &&
                           box.min.z < z && z < box.max.z;
                });
                if (!inside) best = x * x + y * y + z * z;
            }
    return std::sqrt(best);
}

/// A few boxes of short binary fractions, at least one apart from each other. Hardly any two faces lie at the
/// same place: shapes that slide along each other there would be free by the oracle, but touch all the way.
std::vector<Aabb> random_boxes(Random& random, std::size_t count) {
    const auto whole = [&](std::size_t most) {
        return static_cast<double>(random.index(1024 * most)) / 1024;
    };
    std::vector<Aabb> boxes;
    while (boxes.size() < count) {
        const Vec3 low{whole(12), whole(12), whole(12)};
        const Aabb box{low, low + Vec3{1 + whole(8), 1 + whole(8), 1 + whole(8)}};
        const Vec3 one{1, 1, 1};
        const bool free = std::none_of(boxes.begin(), boxes.end(), [&](const Aabb& other) {
            return overlaps(Aabb{box.min - one, box.max + one}, other);
        });
        if (free) boxes.push_back(box);
    }
    return boxes;
}

Interval depth_of(const Placed& a, const Placed& b, DepthEffort effort) {
    return -separation(a, b, {.depth = effort}).distance;
}

TEST(TightDepth, of_solids_made_of_boxes_contains_the_exact_one) {
    Random random(8);
    int deep = 0, tight = 0;
    for (int i = 0; i < 24; ++i) {
        const std::vector<Aabb> in_a = random_boxes(random, 1 + random.index(4));
        const std::vector<Aabb> in_b = random_boxes(random, 1 + random.index(4));
        const double exact = exact_escape(forbidden(in_a, in_b));
        const Pose pose = i % 3 == 0 ? Pose{} : random.pose(5);
        const Placed a{solid_of(in_a), pose}, b{solid_of(in_b), pose};
        if (exact == 0) continue;
        ++deep;
        const Interval quick = depth_of(a, b, DepthEffort::quick);
        const Interval found = depth_of(a, b, DepthEffort::tight);
        for (const Interval& each : {quick, found}) {
            EXPECT_LE(each.lower, exact * (1 + 1e-12)) << i;
            EXPECT_GE(each.upper, exact * (1 - 1e-12)) << i;
        }
        tight += found.upper <= 1.0101 * found.lower ? 1 : 0;
    }
    EXPECT_GE(deep, 12);
    EXPECT_GE(5 * tight, 4 * deep) << tight << " of " << deep;
}

/// Translations of random directions and lengths within the lower bound overlap, by a test that knows nothing
/// of depths; the upper bound along the normal does not.
void expect_true_bounds(const Placed& a, const Placed& b, DepthEffort effort, Random& random) {
    const Separation s = separation(a, b, {.depth = effort});
    const Interval depth = -s.distance;
    ASSERT_LE(depth.lower, depth.upper);
    for (int i = 0; i < 60; ++i) {
        Placed moved = b;
        const double length = depth.lower * (i % 2 == 0 ? 0.9999 : std::cbrt(random.unit()));
        moved.pose.position += length * random.direction();
        EXPECT_TRUE(overlaps(a, moved));
    }
    Placed out = b;
    out.pose.position += (depth.upper + 1e-9 * a.shape.reach()) * s.normal;
    EXPECT_NE(decide(a, out).answer, Answer::intersecting);
}

TEST(TightDepth, bounds_hold_for_every_translation_tried) {
    Random random(9);
    const std::vector<Shape> shapes{solid(torus_mesh({1, 0.3, 16, 8})),
                                    solid(noisy_sphere_mesh({1, 0.2, 2, 3})), solid(tube(0.5, 0.9, 0.4, 12)),
                                    solid(tube(0, 0.3, 1.2, 9))};
    int tight = 0, pairs = 0;
    for (int i = 0; i < 10; ++i) {
        const Placed a{shapes[random.index(4)], Pose::from(random.rotation(), {})};
        const Placed b{shapes[random.index(4)],
                       Pose::from(random.rotation(), random.uniform(0.2, 1) * random.direction())};
        if (!(separation(a, b).distance.upper < 0)) continue;
        expect_true_bounds(a, b, DepthEffort::quick, random);
        expect_true_bounds(a, b, DepthEffort::tight, random);
        const Interval found = depth_of(a, b, DepthEffort::tight);
        ++pairs;
        tight += found.upper <= 1.02 * found.lower ? 1 : 0;
    }
    EXPECT_GE(pairs, 5);
    EXPECT_GE(4 * tight, 3 * pairs) << tight << " of " << pairs;
}

/// Stuck in its hole, a pin has to go out along the axis: 4.5 from the middle of a ring of height 4.
TEST(TightDepth, of_a_pin_in_its_hole_is_the_way_out) {
    Random random(10);
    const Pose pose = random.pose(3);
    const Placed ring{solid(tube(5, 8, 2, 32)), pose};
    for (const double excess : {0.1, 0.03}) {
        const Placed pin{solid(tube(0, 5 + excess, 2.5, 31)), pose};
        expect_true_bounds(ring, pin, DepthEffort::tight, random);
        const Interval found = depth_of(ring, pin, DepthEffort::tight);
        EXPECT_TRUE(found.contains(4.5)) << found.lower << ' ' << found.upper;
        EXPECT_LE(found.upper, 1.1 * found.lower) << excess;
    }
}

TEST(TightDepth, scales_with_the_shapes_and_flips_with_the_pair) {
    const TriangleSoup torus = torus_mesh({1, 0.3, 16, 8});
    for (const double size : {1e-6, 1.0, 1e6}) {
        TriangleSoup soup = torus;
        for (Vec3& v : soup.vertices) v = size * v;
        const Placed a{solid(soup), {}};
        const Placed b{a.shape, Pose::from(Quat::from_axis_angle({1, 1, 0}, 1), size * Vec3{0.9, 0.1, 0.2})};
        const Separation s = separation(a, b, {.depth = DepthEffort::tight});
        EXPECT_LE(s.distance.lower, s.distance.upper);
        EXPECT_LE(s.distance.lower / s.distance.upper, 1.0101);
        const Separation swapped = separation(b, a, {.depth = DepthEffort::tight});
        EXPECT_EQ(swapped.distance, s.distance);
        EXPECT_EQ(swapped.normal, -s.normal);
    }
}

}  // namespace
}  // namespace graze
