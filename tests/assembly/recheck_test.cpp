// An assembly that changes: what a check takes from an earlier one equals what it would find itself.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "assembly/assemblies.hpp"

namespace graze::test {
namespace {

constexpr AssemblyOptions kOptions{.clearance = 0.3};

struct Changed {
    Assembly assembly;
    std::vector<PartIndex> earlier_part;
};

/// Parts that moved, went, came and changed places.
Changed change(const Assembly& before, Random& random) {
    Changed after;
    after.assembly.exclusions = before.exclusions;
    for (PartIndex i = 0; i < before.parts.size(); ++i) {
        if (random.chance(0.05)) continue;
        after.assembly.parts.push_back(before.parts[i]);
        after.earlier_part.push_back(i);
        if (!random.chance(0.1)) continue;
        AssemblyPart& moved = after.assembly.parts.back();
        moved.placed.pose.position = moved.placed.pose.position + Vec3{0.1, 0, 0};
        after.earlier_part.back() = kNoEarlierPart;
    }
    after.assembly.parts.push_back(part("new", Box{{0.5, 0.4, 0.3}}, random.pose(2)));
    after.earlier_part.push_back(kNoEarlierPart);
    for (std::size_t i = 0; i + 1 < after.assembly.parts.size(); ++i) {
        if (!random.chance(0.05)) continue;
        std::swap(after.assembly.parts[i], after.assembly.parts[i + 1]);
        std::swap(after.earlier_part[i], after.earlier_part[i + 1]);
    }
    return after;
}

void expect_equal(const Separation& x, const Separation& y) {
    EXPECT_EQ(x.distance, y.distance);
    EXPECT_EQ(x.point_a, y.point_a);
    EXPECT_EQ(x.point_b, y.point_b);
    EXPECT_EQ(x.normal, y.normal);
    EXPECT_EQ(x.status, y.status);
}

void expect_equal(const Clash& x, const Clash& y) {
    EXPECT_EQ(x.a, y.a);
    EXPECT_EQ(x.b, y.b);
    EXPECT_EQ(x.relation, y.relation);
    EXPECT_EQ(x.verdict.answer, y.verdict.answer);
    expect_equal(x.separation, y.separation);
    EXPECT_EQ(contact_count(x), contact_count(y));
    EXPECT_EQ(location_of(x), location_of(y));
    EXPECT_EQ(x.triangle_pairs, y.triangle_pairs);
    EXPECT_EQ(x.region.kind, y.region.kind);
    EXPECT_EQ(x.region.box.min, y.region.box.min);
    EXPECT_EQ(x.region.box.max, y.region.box.max);
    EXPECT_EQ(x.curve, y.curve);
}

void expect_equal(const NearMiss& x, const NearMiss& y) {
    EXPECT_EQ(x.a, y.a);
    EXPECT_EQ(x.b, y.b);
    expect_equal(x.separation, y.separation);
}

void expect_equal(const PossiblyInside& x, const PossiblyInside& y) {
    EXPECT_EQ(x.a, y.a);
    EXPECT_EQ(x.b, y.b);
    EXPECT_EQ(x.relation, y.relation);
    EXPECT_EQ(x.winding, y.winding);
    EXPECT_EQ(x.point, y.point);
}

template <class Finding>
void expect_equal(const std::vector<Finding>& reused, const std::vector<Finding>& fresh) {
    ASSERT_EQ(reused.size(), fresh.size());
    for (std::size_t i = 0; i < reused.size(); ++i) expect_equal(reused[i], fresh[i]);
}

void expect_equal(const AssemblyFindings& reused, const AssemblyFindings& fresh) {
    expect_equal(reused.clashes, fresh.clashes);
    expect_equal(reused.allowed, fresh.allowed);
    expect_equal(reused.near_misses, fresh.near_misses);
    expect_equal(reused.possibly_inside, fresh.possibly_inside);
    EXPECT_EQ(reused.statistics.in_range, fresh.statistics.in_range);
    EXPECT_EQ(reused.statistics.excluded, fresh.statistics.excluded);
    EXPECT_EQ(reused.statistics.tested, fresh.statistics.tested);
    EXPECT_EQ(reused.status, fresh.status);
}

AssemblyFindings recheck(const Changed& after, const AssemblyOptions& options, const Assembly& before,
                         const AssemblyFindings& findings) {
    auto result = recheck_assembly(after.assembly, options, {before, findings, after.earlier_part},
                                   [](double) { return Continue::yes; });
    EXPECT_TRUE(result.has_value());
    return result ? *std::move(result) : AssemblyFindings{};
}

TEST(Recheck, finds_what_a_check_of_the_changed_assembly_finds) {
    Random random(1);
    std::size_t reused = 0;
    std::size_t tested = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Assembly before = random_assembly(seed, 60, 3);
        AssemblyOptions options = kOptions;
        options.allow_depth = 0.05;
        options.pairs = seed % 2 == 0 ? PairSelection::all : PairSelection::different_groups;
        const AssemblyFindings findings = findings_of(before, options);
        const Changed after = change(before, random);
        options.threads = seed % 3 == 0 ? 1 : 2;
        const AssemblyFindings taken = recheck(after, options, before, findings);
        expect_equal(taken, findings_of(after.assembly, options));
        reused += taken.statistics.reused;
        tested += taken.statistics.tested;
    }
    EXPECT_GT(reused, tested / 2);
    EXPECT_LT(reused, tested);
}

TEST(Recheck, tests_pairs_that_were_excluded_before) {
    Assembly before = random_assembly(7, 40, 2);
    before.exclusions.push_back({"part_1*", "*", "not yet placed"});
    const AssemblyFindings findings = findings_of(before, kOptions);
    Changed after{before, {}};
    after.assembly.exclusions = {{"part_2*", "part_3*", "welded"}};
    for (PartIndex i = 0; i < before.parts.size(); ++i) after.earlier_part.push_back(i);
    const AssemblyFindings taken = recheck(after, kOptions, before, findings);
    expect_equal(taken, findings_of(after.assembly, kOptions));
    EXPECT_GT(taken.statistics.reused, 0U);
    EXPECT_LT(taken.statistics.reused, taken.statistics.tested);
}

TEST(Recheck, takes_nothing_from_a_check_that_was_ended_early) {
    const Assembly before = random_assembly(8, 40, 2);
    AssemblyOptions few = kOptions;
    few.max_pairs = 3;
    const AssemblyFindings findings = findings_of(before, few);
    ASSERT_EQ(findings.status, Status::budget_reached);
    Changed after{before, {}};
    for (PartIndex i = 0; i < before.parts.size(); ++i) after.earlier_part.push_back(i);
    const AssemblyFindings taken = recheck(after, kOptions, before, findings);
    expect_equal(taken, findings_of(before, kOptions));
    EXPECT_EQ(taken.statistics.reused, 0U);
}

TEST(Recheck, of_what_did_not_change_tests_nothing) {
    const Assembly before = random_assembly(9, 40, 2);
    const AssemblyFindings findings = findings_of(before, kOptions);
    Changed after{before, {}};
    for (PartIndex i = 0; i < before.parts.size(); ++i) after.earlier_part.push_back(i);
    const AssemblyFindings taken = recheck(after, kOptions, before, findings);
    expect_equal(taken, findings);
    EXPECT_EQ(taken.statistics.reused, taken.statistics.tested);
}

}  // namespace
}  // namespace graze::test
