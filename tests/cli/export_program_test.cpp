// graze check --bcf, --junit, --sarif and --glb as a program: files appear whole or not at all, and nothing
// of others is lost.
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/export_files.hpp"
#include "cli/run_program.hpp"
#include "output_file.hpp"

namespace graze::test {
namespace {

constexpr const char* kTwoBoxes = R"({"format": "graze-scene", "version": 1, "title": "cell", "parts": [
    {"name": "arm", "shape": {"type": "box", "half_extents": [1, 1, 1]}},
    {"name": "base", "shape": {"type": "box", "half_extents": [1, 1, 1]}, "pose": {"position": [1.5, 0.2, 0]}},
    {"name": "far", "shape": {"type": "sphere", "radius": 1}, "pose": {"position": [9, 0, 0]}}]})";

class ExportProgram : public ::testing::Test {
protected:
    ExportProgram() { folder.write("cell.json", kTwoBoxes); }
    /// Names of files in the folder, but for those of the runs themselves.
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
            const std::string name = entry.path().filename().string();
            if (name != ".out" && name != ".err") all.push_back(name);
        }
        std::ranges::sort(all);
        return all;
    }
    TemporaryFolder folder;
};

TEST_F(ExportProgram, all_files_are_written) {
    const ProgramRun run =
        run_shell(folder, "check cell.json --bcf a.bcfzip --junit a.xml --sarif a.sarif --glb a.glb");
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_TRUE(run.out.ends_with("JUnit: a.xml\nSARIF: a.sarif\nGLB: a.glb\nBCF: a.bcfzip\n")) << run.out;
    EXPECT_EQ(names(), (std::vector<std::string>{"a.bcfzip", "a.glb", "a.sarif", "a.xml", "cell.json"}));
    EXPECT_EQ(unzipped(text_of(folder / "a.bcfzip")).size(), 4U);
    EXPECT_NE(text_of(folder / "a.xml").find("failures=\"1\""), std::string::npos);
    const auto sarif = nlohmann::json::parse(text_of(folder / "a.sarif"));
    EXPECT_EQ(sarif.at("runs")[0].at("results").size(), 1U);
    EXPECT_TRUE(nlohmann::json::accept(glb_json(text_of(folder / "a.glb"))));
    // Once more, over them; nothing but CSV on the standard output.
    const ProgramRun again =
        run_shell(folder, "check cell.json --csv --bcf a.bcfzip --junit a.xml --sarif a.sarif --glb a.glb");
    EXPECT_EQ(again.code, 1) << again.err;
    EXPECT_EQ(line_count(again.out), 2U);
}

TEST_F(ExportProgram, the_same_check_makes_the_same_files) {
    const char* const line = "check cell.json --bcf a.bcfzip --glb a.glb --sarif a.sarif --threads ";
    ::setenv("SOURCE_DATE_EPOCH", "1790000000", 1);  // NOLINT(concurrency-mt-unsafe): one test at a time
    EXPECT_EQ(run_shell(folder, line + std::string("1")).code, 1);
    const std::string bcf = text_of(folder / "a.bcfzip"), glb = text_of(folder / "a.glb");
    EXPECT_EQ(run_shell(folder, line + std::string("3")).code, 1);
    ::unsetenv("SOURCE_DATE_EPOCH");  // NOLINT(concurrency-mt-unsafe)
    EXPECT_EQ(bcf, text_of(folder / "a.bcfzip"));
    EXPECT_EQ(glb, text_of(folder / "a.glb"));
    const auto sarif = nlohmann::json::parse(text_of(folder / "a.sarif"));
    EXPECT_EQ(sarif["runs"][0]["invocations"][0]["endTimeUtc"], "2026-09-21T14:13:20Z");
}

