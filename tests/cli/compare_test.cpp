// What counts as new, gone, worse and better between two lists of findings.
#include <gtest/gtest.h>

#include "baseline/baseline.hpp"
#include "baseline/compare.hpp"

namespace graze::test {
namespace {

using cli::Change;
using cli::FindingRecord;
using cli::RecordKind;

FindingRecord record(RecordKind kind, const Interval& measure, const Vec3& location = {}) {
    FindingRecord result{"arm", "base", kind, "overlapping", measure, location};
    if (kind == RecordKind::near) result.relation = "disjoint";
    return result;
}

FindingRecord depth(double lower, double upper) { return record(RecordKind::overlap, {lower, upper}); }
FindingRecord gap(double lower, double upper) { return record(RecordKind::near, {lower, upper}); }
FindingRecord crossing(double size) { return record(RecordKind::crossing, {size, size}); }

Change change(const FindingRecord& before, const FindingRecord& now, std::optional<double> tolerance = 0.0) {
    return compare(before, now, {tolerance});
}

TEST(Compare, depths_are_worse_beyond_the_upper_end_of_the_earlier_one) {
    EXPECT_EQ(change(depth(1, 2), depth(1, 2)), Change::same);
    EXPECT_EQ(change(depth(1, 2), depth(1.9, 2)), Change::same);
    EXPECT_EQ(change(depth(1, 2), depth(1, 2.01)), Change::worse);
    EXPECT_EQ(change(depth(1, 2), depth(3, 4)), Change::worse);
    EXPECT_EQ(change(depth(1, 2), depth(1, 1.5)), Change::better);
    EXPECT_EQ(change(depth(1, 2), depth(1, 2.01), 0.01001), Change::same);
    EXPECT_EQ(change(depth(1, 2), depth(1, 2.02), 0.01), Change::worse);
    EXPECT_EQ(change(depth(1, 2), depth(1, 1.995), 0.01), Change::same);
}

TEST(Compare, without_a_length_one_percent_is_no_change) {
    EXPECT_EQ(change(depth(2, 2), depth(2, 2.019), std::nullopt), Change::same);
    EXPECT_EQ(change(depth(2, 2), depth(2, 2.021), std::nullopt), Change::worse);
    EXPECT_EQ(change(depth(2, 2), depth(1, 1.979), std::nullopt), Change::better);
    // A touching pair far from the origin, whose coordinates are floats in its file.
    const FindingRecord touching = record(RecordKind::overlap, {0, 0}, {1000, 0, 0});
    EXPECT_EQ(change(touching, record(RecordKind::overlap, {0, 6e-5}, {1000, 0, 0}), std::nullopt),
              Change::same);
    EXPECT_EQ(change(touching, record(RecordKind::overlap, {0, 6e-3}, {1000, 0, 0}), std::nullopt),
              Change::worse);
}

TEST(Compare, gaps_are_worse_when_they_close) {
    EXPECT_EQ(change(gap(1, 1.1), gap(1, 1.1)), Change::same);
    EXPECT_EQ(change(gap(1, 1.1), gap(0.9, 1)), Change::worse);
    EXPECT_EQ(change(gap(1, 1.1), gap(1.2, 1.3)), Change::better);
    EXPECT_EQ(change(gap(1, 1.1), depth(0, 0)), Change::worse);
    EXPECT_EQ(change(depth(0, 0.1), gap(1, 1.1)), Change::better);
    EXPECT_EQ(change(gap(1, 1.1), crossing(0)), Change::worse);
    EXPECT_EQ(change(crossing(0), gap(1, 1.1)), Change::better);
}

TEST(Compare, what_has_got_an_inside_is_looked_at_again) {
    EXPECT_EQ(change(crossing(5), crossing(5)), Change::same);
    EXPECT_EQ(change(crossing(5), crossing(6)), Change::worse);
    EXPECT_EQ(change(crossing(5), crossing(4)), Change::better);
    EXPECT_EQ(change(crossing(5), depth(0.1, 0.1)), Change::worse);
    EXPECT_EQ(change(depth(9, 9), crossing(1)), Change::worse);
}

TEST(Compare, parts_that_become_identical_are_worse) {
    FindingRecord identical = depth(0, 0);
    identical.relation = "identical";
    EXPECT_EQ(change(depth(1, 1), identical), Change::worse);
    EXPECT_EQ(change(identical, depth(1, 1)), Change::worse);
    EXPECT_EQ(change(identical, identical), Change::same);
    EXPECT_EQ(change(identical, gap(1, 1)), Change::better);
}

TEST(Compare, undecided_pairs_are_the_same_until_they_are_decided) {
    const FindingRecord open = record(RecordKind::undecided, {0, 0.001});
    EXPECT_EQ(change(open, record(RecordKind::undecided, {0, 0.002})), Change::same);
    EXPECT_EQ(change(open, depth(0.01, 0.02)), Change::worse);
    EXPECT_EQ(change(depth(0.01, 0.02), open), Change::worse);
    EXPECT_EQ(change(open, gap(0.1, 0.2)), Change::better);
    EXPECT_EQ(change(gap(0.1, 0.2), open), Change::worse);
}

TEST(Compare, bounds_that_are_not_numbers_are_worse) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(change(depth(1, 2), depth(nan, nan)), Change::worse);
    EXPECT_EQ(change(depth(nan, nan), depth(1, 2)), Change::worse);
}

TEST(Compare, a_pair_may_be_close_and_possibly_inside_at_once) {
    FindingRecord inside = record(RecordKind::possible, {0, 0});
    inside.relation = "a_inside_b";
    FindingRecord turned_round = inside;
    turned_round.relation = "b_inside_a";
    EXPECT_EQ(change(inside, inside), Change::same);
    EXPECT_EQ(change(inside, turned_round), Change::worse);
    const std::vector<FindingRecord> before{gap(1, 1)};
    const std::vector<FindingRecord> now{gap(1, 1), inside};
    const auto list = differences(before, now, {0.0});
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0].change, Change::same);
    EXPECT_EQ(list[1].change, Change::appeared);
    EXPECT_EQ(list[1].now, std::size_t{1});
    EXPECT_FALSE(list[1].before.has_value());
}

