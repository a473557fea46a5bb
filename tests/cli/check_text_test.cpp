// Tables, numbers, bars and hints for people.
#include <gtest/gtest.h>

#include "report/report_page.hpp"
#include "text/nearest_name.hpp"
#include "text/plain_text.hpp"
#include "text/progress.hpp"
#include "text/table.hpp"

namespace graze::test {
namespace {

using namespace graze::cli;

TEST(CheckText, names_lose_their_middle) {
    EXPECT_EQ(shortened("gripper", 7), "gripper");
    EXPECT_EQ(shortened("assembly/gripper/finger", 13), "assem...inger");
    EXPECT_EQ(display_width(shortened("Gehäuse/Öl/Welle/größe", 12)), 12U);
    EXPECT_EQ(shortened("a\x1b[31mb\n", 20), "a?[31mb?");
    EXPECT_EQ(shortened("abcdef", 2), "..");
}

TEST(CheckText, numbers_are_short) {
    EXPECT_EQ(readable(0.0123456), "0.01235");
    EXPECT_EQ(readable(-0.0), "0");
    EXPECT_EQ(readable(Interval{0.1, 0.1 + 1e-9}), "0.1");
    EXPECT_EQ(readable(Interval{0.1, 0.2}), "0.1 .. 0.2");
    EXPECT_EQ(readable(Vec3{1, -2.5, 1e-9}), "(1, -2.5, 1e-09)");
    EXPECT_EQ(readable(Vec3{1, -2.5, 1e-9}, 1e-8), "(1, -2.5, 0)");
}

TEST(CheckText, visible_intervals_are_rounded_outward) {
    EXPECT_EQ(readable(Interval{0.123449, 0.123551}), "0.1234 .. 0.1236");
    EXPECT_EQ(readable(Interval{-0.123551, -0.123449}), "-0.1236 .. -0.1234");
    EXPECT_EQ(readable(Interval{0, 9.9991}), "0 .. 10");
    EXPECT_EQ(readable(Interval{0, 2e-14}), "0 .. 2e-14");
    EXPECT_EQ(readable(Interval{0, 2e-14}, 1e-12), "0");
    EXPECT_EQ(readable(Interval{-1e-14, 3}, 1e-12), "0 .. 3");
}

TEST(CheckText, tables_are_aligned_and_fit_the_terminal) {
    Table table({{"#", true}, {"name", false, true}, {"depth"}});
    table.add({"1", "a", "0.5"});
    table.add({"10", "a very long name of a part of a machine", "0.25"});
    EXPECT_EQ(table.text(0),
              " #  name                                     depth\n 1  a                                     "
              "   0.5\n"
              "10  a very long name of a part of a machine  0.25\n");
    EXPECT_EQ(
        table.text(30),
        " #  name                 depth\n 1  a                    0.5\n10  a very l... machine  0.25\n");
    EXPECT_NE(table.text(10).find("a ve...chine"),
              std::string::npos);  // never shorter than what distinguishes names
}

TEST(CheckText, progress_tells_how_long_it_will_take) {
    EXPECT_EQ(progress_line("Checking", 0, 0, 10), "Checking  [>         ]   0 %");
    EXPECT_EQ(progress_line("Checking", 0.5, 3, 10), "Checking  [=====>    ]  50 %  3 s left");
    EXPECT_EQ(progress_line("Checking", 1, 3, 10), "Checking  [==========] 100 %");
    EXPECT_EQ(readable_time(0.2), "1 s");
    EXPECT_EQ(readable_time(125), "2:05");
    EXPECT_EQ(readable_time(3723), "1:02:03");
    EXPECT_EQ(readable_time(1e30), "99:59:59");
}

TEST(CheckText, progress_fits_the_terminal) {
    for (std::size_t columns = 0; columns <= 200; ++columns) {
        const std::size_t bar = bar_width(9, columns);
        EXPECT_LE(bar, 32U);
        if (bar > 0) {
            EXPECT_LT(progress_line("Verifying", 0.01, 1e9, bar).size(), columns);
        }
    }
    EXPECT_EQ(bar_width(9, 120), 32U);
    EXPECT_EQ(bar_width(9, 50), 15U);
    EXPECT_EQ(bar_width(9, 20), 0U);
    EXPECT_EQ(progress_line("Checking", 0.5, 3, 0), "Checking   50 %  3 s left");
}

TEST(CheckText, bytes_of_names_are_legible) {
    EXPECT_EQ(legible("arm 1"), "arm 1");
    EXPECT_EQ(legible("a\x1b[31mb\n\x7f"), "a\\x1b[31mb\\x0a\\x7f");
    EXPECT_EQ(legible("bad\xff"), "bad\\xff");
    EXPECT_EQ(legible("Geh\xc3\xa4use"), "Geh\xc3\xa4use");
    EXPECT_EQ(legible("\xc2\x9b"
                      "31m\xc3"),
              "\\xc2\\x9b31m\\xc3");
}

TEST(CheckText, hints_name_the_nearest) {
    EXPECT_EQ(edit_distance("check", "chekc"), 1U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    const std::vector<std::string> names{"check", "verify", "cast"};
    EXPECT_EQ(nearest_name("chek", names), "check");
    EXPECT_EQ(nearest_name("vreify", names), "verify");
    EXPECT_EQ(nearest_name("xyz", names), "");
    EXPECT_EQ(nearest_name(std::string(100'000, 'a'), names), "");
}

TEST(CheckText, commands_are_shown_as_a_shell_reads_them) {
    Inputs inputs;
    inputs.files = {"parts/frame-1.stl", "left arm.stl", "it's.obj", "$HOME", ""};
    EXPECT_EQ(command_text("check", inputs),
              R"(graze check parts/frame-1.stl 'left arm.stl' 'it'\''s.obj' '$HOME' '')");
    EXPECT_TRUE(command_text("check", inputs, "--clearance 0.5").ends_with(" '' --clearance 0.5"));
    inputs.files.assign(1000, "a.stl");
    const std::string many = command_text("cast", inputs);
    EXPECT_TRUE(many.starts_with("graze cast a.stl a.stl")) << many;
    EXPECT_TRUE(many.ends_with(" ... and 950 more")) << many;
    EXPECT_LT(many.size(), 400U);
}

}  // namespace
}  // namespace graze::test
