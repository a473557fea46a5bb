// BSP trees: labels against exact sides, no overlap missed and fewer near misses with bevels, first impacts
// against closed forms and against dense sampling of the motion.
#include "graze/solid/inside.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/mesh/generate.hpp"
#include "graze/query/query.hpp"
#include "oracle/random.hpp"
#include "solid/surface_distance.hpp"

namespace graze::test {
namespace {

Mesh solid(const TriangleSoup& soup) {
    return Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid}).value();
}

TriangleSoup nested() {
    TriangleSoup all = box_mesh({1, 1, 1});
    for (const auto& [a, b, c] : box_mesh({1, 1, 1}).triangles)
        all.triangles.push_back({a + 8, c + 8, b + 8});
    for (const Vec3& v : box_mesh({0.5, 0.6, 0.7}).vertices) all.vertices.push_back(v);
    return all;
}

std::vector<TriangleSoup> bodies() {
    return {box_mesh({1, 0.5, 0.7}),
            torus_mesh({0.8, 0.3, 24, 12}),
            gear_mesh({9, 1, 0.8, 0.3, 0.2, 2}),
            noisy_sphere_mesh({0.8, 0.4, 3, 4}),
            torus_knot_mesh({2, 3, 0.7, 0.3, 0.12, 64, 6}),
            nested()};
}

TEST(Bsp, LabelsEqualExactSides) {
    Random random(31);
    for (const BspOptions& options : {BspOptions{}, BspOptions{.auxiliary_planes = false, .bevels = false},
                                      BspOptions{.candidates = 1}}) {
        for (const TriangleSoup& soup : bodies()) {
            const Mesh mesh = solid(soup);
            const auto tree = BspTree::build(mesh, options);
            ASSERT_TRUE(tree.has_value());
            int inside = 0, near = 0;
            for (int i = 0; i < 600; ++i) {
                const Vec3 p = random.in_cube(1.1);
                const PointDistance truth = distance_from_point({mesh, Pose::identity()}, p);
                // Closer than the thickness the tree may say either.
                if (abs(truth.distance).lower < 3 * tree->thickness()) {
                    ++near;
                    continue;
                }
                ASSERT_EQ(tree->contains(p), truth.side == PointSide::inside)
                    << p.x << " " << p.y << " " << p.z;
                inside += truth.side == PointSide::inside;
            }
            EXPECT_GT(inside, 10);
            EXPECT_LT(near, 10);
        }
    }
}

TriangleSoup inside_out(TriangleSoup soup) {
    for (auto& [a, b, c] : soup.triangles) std::swap(b, c);
    return soup;
}

TriangleSoup both(TriangleSoup all, const TriangleSoup& other, const Vec3& shift) {
    const auto first = static_cast<std::uint32_t>(all.vertices.size());
    for (const Vec3& v : other.vertices) all.vertices.push_back(v + shift);
    for (const auto& [a, b, c] : other.triangles) all.triangles.push_back({a + first, b + first, c + first});
    return all;
}

TEST(Bsp, LabelsDoNotDependOnHowShellsAreWound) {
    Random random(35);
    const TriangleSoup box = box_mesh({0.5, 0.5, 0.5});
    const std::vector<TriangleSoup> odd{
        both(box_mesh({1, 1, 1}), box, {}),                // a cavity wound like the outside
        both(box, box, {0.4, 0.25, 0.125}),                // what two shells share is outside
        both(box, inside_out(box), {1.2, 0, 0}),           // one shell inside out
        inside_out(torus_mesh({0.8, 0.3, 24, 12})),        // all of it
        both(box, box, {}),                                // twins: nothing is inside
        torus_knot_mesh({2, 3, 0.7, 0.28, 0.35, 64, 8})};  // crosses itself
    for (const TriangleSoup& soup : odd) {
        const Mesh mesh = solid(soup);
        const auto tree = BspTree::build(mesh);
        ASSERT_TRUE(tree.has_value());
        for (int i = 0; i < 400; ++i) {
            const Vec3 p = random.in_cube(1.2);
            const PointDistance truth = distance_from_point({mesh, Pose::identity()}, p);
            if (abs(truth.distance).lower < 3 * tree->thickness()) continue;
            ASSERT_EQ(tree->contains(p), truth.side == PointSide::inside) << p.x << " " << p.y << " " << p.z;
            const Placed ball{Sphere{0.1}, Pose::translation(p)};
            ASSERT_TRUE(tree->may_overlap(ball) || !overlaps({mesh, Pose::identity()}, ball));
        }
    }
}

