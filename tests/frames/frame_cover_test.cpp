// Covers of solids by frames: children in their parents, siblings apart, every point of the solid in a leaf,
// less volume on every level.
#include "graze/frames/frame_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "graze/math/interval.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/random.hpp"
#include "solid/side_of.hpp"

namespace graze::test {
namespace {

Mesh solid_mesh(const TriangleSoup& soup, double scale = 1) {
    std::vector<Vec3> vertices = soup.vertices;
    for (Vec3& v : vertices) v = v * scale;
    auto mesh = Mesh::build(vertices, soup.triangles, {.kind = MeshKind::solid});
    if (!mesh) ADD_FAILURE() << mesh.error().message();
    return *mesh;
}

FrameTree cover(const Shape& solid, const FrameCoverOptions& options = {}) {
    auto tree = cover_by_frames(solid, options);
    if (!tree) ADD_FAILURE() << tree.error().message();
    return *std::move(tree);
}

/// Certainly: the three coordinates of the point in the frame, evaluated in intervals.
bool holds(const Frame<3>& box, const Vec3& p) {
    const auto& c = box.components();
    const IntervalVec3 x = enclose(p) - enclose(box.origin());
    const Interval volume = dot(enclose(c[0]), cross(enclose(c[1]), enclose(c[2])));
    for (std::size_t i = 0; i < 3; ++i) {
        const Interval at = dot(x, cross(enclose(c[(i + 1) % 3]), enclose(c[(i + 2) % 3]))) / volume;
        if (!(at.lower >= 0 && at.upper <= 1)) return false;
    }
    return true;
}

/// The nodes of a level, with the leaves above it: a cover of its own.
std::vector<std::uint32_t> level_of(const FrameTree& tree, std::size_t level) {
    std::vector<std::uint32_t> nodes{0};
    for (std::size_t i = 0; i < level; ++i) {
        std::vector<std::uint32_t> next;
        for (const std::uint32_t n : nodes) {
            const FrameNode& node = tree.nodes()[n];
            if (node.child_count == 0) next.push_back(n);
            for (std::uint32_t c = 0; c < node.child_count; ++c) next.push_back(node.first_child + c);
        }
        nodes = next;
    }
    return nodes;
}

double volume_of(const FrameTree& tree, const std::vector<std::uint32_t>& nodes) {
    double volume = 0;
    for (const std::uint32_t n : nodes) volume += tree.nodes()[n].volume.volume();
    return volume;
}

void expect_refines(const FrameTree& tree) {
    for (const FrameNode& node : tree.nodes()) {
        double below = 0;
        for (std::uint32_t c = node.first_child; c < node.first_child + node.child_count; ++c) {
            EXPECT_TRUE(contains(node.volume, tree.nodes()[c].volume));
            below += tree.nodes()[c].volume.volume();
        }
        EXPECT_LE(below, (1 + 1e-9) * node.volume.volume());
    }
    double last = volume_of(tree, {0});
    std::size_t count = 1;
    for (std::size_t level = 1; level < tree.depth(); ++level) {
        const auto nodes = level_of(tree, level);
        EXPECT_GE(nodes.size(), count);
        EXPECT_LE(volume_of(tree, nodes), (1 + 1e-9) * last);
        count = nodes.size();
        last = volume_of(tree, nodes);
    }
    EXPECT_EQ(count, tree.leaf_count());
}

/// On every level.
void expect_covers(const FrameTree& tree, const Vec3& point) {
    for (std::size_t level = 0; level < tree.depth(); ++level) {
        const auto nodes = level_of(tree, level);
        EXPECT_TRUE(std::any_of(nodes.begin(), nodes.end(),
                                [&](std::uint32_t n) { return holds(tree.nodes()[n].volume, point); }));
    }
}

double enclosed_volume(const Mesh& mesh) {
    double six = 0;
    for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
        const Triangle t = mesh.triangle(i);
        six += dot(t.a, cross(t.b, t.c));
    }
    return six / 6;
}

TEST(FrameCover, SolidMeshes) {
    Random random(61);
    struct Case {
        TriangleSoup soup;
        double most;  ///< Volume of the leaves over that of the solid.
    };
    const Case cases[] = {{torus_mesh({1, 0.3, 24, 12}), 2.2},
                          {torus_knot_mesh({2, 3, 1, 0.4, 0.15, 96, 8}), 3.5},
                          {gear_mesh({10, 1, 0.8, 0.3, 0.2, 1}), 1.5},
                          {noisy_sphere_mesh({1, 0.3, 2, 3}), 1.5},
                          {box_mesh({0.5, 0.7, 0.9}), 1 + 1e-9}};
    for (const Case& each : cases) {
        for (const double scale : {1e-6, 1.0, 1e6}) {
            const Mesh mesh = solid_mesh(each.soup, scale);
            const FrameTree tree = cover(mesh);
            EXPECT_LE(tree.leaf_count(), 256U);
            expect_refines(tree);
            EXPECT_GE(volume_of(tree, level_of(tree, tree.depth())), enclosed_volume(mesh));
            EXPECT_LE(volume_of(tree, level_of(tree, tree.depth())), each.most * enclosed_volume(mesh));
            int inside = 0;
            while (inside < 40) {
                const Vec3 p = random.in_cube(1.6) * scale;
                if (side_of(mesh.data(), p) != PointSide::inside) continue;
                expect_covers(tree, p);
                ++inside;
            }
            for (std::size_t i = 0; i < mesh.triangle_count(); i += 7) {
                const Triangle t = mesh.triangle(i);
                for (const Vec3& p : {t.a, 0.5 * (t.a + t.b), 0.25 * t.a + 0.25 * t.b + 0.5 * t.c})
                    expect_covers(tree, p);
            }
        }
    }
}

TEST(FrameCover, MoreLeavesLieCloser) {
    const Mesh ring = solid_mesh(torus_mesh({1, 0.3, 24, 12}));
    double last = 1e300;
    for (const std::uint32_t leaves : {1U, 8U, 64U, 512U, 4096U}) {
        const FrameTree tree = cover(ring, {.max_leaves = leaves});
        const double volume = volume_of(tree, level_of(tree, tree.depth()));
        EXPECT_LE(tree.leaf_count(), leaves);
        EXPECT_LT(volume, last);
        last = volume;
    }
    EXPECT_LE(last, 1.25 * enclosed_volume(ring));
    EXPECT_EQ(cover(ring, {.max_leaves = 512, .max_levels = 1}).depth(), 2U);
}

TEST(FrameCover, CavitiesStayEmpty) {
    TriangleSoup hollow = box_mesh({1, 1, 1});
    const TriangleSoup inner = box_mesh({0.7, 0.7, 0.7});
    for (const Vec3& v : inner.vertices) hollow.vertices.push_back(v);
    for (const auto& t : inner.triangles) hollow.triangles.push_back({t[0] + 8, t[2] + 8, t[1] + 8});
    const Mesh mesh = solid_mesh(hollow);
    const FrameTree tree = cover(mesh, {.max_leaves = 2048});
    expect_refines(tree);
    for (const std::uint32_t n : level_of(tree, tree.depth()))
        EXPECT_FALSE(holds(tree.nodes()[n].volume, {0.05, 0.1, 0.15}));
    expect_covers(tree, {0.85, 0.1, 0.2});
}

TEST(FrameCover, CompoundsConvexShapesAndMargins) {
    Random random(62);
    const std::vector<CompoundPart> parts{{Sphere{0.4}, Affine{}},
                                          {Box{{1, 0.1, 0.1}}, Affine::from(random.pose(0.5))},
                                          {Cylinder{0.2, 0.6}, Affine::from(random.pose(0.8))}};
    const Mesh ring = solid_mesh(torus_mesh({1, 0.3, 16, 8}));
    const Shape shapes[] = {*Compound::build(parts), Sphere{0.7}, Cone{0.4, 0.6}, rounded(ring, 0.1),
                            rounded(Shape(*Compound::build(parts)), 0.05)};
    for (const Shape& shape : shapes) {
        const FrameTree tree = cover(shape);
        expect_refines(tree);
        int inside = 0;
        while (inside < 60) {
            const Vec3 p = random.in_cube(1.8);
            if (!overlaps({Point{}, Pose::translation(p)}, {shape, Pose::identity()})) continue;
            expect_covers(tree, p);
            ++inside;
        }
        EXPECT_LT(volume_of(tree, level_of(tree, tree.depth())), 0.85 * tree.nodes()[0].volume.volume());
    }
}

TEST(FrameCover, ServesTheFrameSearch) {
    Random random(63);
    const Mesh knot = solid_mesh(torus_knot_mesh({2, 3, 1, 0.4, 0.15, 64, 6})),
               gear = solid_mesh(gear_mesh({8, 1, 0.8, 0.3, 0.2, 1}));
    const auto of_knot = std::make_shared<const FrameTree>(cover(knot)),
               of_gear = std::make_shared<const FrameTree>(cover(gear));
    int apart = 0, overlapping = 0;
    for (int i = 0; i < 60; ++i) {
        const Pose x = random.pose(1), y = random.pose(2);
        const bool covers_overlap = collide({of_knot, x}, {of_gear, y});
        const bool overlap = overlaps({knot, x}, {gear, y});
        EXPECT_TRUE(covers_overlap || !overlap);
        apart += covers_overlap ? 0 : 1;
        overlapping += overlap ? 1 : 0;
    }
    EXPECT_GT(apart, 10);
    EXPECT_GT(overlapping, 10);
}

TEST(FrameCover, RefusesWhatHasNoInside) {
    const TriangleSoup soup = torus_mesh({1, 0.3, 16, 8});
    EXPECT_EQ(cover_by_frames(*Mesh::build(soup.vertices, soup.triangles)).error().rule, Rule::not_closed);
    EXPECT_EQ(cover_by_frames(HalfSpace{}).error().rule, Rule::unbounded_child);
    EXPECT_EQ(cover_by_frames(Sphere{-1}).error().rule, Rule::invalid_child);
    EXPECT_EQ(cover_by_frames(Sphere{1}, {.max_leaves = 0}).error().rule, Rule::out_of_range);
    EXPECT_EQ(cover_by_frames(Sphere{1}, {.max_levels = 61}).error().rule, Rule::out_of_range);
    const Affine away = Affine::from(Pose::translation({1, 2, 3}));
    for (const Shape& point :
         {Shape(Point{}), transformed(Point{}, away), Shape(Sphere{0}), Shape(Box{{0, 0, 0}})})
        EXPECT_EQ(cover_by_frames(point).error().rule, Rule::flat);
    for (const Vec3& at : {Vec3{}, Vec3{1, 2, 3}}) {
        const Mesh point =
            *Mesh::build(std::vector<Vec3>{at}, std::vector<std::array<std::uint32_t, 3>>{{0, 0, 0}},
                         {.kind = MeshKind::solid});
        EXPECT_EQ(cover_by_frames(point).error().rule, Rule::flat);
    }
}

TEST(FrameCover, FlatShapesAreCoveredWhereTheyAre) {
    const Mesh flat = *Mesh::build(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                   std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {0, 2, 1}},
                                   {.kind = MeshKind::solid});
    for (const Shape& shape : {Shape(flat), Shape(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})}) {
        const FrameTree tree = cover(shape);
        expect_refines(tree);
        for (const Vec3& p : {Vec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, 0}, {0.5, 0.5, 0}})
            expect_covers(tree, p);
        const double thickness = 1e-6 * std::sqrt(2.0);  // of a root as long as the longest edge
        EXPECT_LE(tree.nodes()[0].volume.volume(), 2 * thickness);
        for (const double z : {-1.0, 1.0})
            EXPECT_FALSE(holds(tree.nodes()[0].volume, {0.25, 0.25, z * 2 * thickness}));
    }
}

}  // namespace
}  // namespace graze::test
