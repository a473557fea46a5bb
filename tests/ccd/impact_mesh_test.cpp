// Time of impact of meshes, compounds and height fields: against every pair of their parts, one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "mesh/part_set.hpp"
#include "oracle/random_motions.hpp"

namespace graze::test {
namespace {

Placed placed_at(const Moving& m, double t) { return {m.shape, pose_at(m.motion, t)}; }

std::vector<Shape> parts_of(const Shape& shape) {
    if (shape.convex()) return {shape};
    const PartSet set(shape);
    std::vector<Shape> parts;
    for (std::size_t i = 0; i < set.count(); ++i) parts.push_back(set.part(i));
    return parts;
}

/// The earliest of all pairs of parts, by the search for convex bodies.
Impact brute_force(const Moving& a, const Moving& b) {
    Impact best;
    const std::vector<Shape> in_a = parts_of(a.shape), in_b = parts_of(b.shape);
    for (std::size_t i = 0; i < in_a.size(); ++i) {
        for (std::size_t j = 0; j < in_b.size(); ++j) {
            const Impact impact = time_of_impact({in_a[i], a.motion}, {in_b[j], b.motion});
            if (impact.hit && (!best.hit || impact.time.lower < best.time.lower)) best = impact;
        }
    }
    return best;
}

void expect_same(const Moving& a, const Moving& b, double slack) {
    const Impact impact = time_of_impact(a, b), slow = brute_force(a, b);
    ASSERT_EQ(impact.hit, slow.hit);
    ASSERT_EQ(impact.hit, impact.answer != ImpactAnswer::miss);
    for (int k = 0; !impact.hit && k <= 40; ++k) {
        const double t = k / 40.0;
        ASSERT_NE(decide(placed_at(a, t), placed_at(b, t)).answer, Answer::intersecting) << "at " << t;
    }
    if (!impact.hit) return;
    ASSERT_NEAR(impact.time.lower, slow.time.lower, slack);
    ASSERT_LE(impact.time.width(), 1e-6);
    if (impact.time.upper == 0) return;
    ASSERT_NEAR(length(impact.normal), 1, 1e-12);
    const Impact flipped = time_of_impact(b, a);
    ASSERT_TRUE(flipped.hit);
    ASSERT_NEAR(flipped.time.lower, impact.time.lower, 2e-6);
    ASSERT_EQ(impact.proof != ContactProof::none, impact.answer == ImpactAnswer::contact);
    // Free before, and touching at the end when that is said.
    for (int k = 0; k < 20; ++k) {
        const double t = impact.time.lower * k / 20;
        ASSERT_NE(decide(placed_at(a, t), placed_at(b, t)).answer, Answer::intersecting) << "at " << t;
    }
    if (impact.proof == ContactProof::overlap) {
        ASSERT_EQ(decide(placed_at(a, impact.time.upper), placed_at(b, impact.time.upper)).answer,
                  Answer::intersecting);
    }
}

/// The certified answer is the same, but for a lower end that may be a little earlier, and its proof holds.
void expect_proof(const Moving& a, const Moving& b) {
    const Impact impact = time_of_impact(a, b);
    const CertifiedImpact certified = certified_time_of_impact(a, b);
    ASSERT_TRUE(verify(certified, a, b));
    ASSERT_EQ(certified.impact.answer, impact.answer);
    ASSERT_EQ(certified.impact.proof, impact.proof);
    ASSERT_EQ(certified.impact.status, impact.status);
    ASSERT_EQ(certified.impact.time.upper, impact.time.upper);
    ASSERT_LE(certified.impact.time.lower, impact.time.lower);
    ASSERT_NEAR(certified.impact.time.lower, impact.time.lower, 1e-6);
    ASSERT_EQ(certified.covers.empty(), impact.hit && impact.time.lower == 0);
    ASSERT_TRUE(certified.cells.empty());
}

Shape mesh_of(const TriangleSoup& soup, MeshKind kind) {
    return Mesh::build(soup.vertices, soup.triangles, {.kind = kind}).value();
}

Shape small_torus() { return mesh_of(torus_mesh({0.7, 0.25, 10, 6}), MeshKind::surface); }

Shape some_hull() {
    return ConvexHull::build(
               std::vector<Vec3>{{0, 0, 0}, {0.6, 0, 0}, {0, 0.6, 0}, {0, 0, 0.6}, {0.4, 0.4, 0.4}})
        .value();
}

Shape cross() {
    const std::vector<CompoundPart> parts{
        {Box{{0.8, 0.1, 0.1}}}, {Box{{0.1, 0.8, 0.1}}}, {Sphere{0.2}, {Mat3::identity(), {0, 0, 0.5}}}};
    return Compound::build(parts).value();
}

Shape hills() {
    const Terrain terrain{1, 0.3, 6, 6, 3};
    return HeightField::build({6, 6, 1.0 / 3, 1.0 / 3, {-1, -1}}, terrain_heights(terrain)).value();
}

/// Pairs on random ways towards each other.
void run_pairs(const Shape& first, const std::vector<Shape>& others, std::uint64_t seed, int runs) {
    Random random(seed);
    int hits = 0;
    for (int i = 0; i < runs; ++i) {
        const Shape& other = others[static_cast<std::size_t>(i) % others.size()];
        const Moving a{first, random_motion(random, Pose::from(random.rotation(), {}), 0.5)};
        const Moving b{other,
                       random_motion(random, Pose::from(random.rotation(), 1.6 * random.direction()), 2.5)};
        ASSERT_NO_FATAL_FAILURE(expect_same(a, b, 2e-6)) << i;
        hits += time_of_impact(a, b).hit;
        if (i % 3 != 0) continue;
        ASSERT_NO_FATAL_FAILURE(expect_proof(a, b)) << i;
    }
    EXPECT_GT(hits, runs / 6);
    EXPECT_LT(hits, runs);
}

TEST(MeshImpact, MeshesEqualAllPairsOfParts) {
    run_pairs(small_torus(),
              {small_torus(), Box{{0.3, 0.4, 0.2}}, Sphere{0.3}, Capsule{0.1, 0.4}, some_hull()}, 41, 60);
}

TEST(MeshImpact, CompoundsEqualAllPairsOfParts) {
    run_pairs(cross(), {cross(), small_torus(), Cone{0.4, 0.3}}, 42, 120);
}

TEST(MeshImpact, HeightFieldsEqualAllPairsOfParts) {
    run_pairs(hills(), {Box{{0.3, 0.4, 0.2}}, cross()}, 43, 80);
}

TEST(MeshImpact, MarginsCount) {
    run_pairs(rounded(small_torus(), 0.1), {rounded(cross(), 0.05), Sphere{0.2}}, 44, 40);
}

TEST(MeshImpact, HalfSpacesThatRestAndTurn) {
    Random random(45);
    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        const Shape mesh = i % 2 == 0 ? small_torus() : cross();
        const Moving a{mesh, random_motion(random, Pose::from(random.rotation(), {0, 0, 1.3}), 1.5)};
        const Vec3 tilt = i % 3 == 0 ? random.in_cube(0.8) : Vec3{};
        const Moving floor{HalfSpace{{0, 0, 2}, 0.2}, TwistMotion{Pose::identity(), {}, tilt, {}}};
        ASSERT_NO_FATAL_FAILURE(expect_same(a, floor, 2e-6)) << i;
        ASSERT_NO_FATAL_FAILURE(expect_proof(floor, a)) << i;
        hits += time_of_impact(a, floor).hit;
    }
    EXPECT_GT(hits, 15);
    EXPECT_LT(hits, 60);
}

TEST(MeshImpact, UnboundedAccelerationsAreNotOpen) {
    const auto turned = [](const Vec3& axis, double degrees) {
        return Pose::from(Quat::from_axis_angle(axis, degrees * std::numbers::pi / 180), {});
    };
    const Vec3 x{1, 0, 0}, z{0, 0, 1};
    const Moving rod{Box{{0.1, 0.1, 3}},
                     SplineMotion{{turned(x, 110), turned(z, 60), turned(x, 170), turned(z, 100)}, {}}};
    const Moving block{mesh_of(box_mesh({0.2, 0.2, 0.2}), MeshKind::surface),
                       LinearMotion{Pose::translation({-2, 2, 1}), {}}};
    ASSERT_NO_FATAL_FAILURE(expect_same(rod, block, 2e-6));
    ASSERT_NO_FATAL_FAILURE(expect_proof(rod, block));
    EXPECT_TRUE(time_of_impact(rod, block).hit);
}

TEST(MeshImpact, TranslationalCastsEqualAllPairsOfParts) {
    Random random(46);
    const Shape torus = small_torus();
    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        const Placed a{i % 2 == 0 ? torus : cross(), Pose::from(random.rotation(), {})};
        const Placed b{i % 3 == 0 ? Shape(Sphere{0.2}) : torus,
                       Pose::from(random.rotation(), 2.0 * random.direction())};
        const Vec3 displacement = random.in_cube(2) - b.pose.position;
        std::optional<CastHit> first;
        for (const Shape& part_a : parts_of(a.shape)) {
            for (const Shape& part_b : parts_of(b.shape)) {
                const auto hit = translational_cast({part_a, a.pose}, {part_b, b.pose}, displacement);
                if (hit && (!first || hit->time.lower < first->time.lower)) first = hit;
            }
        }
        const auto hit = translational_cast(a, b, displacement);
        ASSERT_TRUE(supports(Query::translational_cast, a.shape.type(), b.shape.type()));
        ASSERT_EQ(hit.has_value(), first.has_value()) << i;
        if (!hit) continue;
        ++hits;
        ASSERT_NEAR(hit->time.lower, first->time.lower, 2e-6) << i;
        ASSERT_LE(hit->time.lower, first->time.upper) << i;
    }
    EXPECT_GT(hits, 15);
    EXPECT_LT(hits, 60);
}