TEST(Bsp, SolidsWithoutVolumeAreMetWhereTheyAre) {
    TriangleSoup leaf;
    leaf.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    leaf.triangles = {{0, 1, 2}, {0, 2, 1}};
    const auto tree = BspTree::build(solid(leaf));
    ASSERT_TRUE(tree.has_value());
    for (const double z : {-0.05, 0.0, 0.05})
        EXPECT_TRUE(tree->may_overlap({Sphere{0.1}, Pose::translation({0.2, 0.2, z})}));
    for (const double z : {-0.15, 0.15})
        EXPECT_FALSE(tree->may_overlap({Sphere{0.1}, Pose::translation({0.2, 0.2, z})}));
    EXPECT_TRUE(tree->contains({0.2, 0.2, 0}));
    EXPECT_FALSE(tree->contains({0.2, 0.2, 0.01}));
    EXPECT_FALSE(tree->contains({0.2, 0.2, -0.01}));
    for (const double side : {-1.0, 1.0}) {
        const auto impact =
            tree->first_impact({Sphere{0.5}, Pose::translation({0.2, 0.2, side})}, {0, 0, -side});
        ASSERT_TRUE(impact.has_value());
        EXPECT_NEAR(impact->t, 0.5, 1e-7);
        EXPECT_NEAR(impact->normal.z, side, 1e-12);
    }
}

TEST(Bsp, IsAsSmallFarFromTheOrigin) {
    const TriangleSoup torus = torus_mesh({1, 0.3, 20, 10});
    const std::size_t nodes = BspTree::build(solid(torus))->nodes().size();
    Random random(36);
    for (const double away : {1e7, 1e8, 1e10}) {
        TriangleSoup soup = torus;
        for (Vec3& v : soup.vertices) v.x += away;
        const Mesh mesh = solid(soup);
        const auto tree = BspTree::build(mesh, {.max_nodes = static_cast<std::uint32_t>(3 * nodes)});
        ASSERT_TRUE(tree.has_value()) << away;
        EXPECT_GE(tree->thickness(), 64 * kEps * away);
        EXPECT_LT(tree->thickness(), 65 * kEps * (away + 2) + 3e-9);
        for (const Vec3& v : mesh.vertices()) EXPECT_TRUE(tree->contains(v));
        int inside = 0;
        for (int i = 0; i < 200; ++i) {
            const Vec3 in_box = random.in_cube(1.3),
                       p = Vec3{away, 0, 0} + Vec3{in_box.x, in_box.y, 0.25 * in_box.z};
            const PointDistance truth = distance_from_point({mesh, Pose::identity()}, p);
            if (abs(truth.distance).lower < 3 * tree->thickness()) continue;
            ASSERT_EQ(tree->contains(p), truth.side == PointSide::inside) << away;
            inside += truth.side == PointSide::inside;
        }
        EXPECT_GT(inside, 10);
    }
}

TEST(Bsp, ThePointsOfTheSurfaceAreInside) {
    for (const double scale : {1e-80, 1e-6, 1.0, 1e6, 1e90}) {
        TriangleSoup soup = gear_mesh({});
        for (Vec3& v : soup.vertices) v *= scale;
        const Mesh mesh = solid(soup);
        const auto tree = BspTree::build(mesh);
        for (const Vec3& v : mesh.vertices()) EXPECT_TRUE(tree->contains(v));
        for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
            const Triangle t = mesh.triangle(i);
            EXPECT_TRUE(tree->contains(0.25 * t.a + 0.5 * t.b + 0.25 * t.c));
        }
        EXPECT_FALSE(tree->contains({0, 0, 0})) << "the bore";
        EXPECT_TRUE(tree->contains(Vec3{0.5, 0, 0} * scale));
    }
}

