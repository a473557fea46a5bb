// Any hit and all hits of rays against brute force over the parts: by exact signs for triangles, by the
// convex ray cast for other parts.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "graze/math/predicates.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/random.hpp"
#include "query/scaled_mesh.hpp"
#include "solid/side_of.hpp"

namespace graze::test {
namespace {

/// Rounded to 2^-20 of the scale, a power of two, so that differences are exact.
Vec3 on_grid(const Vec3& v, double scale) {
    const double unit = scale * 0x1p-20;
    return {std::round(v.x / unit) * unit, std::round(v.y / unit) * unit, std::round(v.z / unit) * unit};
}

/// Whether the ray from `from` through `through` intersects the triangle, exactly; unknown in its plane.
Sign overlapping(const Vec3& from, const Vec3& through, const Triangle& t, const Pose& pose) {
    const PlacedPoint p{nullptr, from}, q{nullptr, through}, a{&pose, t.a}, b{&pose, t.b}, c{&pose, t.c};
    const Sign u = orient3d(p, q, a, b), v = orient3d(p, q, b, c), w = orient3d(p, q, c, a);
    bool left = false, right = false;
    for (const Sign s : {u, v, w}) {
        left = left || s == Sign::positive;
        right = right || s == Sign::negative;
    }
    if (left && right) return Sign::negative;
    if (!left && !right) return Sign::unknown;
    // The line passes the triangle on one side of all edges; the start must not be beyond its plane.
    const Sign side = orient3d(a, b, c, p);
    if (side == Sign::zero) return Sign::positive;
    return (side == Sign::positive) == left ? Sign::negative : Sign::positive;
}

TEST(RayHits, TrianglesEqualExactBruteForce) {
    Random random(81);
    const std::vector<TriangleSoup> models{torus_mesh({1, 0.3, 12, 8}), gear_mesh({5, 1, 0.8, 0.3, 0.2, 1}),
                                           box_mesh({0.5, 0.75, 1})};
    const Mesh soups[] = {scaled_mesh(models[0], 1, MeshKind::solid),
                          scaled_mesh(models[1], 1, MeshKind::surface),
                          scaled_mesh(models[2], 1, MeshKind::solid)};
    std::size_t hits = 0, inside = 0, several = 0;
    for (const double scale : {0x1p-20, 1.0, 0x1p20}) {
        for (int i = 0; i < 300; ++i) {
            const std::size_t model = random.index(3);
            const Mesh mesh = scaled_mesh(models[model], scale, soups[model].kind());
            // On the grid of the mesh itself rays go through corners and along edges.
            Placed placed{mesh, i % 3 == 0 ? Pose::identity() : random.pose(scale)};
            const Triangle some = mesh.triangle(random.index(mesh.triangle_count()));
            const Vec3 aim = i % 2 == 0   ? some.a
                             : i % 5 == 0 ? 0.5 * (some.a + some.b)
                                          : random.in_cube(0.6) * scale;
            const Vec3 through = on_grid(placed.pose * aim, scale);
            const Vec3 from =
                on_grid(placed.pose.position + random.in_cube(i % 4 == 0 ? 0.5 : 2) * scale, scale);
            if (from == through) continue;
            const Ray ray{from, through - from};
            const std::vector<PartHit> all = raycast_all(ray, placed);
            std::set<std::uint32_t> found;
            for (const PartHit& hit : all) {
                EXPECT_TRUE(found.insert(hit.part).second);
                EXPECT_TRUE(verify(hit.hit, ray, {mesh.triangle(hit.part), placed.pose}));
            }
            EXPECT_TRUE(std::is_sorted(all.begin(), all.end(),
                                       [](const PartHit& x, const PartHit& y) { return x.hit.t < y.hit.t; }));
            for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
                const Sign truth = overlapping(from, through, mesh.triangle(t), placed.pose);
                if (truth == Sign::unknown) continue;
                ASSERT_EQ(found.contains(t), truth == Sign::positive) << "case " << i << " triangle " << t;
            }
            const bool starts_inside =
                mesh.kind() == MeshKind::solid &&
                side_of(mesh.data(), placed.pose, {nullptr, from}) == PointSide::inside;
            EXPECT_EQ(raycast_any(ray, placed), !all.empty());
            EXPECT_EQ(raycast(ray, placed).has_value(), !all.empty());
            if (!starts_inside && !all.empty()) {
                EXPECT_NEAR(raycast(ray, placed)->t, all.front().hit.t, 1e-9);
            }
            for (const double max_t : {0.0, 0.25, 1.0, 3.0}) {
                const std::vector<PartHit> some_hits = raycast_all(ray, placed, max_t);
                const auto expected = std::count_if(
                    all.begin(), all.end(), [&](const PartHit& h) { return h.hit.bounds.lower <= max_t; });
                EXPECT_EQ(some_hits.size(), static_cast<std::size_t>(expected)) << max_t;
                EXPECT_EQ(raycast_any(ray, placed, max_t), expected > 0 || starts_inside) << max_t;
            }
            hits += !all.empty();
            inside += starts_inside;
            several += all.size() > 2;
        }
    }
    EXPECT_GT(hits, 400);
    EXPECT_GT(inside, 50);
    EXPECT_GT(several, 100);
}

TEST(RayHits, TrianglesBeyondTheEndAreLeftOut) {
    // Seen edge-on, without area or along the ray: where they are met is known badly, whether the end comes
    // first is not.
    struct Case {
        Triangle triangle;
        Ray ray;
        double t = 0;
    };
    const Case cases[] = {{{{1, -2, 0}, {-2, 2, -1}, {-2, 0, -1}}, {{-2, -2, -1}, {0, 1, 0}}, 2},
                          {{{-1, 1, -1}, {-1, 1, -1}, {-1, -1, 0}}, {{-1, -1, 1}, {0, 1, -1}}, 2},
                          {{{0, 0, 0}, {0, 0, 0}, {-1, 0, 1}}, {{0, 0, 1}, {0, 0, -1}}, 1},
                          {{{0, 0, 0}, {-1, 0, 0}, {-1, 1, 1}}, {{0, 1, 1}, {-1, 0, 0}}, 1},
                          {{{1, -1, -1}, {-1, -1, -1}, {0, 0, 0}}, {{1, 0, 0}, {0, -1, -1}}, 1},
                          {{{1, 1, 3}, {1, 1, 3}, {1, 1, 5}}, {{1, 1, 1}, {0, 0, 2}}, 1},
                          {{{3, 4, 0}, {3, 4, 0}, {3, 4, 0}}, {{0, 0, 0}, {3, 4, 0}}, 1}};
    for (const Case& each : cases) {
        for (const double far : {0.0, 1e6}) {
            const Triangle& t = each.triangle;
            const std::vector<Vec3> corners{t.a, t.b, t.c};
            const Mesh mesh = *Mesh::build(corners, std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}});
            const Placed placed{mesh, Pose::translation({far, 0, 0})};
            const Ray ray{each.ray.origin + Vec3{far, 0, 0}, each.ray.direction};
            const auto hits_until = [&](double end) {
                const std::vector<PartHit> all = raycast_all(ray, placed, end);
                for (const PartHit& hit : all) {
                    EXPECT_LE(hit.hit.t, end);
                    EXPECT_TRUE(verify(hit.hit, ray, {t, placed.pose}));
                }
                EXPECT_EQ(raycast_any(ray, placed, end), !all.empty());
                return all.size();
            };
            const double slightly = 0x1p-50;
            for (const double end : {0.0, 0.5 * each.t, each.t * (1 - slightly)})
                EXPECT_EQ(hits_until(end), 0) << end;
            for (const double end : {each.t, each.t * (1 + slightly), 2 * each.t})
                EXPECT_EQ(hits_until(end), 1) << end;
        }
    }
}

