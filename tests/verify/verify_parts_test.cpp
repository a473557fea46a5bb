// Answers about meshes, compounds and height fields carry what shows them: the parts that touch or are
// closest. Fixed slices of random runs, of which every honest answer has to be shown, and changed answers, of
// which only those may be shown that are still true.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/polytope_oracle.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// 1 to `most` triangles with small integer coordinates, times a power of two: they cross, touch and share
/// planes and distances often.
Mesh integer_soup(Random& random, std::size_t most, double scale) {
    const auto integer = [&](int half) {
        return static_cast<double>(random.index(static_cast<std::size_t>(2 * half + 1))) - half;
    };
    std::vector<Vec3> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    const std::size_t count = 1 + random.index(most);
    for (std::uint32_t i = 0; i < count; ++i) {
        const double x = integer(6), y = integer(6), z = integer(6);
        for (int corner = 0; corner < 3; ++corner) {
            const double dx = integer(3), dy = integer(3);
            vertices.push_back(Vec3{x + dx, y + dy, z + integer(3)} * scale);
        }
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return *Mesh::build(vertices, triangles);
}

Mesh made(const TriangleSoup& soup, MeshKind kind) {
    return *Mesh::build(soup.vertices, soup.triangles, {.kind = kind});
}

/// Every kind of shape that is not convex, some with a margin, some sheared.
Shape random_parts(Random& random) {
    const MeshKind kind = random.chance(0.5) ? MeshKind::solid : MeshKind::surface;
    const auto count = [&](std::uint32_t least, std::size_t more) {
        return least + static_cast<std::uint32_t>(random.index(more));
    };
    Shape shape = Point{};
    switch (random.index(7)) {
        case 0: shape = integer_soup(random, 40, 0.25); break;
        case 1: shape = made(torus_mesh({1.2, 0.4, count(3, 16), count(3, 8)}), kind); break;
        case 2: shape = made(noisy_sphere_mesh({1, 0.3, count(0, 3), random.bits()}), kind); break;
        case 3: shape = made(gear_mesh({.teeth = count(3, 8)}), kind); break;
        case 4:
            shape = made(terrain_mesh({1, 0.3, count(1, 8), count(1, 8), random.bits()}), MeshKind::surface);
            break;
        case 5: {
            const HeightGrid grid{count(1, 6), count(1, 6), 0.4, 0.3, {-1, -1}};
            std::vector<double> heights((grid.columns + 1) * (grid.rows + 1));
            for (double& height : heights) height = random.uniform(-0.5, 0.5);
            shape = *HeightField::build(grid, heights);
            break;
        }
        default: {
            std::vector<CompoundPart> parts;
            for (std::uint32_t i = 0; i < count(1, 6); ++i) {
                ShapeType type = ShapeType::half_space;
                while (type == ShapeType::half_space)
                    type = kAllShapeTypes[random.index(kAllShapeTypes.size())];
                const Shape part = random_shape(random, type, Build::plain, 0.4);
                parts.push_back({part, Affine::from(random.pose(1))});
            }
            if (parts.empty()) parts.push_back({Box{{0.5, 0.25, 1}}, {}});
            shape = *Compound::build(parts);
        }
    }
    if (random.chance(0.25)) return rounded(shape, random.uniform(0.01, 0.1));
    if (random.chance(0.25))
        return transformed(shape, {Mat3{{Vec3{0.7, 0.2, 0}, {0, 1.1, -0.3}, {0, 0, 0.9}}}, {}});
    return shape;
}

struct Pair {
    Placed a;
    Placed b;
};

/// A set of parts and another or a convex shape, in either order.
Pair random_parts_pair(Random& random) {
    Shape a = random_parts(random);
    Shape b = random.chance(0.5) ? random_parts(random)
                                 : random_shape(random, kAllShapeTypes[random.index(kAllShapeTypes.size())]);
    if (random.chance(0.5)) std::swap(a, b);
    const double reach =
        (std::isfinite(a.reach()) ? a.reach() : 0) + (std::isfinite(b.reach()) ? b.reach() : 0);
    const Pose at_a = random.pose(0.1);
    return {{a, at_a}, {b, random.pose(0.9 * reach)}};
}

bool names(const Separation& s, const std::vector<TrianglePair>& crossings) {
    return std::ranges::any_of(crossings, [&](const TrianglePair& p) {
        return p.triangle_a == s.part_a && p.triangle_b == s.part_b;
    });
}

Placed part_of(const Placed& mesh, std::uint32_t i) {
    return {mesh_data(mesh.shape)->triangle(i), mesh.pose};
}

TEST(VerifyParts, ShowsEveryContactAndGapOfIntegerSoups) {
    Random random(2001);
    int contacts = 0, gaps = 0;
    for (int i = 0; i < 3000; ++i) {
        const double scale = std::array{1.0, 0x1p-20, 0x1p20}[random.index(3)];
        const Placed a{integer_soup(random, 40, scale), Pose::identity()};
        Placed b{integer_soup(random, 40, scale), Pose::identity()};
        if (random.chance(0.5))
            b.pose.position =
                scale * Vec3{std::round(random.uniform(-12, 12)), std::round(random.uniform(-12, 12)), 0};
        const Separation s = separation(a, b);
        ASSERT_TRUE(verify(s, a, b)) << i << " [" << s.distance.lower << ", " << s.distance.upper << "]";
        const std::vector<TrianglePair> crossings = intersecting_triangles(a, b);
        ASSERT_EQ(s.distance.upper <= 0, !crossings.empty()) << i;
        if (crossings.empty()) {
            ++gaps;
            EXPECT_LE(separation(part_of(a, s.part_a), part_of(b, s.part_b)).distance.lower, s.distance.upper)
                << i;
        } else {
            ++contacts;
            EXPECT_TRUE(names(s, crossings)) << i;
        }
        const Separation other = separation(b, a);
        ASSERT_TRUE(verify(other, b, a)) << i << ", the other way round";
    }
    EXPECT_GT(contacts, 1000);
    EXPECT_GT(gaps, 700);
}

TEST(VerifyParts, ShowsContactsAndGapsOfTurnedSoups) {
    Random random(2002);
    for (int i = 0; i < 1500; ++i) {
        const Vec3 far = i % 3 == 0 ? random.in_cube(1e4) : Vec3{};
        const Placed a{integer_soup(random, 12, 1), Pose::from(random.rotation(), far)};
        const Placed b{integer_soup(random, 12, 1), Pose::from(random.rotation(), far + random.in_cube(8))};
        const Separation s = separation(a, b);
        ASSERT_TRUE(verify(s, a, b)) << i << " [" << s.distance.lower << ", " << s.distance.upper << "]";
    }
}

/// The exact least distance of all triangles: none is negative.
bool holds_least(const Interval& distance, const Placed& a, const Placed& b) {
    bool attained = false;
    for (std::uint32_t i = 0; i < mesh_data(a.shape)->triangles.size(); ++i) {
        for (std::uint32_t j = 0; j < mesh_data(b.shape)->triangles.size(); ++j) {
            const ExactDistance exact = exact_distance(part_of(a, i), part_of(b, j));
            const bool overlap = exact.sign() <= 0;
            if (overlap ? distance.lower > 0 : compare(distance.lower, exact) > 0) return false;
            attained = attained || (overlap ? distance.upper >= 0 : compare(distance.upper, exact) >= 0);
        }
    }
    return attained;
}

Separation tampered(Random& random, const Separation& s) {
    Separation t = s;
    const double by = random.chance(0.5) ? random.log_uniform(1e-12, 1) : 1;
    const auto number = [&] {
        const std::array<double, 5> odd{0, -1, kInfinity, kNan, 1e300};
        return random.chance(0.3) ? odd[random.index(odd.size())] : random.uniform(-1, 1) * by;
    };
    switch (random.index(13)) {
        case 0: t.distance.lower += std::abs(number()); break;
        case 1: t.distance.upper -= std::abs(number()); break;
        case 2: t.distance = {s.distance.lower + by, s.distance.upper + by}; break;
        case 3: t.distance = {s.distance.lower - 2 * by, s.distance.lower - by}; break;
        case 4: t.point_a[random.index(3)] += number(); break;
        case 5: t.point_b[random.index(3)] += number(); break;
        case 6: t.normal[random.index(3)] += number(); break;
        case 7: t.normal = random.chance(0.5) ? -s.normal : random.direction(); break;
        case 8: t.part_a = random.chance(0.3) ? kNoPart : static_cast<std::uint32_t>(random.index(12)); break;
        case 9:
            t.part_b = random.chance(0.3) ? kNoPart - 1 : static_cast<std::uint32_t>(random.index(12));
            break;
        case 10: std::swap(t.part_a, t.part_b); break;
        case 11: t.part_a = t.part_b = kNoPart; break;
        default:
            t.terms = static_cast<std::uint32_t>(random.index(5));
            t.directions = {random.direction(), random.direction(), random.direction()};
            t.weights = {random.unit(), number(), random.unit()};
            t.terms_from_b = random.chance(0.5);
    }
    return t;
}

/// Both named parts exist and are no farther apart than the upper end.
bool parts_true(const Separation& s, const Placed& a, const Placed& b) {
    if (s.part_a == kNoPart && s.part_b == kNoPart) return true;
    if (s.part_a >= mesh_data(a.shape)->triangles.size() || s.part_b >= mesh_data(b.shape)->triangles.size())
        return false;
    const ExactDistance exact = exact_distance(part_of(a, s.part_a), part_of(b, s.part_b));
    return exact.sign() <= 0 ? s.distance.upper >= 0 : compare(s.distance.upper, exact) >= 0;
}

TEST(VerifyParts, AcceptsTamperedSeparationsOnlyWhereTheyAreTrue) {
    Random random(2003);
    int accepted = 0, refused = 0, contacts = 0;
    for (int i = 0; i < 1500; ++i) {
        const Placed a{integer_soup(random, 5, 1), Pose::identity()};
        const Placed b{integer_soup(random, 5, 1), i % 2 == 0 ? Pose::identity() : random.pose(6)};
        const Separation honest = separation(a, b);
        ASSERT_TRUE(verify(honest, a, b)) << i;
        contacts += honest.distance.upper <= 0;
        for (int k = 0; k < 4; ++k) {
            const Separation s = tampered(random, honest);
            const bool shown = verify(s, a, b);
            ++(shown ? accepted : refused);
            if (!shown) continue;
            ASSERT_TRUE(holds_least(s.distance, a, b))
                << i << " [" << s.distance.lower << ", " << s.distance.upper << "]";
            ASSERT_TRUE(parts_true(s, a, b)) << i << " parts " << s.part_a << ", " << s.part_b;
            ASSERT_TRUE(is_finite(s.point_a) && is_finite(s.point_b) && std::abs(length(s.normal) - 1) < 1e-5)
                << i;
        }
    }
    EXPECT_GT(contacts, 100);
    EXPECT_GT(refused, 2500);
    EXPECT_GT(accepted, 200);
}

TEST(VerifyParts, AContactNeedsPartsThatIntersect) {
    const Mesh wing =
        *Mesh::build(std::vector<Vec3>{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {5, 5, 5}, {6, 5, 5}, {5, 6, 5}},
                     std::vector<std::array<std::uint32_t, 3>>{{3, 4, 5}, {0, 1, 2}});
    const Placed a{wing, Pose::identity()};
    // An edge through the face at a point that is no double.
    const Mesh blade = *Mesh::build(std::vector<Vec3>{{0.1, 0.1, -1}, {0.3, 0.2, 2}, {0.1, 0.4, 2}},
                                    std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}});
    const Placed b{blade, Pose::identity()};
    const Separation s = separation(a, b);
    EXPECT_EQ(s.distance, (Interval{0, 0}));
    EXPECT_EQ(s.part_a, 1U);
    EXPECT_EQ(s.part_b, 0U);
    EXPECT_TRUE(verify(s, a, b));
    const Separation other = separation(b, a);
    EXPECT_EQ(other.part_a, 0U);
    EXPECT_EQ(other.part_b, 1U);
    EXPECT_TRUE(verify(other, b, a));
    for (const std::uint32_t wrong : {0U, 2U, kNoPart}) {
        Separation bad = s;
        bad.part_a = wrong;
        EXPECT_FALSE(verify(bad, a, b)) << wrong;
    }
    Separation beside = s;
    beside.point_a = beside.point_b = {5, 5, 0};
    EXPECT_FALSE(verify(beside, a, b));
}