TEST(Bsp, IsSmallAndShallow) {
    const Mesh round = solid(icosphere_mesh(1, 2));
    const auto chain = BspTree::build(round, {.auxiliary_planes = false, .bevels = false});
    const auto tree = BspTree::build(round, {.bevels = false});
    EXPECT_GT(chain->depth(), round.triangle_count() / 2) << "a convex body makes a chain of its own planes";
    EXPECT_LT(tree->depth(), chain->depth() / 4);
    const double n = static_cast<double>(round.triangle_count());
    EXPECT_LT(static_cast<double>(tree->nodes().size()), 2 * n * std::log2(n));
    for (std::size_t i = 0; i < tree->nodes().size(); ++i) {
        const BspNode& node = tree->nodes()[i];
        for (const std::int32_t child : {node.below, node.above}) {
            EXPECT_TRUE(child == BspNode::kInside || child == BspNode::kOutside ||
                        child > static_cast<std::int32_t>(i));
        }
    }
}

/// A tetrahedron with sharp edges.
TriangleSoup spike() {
    TriangleSoup soup;
    soup.vertices = {{-1, -0.1, -0.1}, {-1, 0.1, -0.1}, {-1, 0, 0.15}, {1, 0, 0}};
    soup.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    return soup;
}

bool truly_overlap(const Mesh& mesh, const Placed& convex) {
    for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
        if (overlaps({mesh.triangle(i), Pose::identity()}, convex)) return true;
    }
    return side_of(mesh.data(), convex.pose * convex.shape.centre()) != PointSide::outside;
}

TEST(Bsp, NoOverlapIsMissedAndBevelsSpareNearMisses) {
    Random random(33);
    for (const TriangleSoup& soup :
         {spike(), gear_mesh({9, 1, 0.8, 0.3, 0.2, 1}), noisy_sphere_mesh({0.8, 0.4, 2, 4})}) {
        const Mesh mesh = solid(soup);
        const auto plain = BspTree::build(mesh, {.bevels = false});
        const auto bevelled = BspTree::build(mesh);
        int hits = 0, plain_extra = 0, bevelled_extra = 0;
        for (int i = 0; i < 600; ++i) {
            const Pose pose = random.pose(1.3);
            const Shape shape = i % 3 == 0   ? Shape(Sphere{random.uniform(0.05, 0.3)})
                                : i % 3 == 1 ? Shape(Box{{0.2, 0.1, 0.05}})
                                             : Shape(Capsule{0.1, 0.2});
            const Placed placed{shape, pose};
            const bool truth = truly_overlap(mesh, placed);
            hits += truth;
            const bool before = plain->may_overlap(placed), after = bevelled->may_overlap(placed);
            ASSERT_TRUE(before || !truth);
            ASSERT_TRUE(after || !truth);
            EXPECT_TRUE(before || !after) << "bevels only take away";
            plain_extra += before && !truth;
            bevelled_extra += after && !truth;
        }
        EXPECT_GT(hits, 5);
        EXPECT_LE(bevelled_extra, plain_extra);
        RecordProperty("near_misses", plain_extra);
        RecordProperty("near_misses_bevelled", bevelled_extra);
    }
    // At the tip of a spike shifted planes reach far beyond it.
    const Mesh mesh = solid(spike());
    const Placed ball{Sphere{0.1}, Pose::translation({1.3, 0, 0})};
    EXPECT_TRUE(BspTree::build(mesh, {.bevels = false})->may_overlap(ball));
    EXPECT_FALSE(BspTree::build(mesh)->may_overlap(ball));
}