TEST(RayHits, OtherPartsEqualTheirOwnRayCasts) {
    Random random(82);
    std::vector<CompoundPart> parts;
    for (int i = 0; i < 14; ++i)
        parts.push_back({random_shape(random, kAllShapeTypes[static_cast<std::size_t>(i) % 10]),
                         Affine::from(random.pose(2))});
    const auto compound = Compound::build(parts);
    const auto field =
        HeightField::build({6, 5, 4.0 / 6, 4.0 / 5, {-2, -2}}, terrain_heights({2, 0.4, 6, 5, 7}));
    ASSERT_TRUE(compound.has_value() && field.has_value());
    const Mesh ring = scaled_mesh(torus_mesh({1, 0.3, 12, 8}), 1, MeshKind::surface);
    int hits = 0;
    for (int i = 0; i < 300; ++i) {
        const Shape shapes[] = {*compound, rounded(*field, 0.1), rounded(ring, 0.2),
                                rounded(*compound, 0.05)};
        const Shape& shape = shapes[i % 4];
        const Placed placed{shape, random.pose(1)};
        const Vec3 origin = random.in_cube(4);
        const Ray ray{origin, random.in_cube(1) - origin};
        const auto part = [&](std::uint32_t k) {
            const Shape core = shape.type() == ShapeType::compound ? compound->part(k)
                               : i % 4 == 1                        ? Shape(field->triangle(k))
                                                                   : Shape(ring.triangle(k));
            return Placed{shape.margin() > 0 ? rounded(core, shape.margin()) : core, placed.pose};
        };
        const std::size_t count = shape.type() == ShapeType::compound ? 14
                                  : i % 4 == 1                        ? field->triangle_count()
                                                                      : ring.triangle_count();
        const std::vector<PartHit> all = raycast_all(ray, placed);
        for (const double max_t : {0.8, std::numeric_limits<double>::infinity()}) {
            std::vector<std::pair<double, std::uint32_t>> expected, found;
            for (std::uint32_t k = 0; k < count; ++k) {
                const auto hit = raycast(ray, part(k));
                if (hit && hit->bounds.lower <= max_t) expected.emplace_back(hit->t, k);
            }
            std::sort(expected.begin(), expected.end());
            for (const PartHit& hit : raycast_all(ray, placed, max_t)) {
                found.emplace_back(hit.hit.t, hit.part);
                EXPECT_TRUE(verify(hit.hit, ray, part(hit.part)));
            }
            EXPECT_EQ(found, expected);
            EXPECT_EQ(raycast_any(ray, placed, max_t), !expected.empty());
        }
        hits += !all.empty();
    }
    EXPECT_GT(hits, 60);
    EXPECT_LT(hits, 290);
}