// Two pairs of triangles are half a unit apart; the points lie on one of them and the other one is named.
TEST(VerifyParts, PointsOfAGapLieOnTheNamedParts) {
    const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 1, 2}, {3, 4, 5}};
    const Mesh mesh = *Mesh::build(
        std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {9, 0, 0}, {10, 0, 0}, {9, 1, 0}}, triangles);
    const Placed a{mesh, Pose::identity()}, b{mesh, Pose::translation({0, 0, 0.5})};
    const Separation s = separation(a, b);
    ASSERT_EQ(s.part_a, s.part_b);
    EXPECT_TRUE(verify(s, a, b));
    Separation other = s;
    other.part_a = other.part_b = 1 - s.part_a;
    EXPECT_FALSE(verify(other, a, b));
}

TEST(VerifyParts, ShowsGapsTouchesAndRaysOfEveryKindOfParts) {
    Random random(2004);
    int gaps = 0, open = 0, rays = 0;
    for (int i = 0; i < 1200; ++i) {
        auto [a, b] = random_parts_pair(random);
        Separation s = separation(a, b);
        if (random.chance(0.3) && std::isfinite(s.distance.middle())) {
            b.pose.position -=
                s.normal * (s.distance.middle() - (random.chance(0.3) ? 0 : random.log_uniform(1e-14, 0.1)));
            s = separation(a, b);
        }
        if (s.distance.upper > 0) {
            ++(s.distance.lower > 0 ? gaps : open);
            ASSERT_TRUE(verify(s, a, b))
                << i << " " << to_string(a.shape.type()) << ", " << to_string(b.shape.type()) << " ["
                << s.distance.lower << ", " << s.distance.upper << "]";
        }
        for (const Placed& target : {a, b}) {
            if (target.shape.convex()) continue;
            const Vec3 from = target.pose.position + random.in_cube(1.2 * target.shape.reach());
            const Ray ray{from, target.pose.position + random.in_cube(0.5 * target.shape.reach()) - from};
            const std::optional<RayHit> hit = raycast(ray, target);
            if (!hit) continue;
            ++rays;
            ASSERT_TRUE(verify(*hit, ray, target))
                << i << " " << to_string(target.shape.type()) << " at " << hit->t;
        }
    }
    EXPECT_GT(gaps, 500);
    EXPECT_GT(open, 10);
    EXPECT_GT(rays, 600);
}

