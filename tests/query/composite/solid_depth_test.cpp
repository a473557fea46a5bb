// Penetration depths of solids: exact for convex ones, close bounds for others. Every upper bound is a
// translation that certainly separates the pair, every lower bound is one that no translation tried
// undercuts.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Mesh solid_mesh(const TriangleSoup& soup, double scale = 1, const Pose& pose = Pose::identity()) {
    std::vector<Vec3> vertices = soup.vertices;
    for (Vec3& v : vertices) v = (pose * v) * scale;
    auto mesh = Mesh::build(vertices, soup.triangles, {.kind = MeshKind::solid});
    if (!mesh) ADD_FAILURE() << mesh.error().message();
    return *mesh;
}

/// b moved as the upper bound of the depth says is apart or touching; a few roundings more and it is apart.
void expect_parts(const Separation& s, const Placed& a, const Placed& b) {
    Placed moved = b;
    moved.pose.position += -s.distance.lower * s.normal;
    EXPECT_NE(decide(a, moved).answer, Answer::intersecting);
    moved.pose.position += 256 * kEps * (a.shape.reach() + b.shape.reach()) * s.normal;
    const Verdict verdict = decide(a, moved);
    EXPECT_EQ(verdict.answer, Answer::disjoint);
    EXPECT_TRUE(verify(verdict, a, moved));
}

/// No translation shorter than the lower bound parts the pair.
void expect_none_shorter(const Separation& s, const Placed& a, const Placed& b, Random& random) {
    for (int i = 0; i < 20; ++i) {
        Placed moved = b;
        const Vec3 direction = i % 2 == 0 ? unit(s.normal + 0.3 * random.direction()) : random.direction();
        moved.pose.position += (-0.999 * s.distance.upper * (i < 10 ? 1 : random.unit())) * direction;
        EXPECT_TRUE(overlaps(a, moved));
    }
}

void expect_well_formed(const Separation& s) {
    EXPECT_LE(s.distance.lower, s.distance.upper);
    EXPECT_LE(s.distance.upper, 0);
    EXPECT_NEAR(length(s.normal), 1, 1e-12);
    const double middle = s.distance.middle(), slack = s.distance.width() + 1e-12 * length(s.point_a);
    EXPECT_NEAR(dot(s.point_b - s.point_a, s.normal), middle, slack);
}

struct Ratios {
    std::vector<double> all;
    void add(const Separation& s) { all.push_back(s.distance.lower / s.distance.upper); }
    [[nodiscard]] double largest() const { return *std::max_element(all.begin(), all.end()); }
    [[nodiscard]] double median() {
        std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
        return all[all.size() / 2];
    }
};

TEST(SolidDepth, ConvexMeshesHaveTheDepthOfTheirHulls) {
    Random random(51);
    const std::vector<TriangleSoup> soups{box_mesh({0.5, 0.7, 0.9}), icosphere_mesh(0.8, 2),
                                          box_mesh({0.1, 1, 1}), icosphere_mesh(0.5, 0)};
    int deep = 0;
    for (int i = 0; i < 120; ++i) {
        const double scale = std::pow(10.0, 6 * (i % 3 - 1));
        // Rotated coordinates leave flat faces a little bent.
        const Mesh a =
            solid_mesh(soups[random.index(4)], scale, i % 2 == 0 ? Pose::identity() : random.pose(0.3));
        const Mesh b =
            solid_mesh(soups[random.index(4)], scale, i % 4 < 2 ? Pose::identity() : random.pose(0.3));
        ASSERT_TRUE(a.data().convex && b.data().convex);
        EXPECT_LE(a.data().convex->excess, 1e-12 * scale);
        const double margin = i % 5 == 0 ? 0.1 * scale : 0;
        const Shape grown = margin > 0 ? rounded(a, margin) : Shape(a);
        const Shape hull_a = margin > 0 ? rounded(*ConvexHull::build(a.vertices()), margin)
                                        : Shape(*ConvexHull::build(a.vertices()));
        const Placed x{grown, random.pose(0.4 * scale)}, y{b, random.pose(0.4 * scale)};
        const Interval truth =
            separation({hull_a, x.pose}, {*ConvexHull::build(b.vertices()), y.pose}).distance;
        if (truth.upper >= 0) continue;
        const Separation s = separation(x, y), back = separation(y, x);
        EXPECT_EQ(s.status, Status::converged);
        EXPECT_NEAR(s.distance.lower, truth.lower, 1e-12 * scale);
        EXPECT_NEAR(s.distance.upper, truth.upper, 1e-12 * scale);
        EXPECT_NEAR(back.distance.middle(), truth.middle(), 2e-9 * scale);
        EXPECT_LE(-s.distance.lower, -1.05 * s.distance.upper);
        expect_well_formed(s);
        ++deep;
    }
    EXPECT_GT(deep, 70);
}

