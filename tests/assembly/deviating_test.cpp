// Findings about parts that deviate from their shapes: regular prisms stand for cylinders, whose relations
// and distances are known.
#include <cmath>

#include <gtest/gtest.h>

#include "assemblies.hpp"
#include "graze/query/query.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// A prism of n sides inscribed in a cylinder about z, first corner at `angle`.
TriangleSoup prism(double radius, double half, int n, double angle) {
    TriangleSoup soup;
    for (const double z : {-half, half}) {
        for (int i = 0; i < n; ++i) {
            const double turn = angle + 2 * M_PI * i / n;
            soup.vertices.push_back({radius * std::cos(turn), radius * std::sin(turn), z});
        }
    }
    const auto corner = [n](int i, bool top) { return static_cast<std::uint32_t>(i % n + (top ? n : 0)); };
    for (int i = 0; i < n; ++i) {
        soup.triangles.push_back({corner(i, false), corner(i + 1, false), corner(i + 1, true)});
        soup.triangles.push_back({corner(i, false), corner(i + 1, true), corner(i, true)});
        if (i < 2) continue;
        soup.triangles.push_back({corner(0, false), corner(i, false), corner(i - 1, false)});
        soup.triangles.push_back({corner(0, true), corner(i - 1, true), corner(i, true)});
    }
    return soup;
}

double sagitta(double radius, int n) { return radius * (1 - std::cos(M_PI / n)); }

AssemblyPart disc(const std::string& name, double radius, int n, double angle, const Vec3& at) {
    AssemblyPart made =
        part(name, mesh_shape(prism(radius, 1, n, angle), MeshKind::solid), Pose::translation(at));
    made.deviation = {sagitta(radius, n) * (1 + 1e-9), false};
    return made;
}

TEST(Deviating, FindingsHoldForTheCylindersThatAreMeant) {
    Random random(5);
    std::size_t clashes = 0;
    std::size_t clear = 0;
    std::size_t open = 0;
    for (int round = 0; round < 150; ++round) {
        const int n = 6 + static_cast<int>(random.index(40));
        const double radius_a = random.uniform(0.5, 2);
        const double radius_b = random.uniform(0.5, 2);
        const double reach = sagitta(2, n);
        const double gap = random.uniform(-6, 4) * reach;  // exact: of the cylinders
        const double turn = random.uniform(0, 6.28);
        const Vec3 at = (radius_a + radius_b + gap) * Vec3{std::cos(turn), std::sin(turn), 0};
        Assembly assembly;
        assembly.parts = {disc("a", radius_a, n, random.uniform(0, 6), {}),
                          disc("b", radius_b, n, random.uniform(0, 6), at)};
        const AssemblyFindings found = findings_of(assembly, {.all_distances = true});
        ASSERT_EQ(found.clashes.size() + found.near_misses.size() + found.undecided.size(), 1U) << round;
        if (!found.clashes.empty()) {
            ++clashes;
            ASSERT_LT(gap, 0) << round;
            const Clash& clash = found.clashes[0];
            ASSERT_TRUE(escape_distance_of(clash)->contains(-gap)) << round;
            ASSERT_TRUE(interference_of(clash)->contains(-gap)) << round;
            ASSERT_EQ(relation_of(clash), Relation::overlapping);
            // In one of the cylinders, and in the other or on its surface, where corners of prisms are.
            const Vec3 p = clash.meant.common;
            const double in_a = radius_a - std::hypot(p.x, p.y);
            const double in_b = radius_b - std::hypot(p.x - at.x, p.y - at.y);
            ASSERT_GE(std::min(in_a, in_b), -1e-12) << round;
            ASSERT_GT(std::max(in_a, in_b), 0) << round;
        } else if (!found.near_misses.empty()) {
            ++clear;
            ASSERT_GT(gap, 0) << round;
            ASSERT_TRUE(distance_of(found.near_misses[0]).contains(gap)) << round;
        } else {
            ++open;
            ASSERT_TRUE(found.undecided[0].meant.distance.contains(gap)) << round;
        }
    }
    EXPECT_GT(clashes, 10U);
    EXPECT_GT(clear, 20U);
    EXPECT_GT(open, 20U);
}

/// The broad phase must not lose pairs whose shapes are apart by less than both deviations.
TEST(Deviating, PairsWithAGapWithinTheDeviationsAreFoundWithoutAClearance) {
    Assembly assembly;
    assembly.parts = {disc("a", 1, 8, M_PI / 8, {}), disc("b", 1, 8, M_PI / 8, {2, 0, 0})};
    const AssemblyFindings found = findings_of(assembly);
    ASSERT_EQ(found.undecided.size(), 1U);
    EXPECT_GT(found.undecided[0].shapes.lower, 0);
    EXPECT_TRUE(found.undecided[0].meant.distance.contains(0));
    assembly.parts[1].placed.pose.position = {2.4, 0, 0};
    EXPECT_TRUE(findings_of(assembly).undecided.empty());
}

TEST(Deviating, SkinsThatCrossStayUndecided) {
    Assembly assembly;
    const Shape skin = mesh_shape(prism(1, 1, 12, 0), MeshKind::surface);
    assembly.parts = {part("a", skin), part("b", skin, Pose::translation({0.5, 0, 0}))};
    assembly.parts[0].deviation = {0.01, true};
    const AssemblyFindings found = findings_of(assembly);
    ASSERT_EQ(found.undecided.size(), 1U);
    EXPECT_TRUE(found.undecided[0].meant.estimated);
    assembly.parts[0].deviation = {};
    EXPECT_EQ(findings_of(assembly).clashes.size(), 1U);
}

TEST(Deviating, BadDeviationsAreRefused) {
    for (const double bound : {-1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
        Assembly assembly;
        assembly.parts = {part("a", Sphere{1})};
        assembly.parts[0].deviation.bound = bound;
        EXPECT_FALSE(check_assembly(assembly)) << bound;
    }
}

}  // namespace
}  // namespace graze::test
