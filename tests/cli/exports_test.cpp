// Files of findings: identifiers, archives, pictures as files, JUnit and SARIF, hostile names.
#include <algorithm>

#include <gtest/gtest.h>
#include <tinyxml2.h>
#include <nlohmann/json.hpp>

#include "cli/checked_document.hpp"
#include "cli/export_files.hpp"
#include "exports/glb_file.hpp"
#include "exports/guid.hpp"
#include "exports/junit_file.hpp"
#include "exports/png_image.hpp"
#include "exports/sarif_file.hpp"
#include "exports/zip_archive.hpp"

namespace graze::test {
namespace {

using namespace graze::cli;
using FoundJson = nlohmann::json;

TEST(Exports, guids_are_name_based_uuids_of_version_5) {
    const std::array<std::uint8_t, 20> abc = sha1("abc");  // FIPS 180, example
    EXPECT_EQ(abc[0], 0xa9);
    EXPECT_EQ(abc[19], 0x9d);
    EXPECT_EQ(sha1(std::string(1'000'000, 'a'))[0], 0x34);
    for (const std::size_t size : {55U, 56U, 63U, 64U, 65U}) EXPECT_NE(sha1(std::string(size, 'x')), abc);
    // As Python's uuid.uuid5(uuid.uuid5(uuid.NAMESPACE_DNS, 'graze'), ...) has them.
    EXPECT_EQ(name_guid("1:a,"), "e6c9fd5f-94b8-5637-9b32-dfea699176c1");
    const std::array<std::string_view, 2> names{"arm", ""};
    EXPECT_EQ(joined_name(names), "3:arm,0:,");
    EXPECT_EQ(pair_guid("cell", FindingKind::clash, {"base", "arm"}), "6a250cdc-d21f-541e-910d-7bcd78b1c2a4");
}

TEST(Exports, guids_belong_to_pairs_not_to_their_order_or_kind) {
    const auto guid = [](const char* assembly, FindingKind kind, const char* a, const char* b) {
        return pair_guid(assembly, kind, {a, b});
    };
    const std::string arm = guid("cell", FindingKind::clash, "arm", "base");
    EXPECT_EQ(arm, guid("cell", FindingKind::clash, "base", "arm"));
    EXPECT_EQ(arm, guid("cell", FindingKind::clearance, "arm", "base"));
    EXPECT_EQ(arm, guid("cell", FindingKind::allowed, "arm", "base"));
    EXPECT_NE(arm, guid("cell", FindingKind::possible, "arm", "base"));
    EXPECT_NE(arm, guid("room", FindingKind::clash, "arm", "base"));
    EXPECT_NE(arm, guid("cell", FindingKind::clash, "arm,4", "base"));
    EXPECT_NE(guid("cell", FindingKind::clash, "a", "b,c"), guid("cell", FindingKind::clash, "a,b", "c"));
}

TEST(Exports, guids_stay_when_parts_change_places) {
    const Checked first(workshop(), with_clearance(0.1));
    io::Document turned = workshop();
    std::ranges::reverse(turned.parts);
    const Checked second(std::move(turned), with_clearance(0.1));
    ASSERT_EQ(first.findings.size(), 4U);
    const auto guids = [](const Checked& checked) {
        std::vector<std::string> all;
        for (const Finding& finding : checked.findings) all.push_back(finding.guid);
        std::ranges::sort(all);
        return all;
    };
    EXPECT_EQ(guids(first), guids(second));
    const std::vector<std::string> all = guids(first);
    EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
}

TEST(Exports, findings_have_titles_and_places) {
    const Checked checked(workshop(), with_clearance(0.1));
    ASSERT_EQ(checked.findings.size(), 4U);
    EXPECT_EQ(checked.findings[2].kind, FindingKind::possible);
    EXPECT_EQ(checked.findings[2].title, "apple is possibly inside of crate, an open mesh");
    EXPECT_EQ(checked.findings[3].kind, FindingKind::clearance);
    EXPECT_TRUE(checked.findings[3].title.starts_with("box is close to marble, distance 0.05"))
        << checked.findings[3].title;
    for (const Finding& finding : checked.findings) {
        EXPECT_TRUE(contains(finding.box, finding.location)) << finding.title;
        ASSERT_TRUE(finding.measure.has_value());
        EXPECT_LE(finding.measure->lower, finding.measure->upper);
        EXPECT_EQ(finding.state, FindingState::unknown);
    }
    const auto ball = std::ranges::find(checked.findings, "ball", &Finding::name_b);
    ASSERT_NE(ball, checked.findings.end());
    EXPECT_EQ(ball->title, "box overlaps ball, interference 0.2 mm");
}

TEST(Exports, assemblies_have_names) {
    io::Document document;
    document.title = "cell";
    const std::vector<std::string> one{"a/cell.json"}, two{"b/frame.stl", "arm.stl"},
        other{"arm.stl", "x/frame.stl"};
    EXPECT_EQ(assembly_name(document, one), "cell");
    EXPECT_EQ(assembly_name(document, two), "arm.stl, frame.stl");
    EXPECT_EQ(assembly_name(document, two), assembly_name(document, other));
    document.title.clear();
    EXPECT_EQ(assembly_name(document, one), "cell.json");
}

TEST(Exports, archives_can_be_read_back) {
    ZipArchive archive(1'790'000'000);
    const std::string text(10'000, 'x');
    archive.add("a.txt", text, ZipArchive::Packing::deflated);
    archive.add("folder/b.bin", std::string("\0\1\2", 3), ZipArchive::Packing::stored);
    archive.add("empty", "", ZipArchive::Packing::deflated);
    const std::string bytes = archive.finish("a comment");
    EXPECT_LT(bytes.size(), 1000U);
    EXPECT_EQ(zip_comment(bytes), "a comment");
    EXPECT_EQ(zip_comment("PK"), "");
    const auto files = unzipped(bytes);
    ASSERT_EQ(files.size(), 3U);
    EXPECT_EQ(files.at("a.txt"), text);
    EXPECT_EQ(files.at("folder/b.bin"), std::string("\0\1\2", 3));
    EXPECT_EQ(files.at("empty"), "");
    const std::size_t entry = bytes.find("PK\x01\x02");
    const std::uint64_t stamp = little(bytes, entry + 12, 4);  // 2026-09-21 14:13:20
    EXPECT_EQ(stamp >> 25U, 2026U - 1980);
    EXPECT_EQ(stamp >> 21U & 15U, 9U);
    EXPECT_EQ(stamp >> 16U & 31U, 21U);
    EXPECT_EQ(stamp >> 11U & 31U, 14U);
    EXPECT_EQ(stamp >> 5U & 63U, 13U);
    EXPECT_EQ(stamp & 31U, 10U);
}

TEST(Exports, archives_refuse_more_than_they_hold) {
    ZipArchive archive(0);
    for (std::size_t i = 0; i <= ZipArchive::kMostFiles; ++i)
        archive.add(std::to_string(i), "", ZipArchive::Packing::stored);
    EXPECT_EQ(archive.finish(""), "");
}

TEST(Exports, pictures_can_be_read_back) {
    Random random(7);
    Image image{37, 21, {}};
    for (std::size_t i = 0; i < 3 * 37 * 21; ++i)
        image.rgb.push_back(static_cast<std::uint8_t>(random.index(256)));
    const ReadPicture back = read_png(png_of(image));
    EXPECT_EQ(back.width, 37U);
    EXPECT_EQ(back.height, 21U);
    EXPECT_TRUE(
        std::ranges::equal(back.rgb, image.rgb, {}, [](char c) { return static_cast<std::uint8_t>(c); }));
}

/// How many elements of a name are below one.
std::size_t count_of(const tinyxml2::XMLElement* element, const char* name) {
    std::size_t count = 0;
    for (const auto* child = element->FirstChildElement(name); child != nullptr;
         child = child->NextSiblingElement(name))
        ++count;
    return count;
}

TEST(Exports, junit_has_a_test_for_each_finding_and_one_for_the_rest) {
    Checked checked(workshop(), with_clearance(0.1));
    checked.findings[0].fails = false;
    checked.findings[0].state = FindingState::accepted;
    checked.findings[0].reason = "press fit";
    const std::string text = junit_file(checked.context());
    EXPECT_TRUE(is_own_junit(text.substr(0, 200)));
    EXPECT_FALSE(is_own_junit("<?xml version=\"1.0\"?><testsuites>"));
    tinyxml2::XMLDocument xml;
    ASSERT_EQ(xml.Parse(text.c_str()), tinyxml2::XML_SUCCESS);
    const tinyxml2::XMLElement* suite = xml.RootElement()->FirstChildElement("testsuite");
    EXPECT_EQ(suite->IntAttribute("tests"), 5);
    EXPECT_EQ(suite->IntAttribute("failures"), 1);
    EXPECT_EQ(suite->IntAttribute("skipped"), 3);
    EXPECT_EQ(count_of(suite, "testcase"), 5U);
    const tinyxml2::XMLElement* first = suite->FirstChildElement("testcase");
    EXPECT_STREQ(first->Attribute("classname"), "graze.clash");
    const std::string message = first->FirstChildElement("skipped")->Attribute("message");
    EXPECT_TRUE(message.ends_with(": press fit")) << message;
    const tinyxml2::XMLElement* failure = first->NextSiblingElement("testcase")->FirstChildElement("failure");
    EXPECT_EQ(failure->Attribute("message"), checked.findings[1].title);
    EXPECT_NE(std::string(failure->GetText()).find(checked.findings[1].guid), std::string::npos);
}

TEST(Exports, sarif_has_a_result_for_each_finding) {
    Checked checked(workshop(), with_clearance(0.1));
    checked.findings[0].state = FindingState::accepted;
    checked.findings[0].fails = false;
    checked.findings[0].reason = "press fit";
    checked.findings[1].state = FindingState::fresh;
    const std::string text = sarif_file(checked.context());
    EXPECT_TRUE(is_own_sarif(text.substr(0, 400)));
    EXPECT_FALSE(is_own_sarif(R"({"runs": [{"tool": {"driver": {"rules": [], "name": "graze"}}}]})"));
    const FoundJson file = FoundJson::parse(text);
    EXPECT_EQ(file.at("version"), "2.1.0");
    const FoundJson& results = file.at("runs").at(0).at("results");
    ASSERT_EQ(results.size(), 4U);
    for (std::size_t i = 0; i < results.size(); ++i) {
        const Finding& finding = checked.findings[i];
        const FoundJson& result = results[i];
        EXPECT_EQ(result.at("ruleId"), to_string(finding.kind));
        EXPECT_EQ(
            file["runs"][0]["tool"]["driver"]["rules"][result.at("ruleIndex").get<std::size_t>()].at("id"),
            result.at("ruleId"));
        EXPECT_EQ(result.at("correlationGuid"), finding.guid);
        EXPECT_EQ(result.at("level"), finding.fails ? "error" : "note");
        EXPECT_EQ(result.at("locations")[0].at("physicalLocation").at("artifactLocation").at("uri"),
                  "cell.json");
        EXPECT_EQ(result.at("locations")[0].at("logicalLocations")[0].at("fullyQualifiedName"),
                  finding.name_a);
    }
    EXPECT_EQ(results[0].at("suppressions")[0].at("justification"), "press fit");
    EXPECT_EQ(results[0].at("baselineState"), "unchanged");
    EXPECT_EQ(results[1].at("baselineState"), "new");
    EXPECT_FALSE(results[2].contains("baselineState"));
    EXPECT_EQ(uri_of("a b/c:d%.stl"), "a%20b/c%3Ad%25.stl");
    EXPECT_EQ(uri_of("/tmp/\xc3\xa4"), "file:///tmp/%C3%A4");
}

TEST(Exports, clean_checks_make_files_without_findings) {
    io::Document document;
    document.title = "clean";
    document.parts = {part_of("a", Sphere{1}), part_of("b", Sphere{1}, at_place({5, 0, 0}))};
    const Checked checked(document);
    EXPECT_TRUE(checked.findings.empty());
    EXPECT_EQ(unzipped(checked.bcf()).size(), 1U);
    const FoundJson scene = FoundJson::parse(glb_json(glb_file(checked.context())));
    EXPECT_EQ(scene.at("nodes").size(), 1U);
    EXPECT_FALSE(scene.contains("meshes"));
    EXPECT_TRUE(FoundJson::parse(sarif_file(checked.context())).at("runs")[0].at("results").empty());
    tinyxml2::XMLDocument xml;
    ASSERT_EQ(xml.Parse(junit_file(checked.context()).c_str()), tinyxml2::XML_SUCCESS);
    const tinyxml2::XMLElement* suite = xml.RootElement()->FirstChildElement("testsuite");
    EXPECT_EQ(suite->IntAttribute("tests"), 1);
    EXPECT_EQ(suite->IntAttribute("failures"), 0);
}

TEST(Exports, names_cannot_break_files) {
    const std::vector<std::string> hostile{"<b>&\"'</b>",
                                           "]]><!--",
                                           "\x01\x1b[31m\x7f\n\t",
                                           "\xff\xfe\xc3",
                                           "\xEF\xBF\xBE\xEF\xBF\xBF",
                                           "&#x41;&amp;",
                                           std::string("a\0b", 3),
                                           " "};
    io::Document document;
    document.title = "<&\"'\x02\xff>";
    document.unit = "<mm>";
    for (std::size_t i = 0; i < hostile.size(); ++i)
        document.parts.push_back(
            part_of(hostile[i], Sphere{1}, at_place({0.5 * static_cast<double>(i), 0, 0})));
    const Checked checked(document);
    ASSERT_GT(checked.findings.size(), 10U);
    const auto allowed = [](const std::string& text) {
        return std::ranges::none_of(text, [](unsigned char c) { return c < 0x20 && c != '\n'; }) &&
               text.find("\xEF\xBF\xBE") == std::string::npos &&
               text.find("\xEF\xBF\xBF") == std::string::npos;
    };
    tinyxml2::XMLDocument junit;
    const std::string text = junit_file(checked.context());
    EXPECT_TRUE(allowed(text));
    ASSERT_EQ(junit.Parse(text.c_str()), tinyxml2::XML_SUCCESS);
    const tinyxml2::XMLElement* suite = junit.RootElement()->FirstChildElement("testsuite");
    EXPECT_STREQ(suite->Attribute("name"), "<&\"'\\x02\\xff>");
    EXPECT_EQ(count_of(suite, "testcase"), checked.findings.size() + 1);
    const auto first =
        std::ranges::find_if(checked.findings, [](const Finding& f) { return f.a == 0 && f.b == 1; });
    EXPECT_EQ(first->name_a + first->name_b, "<b>&\"'</b>]]><!--");
    const auto files = unzipped(checked.bcf());
    for (const auto& [name, content] : files) {
        if (!name.ends_with(".bcf") && !name.ends_with(".bcfv")) continue;
        tinyxml2::XMLDocument xml;
        EXPECT_EQ(xml.Parse(content.c_str()), tinyxml2::XML_SUCCESS) << name;
        EXPECT_TRUE(allowed(content)) << name;
    }
    const FoundJson sarif = FoundJson::parse(sarif_file(checked.context()));
    EXPECT_EQ(sarif.at("runs")[0].at("results").size(), checked.findings.size());
    EXPECT_TRUE(FoundJson::accept(glb_json(glb_file(checked.context()))));
}

}  // namespace
}  // namespace graze::test