/// What an answer holds of no use is empty: answers that say the same are the same, also when they are
/// written and read again.
TEST(SolidDepth, NothingIsLeftOfTheHulls) {
    const Placed a{solid_mesh(box_mesh({1, 1, 1})), Pose::identity()},
        b{solid_mesh(box_mesh({0.2, 0.3, 0.4})), Pose::translation({0.3, 0.2, 0.1})};
    const Separation s = separation(a, b);
    EXPECT_EQ(s.terms, 0U);
    for (std::size_t i = 0; i < s.weights.size(); ++i) {
        EXPECT_EQ(s.weights[i], 0.0);
        EXPECT_EQ(s.directions[i], Vec3{});
    }
}

TEST(SolidDepth, CertifiedIsThePlainAnswer) {
    const Placed gear{solid_mesh(gear_mesh({.teeth = 20})), Pose::identity()};
    for (const Vec3& place : {Vec3{1.7, 0, 0}, Vec3{2.5, 0.1, 0}}) {
        const Placed wheel{solid_mesh(gear_mesh({.teeth = 20})), Pose::translation(place)},
            ball{Sphere{0.3}, Pose::translation(place)};
        for (const Placed& other : {wheel, ball}) {
            const Separation plain = separation(gear, other);
            const CertifiedSeparation certified = certified_separation(gear, other);
            EXPECT_EQ(certified.separation.distance, plain.distance);
            EXPECT_EQ(certified.separation.normal, plain.normal);
            EXPECT_TRUE(certified.certificate.vertices.empty());
            EXPECT_EQ(certified_separation(other, gear).separation.distance,
                      separation(other, gear).distance);
        }
    }
}

TEST(SolidDepth, ConvexMeshesAgainstConvexShapes) {
    Random random(52);
    const Mesh box = solid_mesh(box_mesh({0.5, 0.7, 0.9}));
    for (int i = 0; i < 40; ++i) {
        const Shape other = i % 4 == 0   ? Shape(Sphere{0.4})
                            : i % 4 == 1 ? Shape(Cylinder{0.3, 0.6})
                            : i % 4 == 2 ? Shape(Capsule{0.2, 0.5})
                                         : Shape(Box{{0.3, 0.4, 0.5}});
        const Placed x{box, random.pose(0.3)}, y{other, random.pose(0.3)};
        const Interval truth = separation({Box{{0.5, 0.7, 0.9}}, x.pose}, y).distance;
        if (truth.upper >= 0) continue;
        for (const Separation& s : {separation(x, y), separation(y, x)}) {
            EXPECT_LE(s.distance.lower, truth.upper);
            EXPECT_GE(s.distance.upper, truth.lower);
            EXPECT_LE(s.distance.width(), 0.05 * -truth.middle());
            EXPECT_EQ(s.status, Status::converged);
        }
    }
}

TEST(SolidDepth, ConvexityIsDistinguishedFromSmallDents) {
    TriangleSoup soup = icosphere_mesh(1, 2);
    EXPECT_TRUE(solid_mesh(soup).data().convex.has_value());
    for (const double dent : {0.2, 1e-2, 1e-4}) {
        TriangleSoup dented = soup;
        dented.vertices[57] = dented.vertices[57] * (1 - 0.1 - dent);
        EXPECT_FALSE(solid_mesh(dented).data().convex.has_value()) << dent;
    }
    EXPECT_FALSE(solid_mesh(torus_mesh({1, 0.3, 16, 8})).data().convex.has_value());
    EXPECT_FALSE(solid_mesh(gear_mesh({8, 1, 0.8, 0.3, 0.2, 1})).data().convex.has_value());
    // The surface of a ball is not a ball.
    EXPECT_FALSE((*Mesh::build(soup.vertices, soup.triangles)).data().convex.has_value());
    // A cavity, and two bodies: every triangle of the outer shell looks convex.
    TriangleSoup hollow = box_mesh({1, 1, 1});
    const TriangleSoup inner = box_mesh({0.5, 0.5, 0.5});
    for (const Vec3& v : inner.vertices) hollow.vertices.push_back(v);
    for (const auto& t : inner.triangles) hollow.triangles.push_back({t[0] + 8, t[2] + 8, t[1] + 8});
    EXPECT_FALSE(solid_mesh(hollow).data().convex.has_value());
    // Maps keep it, deformation forgets it.
    const Mesh ball = solid_mesh(soup);
    const Shape flat = transformed(Shape(ball), Affine{Mat3{{{{1, 0, 0}, {0, 2, 0}, {0, 0, 0.1}}}}, {}});
    EXPECT_TRUE(mesh_data(flat)->convex.has_value());
    EXPECT_FALSE(ball.with_vertices(soup.vertices)->data().convex.has_value());
}

