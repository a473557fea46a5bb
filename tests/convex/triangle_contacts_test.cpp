// Contacts of two bare triangles against those of the same triangles as shapes, and the shortest way out
// against the solver's depth.
#include "convex/manifold/triangle_contacts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/query/query.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

struct Case {
    Triangle local_a;
    Triangle local_b;
    Pose pose_a;
    Pose pose_b;

    [[nodiscard]] ContactTriangles triangles() const {
        return {contact_triangle(local_a, pose_a, pose_a.position),
                contact_triangle(local_b, pose_b, pose_a.position)};
    }
    [[nodiscard]] Placed a() const { return {local_a, pose_a}; }
    [[nodiscard]] Placed b() const { return {local_b, pose_b}; }
};

Triangle random_triangle(Random& random, double size) {
    return {random.in_cube(size), random.in_cube(size), random.in_cube(size)};
}

Case random_case(Random& random, double scale) {
    Pose pose_a = random.pose(0);
    pose_a.position = random.in_cube(10 * scale);
    Pose pose_b = random.pose(0);
    pose_b.position = pose_a.position + random.in_cube(0.5 * scale);
    return {random_triangle(random, scale), random_triangle(random, scale), pose_a, pose_b};
}

TEST(TriangleContacts, ShortestExitIsTheDepth) {
    Random random(41);
    int overlapping = 0;
    for (int i = 0; i < 3000; ++i) {
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        const Case pair = random_case(random, scale);
        const Separation s = separation(pair.a(), pair.b());
        if (!(s.distance.upper < 0)) continue;
        ++overlapping;
        const ShortestExit exit = shortest_exit(pair.triangles());
        EXPECT_NEAR(exit.depth, -s.distance.middle(), 1e-8 * scale) << i;
        EXPECT_NEAR(length(exit.normal), 1, 1e-14) << i;
        const ExitLengths exits = exit_lengths(pair.triangles(), exit.normal);
        EXPECT_NEAR(exits.along, exit.depth, 1e-14 * scale) << i;
        EXPECT_NEAR(exit_lengths(pair.triangles(), -exit.normal).along, exits.against, 1e-14 * scale) << i;
    }
    EXPECT_GT(overlapping, 300);
}

/// In an order of their own: what of it is kept does not depend on it.
std::vector<ContactPoint> sorted(const ContactCandidates& found) {
    std::vector<ContactPoint> points(found.begin(), found.end());
    std::sort(points.begin(), points.end(),
              [](const ContactPoint& x, const ContactPoint& y) { return x.feature < y.feature; });
    return points;
}

/// Returns the number of points.
std::size_t expect_equal_points(const Case& pair, const Vec3& normal, double scale) {
    const double tolerance = 1e-12 * scale;
    const ContactDirection along{normal, {std::cos(0.05), std::sin(0.05)}, tolerance};
    ContactCandidates plain, shapes;
    contacts_along(pair.triangles(), along, plain);
    contacts_along(pair.a(), pair.b(), along, shapes);
    EXPECT_EQ(plain.size(), shapes.size());
    if (plain.size() != shapes.size()) return 0;
    if (pass_beside(pair.triangles(), along)) {
        EXPECT_EQ(shapes.size(), 0U);
    }
    const std::vector<ContactPoint> x = sorted(plain), y = sorted(shapes);
    for (std::size_t i = 0; i < x.size(); ++i) {
        EXPECT_NEAR(length(x[i].position + pair.pose_a.position - y[i].position), 0, 1e-9 * scale);
        EXPECT_NEAR(x[i].depth, y[i].depth, 1e-9 * scale);
        EXPECT_EQ(x[i].feature, y[i].feature);
        EXPECT_EQ(x[i].part_a, 0U);
        EXPECT_EQ(x[i].part_b, 0U);
    }
    return x.size();
}

TEST(TriangleContacts, PointsAreThoseOfTheShapes) {
    Random random(43);
    std::array<std::size_t, 8> counts{};
    for (int i = 0; i < 4000; ++i) {
        SCOPED_TRACE(i);
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        Case pair = random_case(random, scale);
        if (i % 4 == 0) {  // almost in one plane: faces on faces
            pair.pose_b.rotation =
                (Pose::from(Quat::from_axis_angle(random.direction(), 0.01), {}) * pair.pose_a).rotation;
            pair.local_a.c.z = pair.local_a.b.z = pair.local_a.a.z;
            pair.local_b.c.z = pair.local_b.b.z = pair.local_b.a.z;
        }
        const ContactTriangles placed = pair.triangles();
        for (const Vec3& normal :
             {shortest_exit(placed).normal, placed.a.normal, -placed.b.normal, random.direction()})
            ++counts[std::min<std::size_t>(7, expect_equal_points(pair, normal, scale))];
    }
    // No point, one by a corner or by edges, two of an edge on a face, and more of two faces: all occur.
    for (std::size_t n = 0; n < 6; ++n) EXPECT_GT(counts[n], 20U) << n;
}

TEST(TriangleContacts, EndsLieInTheTriangles) {
    Random random(47);
    int found_points = 0;
    for (int i = 0; i < 3000; ++i) {
        const Case pair = random_case(random, 1);
        const ShortestExit exit = shortest_exit(pair.triangles());
        if (exit.depth < 1e-6) continue;
        ContactCandidates found;
        contacts_along(pair.triangles(), {exit.normal, {std::cos(0.05), std::sin(0.05)}, 1e-13}, found);
        double deepest = 0;
        for (const ContactPoint& point : found) {
            const Vec3 end = exit.normal * (0.5 * point.depth);
            const Vec3 middle = point.position + pair.pose_a.position;
            EXPECT_LT(separation({Point{}, Pose::translation(middle + end)}, pair.a()).distance.lower, 1e-10)
                << i;
            EXPECT_LT(separation({Point{}, Pose::translation(middle - end)}, pair.b()).distance.lower, 1e-10)
                << i;
            deepest = std::max(deepest, point.depth);
        }
        EXPECT_NEAR(deepest, exit.depth, 1e-10) << i;
        found_points += static_cast<int>(found.size());
    }
    EXPECT_GT(found_points, 300);
}

TEST(TriangleContacts, ThinTrianglesAndReflections) {
    const Pose pose;
    const ContactTriangle needle = contact_triangle({{0, 0, 0}, {1, 0, 0}, {0.5, 1e-10, 0}}, pose, {});
    EXPECT_TRUE(needle.thin);
    const ContactTriangle nothing = contact_triangle({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, pose, {});
    EXPECT_TRUE(nothing.thin);
    EXPECT_EQ(length(nothing.normal), 1);
    Pose mirror;
    mirror.rotation.columns[0] = {-1, 0, 0};
    const Triangle flat{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const ContactTriangle plain = contact_triangle(flat, pose, {0, 0, 1});
    EXPECT_FALSE(plain.thin);
    EXPECT_EQ(plain.winding, 1);
    EXPECT_EQ(plain.normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(plain.corners[1], (Vec3{1, 0, -1}));
    const ContactTriangle turned = contact_triangle(flat, mirror, {});
    EXPECT_EQ(turned.normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(turned.winding, -1);
    // Parallel edges and equal planes: no axis but the normals is left, and none is needed.
    const ContactTriangles stacked{plain, plain};
    EXPECT_EQ(shortest_exit(stacked).depth, 0);
}

}  // namespace
}  // namespace graze::test
