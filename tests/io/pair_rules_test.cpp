// Which pairs exclusions leave out: patterns against the slow and obvious way, names that look like patterns, and many of both.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <sstream>

#include "graze/io/read.hpp"
#include "graze/io/write.hpp"
#include "io/temporary_folder.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using io::Document;
using io::Exclusion;
using io::PairRules;
using io::Part;

Part named(const std::string& name, const std::string& group = "") {
    Part part;
    part.name = name;
    part.group = group;
    return part;
}

/// All ways to spend the stars.
bool slow_match(std::string_view pattern, std::string_view name) {
    if (pattern.empty()) return name.empty();
    if (pattern[0] == '*') return slow_match(pattern.substr(1), name) || (!name.empty() && slow_match(pattern, name.substr(1)));
    const bool escape = pattern.size() > 1 && pattern[0] == '\\' && std::string_view("*?\\@").find(pattern[1]) != std::string_view::npos;
    if (name.empty()) return false;
    if (escape) return pattern[1] == name[0] && slow_match(pattern.substr(2), name.substr(1));
    return (pattern[0] == '?' || pattern[0] == name[0]) && slow_match(pattern.substr(1), name.substr(1));
}

bool slow_select(std::string_view pattern, const Part& part) {
    if (pattern[0] == '@') return !part.group.empty() && slow_match(pattern.substr(1), part.group);
    return slow_match(pattern, part.name);
}

std::string random_text(Random& random, std::string_view letters, std::size_t longest) {
    std::string text;
    for (std::size_t count = 1 + random.bits() % longest; count > 0; --count) text += letters[random.bits() % letters.size()];
    return text;
}

TEST(PairRules, MatchTheSlowWay) {
    Random random(20260);
    std::size_t hits = 0, misses = 0, idle = 0;
    for (int round = 0; round < 200; ++round) {
        Document document;
        for (int i = 0; i < 12; ++i) document.parts.push_back(named(random_text(random, "ab*\\@", 4), random_text(random, "ab", 2)));
        for (int i = 0; i < 6; ++i)
            document.exclusions.push_back({random_text(random, "ab*?\\@", 4), random_text(random, "@ab*?\\", 4), std::to_string(i)});
        const PairRules rules(document);
        const auto first = [&](const Part& a, const Part& b) -> const Exclusion* {
            for (const Exclusion& e : document.exclusions) {
                if (slow_select(e.a, a) && slow_select(e.b, b)) return &e;
            }
            return nullptr;
        };
        for (std::size_t a = 0; a < document.parts.size(); ++a) {
            for (std::size_t b = 0; b < document.parts.size(); ++b) {
                const Exclusion* expected = first(document.parts[a], document.parts[b]);
                if (!expected) expected = first(document.parts[b], document.parts[a]);
                const Exclusion* found = rules.reason(a, b);
                ASSERT_EQ(found ? found->reason : "none", expected ? expected->reason : "none");
                ASSERT_EQ(rules.excluded(a, b), expected != nullptr);
                ++(expected ? hits : misses);
            }
        }
        std::vector<std::size_t> silent;
        for (std::size_t i = 0; i < document.exclusions.size(); ++i) {
            const auto none = [&](const std::string& side) {
                return std::none_of(document.parts.begin(), document.parts.end(), [&](const Part& p) { return slow_select(side, p); });
            };
            if (none(document.exclusions[i].a) || none(document.exclusions[i].b)) silent.push_back(i);
        }
        ASSERT_EQ(rules.idle(), silent);
        idle += silent.size();
    }
    EXPECT_GT(hits, 1000U);
    EXPECT_GT(misses, 1000U);
    EXPECT_GT(idle, 100U);
}

TEST(PairRules, ABackslashTakesThePatternsSignsAsTheyAre) {
    Document document;
    document.parts = {named("l*"), named("long"), named("@x", "y"), named("z", "x"), named("c:\\d"), named("end\\")};
    document.exclusions = {{"l\\*", "\\@x", ""}, {"c:\\d", "end\\", ""}, {"c:\\\\d", "@x", ""}};
    const PairRules rules(document);
    EXPECT_TRUE(rules.excluded(0, 2));
    EXPECT_FALSE(rules.excluded(1, 2));
    EXPECT_FALSE(rules.excluded(0, 3));
    EXPECT_TRUE(rules.excluded(4, 5));
    EXPECT_TRUE(rules.excluded(4, 3));
    EXPECT_TRUE(rules.idle().empty());
    document.parts.resize(4);
    document.exclusions.resize(1);
    const auto back = io::read_scene(to_json(document), ".");
    ASSERT_TRUE(back.has_value()) << back.error().message();
    EXPECT_EQ(back->exclusions[0].a, "l\\*");
    EXPECT_TRUE(PairRules(*back).excluded(0, 2));
    EXPECT_FALSE(PairRules(*back).excluded(1, 2));
}

