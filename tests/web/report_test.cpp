// What the page of a report is made of: text that cannot become markup, bytes that come back as they were,
// data that are checked.
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <zlib.h>

#include "oracle/random.hpp"
#include "report/clearance_svg.hpp"
#include "report/report.hpp"
#include "report/report_block.hpp"
#include "report/report_text.hpp"

namespace graze::test {
namespace {

using namespace graze::cli;

std::string inflated(const std::string& packed, std::size_t size) {
    z_stream stream{};
    std::string out(size + 1, '\0');
    if (inflateInit2(&stream, -15) != Z_OK) return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int state = inflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    inflateEnd(&stream);
    return state == Z_STREAM_END ? out : "";
}

/// Two boxes that clash; the names are given.
ReportData two_boxes(const std::string& first, const std::string& second) {
    ReportData data;
    data.title = first;
    data.geometries.push_back(box_mesh({1, 1, 1}));
    data.parts.push_back({first, second, "", "box", 0, Pose::identity()});
    data.parts.push_back({second, first, "", "box", 0, Pose::translation({1.5, 0, 0})});
    ReportClash clash;
    clash.b = 1;
    clash.relation = "overlapping";
    clash.depth = Interval{0.5, 0.5};
    data.clashes.push_back(clash);
    return data;
}

TEST(ReportText, EscapesMarkupAndReplacesWhatIsNoText) {
    EXPECT_EQ(escape_html("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c&#39;");
    EXPECT_EQ(escape_html("Träger 螺丝 🔩"), "Träger 螺丝 🔩");
    const std::string replaced = "\xEF\xBF\xBD";
    EXPECT_EQ(escape_html(std::string{"\0x\x1f\x7f", 4}), replaced + "x" + replaced + replaced);
    EXPECT_EQ(escape_html("a\nb\tc"), "a\nb\tc");
    EXPECT_EQ(escape_html("\xff"), replaced);
    EXPECT_EQ(escape_html("\xc3"), replaced) << "a character cut short";
    EXPECT_EQ(escape_html("\xc0\xbc"), replaced + replaced) << "a '<' in two bytes is not UTF-8";
    EXPECT_EQ(escape_html("\xed\xa0\x80"), replaced + replaced + replaced) << "half of a surrogate pair";
    EXPECT_EQ(escape_html("\xf4\x90\x80\x80"), replaced + replaced + replaced + replaced)
        << "beyond the last character";
    EXPECT_EQ(escape_html("\xe2\x80<"), replaced + replaced + "&lt;")
        << "a broken character does not swallow the next";
}

TEST(ReportText, WritesBase64) {
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foo"), "Zm9v");
    EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
    EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(ReportText, DeflatesWhatInflatesBack) {
    std::string bytes;
    std::uint32_t state = 1;
    for (int i = 0; i < 300000; ++i) {
        state = state * 1664525U + 1013904223U;
        bytes += static_cast<char>(i % 7 == 0 ? state >> 24U : 'a');
    }
    for (const std::string& given : {std::string{}, std::string{"x"}, bytes}) {
        const std::string packed = deflated(given);
        EXPECT_EQ(inflated(packed, given.size()), given);
    }
    EXPECT_LT(deflated(bytes).size(), bytes.size() / 2);
}

TEST(ReportText, WritesIntervalsThatContainTheTrueOnes) {
    Random random(11);
    std::size_t wide = 0;
    for (int i = 0; i < 4000; ++i) {
        const double lower = random.uniform(-10, 10) * std::pow(10, random.uniform(-8, 8));
        const Interval interval{lower, lower + std::abs(lower) * std::pow(10, random.uniform(-10, 2))};
        const std::string text = short_interval(interval);
        const std::size_t sign = text.find(" ± ");
        if (sign == std::string::npos) continue;
        ++wide;
        const long double middle = std::strtold(text.c_str(), nullptr);
        const long double half = std::strtold(text.c_str() + sign + 4, nullptr);
        const long double slack = 1e-17L * (std::fabs(middle) + half);  // of this test's own arithmetic
        EXPECT_LE(middle - half, interval.lower + slack) << text;
        EXPECT_GE(middle + half, interval.upper - slack) << text;
        const bool visible = interval.upper - interval.lower > 1e-3 * std::abs(lower);
        EXPECT_TRUE(!visible || 2 * half <= 1.3 * (interval.upper - interval.lower)) << text;
    }
    EXPECT_GT(wide, 1000U);
}

TEST(ReportText, WritesIntervalsWithTheDigitsThatAreKnown) {
    EXPECT_EQ(short_interval({2.5, 2.5}), "2.5");
    EXPECT_EQ(short_interval({12.3, 12.5}), "12.4 ± 0.1");
    EXPECT_EQ(short_interval({0, 4}), "2 ± 2");
    EXPECT_EQ(short_interval({-1, 1}), "0 ± 1");
    EXPECT_EQ(short_interval({1.0, 1.0 + 1e-12}), "1");
    EXPECT_EQ(short_interval({74.56, 92.58}), "83.6 ± 9.1");
    EXPECT_EQ(short_interval({0, std::numeric_limits<double>::infinity()}), "unbounded");
    EXPECT_EQ(exact_interval({0.1, 0.2}), "[0.1, 0.2]");
}

TEST(Report, HoldsNothingThatANameCouldBreakOutOf) {
    const std::string script = "</script><script>alert(1)</script><!--";
    const std::string attribute = "\" onmouseover=\"alert(1)\" x='<img src=x>'";
    const auto html = report_html(two_boxes(script, attribute));
    ASSERT_TRUE(html) << html.error().message();
    EXPECT_EQ(html->find(script), std::string::npos);
    EXPECT_EQ(html->find("<script>alert"), std::string::npos);
    EXPECT_EQ(html->find("<img"), std::string::npos);
    const std::string tables = html->substr(0, html->find("id=\"report-data\""));
    EXPECT_EQ(tables.find("\" onmouseover"), std::string::npos);
    EXPECT_NE(html->find("&lt;/script&gt;&lt;script&gt;alert(1)"), std::string::npos) << "the tables show it";
    EXPECT_NE(html->find("\\u003c/script\\u003e"), std::string::npos) << "the data hold it";
}

TEST(Report, LoadsNothingAndRunsOnlyItsOwnScript) {
    const auto html = report_html(two_boxes("a", "b"));
    ASSERT_TRUE(html);
    EXPECT_NE(html->find("default-src 'none'"), std::string::npos);
    EXPECT_NE(html->find(report_has_view() ? "script-src 'sha256-" : "script-src 'none'"), std::string::npos);
    EXPECT_EQ(html->find("src=\"http"), std::string::npos);
    EXPECT_EQ(html->find("<link"), std::string::npos);
    EXPECT_EQ(html->find("The 3D view is missing") == std::string::npos, report_has_view());
}

TEST(Report, KeepsGeometryFarFromItsOrigin) {
    ReportData data = two_boxes("a", "b");
    for (Vec3& vertex : data.geometries[0].vertices) vertex = vertex + Vec3{1e6, -2e6, 3e6};
    const ReportBlock block = report_block(data);
    EXPECT_NE(block.json.find("\"centre\":[1000000.0,-2000000.0,3000000.0]"), std::string::npos)
        << block.json;
    std::array<float, 3> first{};
    std::memcpy(first.data(), block.bytes.data(), sizeof first);
    for (const float x : first) EXPECT_EQ(std::abs(x), 1.0F);
    EXPECT_EQ(block.bytes.size(),
              data.geometries[0].vertices.size() * 12 + data.geometries[0].triangles.size() * 12);
}

TEST(Report, WritesNumbersThatAreNotFiniteAsUnknown) {
    ReportData data = two_boxes("a", "b");
    data.clashes[0].depth = Interval{0.25, std::numeric_limits<double>::infinity()};
    EXPECT_NE(report_block(data).json.find("\"depth\":[0.25,null]"), std::string::npos);
}

ReportClearance one_stretch(std::uint32_t a, std::uint32_t b) {
    ReportClearance clearance;
    clearance.start = 2;
    clearance.duration = 4;
    clearance.answer = "free";
    clearance.verdict = "Free <at last>";
    clearance.stretches = {{{0, 0.5}, 0.25, 0.5, a, b}, {{0.5, 1}, -kInfinity, -0.5, a, b}};
    return clearance;
}

/// The line of what was measured: from 0.5 in the middle of the first half to -0.5 in that of the second,
/// in a frame of 186 from 34 to 220, whose highest value is 0.06 above the largest and lowest the least.
TEST(Report, PlotsTheClearance) {
    ReportData data = two_boxes("a", "b");
    data.clearance = one_stretch(0, 1);
    const auto html = report_html(data);
    ASSERT_TRUE(html) << html.error().message();
    EXPECT_NE(html->find("<h2>Free &lt;at last&gt;</h2>"), std::string::npos);
    EXPECT_NE(html->find("\"stretches\":[[0.0,0.5,0.25,0.5,0,1],[0.5,1.0,null,-0.5,0,1]]"),
              std::string::npos);
    const std::string svg = clearance_svg(*data.clearance, "m");
    EXPECT_NE(svg.find("d=\"M234.0 44.5L574.0 220.0\""), std::string::npos) << svg;
    for (const char* words : {">clearance, m<", ">0.5<", ">-0.5<", ">3<", ">6<", "aria-label"})
        EXPECT_NE(svg.find(words), std::string::npos) << words << svg;
    EXPECT_EQ(svg.find("class=\"wanted\""), std::string::npos);
    EXPECT_EQ(svg.find("class=\"hit\""), std::string::npos);
    data.clearance->wanted = 0.1;
    data.clearance->answer = "hit";
    const std::string marked = clearance_svg(*data.clearance, "m");
    EXPECT_NE(marked.find("class=\"wanted\""), std::string::npos);
    EXPECT_NE(marked.find("class=\"hit\""), std::string::npos);
}

TEST(Report, RefusesIndicesOutOfRange) {
    const auto refused = [](auto change) {
        ReportData data = two_boxes("a", "b");
        change(data);
        const auto html = report_html(data);
        return html ? std::string{"accepted"} : html.error().element;
    };
    EXPECT_EQ(refused([](ReportData& data) { data.parts[1].geometry = 1; }), "parts[1]");
    EXPECT_EQ(refused([](ReportData& data) { data.clashes[0].b = 2; }), "clashes[0]");
    EXPECT_EQ(refused([](ReportData& data) { data.geometries[0].triangles[3][1] = 8; }), "geometries[0]");
    EXPECT_EQ(refused([](ReportData& data) {
                  data.near_misses.push_back({7, 0, {}, 0, {}, {}, {}, {}, {}});
              }),
              "near_misses[0]");
    EXPECT_EQ(refused([](ReportData& data) {
                  data.impacts.push_back({0, 9, {}, "", {}, {}, {}, {}});
              }),
              "impacts[0]");
    EXPECT_EQ(refused([](ReportData& data) { data.motions.push_back({0, {}}); }), "motions[0]");
    EXPECT_EQ(refused([](ReportData& data) { data.clearance = ReportClearance{}; }), "clearance");
    EXPECT_EQ(refused([](ReportData& data) { data.clearance = one_stretch(0, 2); }),
              "clearance.stretches[0]");
    EXPECT_EQ(refused([](ReportData& data) { data.clearance = one_stretch(0, 1); }), "accepted");
    EXPECT_EQ(refused([](ReportData&) {}), "accepted");
}

TEST(Report, SaysWhyAFileCannotBeWritten) {
    const auto written = write_report(two_boxes("a", "b"), "/no/such/folder/report.html");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().file, "/no/such/folder/report.html");
    EXPECT_NE(written.error().message().find("No such file"), std::string::npos) << written.error().message();
}

TEST(Report, OfNoPartsIsStillAPage) {
    const auto html = report_html(ReportData{});
    ASSERT_TRUE(html);
    EXPECT_NE(html->find("No two parts overlap."), std::string::npos);
    EXPECT_NE(html->find("The assembly has no parts."), std::string::npos);
}

}  // namespace
}  // namespace graze::test
