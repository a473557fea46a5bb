// The tutorial about robots: its commands, run on the files of the example, print what the page shows.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "robot_files.hpp"

namespace graze::test {
namespace {

struct Shown {
    std::string command;
    std::string output;  ///< Without blank lines at its end.
};

std::string without_blank_end(std::string text) {
    while (text.ends_with("\n\n")) text.pop_back();
    return text == "\n" ? std::string{} : text;
}

/// Commands in the console blocks of a page, each with the lines behind it.
std::vector<Shown> commands_of(const std::string& page) {
    std::vector<Shown> found;
    std::istringstream lines(page);
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) {
            inside = line == "```console";
        } else if (inside && line.starts_with("$ ")) {
            found.push_back({line.substr(2), {}});
        } else if (inside && !found.empty()) {
            found.back().output += line + "\n";
        }
    }
    for (Shown& each : found) each.output = without_blank_end(each.output);
    return found;
}

TEST(RobotTutorial, PrintsWhatThePageShows) {
    const TemporaryFolder folder;
    namespace fs = std::filesystem;
    for (const auto& file : fs::directory_iterator(robot_example("")))
        fs::copy_file(file.path(), folder / file.path().filename());
    fs::create_directory(folder / "bin");
    fs::create_symlink(GRAZE_TEST_PROGRAM, folder / "bin/graze");
    const std::vector<Shown> commands = commands_of(text_of(robot_example("../../docs/robots.md")));
    ASSERT_GE(commands.size(), 7U);
    for (const Shown& shown : commands) {
        const std::string line = "cd " + quoted(folder.path().string()) +
                                 " && export PATH=\"$PWD/bin:$PATH\" && ( " + shown.command +
                                 " ) > .out 2> .err";
        (void)std::system(line.c_str());  // NOLINT(concurrency-mt-unsafe): tests run one after the other
        EXPECT_EQ(without_blank_end(text_of(folder / ".out")), shown.output) << shown.command;
        EXPECT_EQ(text_of(folder / ".err"), "") << shown.command;
    }
}

}  // namespace
}  // namespace graze::test
