// Exclusions that readers make and scenes contain, for names that contain the signs of patterns.
#include <gtest/gtest.h>

#include <sstream>

#include "graze/io/document.hpp"
#include "io/temporary_folder.hpp"

namespace graze::test {
namespace {

using io::Document;
using io::Part;

Part named(const std::string& name, const std::string& group = "") {
    Part part;
    part.name = name;
    part.group = group;
    return part;
}

TEST(PairRules, BackslashesOfPatternsAreWrittenAndReadAgain) {
    Document document;
    document.parts = {named("l*"), named("long"), named("@x", "y"), named("z", "x")};
    document.exclusions = {{"l\\*", "\\@x", ""}};
    const auto back = io::read_scene(to_json(document), ".");
    ASSERT_TRUE(back.has_value()) << back.error().message();
    EXPECT_EQ(back->exclusions[0].a, "l\\*");
    EXPECT_TRUE(io::pair_rules(*back).excluded(0, 2));
    EXPECT_FALSE(io::pair_rules(*back).excluded(1, 2));
}

TEST(PairRules, LinksNamedLikePatternsExcludeThemselvesAlone) {
    const TemporaryFolder folder;
    const auto link = [](const std::string& name) {
        return "<link name=\"" + name +
               R"("><collision><geometry><sphere radius="1"/></geometry></collision></link>)";
    };
    const auto joint = [](const std::string& name, const std::string& parent, const std::string& child) {
        std::ostringstream text;
        text << "<joint name=\"" << name << R"(" type="fixed"><parent link=")" << parent
             << R"("/><child link=")" << child << R"("/></joint>)";
        return text.str();
    };
    const std::string head = "<robot name=\"r\">";
    const auto file =
        folder.write("arm.urdf", head + link("base") + link("l*") + link("left") + link("low") + link("?") +
                                     joint("a", "base", "l*") + joint("b", "l*", "left") +
                                     joint("c", "left", "low") + joint("d", "low", "?") + "</robot>");
    io::ReadOptions options;
    options.semantic =
        folder.write("arm.srdf", R"(<robot name="r"><disable_collisions link1="?" link2="l*"/></robot>)");
    const auto document = io::read_document(file, options);
    ASSERT_TRUE(document.has_value()) << document.error().message();
    ASSERT_EQ(document->parts.size(), 5U);
    const PairRules rules = io::pair_rules(*document);
    std::vector<std::string> excluded;
    for (std::size_t a = 0; a < 5; ++a) {
        for (std::size_t b = a + 1; b < 5; ++b) {
            if (rules.excluded(a, b))
                excluded.push_back(document->parts[a].name + " " + document->parts[b].name);
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
    folder.write("arm.json", R"({"format": "graze-scene", "version": 1, "parts": [{"name": "x", )" + ball +
                                 R"(, {"name": "y", )" + ball +
                                 R"(], "exclusions": [{"a": "x", "b": "?"}]})");
    folder.write("plain.json", R"({"format": "graze-scene", "version": 1, "parts": [{"name": "x", )" + ball +
                                   R"(, {"name": "y", )" + ball + "]}");
    for (const std::string name : {"arm?", "*", "@arm", "\\\\"}) {
        const auto file = folder.write(
            "top.json", R"({"format": "graze-scene", "version": 1, "parts": [{"name": ")" + name +
                            R"(", "scene": "arm.json"}, {"name": "arm1", "scene": "plain.json"}]})");
        const auto document = io::read_document(file);
        ASSERT_TRUE(document.has_value()) << document.error().message();
        const PairRules rules = io::pair_rules(*document);
        EXPECT_TRUE(rules.excluded(0, 1)) << name;
        EXPECT_FALSE(rules.excluded(2, 3)) << name;
        EXPECT_FALSE(rules.excluded(0, 3)) << name;
    }
}

}  // namespace
}  // namespace graze::test