TEST(MeshImpact, WhatStartsInsideASolidTouchesAtOnce) {
    const Shape ball = mesh_of(icosphere_mesh(1, 2), MeshKind::solid),
                skin = mesh_of(icosphere_mesh(1, 2), MeshKind::surface);
    const Moving probe{Sphere{0.1}, LinearMotion{Pose::identity(), {3, 0, 0}}};
    const Impact inside = time_of_impact({ball, LinearMotion{}}, probe);
    EXPECT_EQ(inside.answer, ImpactAnswer::contact);
    EXPECT_EQ(inside.time, (Interval{0, 0}));
    const Impact through = time_of_impact({skin, LinearMotion{}}, probe);
    EXPECT_EQ(through.answer, ImpactAnswer::contact);
    EXPECT_GT(through.time.lower, 0.2);
    EXPECT_LT(through.time.upper, 0.3);
    EXPECT_LT(through.part_a, 320u);
}

// Jørgensen's tree cases AT00 to AT02. His model first touches itself at a distance of 18.10 (the earliest
// time he records is 0.729976); so does a ring whose outermost vertices are at 9.05 on the axis that it moves
// along.
TEST(MeshImpact, RecordedTreeCases) {
    const Shape ring = mesh_of(torus_mesh({6.05, 3, 24, 12}), MeshKind::surface);
    const auto along_x = [&](double from, double to) {
        return Moving{ring, LinearMotion{Pose::translation({from, 0, 0}), {to - from, 0, 0}}};
    };
    const Impact apart = time_of_impact(along_x(0, -10), along_x(40, 50));  // AT00
    EXPECT_FALSE(apart.hit);
    EXPECT_EQ(apart.answer, ImpactAnswer::miss);
    const Impact contact = time_of_impact(along_x(0, -10), along_x(40, 0));  // AT01: 40 - 30 t = 18.1
    EXPECT_EQ(contact.answer, ImpactAnswer::contact);
    EXPECT_TRUE(widened(contact.time, 1e-12).contains(0.73));
    EXPECT_LE(contact.time.width(), 1e-6);
    EXPECT_NEAR(contact.normal.x, 1, 1e-3);
    EXPECT_NEAR(contact.point.x, 9.05 - 7.3, 1e-3);
    EXPECT_GT(contact.work.box_tests, 0u);
    EXPECT_GT(contact.work.primitive_tests, 0u);
    EXPECT_LT(contact.work.primitive_tests, 576u) << "of 331776 pairs";
    const Impact early = time_of_impact(along_x(0, 10), along_x(15, 40));  // AT02
    EXPECT_EQ(early.answer, ImpactAnswer::contact);
    EXPECT_EQ(early.time, (Interval{0, 0}));
    for (const auto& [a, b] :
         {std::pair{along_x(0, -10), along_x(40, 50)}, std::pair{along_x(0, -10), along_x(40, 0)},
          std::pair{along_x(0, 10), along_x(15, 40)}}) {
        ASSERT_NO_FATAL_FAILURE(expect_proof(a, b));
        ASSERT_NO_FATAL_FAILURE(expect_proof(b, a));
    }
}

