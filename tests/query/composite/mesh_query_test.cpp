// The verbs on meshes, compounds and height fields against brute force over all pairs of parts, and their
// proofs against `verify`.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "convex/ray/ray_triangles.hpp"
#include "convex/triangle/triangle_triangle.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/result/proof.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/random.hpp"
#include "oracle/triangle_distance_of.hpp"
#include "solid/side_of.hpp"

namespace graze::test {
namespace {

constexpr double kScales[] = {1e-6, 1, 1e6};

Mesh make(const TriangleSoup& soup, double scale, MeshKind kind) {
    std::vector<Vec3> vertices = soup.vertices;
    for (Vec3& v : vertices) v = v * scale;
    auto mesh = Mesh::build(vertices, soup.triangles, {.kind = kind});
    if (!mesh) ADD_FAILURE() << mesh.error().message();
    return *mesh;
}

std::vector<TriangleSoup> small_models() {
    return {torus_mesh({1, 0.3, 10, 6}), torus_knot_mesh({2, 3, 1, 0.4, 0.15, 24, 4}),
            gear_mesh({5, 1, 0.8, 0.3, 0.2, 1}), noisy_sphere_mesh({1, 0.3, 1, 3}),
            box_mesh({0.5, 0.7, 0.9})};
}

struct Brute {
    std::set<std::pair<std::uint32_t, std::uint32_t>> overlapping;
    Interval nearest{1e300, 1e300};
    bool enclosed = false;
};

/// Every triangle against every triangle; and one corner of each mesh against the other, which is enough for
/// connected ones.
Brute brute_force(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
    Brute brute;
    const TriangleView view(pose_a, pose_b, b.data().reach);
    const Pose b_in_a = relative(pose_a, pose_b);
    for (std::uint32_t i = 0; i < a.triangle_count(); ++i) {
        for (std::uint32_t j = 0; j < b.triangle_count(); ++j) {
            const Triangle s = a.triangle(i), t = b.triangle(j);
            if (contact(view, s, t) != TriangleContact::disjoint) brute.overlapping.insert({i, j});
            const Interval d =
                distance_of_triangles({s.a, s.b, s.c}, {b_in_a * t.a, b_in_a * t.b, b_in_a * t.c}).distance;
            brute.nearest = {std::min(brute.nearest.lower, d.lower), std::min(brute.nearest.upper, d.upper)};
        }
    }
    const auto holds = [](const Mesh& outer, const Pose& pose, const Mesh& inner, const Pose& inner_pose) {
        return outer.kind() == MeshKind::solid &&
               side_of(outer.data(), pose,
                       PlacedPoint{&inner_pose, inner.vertices()[inner.triangles()[0][0]]}) !=
                   PointSide::outside;
    };
    brute.enclosed =
        brute.overlapping.empty() && (holds(a, pose_a, b, pose_b) || holds(b, pose_b, a, pose_a));
    return brute;
}

void expect_like_brute(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double scale) {
    const Brute brute = brute_force(a, pose_a, b, pose_b);
    const Placed x{a, pose_a}, y{b, pose_b};
    const bool overlap = !brute.overlapping.empty() || brute.enclosed;
    EXPECT_EQ(overlaps(x, y), overlap);
    const Verdict verdict = decide(x, y);
    EXPECT_EQ(verdict.answer, overlap ? Answer::intersecting : Answer::disjoint);
    EXPECT_TRUE(verify(verdict, x, y));
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const TrianglePair& pair : intersecting_triangles(x, y)) {
        pairs.insert({pair.triangle_a, pair.triangle_b});
        EXPECT_LE(pair.error, 1e-6 * scale);
    }
    EXPECT_EQ(pairs, brute.overlapping);
    const Separation s = separation(x, y);
    EXPECT_LE(s.distance.lower, s.distance.upper);
    if (overlap) {
        const bool skins = a.kind() == MeshKind::surface && b.kind() == MeshKind::surface;
        EXPECT_LE(s.distance.upper, 0);
        EXPECT_EQ(s.distance == Interval(0, 0), skins);
        EXPECT_LE(s.distance.lower, skins ? 0 : -1e-12 * scale);
        return;
    }
    EXPECT_LE(s.distance.lower, brute.nearest.upper);
    EXPECT_GE(s.distance.upper, brute.nearest.lower);
    EXPECT_LE(s.distance.width(), 1e-9 * scale);
    EXPECT_NEAR(length(s.point_b - s.point_a), s.distance.upper, 1e-9 * scale);
    EXPECT_TRUE(verify(s, x, y));
}

TEST(MeshQuery, PairsOfMeshesEqualBruteForce) {
    Random random(31);
    const std::vector<TriangleSoup> models = small_models();
    int overlapping = 0, count = 0;
    for (const double scale : kScales) {
        for (int i = 0; i < 60; ++i) {
            const MeshKind kind_a = random.chance(0.5) ? MeshKind::solid : MeshKind::surface;
            const MeshKind kind_b = random.chance(0.5) ? MeshKind::solid : MeshKind::surface;
            const Mesh a = make(models[random.index(models.size())], scale, kind_a);
            const Mesh b = make(models[random.index(models.size())], scale * (i % 5 == 0 ? 0.1 : 1), kind_b);
            const Pose pose_a = random.pose(scale), pose_b = random.pose(scale);
            expect_like_brute(a, pose_a, b, pose_b, scale);
            expect_like_brute(b, pose_b, a, pose_a, scale);
            overlapping += overlaps({a, pose_a}, {b, pose_b});
            ++count;
        }
    }
    EXPECT_GT(overlapping, 0.3 * count);
    EXPECT_LT(overlapping, 0.9 * count);
}

TEST(MeshQuery, TouchingBoxesOverlap) {
    const Mesh box = make(box_mesh({1, 1, 1}), 1, MeshKind::solid);
    const Placed one{box, Pose::identity()};
    for (const Vec3& away : {Vec3{2, 0, 0}, Vec3{2, 0.5, 0.25}, Vec3{2, 2, 0}, Vec3{2, 2, 2}}) {
        const Placed other{box, Pose::translation(away)};
        EXPECT_TRUE(overlaps(one, other));
        EXPECT_TRUE(verify(decide(one, other), one, other));
        EXPECT_EQ(relation(one, other), Relation::touching);
        const Placed apart{box, Pose::translation(away * (1 + 1e-15))};
        EXPECT_FALSE(overlaps(one, apart));
    }
    EXPECT_EQ(relation(one, one), Relation::identical);
    EXPECT_EQ(relation(one, Placed{box, Pose::translation({0.5, 0, 0})}), Relation::overlapping);
    EXPECT_EQ(relation(one, Placed{box, Pose::translation({0.5, 0.25, 0.125})}), Relation::overlapping);
}

TEST(MeshQuery, ConvexShapesAgainstMeshes) {
    Random random(32);
    const std::vector<TriangleSoup> models = small_models();
    int overlapping = 0, count = 0;
    for (int i = 0; i < 170; ++i) {
        const ShapeType type = kAllShapeTypes[static_cast<std::size_t>(i) % kAllShapeTypes.size()];
        if (type == ShapeType::half_space) continue;
        const Placed convex{random_shape(random, type), random.pose(1.5)};
        const Mesh mesh =
            make(models[random.index(models.size())], 1.5, i % 2 == 0 ? MeshKind::solid : MeshKind::surface);
        const Placed placed{mesh, random.pose(1)};
        bool overlap = false;
        Interval nearest{1e300, 1e300};
        for (std::size_t t = 0; t < mesh.triangle_count(); ++t) {
            const Placed part{mesh.triangle(t), placed.pose};
            overlap = overlap || overlaps(part, convex);
            const Interval d = separation(part, convex).distance;
            nearest = {std::min(nearest.lower, d.lower), std::min(nearest.upper, d.upper)};
        }
        const bool inside =
            mesh.kind() == MeshKind::solid &&
            side_of(mesh.data(), placed.pose, PlacedPoint{&convex.pose, support(convex.shape, {1, 0, 0})}) !=
                PointSide::outside;
        EXPECT_EQ(overlaps(placed, convex), overlap || inside) << to_string(type);
        EXPECT_EQ(overlaps(convex, placed), overlap || inside) << to_string(type);
        const Verdict verdict = decide(placed, convex);
        EXPECT_EQ(verdict.answer, overlap || inside ? Answer::intersecting : Answer::disjoint)
            << to_string(type);
        EXPECT_TRUE(verify(verdict, placed, convex)) << to_string(type);
        const Separation s = separation(placed, convex);
        overlapping += overlap || inside;
        ++count;
        if (overlap || inside) continue;
        EXPECT_LE(s.distance.lower, nearest.upper);
        EXPECT_GE(s.distance.upper, nearest.lower);
        EXPECT_TRUE(verify(s, placed, convex)) << to_string(type);
    }
    EXPECT_GT(overlapping, 0.2 * count);
    EXPECT_LT(overlapping, 0.9 * count);
}

TEST(MeshQuery, HalfSpacesAskTheLowestPart) {
    Random random(33);
    const std::vector<TriangleSoup> models = small_models();
    for (int i = 0; i < 40; ++i) {
        const Mesh mesh = make(models[random.index(models.size())], 1, MeshKind::solid);
        const Placed placed{mesh, random.pose(1)};
        const Placed ground{HalfSpace{random.direction(), random.uniform(-1, 1)}, random.pose(0.5)};
        double lowest = 1e300;
        for (const Vec3& v : mesh.vertices())
            lowest = std::min(lowest, separation({Point{v}, placed.pose}, ground).distance.middle());
        EXPECT_EQ(overlaps(placed, ground), lowest <= 0);
        EXPECT_NEAR(separation(placed, ground).distance.middle(), lowest, 1e-12);
        EXPECT_NEAR(separation(ground, placed).distance.middle(), lowest, 1e-12);
        const Verdict verdict = decide(ground, placed);
        EXPECT_EQ(verdict.answer, lowest <= 0 ? Answer::intersecting : Answer::disjoint);
        EXPECT_TRUE(verify(verdict, ground, placed));
    }
}

TEST(MeshQuery, RaysEqualBruteForce) {
    Random random(34);
    const std::vector<TriangleSoup> models = small_models();
    int hits = 0, inside = 0, count = 0;
    for (const double scale : kScales) {
        for (int i = 0; i < 200; ++i) {
            const Mesh mesh = make(models[random.index(models.size())], scale,
                                   i % 2 == 0 ? MeshKind::solid : MeshKind::surface);
            Placed placed{mesh, random.pose(scale)};
            // Matrices from single precision are taken as rotations.
            if (i % 5 == 0) {
                for (Vec3& column : placed.pose.rotation.columns) {
                    for (std::size_t k = 0; k < 3; ++k) column[k] = static_cast<float>(column[k]);
                }
            }
            Vec3 at = placed.pose * (random.in_cube(0.6) * scale);
            // Corners and middles of edges: rays through what triangles share.
            if (i % 3 == 0) {
                const Triangle t = mesh.triangle(random.index(mesh.triangle_count()));
                at = placed.pose * (i % 2 == 0 ? t.a : 0.5 * (t.a + t.b));
            }
            const Vec3 origin = placed.pose.position + random.in_cube(i % 4 == 0 ? 0.5 : 2) * scale;
            const Ray ray{origin, at - origin};
            double first = 1e300;
            for (std::size_t t = 0; t < mesh.triangle_count(); ++t) {
                // Alone, a triangle also counts as hit where rounding cannot decide; a mesh knows better.
                if (intersects_exactly(ray, placed.pose, mesh.triangle(t)) == LineIntersection::no) continue;
                if (const auto hit = raycast(ray, {mesh.triangle(t), placed.pose}))
                    first = std::min(first, hit->t);
            }
            const bool starts_inside =
                mesh.kind() == MeshKind::solid &&
                side_of(mesh.data(), placed.pose, {nullptr, origin}) == PointSide::inside;
            const auto hit = raycast(ray, placed);
            ASSERT_EQ(hit.has_value(), starts_inside || first < 1e300);
            ++count;
            if (!hit) continue;
            EXPECT_NEAR(hit->t, starts_inside ? 0 : first, 1e-9);
            EXPECT_TRUE(verify(*hit, ray, placed)) << "t " << hit->t << " scale " << scale;
            ++hits;
            inside += starts_inside;
        }
    }
    EXPECT_GT(hits, count / 2);
    EXPECT_GT(inside, 10);
}

TEST(MeshQuery, TamperedProofsFail) {
    const Mesh ring = make(torus_mesh({1, 0.3, 16, 8}), 1, MeshKind::solid);
    const Placed one{ring, Pose::identity()};
    const Placed ball{Sphere{0.3}, Pose::identity()};
    Verdict verdict = decide(one, ball);
    ASSERT_TRUE(verify(verdict, one, ball));
    const auto cover = std::get<SeparatingCover>(verdict.proof);
    SeparatingCover wrong = cover;
    wrong.normals.back() = -wrong.normals.back();
    EXPECT_FALSE(verify(Proof{wrong}, one, ball));
    wrong = cover;
    wrong.steps.pop_back();
    EXPECT_FALSE(verify(Proof{wrong}, one, ball));
    wrong = cover;
    wrong.outside.clear();
    EXPECT_FALSE(verify(Proof{wrong}, one, ball));
    wrong = cover;
    for (SolidProbe& probe : wrong.outside) probe.target = {0.5, 0, 0};
    EXPECT_FALSE(verify(Proof{wrong}, one, ball));
    EXPECT_FALSE(verify(verdict, one, Placed{Sphere{0.8}, Pose::identity()}));
    verdict.answer = Answer::intersecting;
    EXPECT_FALSE(verify(verdict, one, ball));
    const Placed bead{Sphere{0.1}, Pose::translation({1, 0, 0})};
    const Verdict inside = decide(one, bead);
    EXPECT_TRUE(std::holds_alternative<EnclosedPart>(inside.proof) && verify(inside, one, bead));
    EXPECT_FALSE(verify(inside, one, ball));
}

TEST(MeshQuery, CompoundsAndHeightFields) {
    Random random(35);
    std::vector<CompoundPart> parts;
    for (int i = 0; i < 12; ++i)
        parts.push_back({random_shape(random, kAllShapeTypes[static_cast<std::size_t>(i) % 10]),
                         Affine::from(random.pose(2))});
    const auto compound = Compound::build(parts);
    ASSERT_TRUE(compound.has_value());
    const Terrain hills{2, 0.4, 6, 5, 7};
    const auto field = HeightField::build({6, 5, 4.0 / 6, 4.0 / 5, {-2, -2}}, terrain_heights(hills));
    ASSERT_TRUE(field.has_value());
    int overlapping = 0;
    for (int i = 0; i < 60; ++i) {
        const Placed a{*compound, random.pose(2.5)}, b{*field, random.pose(1)};
        bool overlap = false;
        Interval nearest{1e300, 1e300};
        for (std::size_t p = 0; p < compound->part_count(); ++p) {
            for (std::size_t t = 0; t < field->triangle_count(); ++t) {
                const Interval d =
                    separation({compound->part(p), a.pose}, {field->triangle(t), b.pose}).distance;
                overlap = overlap || overlaps({compound->part(p), a.pose}, {field->triangle(t), b.pose});
                nearest = {std::min(nearest.lower, d.lower), std::min(nearest.upper, d.upper)};
            }
        }
        overlapping += overlap;
        EXPECT_EQ(overlaps(a, b), overlap);
        const Verdict verdict = decide(a, b);
        EXPECT_EQ(verdict.answer, overlap ? Answer::intersecting : Answer::disjoint);
        EXPECT_TRUE(verify(verdict, a, b));
        const Separation s = separation(b, a);
        if (overlap) continue;
        EXPECT_LE(s.distance.lower, nearest.upper);
        EXPECT_GE(s.distance.upper, nearest.lower);
    }
    EXPECT_GT(overlapping, 10);
    EXPECT_LT(overlapping, 55);
}

TEST(MeshQuery, MarginsCount) {
    const Mesh ring = make(torus_mesh({1, 0.3, 24, 12}), 1, MeshKind::surface);
    const Placed thick{rounded(ring, 0.1), Pose::identity()};
    const Placed ball{Sphere{0.2}, Pose::translation({3, 0, 0})};
    EXPECT_NEAR(separation(thick, ball).distance.middle(),
                separation({ring, Pose::identity()}, ball).distance.middle() - 0.1, 1e-6);
    EXPECT_FALSE(overlaps(thick, ball));
    EXPECT_TRUE(overlaps(thick, {Sphere{0.2}, Pose::translation({1.55, 0, 0})}));
    EXPECT_TRUE(verify(decide(thick, ball), thick, ball));
    EXPECT_NEAR(separation(thick, {ring, Pose::translation({4, 0, 0})}).distance.middle(), 4 - 2.6 - 0.1,
                1e-9);
}

TEST(MeshQuery, DepthsOfSolidsContainTheTruth) {
    Random random(36);
    int deep = 0;
    for (int i = 0; i < 60; ++i) {
        const Vec3 half{1, 0.7, 0.5};
        const double margin = i % 2 == 0 ? 0 : 0.1;
        const Mesh mesh = make(box_mesh(half), 1, MeshKind::solid);
        const Shape grown = margin > 0 ? rounded(mesh, margin) : Shape(mesh);
        const Shape convex = margin > 0 ? rounded(Box{half}, margin) : Shape(Box{half});
        const Pose pose_a = random.pose(0.4), pose_b = random.pose(0.4);
        const Shape other = i % 3 == 0 ? Shape(Sphere{0.2}) : grown;
        const Interval truth = separation({convex, pose_a}, {i % 3 == 0 ? other : convex, pose_b}).distance;
        if (truth.upper >= 0) continue;
        const Separation s = separation({grown, pose_a}, {other, pose_b});
        EXPECT_LE(s.distance.lower, truth.upper);
        EXPECT_GE(s.distance.upper, truth.lower);
        ++deep;
    }
    EXPECT_GT(deep, 40);
}

TEST(MeshQuery, BadInput) {
    const Mesh ring = make(torus_mesh({1, 0.3, 8, 6}), 1, MeshKind::solid);
    Pose lost = Pose::identity();
    lost.position.x = std::nan("");
    EXPECT_EQ(separation({ring, lost}, {ring, Pose::identity()}).status, Status::invalid_input);
    EXPECT_EQ(decide({ring, lost}, {ring, Pose::identity()}).status, Status::invalid_input);
    EXPECT_FALSE(raycast(Ray{}, {ring, lost}).has_value());
    EXPECT_TRUE(intersecting_triangles({ring, lost}, {ring, Pose::identity()}).empty());
    EXPECT_FALSE(check({ring, lost}).has_value());
    EXPECT_EQ(contacts({ring, lost}, {Sphere{1}, Pose::identity()}).status, Status::invalid_input);
    EXPECT_TRUE(contact_manifolds({Sphere{1}, Pose::identity()}, {ring, lost}).empty());
    EXPECT_TRUE(supports(Query::contacts, ShapeType::mesh, ShapeType::sphere));
    EXPECT_TRUE(supports(Query::separation, ShapeType::mesh, ShapeType::height_field));
    EXPECT_EQ(decide({ring, Pose::identity()}, {Sphere{1}, Pose::identity()}, Method::gjk).status,
              Status::unsupported);
}

}  // namespace
}  // namespace graze::test
