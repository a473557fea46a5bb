// Sets of parts at a half-space: the part that seems to reach deepest need not be the one that does, where
// parts of different sizes round differently. Rationals decide the distance of the whole.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "math/exact.hpp"
#include "oracle/generators.hpp"
#include "oracle/random.hpp"
#include "verify/verify_bounds.hpp"

namespace graze::test {
namespace {

/// An integer vector with an integer length.
struct Normal {
    Vec3 vector{};
    double length = 0;
};
constexpr Normal kNormals[] = {{{3, 4, 0}, 5}, {{2, 3, 6}, 7}, {{1, -2, 2}, 3}};

std::vector<Vec3> corners_near_plane(Random& random, const Vec3& normal) {
    std::vector<Vec3> corners;
    for (std::size_t i = 2 + random.index(6); i-- > 0;) {
        const double size = random.chance(0.5) ? 1 : random.log_uniform(1e3, 1e12);
        for (int corner = 0; corner < 3; ++corner) {
            const Vec3 p = random.in_cube(size);
            corners.push_back(p - (dot(normal, p) / length_sq(normal)) * normal);
            if (random.chance(0.3)) corners.back() += normal * random.log_uniform(1e-16, 1e-6);
        }
    }
    return corners;
}

Mesh soup(const std::vector<Vec3>& corners) {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::uint32_t i = 0; i + 2 < corners.size(); i += 3) triangles.push_back({i, i + 1, i + 2});
    return *Mesh::build(corners, triangles);
}

TEST(HalfSpaceParts, BoundsHoldForTheWholeMesh) {
    int apart = 0, overlapping = 0;
    for (std::uint64_t seed = 0; seed < 3000 && !testing::Test::HasFailure(); ++seed) {
        Random random(971 * seed + 3);
        const Normal& normal = kNormals[random.index(std::size(kNormals))];
        const std::vector<Vec3> corners = corners_near_plane(random, normal.vector);
        const double offset = random.chance(0.5) ? 0 : -random.log_uniform(1e-18, 1e-6);
        const Placed mesh{soup(corners), Pose{}}, ground{HalfSpace{normal.vector, offset}, Pose{}};
        mpq_class lowest = dot(exact(normal.vector), exact(corners[0]));
        for (const Vec3& corner : corners)
            lowest = std::min(lowest, mpq_class(dot(exact(normal.vector), exact(corner))));
        const mpq_class distance = (lowest - mpq_class(offset)) / mpq_class(normal.length);
        const Separation s = separation(mesh, ground), swapped = separation(ground, mesh);
        EXPECT_TRUE(encloses(s.distance, distance)) << seed;
        EXPECT_TRUE(encloses(swapped.distance, distance)) << seed;
        EXPECT_TRUE(verify(s, mesh, ground) && verify(swapped, ground, mesh)) << seed;
        EXPECT_TRUE(distance > 0 || (overlaps(mesh, ground) && overlaps(ground, mesh))) << seed;
        for (const bool first : {false, true}) {
            const Verdict verdict = first ? decide(ground, mesh) : decide(mesh, ground);
            EXPECT_TRUE(first ? verify(verdict, ground, mesh) : verify(verdict, mesh, ground)) << seed;
            EXPECT_FALSE(verdict.answer == Answer::disjoint && distance <= 0) << seed;
            EXPECT_FALSE(verdict.answer == Answer::intersecting && distance > 0) << seed;
        }
        ++(distance > 0 ? apart : overlapping);
    }
    EXPECT_GT(apart, 300);
    EXPECT_GT(overlapping, 300);
}

TEST(HalfSpaceParts, PlacedAnywhereAnswersAreProven) {
    int disjoint = 0, intersecting = 0;
    for (std::uint64_t seed = 0; seed < 1500 && !testing::Test::HasFailure(); ++seed) {
        Random random(104729 * seed + 1);
        std::vector<Vec3> corners;
        for (std::size_t i = 3 * (1 + random.index(20)); i-- > 0;)
            corners.push_back(random.in_cube(random.log_uniform(1, 1e8)));
        Shape shape = soup(corners);
        if (random.chance(0.2)) shape = rounded(shape, 0.5);
        if (random.chance(0.2)) {
            const std::array<CompoundPart, 3> parts{
                CompoundPart{Sphere{1}},
                {Box{{1, 2, 3}}, Affine{Mat3::identity(), random.in_cube(1e6)}},
                {Cylinder{1e3, 2}, Affine{Mat3::identity(), random.in_cube(1e3)}}};
            shape = *Compound::build(parts);
        }
        Placed a{shape, random.pose(10)};
        const Placed ground{HalfSpace{random.direction() * random.log_uniform(0.1, 10), 1}, random.pose(10)};
        const Separation before = separation(a, ground);
        a.pose.position +=
            before.normal *
            (before.distance.middle() + std::array{0.0, 1e-15, 1e-9, -1e-9}[random.index(4)] * shape.reach());
        const Interval whole = verifying::gap_along(a, ground, before.normal);
        const Separation s = separation(a, ground);
        EXPECT_TRUE(s.distance.lower <= whole.upper && whole.lower <= s.distance.upper) << seed;
        EXPECT_TRUE(verify(s, a, ground)) << seed;
        EXPECT_TRUE(overlaps(a, ground) || whole.upper > 0) << seed;
        const Verdict verdict = decide(a, ground);
        EXPECT_TRUE(verify(verdict, a, ground)) << seed;
        disjoint += verdict.answer == Answer::disjoint;
        intersecting += verdict.answer == Answer::intersecting;
    }
    EXPECT_GT(disjoint, 200);
    EXPECT_GT(intersecting, 200);
}

}  // namespace
}  // namespace graze::test
