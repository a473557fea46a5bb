// Runs the real program on files in a folder of its own.
#pragma once

#include <sys/wait.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "io/temporary_folder.hpp"

namespace graze::test {

inline std::string text_of(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

struct ProgramRun {
    int code = -1;
    std::string out;
    std::string err;
};

inline std::string quoted(const std::string& word) {
    std::string result(1, '\'');
    for (const char c : word) {
        if (c == '\'')
            result.append("'\\''");
        else
            result.push_back(c);
    }
    result.push_back('\'');
    return result;
}

/// "graze ARGUMENTS" as a shell reads it, pipes and all, the folder being the current one.
inline ProgramRun run_shell(const TemporaryFolder& folder, const std::string& arguments) {
    std::ostringstream line;
    line << "cd " << quoted(folder.path().string()) << " && ( " << quoted(GRAZE_TEST_PROGRAM) << ' '
         << arguments << " ) > .out 2> .err < /dev/null";
    const std::string command = line.str();
    const int status =
        std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe): tests run one after the other
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(folder / ".out"), text_of(folder / ".err")};
}

/// With these arguments, whatever they hold.
inline ProgramRun run_graze(const TemporaryFolder& folder, const std::vector<std::string>& arguments) {
    std::ostringstream line;
    for (const std::string& argument : arguments) line << ' ' << quoted(argument);
    return run_shell(folder, line.str());
}

/// How many lines a text has; the last one must end too.
inline std::size_t line_count(const std::string& text) {
    EXPECT_TRUE(text.empty() || text.back() == '\n') << text;
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Bad usage and bad input: exit code 2, nothing on the standard output, one line on the other that has the
/// hint.
inline void expect_user_error(const ProgramRun& run, const std::string& hint) {
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(run.err.starts_with("graze: ")) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_NE(run.err.find(hint), std::string::npos) << run.err;
}

}  // namespace graze::test