TEST(MeshImpact, GearTeethPassEachOtherOrClash) {
    // Two gears of 12 teeth, turning against each other: in step they pass, half a tooth off they clash at
    // once or soon.
    const Shape gear = mesh_of(gear_mesh({12, 1, 0.8, 0.3, 0.1, 1}), MeshKind::solid);
    const double distance = 1.9, pitch = std::numbers::pi / 6;
    const auto pair = [&](double offset) {
        const Moving left{gear, TwistMotion{Pose::identity(), {}, {0, 0, 2 * pitch}, {}}};
        const Pose start =
            Pose::from(Quat::from_axis_angle({0, 0, 1}, std::numbers::pi + offset), {distance, 0, 0});
        return time_of_impact(left, {gear, TwistMotion{start, {}, {0, 0, -2 * pitch}, {}}});
    };
    const Impact clash = pair(pitch / 2), meshed = pair(0);
    EXPECT_EQ(clash.answer, ImpactAnswer::contact);
    EXPECT_EQ(meshed.answer, ImpactAnswer::miss) << meshed.time.lower;
}

TEST(MeshImpact, BudgetsBoundTheWholeSearchAndWidenTheInterval) {
    const Moving ring{small_torus(), TwistMotion{Pose::identity(), {}, {0.3, 0.2, 1}, {}}};
    const Moving other{small_torus(),
                       TwistMotion{Pose::translation({2.2, 0.1, 0}), {-2, 0, 0}, {1, 2, -1}, {}}};
    const Impact whole = time_of_impact(ring, other);
    ASSERT_EQ(whole.answer, ImpactAnswer::contact);
    const auto steps = [](const Impact& i) {
        return i.work.separations + i.work.cells + i.work.bisections + i.work.box_tests;
    };
    ASSERT_GT(steps(whole), 100u);
    for (std::uint32_t most = 1; most < steps(whole); most += 1 + most / 2) {
        const Impact few = time_of_impact(ring, other, {1e-6, most});
        EXPECT_TRUE(few.hit) << most;
        EXPECT_EQ(few.status, Status::budget_reached) << most;
        EXPECT_LE(few.time.lower, whole.time.upper) << most;
        EXPECT_GE(few.time.upper, whole.time.lower) << most;
        EXPECT_LE(steps(few), most + 70) << "at most two nodes, a distance and its point more";
        EXPECT_EQ(few.proof != ContactProof::none, few.answer == ImpactAnswer::contact) << most;
    }
    const Impact enough = time_of_impact(ring, other, {1e-6, 2 * steps(whole)});
    EXPECT_EQ(enough.status, Status::converged);
    EXPECT_EQ(enough.time, whole.time);
    // What a pair of parts costs is counted as it is for the parts themselves.
    const auto turned = [](const Vec3& axis, double angle) {
        return Pose::from(Quat::from_axis_angle(axis, angle), {});
    };
    const Motion wild = SplineMotion{
        {turned({1, 0, 0}, 5.1), turned({0, 0, 1}, 1.5), turned({1, 0, 0}, 5.9), turned({0, 0, 1}, 0.6)},
        {0, 0.001, 0.999, 1}};
    const Shape rod = Box{{0.1, 0.1, 3}};
    const Moving target{Sphere{0.2}, LinearMotion{Pose::translation({-2, 2, 1}), {}}};
    const ImpactWork alone = time_of_impact({rod, wild}, target).work;
    const std::vector<CompoundPart> one{{rod}};
    const ImpactWork within = time_of_impact({Compound::build(one).value(), wild}, target).work;
    EXPECT_GT(alone.bisections, 0u);
    EXPECT_GT(within.bisections, 0u);
    EXPECT_GT(within.box_tests, 0u);
    EXPECT_EQ(within.primitive_tests > 0, within.separations > 0);
}

