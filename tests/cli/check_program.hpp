// Runs the tool as people do: as a program, on files in a folder of its own.
#pragma once

#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace graze::test {

/// How a run ended.
struct Ended {
    int code = -1;  ///< Exit code; -1 when it was ended by a signal.
    std::string out;
    std::string err;
};

/// How many lines a text has; the last one must end too.
inline std::size_t line_count(const std::string& text) {
    EXPECT_TRUE(text.empty() || text.back() == '\n') << text;
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// A temporary folder that goes away with the test.
class Folder {
public:
    Folder() {
        std::string path = (std::filesystem::temp_directory_path() / "graze-test-XXXXXX").string();
        EXPECT_NE(mkdtemp(path.data()), nullptr);
        path_ = path;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name, std::ios::binary) << text; }
    [[nodiscard]] std::string read(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(path_ / name, std::ios::binary).rdbuf();
        return text.str();
    }

    /// Runs "graze ARGUMENTS" here, as a shell reads them.
    [[nodiscard]] Ended graze(const std::string& arguments) const {
        std::string command = "cd '";
        command.append(path_.string()).append("' && ( " GRAZE_TEST_PROGRAM " ").append(arguments).append(" ) > .out 2> .err < /dev/null");
        const int status = std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe): tests run one after the other
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(".out"), read(".err")};
    }

private:
    std::filesystem::path path_;
};

}  // namespace graze::test