TEST(PairRules, LinksNamedLikePatternsExcludeThemselvesAlone) {
    const TemporaryFolder folder;
    const auto link = [](const std::string& name) {
        return "<link name=\"" + name + R"("><collision><geometry><sphere radius="1"/></geometry></collision></link>)";
    };
    const auto joint = [](const std::string& name, const std::string& parent, const std::string& child) {
        std::ostringstream text;
        text << "<joint name=\"" << name << R"(" type="fixed"><parent link=")" << parent << R"("/><child link=")" << child
             << R"("/></joint>)";
        return text.str();
    };
    const std::string head = "<robot name=\"r\">";
    const auto file =
        folder.write("arm.urdf", head + link("base") + link("l*") + link("left") + link("low") + link("?") + joint("a", "base", "l*") +
                                     joint("b", "l*", "left") + joint("c", "left", "low") + joint("d", "low", "?") + "</robot>");
    io::ReadOptions options;
    options.semantic = folder.write("arm.srdf", R"(<robot name="r"><disable_collisions link1="?" link2="l*"/></robot>)");
    const auto document = io::read_document(file, options);
    ASSERT_TRUE(document.has_value()) << document.error().message();
    ASSERT_EQ(document->parts.size(), 5U);
    const PairRules rules(*document);
    std::vector<std::string> excluded;
    for (std::size_t a = 0; a < 5; ++a) {
        for (std::size_t b = a + 1; b < 5; ++b) {
            if (rules.excluded(a, b)) excluded.push_back(document->parts[a].name + " " + document->parts[b].name);
        }
    }
    EXPECT_EQ(excluded, (std::vector<std::string>{"base l*", "l* left", "l* ?", "left low", "low ?"}));
    // Names that are written alike would be one group.
    folder.write("arm.urdf", head + link("a\x7f") + link("a?") + joint("a", "a\x7f", "a?") + "</robot>");
    const auto alike = io::read_document(file);
    ASSERT_FALSE(alike.has_value());
    EXPECT_NE(alike.error().reason.find("cannot be printed"), std::string::npos);
}

TEST(PairRules, ScenesInPartsNamedLikePatternsExcludeTheirOwnAlone) {
    const TemporaryFolder folder;
    const std::string ball = R"("shape": {"type": "sphere", "radius": 1}})";
    folder.write("arm.json", R"({"format": "graze-scene", "version": 1, "parts": [{"name": "x", )" + ball + R"(, {"name": "y", )" + ball +
                                 R"(], "exclusions": [{"a": "x", "b": "?"}]})");
    folder.write("plain.json",
                 R"({"format": "graze-scene", "version": 1, "parts": [{"name": "x", )" + ball + R"(, {"name": "y", )" + ball + "]}");
    for (const std::string name : {"arm?", "*", "@arm", "\\\\"}) {
        const auto file = folder.write("top.json", R"({"format": "graze-scene", "version": 1, "parts": [{"name": ")" + name +
                                                       R"(", "scene": "arm.json"}, {"name": "arm1", "scene": "plain.json"}]})");
        const auto document = io::read_document(file);
        ASSERT_TRUE(document.has_value()) << document.error().message();
        const PairRules rules(*document);
        EXPECT_TRUE(rules.excluded(0, 1)) << name;
        EXPECT_FALSE(rules.excluded(2, 3)) << name;
        EXPECT_FALSE(rules.excluded(0, 3)) << name;
    }
}

/// Sorted names make this a matter of tenths of a second; each exclusion against each part took a minute.
TEST(PairRules, ManyPartsWithManyExclusions) {
    constexpr std::size_t kParts = 100'000, kRules = 2000;
    Document document;
    for (std::size_t i = 0; i < kParts; ++i) document.parts.push_back(named("part" + std::to_string(i), std::string(1, "abcdefg"[i % 7])));
    for (std::size_t i = 0; i < kRules; ++i) {
        document.exclusions.push_back({"part" + std::to_string(50 * i), "part" + std::to_string(50 * i + 1), ""});
        document.exclusions.push_back({"@b", "part" + std::to_string(50 * i + 2), ""});
    }
    const std::clock_t start = std::clock();
    const PairRules rules(document);
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 5);
    EXPECT_TRUE(rules.idle().empty());
    std::size_t excluded = 0;
    for (std::size_t i = 0; i + 1 < kParts; ++i) excluded += rules.excluded(i, i + 1) ? 1 : 0;
    // By a literal rule each; and the part after or before one that all of b is excluded from, two times in seven.
    std::size_t expected = kRules;
    for (std::size_t i = 0; i < kRules; ++i) expected += ((50 * i + 1) % 7 == 1 ? 1U : 0U) + ((50 * i + 3) % 7 == 1 ? 1U : 0U);
    EXPECT_EQ(excluded, expected);
}

}  // namespace
}  // namespace graze::test