TEST(Bsp, FirstImpactsOfBallsOnABox) {
    const auto tree = BspTree::build(solid(box_mesh({1, 1, 1})));
    const auto hit = [&](const Vec3& from, const Vec3& displacement) {
        return tree->first_impact({Sphere{0.5}, Pose::translation(from)}, displacement);
    };
    const auto front = hit({-5, 0.2, 0.3}, {10, 0, 0});
    ASSERT_TRUE(front.has_value());
    EXPECT_NEAR(front->t, 0.35, 1e-8);
    EXPECT_LE(front->t, 0.35 + 1e-12);
    EXPECT_NEAR(front->normal.x, -1, 1e-12);
    const auto slanted = hit({0, 5, 0}, {0.5, -10, 0.5});
    ASSERT_TRUE(slanted.has_value());
    EXPECT_NEAR(slanted->t, 0.35, 1e-8);
    EXPECT_NEAR(slanted->normal.y, 1, 1e-12);
    EXPECT_FALSE(hit({-5, 2, 0}, {10, 0, 0}).has_value()) << "passes above, along a plane";
    EXPECT_TRUE(hit({-5, 1.5, 0}, {10, 0, 0}).has_value()) << "touches while it passes";
    EXPECT_FALSE(hit({-5, 0, 0}, {3.4, 0, 0}).has_value()) << "stops short";
    EXPECT_EQ(hit({0, 0, 0}, {1, 0, 0})->t, 0);
    EXPECT_EQ(hit({0, 0, 0}, {0, 0, 0})->t, 0);
    EXPECT_FALSE(hit({3, 0, 0}, {0, 0, 0}).has_value());
    EXPECT_EQ(tree->first_impact({Sphere{-1}, Pose::identity()}, {1, 0, 0})->t, 0)
        << "invalid shapes may be anywhere";
}

TEST(Bsp, FirstImpactsAreNeverLate) {
    Random random(34);
    for (const TriangleSoup& soup : bodies()) {
        const Mesh mesh = solid(soup);
        const auto tree = BspTree::build(mesh);
        int hits = 0;
        for (int i = 0; i < 25; ++i) {
            const Vec3 from = 3.0 * random.direction(), to = random.in_cube(0.8);
            const Placed point{Point{}, Pose::translation(from)};
            const auto impact = tree->first_impact(point, 2.0 * (to - from));
            // The nearest triangle along the way, by all of them.
            double first = 2;
            for (std::size_t k = 0; k < mesh.triangle_count(); ++k) {
                const auto ray = raycast({from, 2.0 * (to - from)}, {mesh.triangle(k), Pose::identity()});
                if (ray) first = std::min(first, ray->t);
            }
            ASSERT_EQ(impact.has_value(), first <= 1) << "for points the planes are not shifted";
            if (!impact) continue;
            ++hits;
            EXPECT_NEAR(impact->t, first, 1e-7);
            // A box on the same way comes no later than it truly does.
            const Placed box{Box{{0.1, 0.05, 0.02}}, random.pose(0)};
            const auto sooner = tree->first_impact({box.shape, {box.pose.rotation, from}}, 2.0 * (to - from));
            ASSERT_TRUE(sooner.has_value());
            EXPECT_LE(sooner->t, impact->t + 1e-9);
            for (double s = 0; s < 0.99; s += 0.11) {
                EXPECT_FALSE(truly_overlap(
                    mesh, {box.shape, {box.pose.rotation, from + (s * sooner->t * 2.0) * (to - from)}}));
            }
        }
        EXPECT_GT(hits, 4);
    }
}

TEST(Bsp, RefusesWhatIsNoSolid) {
    const TriangleSoup soup = terrain_mesh({});
    const auto surface = Mesh::build(soup.vertices, soup.triangles);
    EXPECT_EQ(BspTree::build(*surface).error().rule, Rule::not_closed);
    EXPECT_EQ(BspTree::build(solid(torus_mesh({})), {.max_nodes = 10}).error().rule, Rule::too_complex);
    EXPECT_EQ(BspTree::build(solid(torus_mesh({})), {.candidates = 0}).error().rule, Rule::too_few);
    TriangleSoup flat;
    flat.vertices = {{0, 0, 0}};
    flat.triangles = {{0, 0, 0}};
    EXPECT_FALSE(BspTree::build(solid(flat))->contains({1, 0, 0}));
}

}  // namespace
}  // namespace graze::test