TEST(RayHits, ConvexShapesHaveOneAndBadInputNone) {
    const Placed ball{Sphere{1}, Pose::translation({3, 0, 0})};
    const Ray ray{{0, 0, 0}, {1, 0, 0}};
    const std::vector<PartHit> hits = raycast_all(ray, ball);
    ASSERT_EQ(hits.size(), 1);
    EXPECT_EQ(hits[0].part, 0);
    EXPECT_EQ(hits[0].hit.t, 2);
    EXPECT_TRUE(raycast_any(ray, ball));
    EXPECT_TRUE(raycast_any(ray, ball, 2.5));
    EXPECT_FALSE(raycast_any(ray, ball, 1.5));
    EXPECT_TRUE(raycast_all(ray, ball, 1.5).empty());
    EXPECT_FALSE(raycast_any(ray, ball, -1));
    EXPECT_FALSE(raycast_any(ray, ball, std::nan("")));
    EXPECT_FALSE(raycast_any({{0, 0, 0}, {0, 0, 0}}, ball));
    const Placed ring{scaled_mesh(torus_mesh({1, 0.3, 12, 8}), 1, MeshKind::solid),
                      Pose::translation({std::nan(""), 0, 0})};
    EXPECT_FALSE(raycast_any(ray, ring));
    EXPECT_TRUE(raycast_all(ray, ring).empty());
}

}  // namespace
}  // namespace graze::test
