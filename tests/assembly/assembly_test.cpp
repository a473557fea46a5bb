// The check of assemblies against all pairs, tested one by one by the verbs.
#include <algorithm>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

#include "assembly/assemblies.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/tube.hpp"

namespace graze::test {
namespace {

using PairSet = std::set<std::pair<std::uint32_t, std::uint32_t>>;

template <class Findings> PairSet pairs_of(const Findings& findings) {
    PairSet pairs;
    for (const auto& each : findings)
        EXPECT_TRUE(pairs.insert({each.a, each.b}).second) << each.a << " " << each.b;
    return pairs;
}

/// All overlapping pairs that pass, tested one by one.
template <class Passes> PairSet overlapping_pairs(const Assembly& assembly, const Passes& passes) {
    PairSet pairs;
    for (std::uint32_t a = 0; a < assembly.parts.size(); ++a) {
        for (std::uint32_t b = a + 1; b < assembly.parts.size(); ++b) {
            const bool overlap =
                decide(assembly.parts[a].placed, assembly.parts[b].placed).answer != Answer::disjoint;
            if (overlap && passes(assembly.parts[a], assembly.parts[b])) pairs.insert({a, b});
        }
    }
    return pairs;
}

constexpr auto kAny = [](const AssemblyPart&, const AssemblyPart&) { return true; };

void expect_same(const Separation& x, const Separation& y) {
    EXPECT_EQ(x.distance, y.distance);
    EXPECT_EQ(x.point_a, y.point_a);
    EXPECT_EQ(x.point_b, y.point_b);
    EXPECT_EQ(x.normal, y.normal);
    EXPECT_EQ(x.status, y.status);
}

TEST(AssemblyCheck, finds_exactly_the_overlapping_pairs) {
    std::size_t found = 0;
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const Assembly assembly = random_assembly(seed, 40, 3);
        const AssemblyFindings result = findings_of(assembly);
        EXPECT_EQ(pairs_of(result.clashes), overlapping_pairs(assembly, kAny));
        EXPECT_TRUE(result.allowed.empty());
        EXPECT_TRUE(result.near_misses.empty());
        EXPECT_GE(result.statistics.tested, result.clashes.size());
        found += result.clashes.size();
    }
    EXPECT_GT(found, 30U);
}

TEST(AssemblyCheck, findings_of_a_clash_are_those_of_the_verbs) {
    const Assembly assembly = random_assembly(4, 40, 2.5);
    for (const Clash& clash : findings_of(assembly).clashes) {
        const Placed a = assembly.parts[clash.a].placed;
        const Placed b = assembly.parts[clash.b].placed;
        EXPECT_TRUE(verify(clash.verdict, a, b));
        EXPECT_EQ(clash.relation, relation(a, b));
        const Separation plain = separation(a, b);
        if (clash.certificate.vertices.empty())
            expect_same(clash.separation, plain);
        else
            EXPECT_TRUE(verify(CertifiedSeparation{clash.separation, clash.certificate}, a, b));
        const bool common = clash.separation.distance.lower <= plain.distance.upper &&
                            plain.distance.lower <= clash.separation.distance.upper;
        EXPECT_TRUE(common);
        const bool bare = a.shape.margin() == 0 && b.shape.margin() == 0;
        EXPECT_EQ(clash.triangle_pairs, bare ? intersecting_triangles(a, b).size() : 0);
        EXPECT_EQ(clash.manifolds.size(), contact_manifolds(a, b).size());
        for (const ContactManifold& manifold : clash.manifolds) EXPECT_TRUE(verify(manifold, a, b));
        EXPECT_FALSE(is_empty(clash.region.box));
    }
}

TEST(AssemblyCheck, boxes_of_crossings_hold_every_segment_and_curves_keep_to_the_limit) {
    Assembly assembly;
    const Shape stone =
        mesh_shape(noisy_sphere_mesh({.radius = 1, .roughness = 0.2, .subdivisions = 3}), MeshKind::solid);
    assembly.parts = {part("a", stone), part("b", stone, Pose::translation({1.2, 0.1, 0}))};
    const AssemblyFindings result = findings_of(assembly, {.curve_limit = 10});
    ASSERT_EQ(result.clashes.size(), 1U);
    const Clash& clash = result.clashes[0];
    EXPECT_EQ(clash.region.kind, RegionKind::crossing);
    EXPECT_EQ(clash.curve.size(), 10U);
    for (const TrianglePair& pair :
         intersecting_triangles(assembly.parts[0].placed, assembly.parts[1].placed)) {
        EXPECT_TRUE(contains(clash.region.box, pair.segment.a));
        EXPECT_TRUE(contains(clash.region.box, pair.segment.b));
    }
    EXPECT_LT(clash.region.box.max.x - clash.region.box.min.x, 1);  // not the boxes of the whole
}

TEST(AssemblyCheck, lists_what_is_within_the_clearance_and_nothing_else) {
    const Assembly assembly = random_assembly(5, 40, 4);
    const double clearance = 0.4;
    const AssemblyFindings result = findings_of(assembly, {.clearance = clearance});
    PairSet expected;
    for (std::uint32_t a = 0; a < assembly.parts.size(); ++a) {
        for (std::uint32_t b = a + 1; b < assembly.parts.size(); ++b) {
            const Placed x = assembly.parts[a].placed;
            const Placed y = assembly.parts[b].placed;
            if (decide(x, y).answer == Answer::disjoint && separation(x, y).distance.lower <= clearance)
                expected.insert({a, b});
        }
    }
    EXPECT_EQ(pairs_of(result.near_misses), expected);
    EXPECT_GT(expected.size(), 5U);
    EXPECT_EQ(pairs_of(result.clashes), overlapping_pairs(assembly, kAny));
    for (const NearMiss& near : result.near_misses)
        expect_same(near.separation,
                    separation(assembly.parts[near.a].placed, assembly.parts[near.b].placed));
    EXPECT_TRUE(std::ranges::is_sorted(result.near_misses, {},
                                       [](const NearMiss& near) { return near.separation.distance.lower; }));
}

TEST(AssemblyCheck, all_distances_are_all_pairs) {
    const Assembly assembly = random_assembly(6, 20, 4);
    const AssemblyFindings result = findings_of(assembly, {.all_distances = true});
    EXPECT_EQ(result.clashes.size() + result.near_misses.size(), 20U * 19 / 2);
    EXPECT_EQ(result.statistics.tested, 20U * 19 / 2);
    EXPECT_EQ(pairs_of(result.clashes), overlapping_pairs(assembly, kAny));
}

void expect_same(const Clash& x, const Clash& y) {
    EXPECT_EQ(std::pair(x.a, x.b), std::pair(y.a, y.b));
    EXPECT_EQ(x.relation, y.relation);
    EXPECT_EQ(x.verdict.answer, y.verdict.answer);
    EXPECT_EQ(x.verdict.proof.index(), y.verdict.proof.index());
    expect_same(x.separation, y.separation);
    EXPECT_EQ(x.certificate.vertices.size(), y.certificate.vertices.size());
    ASSERT_EQ(x.manifolds.size(), y.manifolds.size());
    for (std::size_t i = 0; i < x.manifolds.size(); ++i) {
        EXPECT_EQ(x.manifolds[i].normal, y.manifolds[i].normal);
        ASSERT_EQ(x.manifolds[i].points.size(), y.manifolds[i].points.size());
        for (std::size_t k = 0; k < x.manifolds[i].points.size(); ++k)
            EXPECT_EQ(x.manifolds[i].points[k].position, y.manifolds[i].points[k].position);
    }
    EXPECT_EQ(x.triangle_pairs, y.triangle_pairs);
    EXPECT_EQ(x.region.kind, y.region.kind);
    EXPECT_EQ(x.region.box, y.region.box);
    EXPECT_EQ(x.curve, y.curve);
}

TEST(AssemblyCheck, findings_do_not_depend_on_threads) {
    const Assembly assembly = random_assembly(7, 40, 2.5);
    const AssemblyOptions options{.clearance = 0.3, .allow_depth = 0.1, .curve_limit = 20, .threads = 1};
    const AssemblyFindings one = findings_of(assembly, options);
    for (const unsigned threads : {2U, 5U, 0U}) {
        AssemblyOptions other = options;
        other.threads = threads;
        const AssemblyFindings many = findings_of(assembly, other);
        ASSERT_EQ(one.clashes.size(), many.clashes.size());
        ASSERT_EQ(one.allowed.size(), many.allowed.size());
        ASSERT_EQ(one.near_misses.size(), many.near_misses.size());
        for (std::size_t i = 0; i < one.clashes.size(); ++i) expect_same(one.clashes[i], many.clashes[i]);
        for (std::size_t i = 0; i < one.allowed.size(); ++i) expect_same(one.allowed[i], many.allowed[i]);
        for (std::size_t i = 0; i < one.near_misses.size(); ++i) {
            EXPECT_EQ(one.near_misses[i].a, many.near_misses[i].a);
            EXPECT_EQ(one.near_misses[i].b, many.near_misses[i].b);
            expect_same(one.near_misses[i].separation, many.near_misses[i].separation);
        }
        EXPECT_EQ(one.statistics.tested, many.statistics.tested);
        EXPECT_EQ(one.statistics.excluded, many.statistics.excluded);
    }
    EXPECT_GT(one.clashes.size(), 10U);
    EXPECT_GT(one.allowed.size(), 0U);
    EXPECT_GT(one.near_misses.size(), 10U);
}

TEST(AssemblyCheck, exclusions_origins_and_groups_leave_pairs_out) {
    Assembly assembly = random_assembly(8, 40, 2.5);
    const AssemblyFindings origins = findings_of(assembly, {.pairs = PairSelection::different_origins});
    EXPECT_EQ(pairs_of(origins.clashes),
              overlapping_pairs(assembly, [](const auto& a, const auto& b) { return a.origin != b.origin; }));
    const AssemblyFindings groups = findings_of(assembly, {.pairs = PairSelection::different_groups});
    EXPECT_EQ(pairs_of(groups.clashes), overlapping_pairs(assembly, [](const auto& a, const auto& b) {
                  return a.group.empty() || a.group != b.group;
              }));
    assembly.exclusions = {{"part_1*", "part_2*", ""}, {"@arm", "@frame", ""}};
    const AssemblyFindings excluded = findings_of(assembly);
    const auto passes = [](const AssemblyPart& a, const AssemblyPart& b) {
        const auto both = [&](const auto& x, const auto& y) { return (x(a) && y(b)) || (x(b) && y(a)); };
        const auto tens = [](const AssemblyPart& p) { return p.name.starts_with("part_1"); };
        const auto twenties = [](const AssemblyPart& p) { return p.name.starts_with("part_2"); };
        const auto arm = [](const AssemblyPart& p) { return p.group == "arm"; };
        const auto frame = [](const AssemblyPart& p) { return p.group == "frame"; };
        return !both(tens, twenties) && !both(arm, frame);
    };
    EXPECT_EQ(pairs_of(excluded.clashes), overlapping_pairs(assembly, passes));
    const AssemblyStatistics& counts = excluded.statistics;
    EXPECT_EQ(counts.in_range, findings_of({assembly.parts, {}}).statistics.tested);
    EXPECT_EQ(counts.in_range, counts.excluded + counts.tested);
    ASSERT_EQ(counts.excluded_by.size(), 2U);
    EXPECT_GT(counts.excluded_by[0], 0U);
    EXPECT_GT(counts.excluded_by[1], 0U);
    EXPECT_EQ(counts.excluded, counts.excluded_by[0] + counts.excluded_by[1]);
}

TEST(AssemblyCheck, clashes_are_sorted_by_depth_and_allowed_ones_are_listed_apart) {
    Assembly assembly;
    const Shape cube = Box{{0.5, 0.5, 0.5}};
    for (const double x : {0.0, 1.0, 1.75, 2.625})
        assembly.parts.push_back(part("x" + std::to_string(x), cube, Pose::translation({x, 0, 0})));
    const AssemblyFindings plain = findings_of(assembly);
    ASSERT_EQ(plain.clashes.size(), 3U);
    EXPECT_EQ(std::pair(plain.clashes[0].a, plain.clashes[0].b), std::pair(1U, 2U));  // 0.25 deep
    EXPECT_EQ(std::pair(plain.clashes[1].a, plain.clashes[1].b), std::pair(2U, 3U));  // 0.125 deep
    EXPECT_EQ(plain.clashes[2].relation, Relation::touching);
    EXPECT_TRUE(escape_distance_of(plain.clashes[0])->contains(0.25));
    const AssemblyFindings touching = findings_of(assembly, {.allow_touching = true});
    EXPECT_EQ(pairs_of(touching.clashes), (PairSet{{1, 2}, {2, 3}}));
    EXPECT_EQ(pairs_of(touching.allowed), (PairSet{{0, 1}}));
    const AssemblyFindings shallow = findings_of(assembly, {.allow_depth = 0.2});
    EXPECT_EQ(pairs_of(shallow.clashes), (PairSet{{1, 2}}));
    EXPECT_EQ(pairs_of(shallow.allowed), (PairSet{{0, 1}, {2, 3}}));
}

/// A pin that is a little too thick for its hole has the longest way out, and is the least of the clashes.
TEST(AssemblyCheck, press_fits_come_after_real_overlaps_and_copies_first) {
    Assembly assembly;
    const Shape ring = mesh_shape(test::tube(5, 8, 2, 32), MeshKind::solid);
    const Shape pin = mesh_shape(test::tube(0, 5.1, 2.5, 31), MeshKind::solid);
    const Shape block = mesh_shape(box_mesh({3, 3, 3}), MeshKind::solid);
    assembly.parts = {part("ring", ring),
                      part("pin", pin),
                      part("block", block, Pose::translation({20, 0, 0})),
                      part("other", block, Pose::translation({24, 1, 1})),
                      part("rock", block, Pose::translation({0, 40, 0})),
                      part("copy", block, Pose::translation({0, 40, 0}))};
    for (const DepthEffort effort : {DepthEffort::quick, DepthEffort::tight}) {
        const AssemblyFindings found = findings_of(assembly, {.depth = effort});
        ASSERT_EQ(found.clashes.size(), 3U);
        EXPECT_EQ(found.clashes[0].relation, Relation::identical);
        EXPECT_EQ(assembly.parts[found.clashes[1].a].name, "block");
        EXPECT_EQ(assembly.parts[found.clashes[2].a].name, "ring");
        EXPECT_TRUE(escape_distance_of(found.clashes[2])->contains(4.5));
        EXPECT_LE(interference_of(found.clashes[2])->upper, 0.2);
        EXPECT_TRUE(interference_of(found.clashes[1])->contains(2));
    }
}

TEST(AssemblyCheck, identical_meshes_are_not_intersected) {
    Assembly assembly;
    const Shape stone =
        mesh_shape(noisy_sphere_mesh({.radius = 1, .roughness = 0.2, .subdivisions = 6}), MeshKind::solid);
    assembly.parts = {part("a", stone), part("b", stone)};
    const AssemblyFindings result = findings_of(assembly);
    ASSERT_EQ(result.clashes.size(), 1U);
    EXPECT_EQ(result.clashes[0].relation, Relation::identical);
    EXPECT_EQ(result.clashes[0].region.kind, RegionKind::boxes);
    EXPECT_LT(result.statistics.seconds,
              5);  // intersecting every triangle with its copy takes a hundred times as long
}

TEST(AssemblyCheck, a_half_space_is_in_range_of_everything) {
    Assembly assembly;
    assembly.parts = {part("ground", HalfSpace{{0, 0, 1}, 0}),
                      part("ball", Sphere{1}, Pose::translation({0, 0, 0.5})),
                      part("bird", Sphere{1}, Pose::translation({0, 0, 5}))};
    const AssemblyFindings result = findings_of(assembly, {.clearance = 10});
    ASSERT_EQ(result.clashes.size(), 1U);
    EXPECT_TRUE(escape_distance_of(result.clashes[0])->contains(0.5));
    EXPECT_EQ(pairs_of(result.near_misses), (PairSet{{0, 2}, {1, 2}}));
}

/// The intersections of nearly coplanar triangles have large errors: these must not make the box larger than
/// the parts.
TEST(AssemblyCheck, boxes_of_crossings_stay_in_the_parts) {
    const Shape cube = mesh_shape(box_mesh({0.5, 0.5, 0.5}), MeshKind::solid);
    Assembly assembly;
    for (const double degrees : {90.0, 180.0, 270.0}) {
        const Vec3 place{10 * degrees, 0, 0};
        const Pose turned = Pose::from(Quat::from_axis_angle({1, 0, 0}, degrees * std::numbers::pi / 180),
                                       place + Vec3{0.3, 0.2, 1});
        assembly.parts.push_back(part("a" + std::to_string(degrees), cube, Pose::translation(place)));
        assembly.parts.push_back(part("b" + std::to_string(degrees), cube, turned));
    }
    const AssemblyFindings result = findings_of(assembly);
    ASSERT_EQ(result.clashes.size(), 3U);
    for (const Clash& clash : result.clashes) {
        EXPECT_TRUE(contains(box_of(assembly.parts[clash.a].placed), clash.region.box));
        EXPECT_TRUE(contains(box_of(assembly.parts[clash.b].placed), clash.region.box));
        EXPECT_FALSE(is_empty(clash.region.box));
    }
}

}  // namespace
}  // namespace graze::test