FindingRecord named(const std::string& a, const std::string& b, double measure) {
    return {a, b, RecordKind::overlap, "overlapping", {measure, measure}, {}};
}

TEST(Compare, findings_match_by_names) {
    const std::vector<FindingRecord> before{named("a", "b", 1), named("a", "c", 1), named("b", "c", 1)};
    const std::vector<FindingRecord> now{named("a", "c", 2), named("b", "c", 0.5), named("c", "d", 1)};
    const auto list = differences(before, now, {0.0});
    ASSERT_EQ(list.size(), 4U);
    EXPECT_EQ(list[0].change, Change::gone);
    EXPECT_EQ(list[0].before, std::size_t{0});
    EXPECT_EQ(list[1].change, Change::worse);
    EXPECT_EQ(list[2].change, Change::better);
    EXPECT_EQ(list[3].change, Change::appeared);
    EXPECT_EQ(list[3].now, std::size_t{2});
}

cli::Acceptance acceptance(FindingRecord finding, const std::string& reason) {
    return {std::move(finding), reason, "Ann", "2026-01-31"};
}

TEST(Baseline, accepts_what_is_no_worse) {
    cli::Baseline baseline{"mm", {0.0}, {}};
    cli::accept(baseline, acceptance(named("b", "c", 1), "thread"));
    cli::accept(baseline, acceptance(named("a", "b", 1), "weld"));
    cli::accept(baseline, acceptance(named("a", "b", 2), "press fit"));
    ASSERT_EQ(baseline.accepted.size(), 2U);
    EXPECT_EQ(baseline.accepted[0].reason, "press fit");
    const std::vector<FindingRecord> records{named("a", "b", 2), named("a", "c", 1)};
    const cli::BaselineMatch match = cli::match(baseline, records, 0);
    EXPECT_EQ(match.changes, (std::vector{Change::same, Change::appeared}));
    EXPECT_EQ(match.acceptance[0], std::size_t{0});
    EXPECT_FALSE(match.acceptance[1].has_value());
    EXPECT_EQ(match.gone, std::vector<std::size_t>{1});
}

TEST(Baseline, gaps_are_gone_only_when_they_were_searched_for) {
    cli::Baseline baseline{"mm", {0.0}, {}};
    cli::accept(baseline, acceptance(gap(1, 1.1), "as drawn"));
    EXPECT_TRUE(cli::match(baseline, {}, 0).gone.empty());
    EXPECT_TRUE(cli::match(baseline, {}, 1.05).gone.empty());
    EXPECT_EQ(cli::match(baseline, {}, 2).gone.size(), 1U);
}

}  // namespace
}  // namespace graze::test