std::vector<Shape> generated() {
    return {solid_mesh(torus_mesh({1, 0.3, 24, 12})),
            solid_mesh(torus_knot_mesh({2, 3, 1, 0.4, 0.15, 96, 8})),
            solid_mesh(gear_mesh({10, 1, 0.8, 0.3, 0.2, 1})), solid_mesh(noisy_sphere_mesh({1, 0.3, 2, 3}))};
}

TEST(SolidDepth, GeneratedMeshesWithinAFactorOfThree) {
    Random random(53);
    const std::vector<Shape> meshes = generated();
    std::vector<Shape> others = meshes;
    for (const Shape& shape : {Shape(Box{{0.6, 0.4, 0.3}}), Shape(Sphere{0.5}), Shape(Cylinder{0.4, 0.5}),
                               Shape(Capsule{0.2, 0.6})})
        others.push_back(shape);
    Ratios ratios;
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        for (std::size_t j = i; j < others.size(); ++j) {
            for (int k = 0; k < 6; ++k) {
                const Placed a{meshes[i], random.pose(0.1)}, b{others[j], random.pose(0.7)};
                if (!overlaps(a, b)) continue;
                const Separation s = separation(a, b);
                expect_well_formed(s);
                expect_parts(s, a, b);
                if (k % 3 == 0) expect_none_shorter(s, a, b, random);
                ratios.add(s);
            }
        }
    }
    EXPECT_GT(ratios.all.size(), 100U);
    EXPECT_LE(ratios.largest(), 3);
    EXPECT_LE(ratios.median(), 1.6);
    RecordProperty("largest", std::to_string(ratios.largest()));
}

/// The given ones of the pairs of two shapes in random poses that overlap.
std::vector<std::array<Placed, 2>> overlapping_pairs(const Shape& a, const Shape& b,
                                                     const std::vector<int>& wanted) {
    Random random(1);
    std::vector<std::array<Placed, 2>> pairs;
    for (int i = 0; pairs.size() < wanted.size();) {
        const Placed x{a, random.pose(0.6)}, y{b, random.pose(0.6)};
        if (!overlaps(x, y)) continue;
        if (++i == wanted[pairs.size()]) pairs.push_back({x, y});
    }
    return pairs;
}

/// Many overlaps, each hardly any: with a usual effort their bounds were 5 to 52 times apart.
TEST(SolidDepth, KnotsTakeMoreTrialsAndComeWithinAFactorOfThree) {
    const Shape knot = solid_mesh(torus_knot_mesh({2, 3, 1, 0.4, 0.15, 200, 10}));
    const Shape gear = solid_mesh(gear_mesh({40, 1, 0.8, 0.3, 0.2, 4}));
    Random random(55);
    int hard = 0;
    for (const auto& pairs : {overlapping_pairs(knot, knot, {18, 55, 68, 84, 143}),
                              overlapping_pairs(knot, gear, {108, 124, 135, 140})}) {
        for (const auto& [a, b] : pairs) {
            const Separation s = separation(a, b);
            expect_well_formed(s);
            expect_parts(s, a, b);
            expect_none_shorter(s, a, b, random);
            EXPECT_LE(-s.distance.lower, -3 * s.distance.upper);
            EXPECT_LE(s.iterations, 1710U);
            hard += s.iterations > 200;
            // A limit of the options is one.
            EXPECT_LE(separation(a, b, {.max_iterations = 30}).iterations, 40U);
        }
    }
    EXPECT_GE(hard, 3);
}

