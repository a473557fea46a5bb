// What surrounds the findings: input that is refused, progress, an early end, open meshes, names.
#include <algorithm>
#include <limits>
#include <mutex>
#include <set>

#include <gtest/gtest.h>

#include "assembly/assemblies.hpp"
#include "graze/mesh/height_field.hpp"

namespace graze::test {
namespace {

using Reason = AssemblyError::Reason;

/// Cubes of half extent 0.5 along x, each 0.1 deep in the next.
Assembly row_of_cubes(int count) {
    Assembly assembly;
    for (int i = 0; i < count; ++i)
        assembly.parts.push_back(
            part("cube " + std::to_string(i), Box{{0.5, 0.5, 0.5}}, Pose::translation({0.9 * i, 0, 0})));
    return assembly;
}

/// A box without its lid.
TriangleSoup open_box(double half) {
    TriangleSoup box = box_mesh({half, half, half});
    std::erase_if(box.triangles, [&](const auto& t) {
        return std::all_of(t.begin(), t.end(),
                           [&](std::uint32_t corner) { return box.vertices[corner].z > 0; });
    });
    return box;
}

TEST(AssemblyInput, no_parts_and_one_part_have_no_pairs) {
    for (const Assembly& assembly : {Assembly{}, Assembly{{part("one", Sphere{1})}, {}}}) {
        for (const bool all : {false, true}) {
            const AssemblyFindings findings = findings_of(assembly, {.clearance = 1, .all_distances = all});
            EXPECT_TRUE(findings.clashes.empty());
            EXPECT_TRUE(findings.allowed.empty());
            EXPECT_TRUE(findings.near_misses.empty());
            EXPECT_TRUE(findings.possibly_inside.empty());
            EXPECT_EQ(findings.statistics.in_range, 0U);
            EXPECT_EQ(findings.statistics.tested, 0U);
            EXPECT_EQ(findings.status, Status::converged);
        }
    }
}

TEST(AssemblyInput, an_invalid_shape_is_an_error_that_names_the_part) {
    Assembly assembly = row_of_cubes(3);
    assembly.parts[1] = part("lever", Sphere{-1});
    auto findings = check_assembly(assembly);
    ASSERT_FALSE(findings.has_value());
    EXPECT_EQ(findings.error().reason, Reason::invalid_part);
    EXPECT_EQ(findings.error().part, PartIndex{1});
    EXPECT_TRUE(findings.error().message.starts_with("part 'lever': ")) << findings.error().message;
    assembly.parts[1] =
        part("lever", Sphere{1}, Pose::translation({std::numeric_limits<double>::quiet_NaN(), 0, 0}));
    findings = check_assembly(assembly);
    ASSERT_FALSE(findings.has_value());
    EXPECT_EQ(findings.error().reason, Reason::invalid_part);
    EXPECT_EQ(findings.error().part, PartIndex{1});
}

TEST(AssemblyInput, names_are_there_and_unique) {
    Assembly assembly = row_of_cubes(3);
    assembly.parts[2].name = assembly.parts[0].name;
    auto findings = check_assembly(assembly);
    ASSERT_FALSE(findings.has_value());
    EXPECT_EQ(findings.error().reason, Reason::duplicate_name);
    EXPECT_EQ(findings.error().part, PartIndex{2});
    EXPECT_NE(findings.error().message.find("'cube 0'"), std::string::npos);
    assembly.parts[2].name.clear();
    findings = check_assembly(assembly);
    ASSERT_FALSE(findings.has_value());
    EXPECT_EQ(findings.error().reason, Reason::no_name);
    EXPECT_EQ(findings.error().part, PartIndex{2});
}

TEST(AssemblyInput, lengths_of_options_are_finite_and_not_negative) {
    for (const double bad : {-1.0, kInfinity, std::numeric_limits<double>::quiet_NaN()}) {
        for (const AssemblyOptions& options :
             {AssemblyOptions{.clearance = bad}, AssemblyOptions{.allow_depth = bad}}) {
            const auto findings = check_assembly(row_of_cubes(2), options);
            ASSERT_FALSE(findings.has_value()) << bad;
            EXPECT_EQ(findings.error().reason, Reason::invalid_option);
            EXPECT_FALSE(findings.error().part.has_value());
        }
    }
}

TEST(AssemblyProgress, grows_to_one_and_is_never_called_by_two_threads) {
    const Assembly assembly = random_assembly(9, 40, 2);
    for (const unsigned threads : {1U, 2U, 0U}) {
        std::mutex mutex;
        double last = -1;
        std::size_t calls = 0;
        const auto findings =
            check_assembly(assembly, {.clearance = 0.5, .threads = threads}, [&](double share) {
                const std::unique_lock lock(mutex, std::try_to_lock);
                EXPECT_TRUE(lock.owns_lock());
                EXPECT_GE(share, last);
                EXPECT_GE(share, 0);
                last = share;
                ++calls;
                return Continue::yes;
            });
        ASSERT_TRUE(findings.has_value());
        EXPECT_EQ(last, 1);
        EXPECT_GT(calls, 1U);
        if (threads == 1) {
            EXPECT_EQ(calls, findings->statistics.tested);
        }
    }
    double last = -1;
    EXPECT_TRUE(check_assembly({}, {}, [&](double share) {
                    last = share;
                    return Continue::yes;
                }).has_value());
    EXPECT_EQ(last, 1);
}

TEST(AssemblyProgress, an_early_end_leaves_the_findings_of_the_first_pairs) {
    const Assembly assembly = row_of_cubes(50);
    for (const unsigned threads : {1U, 2U}) {
        const auto findings = check_assembly(assembly, {.threads = threads}, [](double share) {
            return share < 0.5 ? Continue::yes : Continue::no;
        });
        ASSERT_TRUE(findings.has_value());
        EXPECT_EQ(findings->status, Status::budget_reached);
        const std::size_t tested = findings->statistics.tested;
        EXPECT_LT(tested, 49U);
        if (threads == 1) {
            EXPECT_EQ(tested, 25U);
        }
        ASSERT_EQ(findings->clashes.size(), tested);
        std::set<PartIndex> first;
        for (const Clash& clash : findings->clashes) first.insert(clash.a);
        for (PartIndex i = 0; i < tested; ++i) EXPECT_TRUE(first.contains(i)) << i;
    }
    const auto last =
        check_assembly(assembly, {}, [](double share) { return share < 1 ? Continue::yes : Continue::no; });
    EXPECT_EQ(last->status, Status::converged);
    EXPECT_EQ(last->clashes.size(), 49U);
}

TEST(AssemblyBudget, max_pairs_tests_the_first_ones) {
    const Assembly assembly = row_of_cubes(10);
    const AssemblyFindings some = findings_of(assembly, {.max_pairs = 4});
    EXPECT_EQ(some.status, Status::budget_reached);
    EXPECT_EQ(some.statistics.tested, 4U);
    EXPECT_EQ(some.statistics.in_range, 9U);
    ASSERT_EQ(some.clashes.size(), 4U);
    for (const Clash& clash : some.clashes) EXPECT_LT(clash.a, 4U);
    const AssemblyFindings all = findings_of(assembly, {.max_pairs = 9});
    EXPECT_EQ(all.status, Status::converged);
    EXPECT_EQ(all.clashes.size(), 9U);
}

/// Cubes overlap their neighbours; the boxes of others are 0.8 and more apart.
TEST(AssemblyCascade, cubes_in_a_row_are_counted_by_hand) {
    Assembly assembly = row_of_cubes(10);
    assembly.exclusions = {{"cube 0", "cube 1", {}}};
    const AssemblyStatistics plain = findings_of(assembly).statistics;
    EXPECT_EQ(plain.cascade.pairs, 0U);
    EXPECT_EQ(plain.cascade.seconds(), 0);
    const AssemblyStatistics counted = findings_of(assembly, {.count_cascade = true}).statistics;
    EXPECT_EQ(counted.cascade.pairs, 45U);
    EXPECT_EQ(counted.cascade.tested, 8U);
    EXPECT_EQ(counted.cascade.culled, 37U);
    EXPECT_EQ(counted.cascade.found, 8U);
    EXPECT_EQ(counted.cascade.primitive_tests, 8U);
    EXPECT_EQ(counted.cascade.box_tests, 0U);
    EXPECT_GT(counted.cascade.broad_seconds, 0);
    EXPECT_GT(counted.cascade.primitive_seconds, 0);
    EXPECT_GT(counted.cascade.detail_seconds, 0);
    EXPECT_EQ(counted.cascade.tree_seconds, 0);
    const CascadeCounters few =
        findings_of(assembly, {.max_pairs = 3, .count_cascade = true}).statistics.cascade;
    EXPECT_EQ(few.tested, 3U);
    EXPECT_EQ(few.culled, 42U);
}

TEST(AssemblyCascade, counts_do_not_depend_on_threads) {
    const Assembly assembly = random_assembly(7, 40, 2.5);
    const auto cascade = [&](unsigned threads) {
        return findings_of(assembly, {.clearance = 0.3, .threads = threads, .count_cascade = true})
            .statistics.cascade;
    };
    const CascadeCounters one = cascade(1);
    EXPECT_EQ(one.pairs, 780U);
    EXPECT_EQ(one.culled + one.tested, one.pairs);
    EXPECT_EQ(one.tested, findings_of(assembly, {.clearance = 0.3}).statistics.tested);
    EXPECT_GT(one.box_tests, one.tested);
    EXPECT_GT(one.tree_seconds, 0);
    for (const unsigned threads : {2U, 0U}) {
        const CascadeCounters many = cascade(threads);
        EXPECT_EQ(many.tested, one.tested);
        EXPECT_EQ(many.culled, one.culled);
        EXPECT_EQ(many.found, one.found);
        EXPECT_EQ(many.box_tests, one.box_tests);
        EXPECT_EQ(many.primitive_tests, one.primitive_tests);
    }
}

TEST(AssemblyBudget, max_iterations_is_the_one_of_separation) {
    Assembly assembly;
    assembly.parts = {part("a", Ellipsoid{{1, 2, 3}}),
                      part("b", Ellipsoid{{3, 1, 2}}, Pose::translation({7, 5, 3}))};
    const AssemblyFindings few = findings_of(assembly, {.all_distances = true, .max_iterations = 2});
    ASSERT_EQ(few.near_misses.size(), 1U);
    const Separation expected =
        separation(assembly.parts[0].placed, assembly.parts[1].placed, {.max_iterations = 2});
    EXPECT_EQ(few.near_misses[0].separation.distance, expected.distance);
    EXPECT_EQ(few.near_misses[0].separation.status, Status::budget_reached);
    EXPECT_EQ(findings_of(assembly, {.all_distances = true}).near_misses[0].separation.status,
              Status::converged);
}

TEST(AssemblyKinds, solids_surfaces_and_open_surfaces) {
    EXPECT_EQ(kind_of(Sphere{1}), PartKind::solid);
    EXPECT_EQ(kind_of(mesh_shape(box_mesh({1, 1, 1}), MeshKind::solid)), PartKind::solid);
    EXPECT_EQ(kind_of(mesh_shape(box_mesh({1, 1, 1}), MeshKind::surface)), PartKind::surface);
    EXPECT_EQ(kind_of(mesh_shape(open_box(1), MeshKind::surface)), PartKind::open);
    EXPECT_EQ(kind_of(*HeightField::build({2, 2, 0.2, 0.2, {}}, std::vector<double>(9, 0.1))),
              PartKind::open);
}

TEST(AssemblyKinds, parts_in_open_meshes_are_possibly_inside) {
    const Shape tray = mesh_shape(open_box(2), MeshKind::surface);
    const Shape ball = Sphere{0.5};
    for (const bool tray_first : {true, false}) {
        Assembly assembly;
        assembly.parts = {part("tray", tray), part("ball", ball, Pose::translation({0.25, 0, -1})),
                          part("far", ball, Pose::translation({0.25, 0, 3}))};
        if (!tray_first) std::swap(assembly.parts[0], assembly.parts[1]);
        const AssemblyFindings findings = findings_of(assembly);
        EXPECT_TRUE(findings.clashes.empty());
        ASSERT_EQ(findings.possibly_inside.size(), 1U);
        const PossiblyInside& found = findings.possibly_inside[0];
        EXPECT_EQ(std::pair(found.a, found.b), std::pair(0U, 1U));
        EXPECT_EQ(found.relation, tray_first ? Relation::b_inside_a : Relation::a_inside_b);
        EXPECT_GT(found.winding.lower, 0.5);
        EXPECT_LT(found.winding.upper, 1);
        EXPECT_EQ(found.point, (Vec3{0.25, 0, -1}));
        EXPECT_TRUE(findings_of(assembly, {.open_meshes = false}).possibly_inside.empty());
        assembly.exclusions = {{"ball", "tray", "stored there"}};
        const AssemblyFindings excluded = findings_of(assembly);
        EXPECT_TRUE(excluded.possibly_inside.empty());
        EXPECT_EQ(excluded.statistics.excluded_by, std::vector<std::size_t>{1});
    }
    Assembly closed;
    closed.parts = {part("skin", mesh_shape(box_mesh({2, 2, 2}), MeshKind::surface)), part("ball", ball)};
    EXPECT_TRUE(findings_of(closed).possibly_inside.empty());
}

TEST(AssemblyNames, pairs_match_in_every_order_of_parts) {
    Assembly before;
    before.parts = {part("b", Sphere{1}), part("a", Sphere{1})};
    Assembly after;
    after.parts = {part("a", Sphere{1}), part("new", Sphere{1}, Pose::translation({9, 0, 0})),
                   part("b", Sphere{1})};
    const Clash first = findings_of(before).clashes.at(0);
    const Clash second = findings_of(after).clashes.at(0);
    EXPECT_EQ(names_of(before, first.a, first.b), (std::array<std::string_view, 2>{"a", "b"}));
    EXPECT_EQ(names_of(before, first.a, first.b), names_of(after, second.a, second.b));
    EXPECT_EQ(names_of(before, first.b, first.a), names_of(before, first.a, first.b));
}

TEST(AssemblyOptions, without_details_there_is_relation_and_depth_only) {
    const AssemblyFindings findings = findings_of(row_of_cubes(2), {.details = false});
    ASSERT_EQ(findings.clashes.size(), 1U);
    EXPECT_EQ(findings.clashes[0].relation, Relation::overlapping);
    EXPECT_TRUE(escape_distance_of(findings.clashes[0])->contains(0.1));
    EXPECT_TRUE(findings.clashes[0].manifolds.empty());
    EXPECT_TRUE(is_empty(findings.clashes[0].region.box));
    EXPECT_EQ(contact_count(findings.clashes[0]), 0U);
    const Clash full = findings_of(row_of_cubes(2)).clashes.at(0);
    EXPECT_GT(contact_count(full), 0U);
    EXPECT_TRUE(contains(full.region.box, location_of(full)));
}

}  // namespace
}  // namespace graze::test