TEST_F(ExportProgram, what_does_not_fail_is_skipped) {
    EXPECT_EQ(run_shell(folder, "check cell.json --fail-on never --junit a.xml").code, 0);
    const std::string never = text_of(folder / "a.xml");
    EXPECT_NE(never.find("failures=\"0\""), std::string::npos);
    EXPECT_NE(never.find("skipped=\"1\""), std::string::npos);
    EXPECT_EQ(
        run_shell(folder, "check cell.json --allow-depth 5 --junit a.xml --sarif a.sarif --bcf a.bcfzip")
            .code,
        0);
    EXPECT_NE(text_of(folder / "a.xml").find("graze.allowed"), std::string::npos);
    EXPECT_NE(text_of(folder / "a.sarif").find("suppressions"), std::string::npos);
    EXPECT_EQ(unzipped(text_of(folder / "a.bcfzip")).size(), 1U);
}

TEST_F(ExportProgram, files_of_others_are_not_lost) {
    folder.write("mine", "precious");
    for (const std::string option : {"--bcf", "--junit", "--sarif", "--glb"}) {
        expect_user_error(run_graze(folder, {"check", "cell.json", option, "mine"}), "it would be lost");
        expect_user_error(run_graze(folder, {"check", "cell.json", option, "./cell.json"}), "would be lost");
        expect_user_error(run_graze(folder, {"check", "cell.json", option, ""}), "a file needs a name");
        expect_user_error(run_graze(folder, {"check", "cell.json", option, "x.html", "--report", "./x.html"}),
                          "is the file of --report too");
    }
    EXPECT_EQ(text_of(folder / "mine"), "precious");
    EXPECT_EQ(text_of(folder / "cell.json"), kTwoBoxes);
    expect_user_error(run_shell(folder, "check cell.json --junit a --sarif ./a"),
                      "is the file of --junit too");
    // Each option knows its own files alone, and an empty file holds nothing.
    EXPECT_EQ(run_shell(folder, "check cell.json --junit a.xml").code, 1);
    expect_user_error(run_shell(folder, "check cell.json --sarif a.xml"), "it would be lost");
    folder.write("empty", "");
    EXPECT_EQ(run_shell(folder, "check cell.json --glb empty").code, 1);
    // A topic that somebody has commented is in an archive of another program.
    EXPECT_EQ(run_shell(folder, "check cell.json --bcf a.bcfzip").code, 1);
    std::string archive = text_of(folder / "a.bcfzip");
    archive.back() = 'x';
    archive.insert(archive.rfind("PK\x05\x06") + 22, "not ");
    folder.write("a.bcfzip", archive);
    expect_user_error(run_shell(folder, "check cell.json --bcf a.bcfzip"), "something has changed it");
    EXPECT_EQ(text_of(folder / "a.bcfzip"), archive);
}

TEST_F(ExportProgram, a_full_disk_leaves_nothing_half_written) {
    for (const std::string option : {"--bcf", "--junit", "--sarif", "--glb", "--report"}) {
        const std::string words = "check cell.json --fail-on never " + option + " ";
        const ProgramRun device = run_shell(folder, words + "/dev/full");
        EXPECT_EQ(device.code, 2) << option;
        EXPECT_NE(device.err.find("No space left"), std::string::npos) << device.err;
        // Files of at most 512 bytes; the signal for more is ignored, so that writing fails as on a full
        // disk.
        ASSERT_EQ(run_shell(folder, words + "old").code, 0);
        const std::string before = text_of(folder / "old");
        for (const std::string file : {"old", "new"}) {
            const std::string command = "cd " + quoted(folder.path().string()) +
                                        " && ( trap '' XFSZ; ulimit -f 1; exec " +
                                        quoted(GRAZE_TEST_PROGRAM) + " " + words + file + " ) > .out 2> .err";
            const int status = std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe)
            EXPECT_EQ(WEXITSTATUS(status), 2) << option << text_of(folder / ".err");
            EXPECT_NE(text_of(folder / ".err").find("File too large"), std::string::npos)
                << text_of(folder / ".err");
        }
        EXPECT_EQ(text_of(folder / "old"), before) << option;
        EXPECT_EQ(names(), (std::vector<std::string>{"cell.json", "old"})) << option;
        std::filesystem::remove(folder / "old");
    }
}