TEST(SolidDepth, BothOrdersAndScalesAgree) {
    Random random(54);
    for (int i = 0; i < 18; ++i) {
        const double scale = std::pow(10.0, 6 * (i % 3 - 1));
        const Mesh a =
            solid_mesh(i % 2 == 0 ? torus_mesh({1, 0.3, 24, 12}) : noisy_sphere_mesh({1, 0.3, 2, 3}), scale);
        const Mesh b = solid_mesh(gear_mesh({8, 1, 0.8, 0.3, 0.2, 1}), scale);
        const Placed x{a, random.pose(0.1 * scale)}, y{b, random.pose(0.6 * scale)};
        if (!overlaps(x, y)) continue;
        const Separation s = separation(x, y), back = separation(y, x);
        EXPECT_EQ(s.distance.lower, back.distance.lower);
        EXPECT_EQ(s.distance.upper, back.distance.upper);
        EXPECT_EQ(s.normal, -back.normal);
        EXPECT_EQ(s.point_a, back.point_b);
        EXPECT_EQ(s.point_b, back.point_a);
        EXPECT_EQ(s.status, back.status);
        EXPECT_EQ(s.iterations, back.iterations);
        EXPECT_LE(-s.distance.lower, -3 * s.distance.upper);
        expect_parts(s, x, y);
        expect_parts(back, y, x);
    }
}

TEST(SolidDepth, ShallowOverlapsAreAsDeepAsTheyAre) {
    const Mesh ring = solid_mesh(torus_mesh({1, 0.25, 32, 16}));
    for (const double depth : {1e-1, 1e-3, 1e-6, 1e-8}) {
        // Side by side along x, where both have a vertex: the outermost corners overlap by the depth.
        const Placed a{ring, Pose::identity()}, b{ring, Pose::translation({2.5 - depth, 0, 0})};
        const Separation s = separation(a, b);
        EXPECT_LE(-s.distance.lower, 1.001 * depth);
        EXPECT_GE(-s.distance.upper, depth / 3);
        expect_parts(s, a, b);
    }
}

TEST(SolidDepth, ToleranceAndBudgetAreFollowed) {
    const Mesh ring = solid_mesh(torus_mesh({1, 0.3, 24, 12}));
    const Placed a{ring, Pose::identity()}, b{Sphere{0.4}, Pose::translation({1, 0.05, 0.02})};
    const Separation fine = separation(a, b, {.tolerance = 0.05, .max_iterations = 1000});
    EXPECT_EQ(fine.status, Status::converged);
    EXPECT_LE(fine.distance.width(), 0.05 * 1.3);
    const Separation coarse = separation(a, b, {.max_iterations = 1});
    EXPECT_EQ(coarse.status, Status::budget_reached);
    EXPECT_LE(coarse.iterations, 1U);
    EXPECT_LE(coarse.distance.lower, fine.distance.upper);
    EXPECT_GE(coarse.distance.upper, fine.distance.lower);
}

TEST(SolidDepth, MarginsSkinsAndCompounds) {
    const Mesh ring = solid_mesh(torus_mesh({1, 0.3, 24, 12}));
    // A margin on top adds its radius to the depth of a ball in the tube.
    const Placed ball{Sphere{0.1}, Pose::translation({1, 0, 0})};
    const Separation thin = separation({ring, Pose::identity()}, ball);
    const Separation thick = separation({rounded(ring, 0.1), Pose::identity()}, ball);
    EXPECT_GT(-thick.distance.lower, -thin.distance.upper);
    EXPECT_LE(-thick.distance.lower, -2 * thick.distance.upper);
    // A skin in a solid: the deepest of its points have to come out.
    const TriangleSoup sheet = box_mesh({0.2, 0.2, 0.01});
    const Mesh skin = *Mesh::build(sheet.vertices, sheet.triangles);
    const Placed block{Box{{1, 1, 1}}, Pose::identity()}, flat{skin, Pose::translation({0, 0, 0.9})};
    const Separation s = separation(block, flat);
    EXPECT_GE(-s.distance.lower, 0.11 - 1e-9);
    EXPECT_LE(-s.distance.lower, 0.11 * 1.1);
    EXPECT_GT(-s.distance.upper, 0.11 / 3);
    expect_parts(s, block, flat);
    // Two bars of a compound, one of them in the ring.
    const std::vector<CompoundPart> bars{{Box{{0.5, 0.05, 0.05}}, Affine{}},
                                         {Box{{0.05, 0.5, 0.05}}, Affine{}}};
    const auto cross_bars = Compound::build(bars);
    const Placed plus{*cross_bars, Pose::translation({1, 0, 0})}, solid{ring, Pose::identity()};
    const Separation c = separation(solid, plus);
    expect_parts(c, solid, plus);
    EXPECT_LE(-c.distance.lower, -3 * c.distance.upper);
}

}  // namespace
}  // namespace graze::test
