// The check of assemblies against all pairs asked one by one.
#include <algorithm>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

#include "assembly_check.hpp"
#include "cli/documents.hpp"
#include "graze/query/mesh_query.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"

namespace graze::test {
namespace {

using namespace graze::cli;

using PairSet = std::set<std::pair<std::uint32_t, std::uint32_t>>;

template <class Findings> PairSet pairs_of(const Findings& findings) {
    PairSet pairs;
    for (const auto& each : findings) EXPECT_TRUE(pairs.insert({each.a, each.b}).second) << each.a << " " << each.b;
    return pairs;
}

/// All pairs of a document that pass, asked one by one.
template <class Passes> PairSet overlapping_pairs(const io::Document& document, const Passes& passes) {
    PairSet pairs;
    for (std::uint32_t a = 0; a < document.parts.size(); ++a) {
        for (std::uint32_t b = a + 1; b < document.parts.size(); ++b) {
            const bool overlap = decide(io::placed(document.parts[a]), io::placed(document.parts[b])).answer != Answer::disjoint;
            if (overlap && passes(document.parts[a], document.parts[b])) pairs.insert({a, b});
        }
    }
    return pairs;
}

constexpr auto kAny = [](const io::Part&, const io::Part&) { return true; };

void expect_same(const Separation& x, const Separation& y) {
    EXPECT_EQ(x.distance, y.distance);
    EXPECT_EQ(x.point_a, y.point_a);
    EXPECT_EQ(x.point_b, y.point_b);
    EXPECT_EQ(x.normal, y.normal);
    EXPECT_EQ(x.status, y.status);
}

TEST(CheckEngine, finds_exactly_the_overlapping_pairs) {
    std::size_t found = 0;
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const io::Document document = random_document(seed, 40, 3);
        const CheckResult result = check_assembly(document, {});
        EXPECT_EQ(pairs_of(result.clashes), overlapping_pairs(document, kAny));
        EXPECT_TRUE(result.allowed.empty());
        EXPECT_TRUE(result.near_misses.empty());
        EXPECT_GE(result.pairs, result.clashes.size());
        found += result.clashes.size();
    }
    EXPECT_GT(found, 30U);
}

TEST(CheckEngine, reports_of_a_clash_what_the_verbs_report) {
    const io::Document document = random_document(4, 40, 2.5);
    for (const Clash& clash : check_assembly(document, {}).clashes) {
        const Placed a = io::placed(document.parts[clash.a]);
        const Placed b = io::placed(document.parts[clash.b]);
        EXPECT_TRUE(verify(clash.verdict, a, b));
        EXPECT_EQ(clash.relation, relation(a, b));
        const Separation plain = separation(a, b);
        if (clash.certificate.vertices.empty())
            expect_same(clash.separation, plain);
        else
            EXPECT_TRUE(verify(CertifiedSeparation{clash.separation, clash.certificate}, a, b));
        const bool common =
            clash.separation.distance.lower <= plain.distance.upper && plain.distance.lower <= clash.separation.distance.upper;
        EXPECT_TRUE(common);
        const bool bare = a.shape.margin() == 0 && b.shape.margin() == 0;
        EXPECT_EQ(clash.triangle_pairs, bare ? intersecting_triangles(a, b).size() : 0);
        EXPECT_EQ(clash.manifolds.size(), contact_manifolds(a, b).size());
        for (const ContactManifold& manifold : clash.manifolds) EXPECT_TRUE(verify(manifold, a, b));
        EXPECT_FALSE(is_empty(clash.region.box));
    }
}

TEST(CheckEngine, boxes_of_crossings_hold_every_segment_and_curves_keep_to_the_limit) {
    io::Document document;
    const Shape stone = mesh_of(noisy_sphere_mesh({.radius = 1, .roughness = 0.2, .subdivisions = 3}), MeshKind::solid);
    document.parts = {part_of("a", stone), part_of("b", stone, Pose::translation({1.2, 0.1, 0}))};
    const CheckResult result = check_assembly(document, {.curve_limit = 10});
    ASSERT_EQ(result.clashes.size(), 1U);
    const Clash& clash = result.clashes[0];
    EXPECT_EQ(clash.region.kind, RegionKind::crossing);
    EXPECT_EQ(clash.curve.size(), 10U);
    for (const TrianglePair& pair : intersecting_triangles(io::placed(document.parts[0]), io::placed(document.parts[1]))) {
        EXPECT_TRUE(contains(clash.region.box, pair.segment.a));
        EXPECT_TRUE(contains(clash.region.box, pair.segment.b));
    }
    EXPECT_LT(clash.region.box.max.x - clash.region.box.min.x, 1);  // not the boxes of the whole
}

TEST(CheckEngine, lists_what_is_within_the_clearance_and_nothing_else) {
    const io::Document document = random_document(5, 40, 4);
    const double clearance = 0.4;
    const CheckResult result = check_assembly(document, {.clearance = clearance});
    PairSet expected;
    for (std::uint32_t a = 0; a < document.parts.size(); ++a) {
        for (std::uint32_t b = a + 1; b < document.parts.size(); ++b) {
            const Placed x = io::placed(document.parts[a]);
            const Placed y = io::placed(document.parts[b]);
            if (decide(x, y).answer == Answer::disjoint && separation(x, y).distance.lower <= clearance) expected.insert({a, b});
        }
    }
    EXPECT_EQ(pairs_of(result.near_misses), expected);
    EXPECT_GT(expected.size(), 5U);
    EXPECT_EQ(pairs_of(result.clashes), overlapping_pairs(document, kAny));
    for (const NearMiss& near : result.near_misses)
        expect_same(near.separation, separation(io::placed(document.parts[near.a]), io::placed(document.parts[near.b])));
    EXPECT_TRUE(std::ranges::is_sorted(result.near_misses, {}, [](const NearMiss& near) { return near.separation.distance.lower; }));
}

TEST(CheckEngine, all_distances_are_all_pairs) {
    const io::Document document = random_document(6, 20, 4);
    const CheckResult result = check_assembly(document, {.all_distances = true});
    EXPECT_EQ(result.clashes.size() + result.near_misses.size(), 20U * 19 / 2);
    EXPECT_EQ(result.pairs, 20U * 19 / 2);
    EXPECT_EQ(pairs_of(result.clashes), overlapping_pairs(document, kAny));
}

TEST(CheckEngine, answers_do_not_depend_on_threads) {
    const io::Document document = random_document(7, 40, 2.5);
    const CheckResult one = check_assembly(document, {.clearance = 0.3, .threads = 1});
    const CheckResult many = check_assembly(document, {.clearance = 0.3, .threads = 5});
    ASSERT_EQ(one.clashes.size(), many.clashes.size());
    ASSERT_EQ(one.near_misses.size(), many.near_misses.size());
    for (std::size_t i = 0; i < one.clashes.size(); ++i) {
        EXPECT_EQ(one.clashes[i].a, many.clashes[i].a);
        EXPECT_EQ(one.clashes[i].b, many.clashes[i].b);
        expect_same(one.clashes[i].separation, many.clashes[i].separation);
    }
    for (std::size_t i = 0; i < one.near_misses.size(); ++i) expect_same(one.near_misses[i].separation, many.near_misses[i].separation);
}

TEST(CheckEngine, exclusions_files_and_groups_leave_pairs_out) {
    io::Document document = random_document(8, 40, 2.5);
    const CheckResult files = check_assembly(document, {.among = Among::files});
    EXPECT_EQ(pairs_of(files.clashes), overlapping_pairs(document, [](const auto& a, const auto& b) { return a.source != b.source; }));
    const CheckResult groups = check_assembly(document, {.among = Among::groups});
    EXPECT_EQ(pairs_of(groups.clashes),
              overlapping_pairs(document, [](const auto& a, const auto& b) { return a.group.empty() || a.group != b.group; }));
    document.exclusions = {{"part_1*", "part_2*", ""}, {"@arm", "@frame", ""}};
    const CheckResult excluded = check_assembly(document, {});
    const auto passes = [](const io::Part& a, const io::Part& b) {
        const auto both = [&](const auto& x, const auto& y) { return (x(a) && y(b)) || (x(b) && y(a)); };
        const auto tens = [](const io::Part& p) { return p.name.starts_with("part_1"); };
        const auto twenties = [](const io::Part& p) { return p.name.starts_with("part_2"); };
        const auto arm = [](const io::Part& p) { return p.group == "arm"; };
        const auto frame = [](const io::Part& p) { return p.group == "frame"; };
        return !both(tens, twenties) && !both(arm, frame);
    };
    EXPECT_EQ(pairs_of(excluded.clashes), overlapping_pairs(document, passes));
    EXPECT_GT(excluded.excluded, 0U);
    EXPECT_GT(check_assembly(document, {}).pairs, excluded.clashes.size());
}

TEST(CheckEngine, deepest_first_and_what_may_touch_is_set_aside) {
    io::Document document;
    const Shape cube = Box{{0.5, 0.5, 0.5}};
    for (const double x : {0.0, 1.0, 1.75, 2.625})
        document.parts.push_back(part_of("x" + std::to_string(x), cube, Pose::translation({x, 0, 0})));
    const CheckResult plain = check_assembly(document, {});
    ASSERT_EQ(plain.clashes.size(), 3U);
    EXPECT_EQ(std::pair(plain.clashes[0].a, plain.clashes[0].b), std::pair(1U, 2U));  // 0.25 deep
    EXPECT_EQ(std::pair(plain.clashes[1].a, plain.clashes[1].b), std::pair(2U, 3U));  // 0.125 deep
    EXPECT_EQ(plain.clashes[2].relation, Relation::touching);
    EXPECT_TRUE(depth_of(plain.clashes[0])->contains(0.25));
    const CheckResult touching = check_assembly(document, {.allow_touching = true});
    EXPECT_EQ(pairs_of(touching.clashes), (PairSet{{1, 2}, {2, 3}}));
    EXPECT_EQ(pairs_of(touching.allowed), (PairSet{{0, 1}}));
    const CheckResult shallow = check_assembly(document, {.allow_depth = 0.2});
    EXPECT_EQ(pairs_of(shallow.clashes), (PairSet{{1, 2}}));
    EXPECT_EQ(pairs_of(shallow.allowed), (PairSet{{0, 1}, {2, 3}}));
}

TEST(CheckEngine, identical_meshes_take_no_time) {
    io::Document document;
    const Shape stone = mesh_of(noisy_sphere_mesh({.radius = 1, .roughness = 0.2, .subdivisions = 6}), MeshKind::solid);
    document.parts = {part_of("a", stone), part_of("b", stone)};
    const CheckResult result = check_assembly(document, {});
    ASSERT_EQ(result.clashes.size(), 1U);
    EXPECT_EQ(result.clashes[0].relation, Relation::identical);
    EXPECT_EQ(result.clashes[0].region.kind, RegionKind::boxes);
    EXPECT_LT(result.seconds, 5);  // every triangle with its twin: a hundred times as long
}

TEST(CheckEngine, progress_ends_at_one) {
    double last = 0;
    check_assembly(random_document(9, 30, 2), {.threads = 1}, [&](double share) {
        EXPECT_GE(share, last);
        last = share;
    });
    EXPECT_EQ(last, 1);
}

TEST(CheckEngine, endless_ground_and_no_parts) {
    EXPECT_EQ(check_assembly({}, {}).pairs, 0U);
    io::Document document;
    document.parts = {part_of("ground", HalfSpace{{0, 0, 1}, 0}), part_of("ball", Sphere{1}, Pose::translation({0, 0, 0.5})),
                      part_of("bird", Sphere{1}, Pose::translation({0, 0, 5}))};
    const CheckResult result = check_assembly(document, {.clearance = 10});
    ASSERT_EQ(result.clashes.size(), 1U);
    EXPECT_TRUE(depth_of(result.clashes[0])->contains(0.5));
    EXPECT_EQ(pairs_of(result.near_misses), (PairSet{{0, 2}, {1, 2}}));
}

/// Triangles that lie nearly in one plane cross somewhere: how poorly that is known must not make the box larger than the parts.
TEST(CheckEngine, boxes_of_crossings_stay_in_the_parts) {
    const Shape cube = mesh_of(box_mesh({0.5, 0.5, 0.5}), MeshKind::solid);
    io::Document document;
    for (const double degrees : {90.0, 180.0, 270.0}) {
        const Vec3 place{10 * degrees, 0, 0};
        const Pose turned = Pose::from(Quat::from_axis_angle({1, 0, 0}, degrees * std::numbers::pi / 180), place + Vec3{0.3, 0.2, 1});
        document.parts.push_back(part_of("a" + std::to_string(degrees), cube, Pose::translation(place)));
        document.parts.push_back(part_of("b" + std::to_string(degrees), cube, turned));
    }
    const Assembly assembly = assemble(document);
    const CheckResult result = check_assembly(document, {});
    ASSERT_EQ(result.clashes.size(), 3U);
    for (const Clash& clash : result.clashes) {
        EXPECT_TRUE(contains(assembly.boxes[clash.a], clash.region.box));
        EXPECT_TRUE(contains(assembly.boxes[clash.b], clash.region.box));
        EXPECT_FALSE(is_empty(clash.region.box));
    }
}

}  // namespace
}  // namespace graze::test