TEST(VerifyParts, ShowsRaysAtRoundedEdges) {
    // Where neighbours share a rounded edge the plane of one does not keep the ray out of the other.
    Random random(2005);
    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        const TriangleSoup soup =
            i % 2 == 0 ? terrain_mesh({1, 0.3, 6, 6, random.bits()}) : gear_mesh({.teeth = 5});
        const Placed target{rounded(Shape(made(soup, MeshKind::surface)), random.uniform(0.01, 0.1)),
                            random.pose(1)};
        for (int k = 0; k < 40; ++k) {
            const Vec3 from = target.pose.position + random.in_cube(2);
            const Vec3 to =
                target.pose * soup.vertices[random.index(soup.vertices.size())] + random.in_cube(0.1);
            const Ray ray{from, to - from};
            const std::optional<RayHit> hit = raycast(ray, target);
            if (!hit) continue;
            ++hits;
            ASSERT_TRUE(verify(*hit, ray, target)) << i << ", " << k;
            RayHit late = *hit;
            late.bounds.lower = late.t = late.bounds.upper = hit->bounds.upper + 0.05;
            late.point = ray.origin + late.t * ray.direction;
            EXPECT_FALSE(hit->bounds.upper > 0 && verify(late, ray, target)) << i << ", " << k;
        }
    }
    EXPECT_GT(hits, 800);
}

TEST(VerifyParts, TouchingWithinRoundingIsNotTakenForDeep) {
    // A ball on a table with a rim around it: up to rounding they touch, and along the normal a hair's
    // breadth frees the ball.
    const std::vector<CompoundPart> parts{{Box{{2, 2, 0.5}}, {}},
                                          {Box{{0.25, 2, 1}}, Affine::from(Pose::translation({2, 0, 1}))},
                                          {Box{{0.25, 2, 1}}, Affine::from(Pose::translation({-2, 0, 1}))}};
    Random random(2006);
    for (int i = 0; i < 40; ++i) {
        const Pose pose = random.pose(3);
        const Placed table{*Compound::build(parts), pose};
        Placed ball{Sphere{0.3}, pose};
        ball.pose.position = pose * Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 0.8};
        const Separation s = separation(table, ball);
        EXPECT_TRUE(verify(s, table, ball)) << i;
        EXPECT_NEAR(s.distance.upper, 0, 1e-12) << i;
        EXPECT_GT(s.distance.lower, -1e-9) << i;
        Separation shallower = s;
        shallower.distance = {1e-9, 1e-9};
        EXPECT_FALSE(verify(shallower, table, ball)) << i;
    }
}

}  // namespace
}  // namespace graze::test
