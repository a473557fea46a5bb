// Which pairs exclusions leave out: patterns against a recursive matcher, names that contain the signs of
// patterns, and large numbers of parts and exclusions.
#include <algorithm>
#include <ctime>

#include <gtest/gtest.h>

#include "graze/assembly/assembly.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

AssemblyPart named(const std::string& name, const std::string& group = "") {
    AssemblyPart part;
    part.name = name;
    part.group = group;
    return part;
}

/// Tries every length for every star.
bool slow_match(std::string_view pattern, std::string_view name) {
    if (pattern.empty()) return name.empty();
    if (pattern[0] == '*')
        return slow_match(pattern.substr(1), name) || (!name.empty() && slow_match(pattern, name.substr(1)));
    const bool escape = pattern.size() > 1 && pattern[0] == '\\' &&
                        std::string_view("*?\\@").find(pattern[1]) != std::string_view::npos;
    if (name.empty()) return false;
    if (escape) return pattern[1] == name[0] && slow_match(pattern.substr(2), name.substr(1));
    return (pattern[0] == '?' || pattern[0] == name[0]) && slow_match(pattern.substr(1), name.substr(1));
}

bool slow_select(std::string_view pattern, const AssemblyPart& part) {
    if (pattern[0] == '@') return !part.group.empty() && slow_match(pattern.substr(1), part.group);
    return slow_match(pattern, part.name);
}

std::string random_text(Random& random, std::string_view letters, std::size_t longest) {
    std::string text;
    for (std::size_t count = 1 + random.bits() % longest; count > 0; --count)
        text += letters[random.bits() % letters.size()];
    return text;
}

TEST(PairRules, match_as_a_recursive_matcher_does) {
    Random random(20260);
    std::size_t hits = 0, misses = 0, idle = 0;
    for (int round = 0; round < 200; ++round) {
        Assembly assembly;
        for (int i = 0; i < 12; ++i)
            assembly.parts.push_back(named(random_text(random, "ab*\\@", 4), random_text(random, "ab", 2)));
        for (int i = 0; i < 6; ++i)
            assembly.exclusions.push_back(
                {random_text(random, "ab*?\\@", 4), random_text(random, "@ab*?\\", 4), std::to_string(i)});
        const PairRules rules = pair_rules(assembly);
        const auto first = [&](const AssemblyPart& a, const AssemblyPart& b) -> const Exclusion* {
            for (const Exclusion& e : assembly.exclusions) {
                if ((slow_select(e.a, a) && slow_select(e.b, b)) ||
                    (slow_select(e.a, b) && slow_select(e.b, a)))
                    return &e;
            }
            return nullptr;
        };
        for (std::size_t a = 0; a < assembly.parts.size(); ++a) {
            for (std::size_t b = 0; b < assembly.parts.size(); ++b) {
                const Exclusion* expected = first(assembly.parts[a], assembly.parts[b]);
                const Exclusion* found = rules.reason(a, b);
                ASSERT_EQ(found ? found->reason : "none", expected ? expected->reason : "none");
                ASSERT_EQ(rules.excluded(a, b), expected != nullptr);
                ++(expected ? hits : misses);
            }
        }
        std::vector<std::size_t> silent;
        for (std::size_t i = 0; i < assembly.exclusions.size(); ++i) {
            const auto none = [&](const std::string& side) {
                return std::none_of(assembly.parts.begin(), assembly.parts.end(),
                                    [&](const AssemblyPart& p) { return slow_select(side, p); });
            };
            if (none(assembly.exclusions[i].a) || none(assembly.exclusions[i].b)) silent.push_back(i);
        }
        ASSERT_EQ(rules.idle(), silent);
        idle += silent.size();
    }
    EXPECT_GT(hits, 1000U);
    EXPECT_GT(misses, 1000U);
    EXPECT_GT(idle, 100U);
}

TEST(PairRules, a_backslash_takes_the_next_character_literally) {
    Assembly assembly;
    assembly.parts = {named("l*"),     named("long"),  named("@x", "y"),
                      named("z", "x"), named("c:\\d"), named("end\\")};
    assembly.exclusions = {{"l\\*", "\\@x", ""}, {"c:\\d", "end\\", ""}, {"c:\\\\d", "@x", ""}};
    const PairRules rules = pair_rules(assembly);
    EXPECT_TRUE(rules.excluded(0, 2));
    EXPECT_FALSE(rules.excluded(1, 2));
    EXPECT_FALSE(rules.excluded(0, 3));
    EXPECT_TRUE(rules.excluded(4, 5));
    EXPECT_TRUE(rules.excluded(4, 3));
    EXPECT_TRUE(rules.idle().empty());
}

/// Sorted names make this a matter of tenths of a second; each exclusion against each part took a minute.
TEST(PairRules, many_parts_with_many_exclusions) {
    constexpr std::size_t kParts = 100'000, kRules = 2000;
    Assembly assembly;
    for (std::size_t i = 0; i < kParts; ++i)
        assembly.parts.push_back(named("part" + std::to_string(i), std::string(1, "abcdefg"[i % 7])));
    for (std::size_t i = 0; i < kRules; ++i) {
        assembly.exclusions.push_back(
            {"part" + std::to_string(50 * i), "part" + std::to_string(50 * i + 1), ""});
        assembly.exclusions.push_back({"@b", "part" + std::to_string(50 * i + 2), ""});
    }
    const std::clock_t start = std::clock();
    const PairRules rules = pair_rules(assembly);
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 5);
    EXPECT_TRUE(rules.idle().empty());
    std::size_t excluded = 0;
    for (std::size_t i = 0; i + 1 < kParts; ++i) excluded += rules.excluded(i, i + 1) ? 1 : 0;
    // By a literal rule each; and the part after or before one that all of b is excluded from, two times in
    // seven.
    std::size_t expected = kRules;
    for (std::size_t i = 0; i < kRules; ++i)
        expected += ((50 * i + 1) % 7 == 1 ? 1U : 0U) + ((50 * i + 3) % 7 == 1 ? 1U : 0U);
    EXPECT_EQ(excluded, expected);
}

}  // namespace
}  // namespace graze::test