/// How far a point is off a placed shape.
double off(const Placed& placed, const Vec3& point) {
    return separation({Point{}, Pose::translation(point)}, placed).distance.upper;
}

TEST(MeshImpact, ManyTurnsAreCutIntoShortOnes) {
    const Shape ball = mesh_of(icosphere_mesh(1, 3), MeshKind::surface);
    const Moving a{ball, TwistMotion{Pose::identity(), {}, {1, 2, 6}, {}}};
    const Moving b{ball, TwistMotion{Pose::translation({2.1, -0.3, 0}), {0, 0.6, 0}, {5, -2, 3}, {}}};
    const Impact passing = time_of_impact(a, b);
    EXPECT_EQ(passing.answer, ImpactAnswer::miss);
    // Ten times as many when pairs of boxes stay together for all of the time.
    EXPECT_LT(passing.work.primitive_tests, 60'000u);
    const Shape coarse = mesh_of(icosphere_mesh(1, 1), MeshKind::surface);
    const CertifiedImpact certified = certified_time_of_impact({coarse, a.motion}, {coarse, b.motion});
    EXPECT_EQ(certified.impact.answer, ImpactAnswer::miss);
    EXPECT_TRUE(verify(certified, {coarse, a.motion}, {coarse, b.motion}));
    // Far more turns than stretches end in time, too.
    const Moving wheel{ball, TwistMotion{Pose::translation({5, 0, 0}), {0, 1, 0}, {0, 0, 1e7}, {}}};
    EXPECT_EQ(time_of_impact({Box{{0.5, 0.5, 0.5}}, LinearMotion{}}, wheel).answer, ImpactAnswer::miss);
}

TEST(MeshImpact, AllStepsOfALongSearchAreBounded) {
    const auto shell = [](double radius) { return mesh_of(icosphere_mesh(radius, 4), MeshKind::surface); };
    const Moving inner{shell(0.97), TwistMotion{Pose::identity(), {}, {1, 2, 6}, {}}},
        outer{shell(1), LinearMotion{}};
    const Impact impact = time_of_impact(inner, outer);
    EXPECT_TRUE(impact.hit);
    EXPECT_EQ(impact.answer, ImpactAnswer::within_tolerance);
    EXPECT_EQ(impact.status, Status::budget_reached);
    EXPECT_GT(impact.time.lower, 0.1);
    EXPECT_EQ(impact.time.upper, 1);
    const ImpactWork& work = impact.work;
    EXPECT_LE(work.separations + work.cells + work.bisections + work.box_tests, 4'010'000u);
    EXPECT_LE(off(placed_at(inner, impact.time.lower), impact.point), 1e-9);
}

TEST(MeshImpact, OverlapsAtTheStartNameTheIntersectingPartsAndAPointOfBoth) {
    const Shape skin = mesh_of(icosphere_mesh(1, 2), MeshKind::surface),
                solid = mesh_of(icosphere_mesh(1, 2), MeshKind::solid);
    std::vector<CompoundPart> row;
    row.reserve(5);
    for (int i = 0; i < 5; ++i) row.push_back({Sphere{1}, Affine{Mat3::identity(), {3.0 * i, 0, 0}}});
    const Shape balls = *Compound::build(row);
    const Moving still_balls{balls, LinearMotion{}},
        probe{Sphere{0.1}, LinearMotion{Pose::translation({12, 0, 0.5}), {}}};
    const Impact member = time_of_impact(still_balls, probe), flipped = time_of_impact(probe, still_balls);
    EXPECT_EQ(member.part_a, 4u);
    EXPECT_EQ(member.part_b, 0u);
    EXPECT_EQ(flipped.part_a, 0u);
    EXPECT_EQ(flipped.part_b, 4u);
    // Inside of a solid nothing touches a triangle.
    const Moving within{Sphere{0.1}, LinearMotion{Pose::translation({0.3, 0, 0}), {}}};
    const Impact enclosed = time_of_impact({solid, LinearMotion{}}, within);
    EXPECT_EQ(enclosed.answer, ImpactAnswer::contact);
    EXPECT_LE(off(placed_at(within, 0), enclosed.point), 1e-12);
    Random random(58);
    int contacts = 0;
    for (int i = 0; i < 80; ++i) {
        const std::vector<Shape> shapes{skin,
                                        solid,
                                        balls,
                                        Shape(Box{{0.2, 0.3, 0.4}}),
                                        Shape(Triangle{{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}}),
                                        Shape(HalfSpace{{0, 0, 1}, 0})};
        const std::size_t first = random.index(3), second = random.index(6);
        const bool has_solid = first == 1 || second == 1;
        const Moving a{shapes[first], LinearMotion{Pose::from(random.rotation(), random.in_cube(0.8)), {}}};
        const Moving b{shapes[second], LinearMotion{Pose::from(random.rotation(), random.in_cube(0.8)), {}}};
        for (const bool swapped : {false, true}) {
            const Moving &x = swapped ? b : a, &y = swapped ? a : b;
            const Impact impact = time_of_impact(x, y);
            if (impact.answer != ImpactAnswer::contact || impact.time.upper > 0) continue;
            EXPECT_GT(impact.work.separations, 0u);
            EXPECT_GT(impact.work.primitive_tests, 0u);
            EXPECT_LE(off(placed_at(x, 0), impact.point), 1e-6) << i;
            EXPECT_LE(off(placed_at(y, 0), impact.point), 1e-6) << i;
            const std::vector<Shape> in_x = parts_of(x.shape), in_y = parts_of(y.shape);
            ASSERT_LT(impact.part_a, in_x.size());
            ASSERT_LT(impact.part_b, in_y.size());
            const Placed part_x{in_x[impact.part_a], pose_at(x.motion, 0)},
                part_y{in_y[impact.part_b], pose_at(y.motion, 0)};
            const bool contact = decide(part_x, part_y).answer == Answer::intersecting;
            EXPECT_TRUE(contact || has_solid) << i;
            contacts += contact;
        }
    }
    EXPECT_GT(contacts, 50);
}

TEST(MeshImpact, ASearchThatGivesUpTellsAPlaceOfTheParts) {
    const Shape shell = mesh_of(icosphere_mesh(1, 2), MeshKind::surface);
    const Moving a{shell, LinearMotion{Pose::translation({7, 8, 9}), {}}};
    const Moving b{shell, TwistMotion{Pose::translation({3, 8, 9}), {4, 0, 0}, {1, 2, 3}, {}}};
    for (const std::uint32_t steps : {1U, 5U, 20U, 100U}) {
        const Impact impact = time_of_impact(a, b, {.max_steps = steps});
        ASSERT_EQ(impact.status, Status::budget_reached) << steps;
        EXPECT_LE(off(placed_at(a, impact.time.lower), impact.point), 1e-9) << steps;
        EXPECT_LT(impact.normal.x, 0) << steps;
    }
}

TEST(MeshImpact, OverlapsAtTheStartThatADeviationMayUndoAreLeftOpen) {
    const TriangleSoup soup = box_mesh({1, 1, 1});
    const auto mesh = Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    ASSERT_TRUE(mesh);
    for (const double deviation : {0.0, 0.5}) {
        const SampledMotion path{
            {Pose::translation({1.99, 0, 0}), Pose::translation({4, 0, 0})}, {}, deviation};
        const Moving a{*mesh, LinearMotion{Pose::identity(), {}}}, b{Box{{1, 1, 1}}, path};
        CertifiedImpact certified = certified_time_of_impact(a, b);
        EXPECT_EQ(certified.impact.answer,
                  deviation > 0 ? ImpactAnswer::within_tolerance : ImpactAnswer::contact)
            << deviation;
        EXPECT_TRUE(verify(certified, a, b)) << deviation;
        certified = certified_time_of_impact(a, {b.shape, SampledMotion{path.poses, {}, 0}});
        EXPECT_EQ(verify(certified, a, b), deviation == 0) << "contact of the paths is none of the bodies";
    }
}

}  // namespace
}  // namespace graze::test