TEST_F(ExportProgram, folders_must_be_there) {
    for (const std::string option : {"--bcf", "--junit", "--sarif", "--glb"}) {
        const ProgramRun run = run_graze(folder, {"check", "cell.json", option, "no/such/file"});
        EXPECT_EQ(run.code, 2);
        EXPECT_NE(run.err.find("cannot be written: No such file or directory"), std::string::npos) << run.err;
        EXPECT_EQ(run_graze(folder, {"check", "cell.json", option, "."}).code, 2);
    }
}

TEST_F(ExportProgram, a_kill_leaves_the_old_file) {
    // Two processes: one writes and is killed on the way, by the signal for too large files.
    folder.write("old", "old");
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        const rlimit limit{1024, 1024};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        ::signal(SIGXFSZ, SIG_DFL);
        static_cast<void>(cli::replace_file(folder / "old", std::string(100'000, 'x')));
        ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(text_of(folder / "old"), "old");
}

TEST_F(ExportProgram, replaced_files_keep_permissions_and_links) {
    const auto old = folder.write("old", "old");
    ASSERT_EQ(::chmod(old.c_str(), 0640), 0);
    std::filesystem::create_symlink("old", folder / "link");
    ASSERT_TRUE(cli::replace_file(folder / "link", "new").has_value());
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
    EXPECT_EQ(text_of(old), "new");
    struct stat state {};
    ASSERT_EQ(::stat(old.c_str(), &state), 0);
    EXPECT_EQ(state.st_mode & 07777U, 0640U);
    EXPECT_EQ(names(), (std::vector<std::string>{"cell.json", "link", "old"}));
    // A link to nothing makes what it names; a folder is no file.
    std::filesystem::create_symlink("later", folder / "dangling");
    ASSERT_TRUE(cli::replace_file(folder / "dangling", "made").has_value());
    EXPECT_EQ(text_of(folder / "later"), "made");
    EXPECT_FALSE(cli::replace_file(folder.path(), "x").has_value());
    EXPECT_TRUE(cli::replace_file("/dev/null", "x").has_value());
}

TEST_F(ExportProgram, read_only_files_and_folders_stay) {
    EXPECT_FALSE(cli::replace_file("/proc/graze", "new").has_value());  // where not even root makes files
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    const auto file = folder.write("shut/file", "old");
    ASSERT_EQ(::chmod((folder / "shut").c_str(), 0555), 0);
    EXPECT_FALSE(cli::replace_file(file, "new").has_value());
    EXPECT_FALSE(cli::replace_file(folder / "shut" / "other", "new").has_value());
    ASSERT_EQ(::chmod((folder / "shut").c_str(), 0755), 0);
    ASSERT_EQ(::chmod(file.c_str(), 0444), 0);
    EXPECT_FALSE(cli::replace_file(file, "new").has_value());
    EXPECT_EQ(text_of(file), "old");
}

TEST_F(ExportProgram, a_thousand_findings_take_seconds) {
    nlohmann::json scene{{"format", "graze-scene"}, {"version", 1}, {"title", "many"}};
    for (int i = 0; i < 1000; ++i) {
        const double x = 3. * (i % 40), y = 3. * (i / 40);
        const auto part = [&](const char* name, double radius, double shift) {
            return nlohmann::json{{"name", name + std::to_string(i)},
                                  {"shape", {{"type", "sphere"}, {"radius", radius}}},
                                  {"pose", {{"position", {x + shift, y, 0}}}}};
        };
        scene["parts"].push_back(part("ball ", 0.5, 0));
        scene["parts"].push_back(part("bead ", 0.3, 0.6));
    }
    folder.write("many.json", scene.dump());
    const ProgramRun run =
        run_shell(folder, "check many.json --junit a.xml --sarif a.sarif --glb a.glb --limit 1");
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_NE(text_of(folder / "a.xml").find("tests=\"1001\""), std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(text_of(folder / "a.sarif"))["runs"][0]["results"].size(), 1000U);
    const auto glb = nlohmann::json::parse(glb_json(text_of(folder / "a.glb")));
    EXPECT_EQ(glb["nodes"].size(), 1U + 1 + 2000 + 1 + 1000 * 4);
}

}  // namespace
}  // namespace graze::test
