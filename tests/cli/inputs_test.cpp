// How files become one assembly: names, options that are heeded or refused, and hints that name them.
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "graze/mesh/generate.hpp"
#include "run_program.hpp"

namespace graze::test {
namespace {

using nlohmann::json;

/// A box as an STL file of a solid called x, without its last `missing` triangles.
std::string box_stl(double half, std::size_t missing = 0) {
    const TriangleSoup box = box_mesh({half, half, half});
    std::ostringstream text;
    text << "solid x\n";
    for (std::size_t i = 0; i + missing < box.triangles.size(); ++i) {
        text << "facet normal 0 0 0\nouter loop\n";
        for (const std::uint32_t corner : box.triangles[i])
            text << "vertex " << box.vertices[corner].x << " " << box.vertices[corner].y << " "
                 << box.vertices[corner].z << "\n";
        text << "endloop\nendfacet\n";
    }
    text << "endsolid x\n";
    return text.str();
}

/// A robot of one link whose shape is that mesh.
std::string robot(const std::string& mesh) {
    return R"(<robot name="r"><link name="base"><collision><geometry><mesh filename=")" + mesh +
           R"("/></geometry></collision></link></robot>)";
}

constexpr const char* kBox = R"({"format": "graze-scene", "version": 1, "parts": [
  {"name": "a", "shape": {"type": "box", "half_extents": [1, 1, 1]}},
  {"name": "b", "shape": {"type": "box", "half_extents": [1, 1, 1]}, "pose": {"position": [3, 0, 0]}}]})";

TEST(Inputs, CallsTheOnePartOfAFileByTheFilesName) {
    const TemporaryFolder folder;
    (void)folder.file("outer.stl", box_stl(2));
    (void)folder.file("inner.stl", box_stl(1));
    const ProgramRun run = run_graze(folder, {"check", "outer.stl", "inner.stl", "--json"});
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_EQ(run.err, "");
    const json answers = json::parse(run.out);
    EXPECT_EQ(answers["check"]["clashes"][0]["a"], "outer");
    EXPECT_EQ(answers["check"]["clashes"][0]["b"], "inner");
    EXPECT_FALSE(answers["scene"].contains("notes"));
}

TEST(Inputs, TellsOfMeshesWithoutAnInside) {
    const TemporaryFolder folder;
    (void)folder.file("open.stl", box_stl(2, 1));
    (void)folder.file("inner.stl", box_stl(1));
    const ProgramRun run =
        run_graze(folder, {"check", "open.stl", "inner.stl", "--json", "--report", "page.html"});
    EXPECT_EQ(run.code, 0) << run.err;
    const std::string note = "1 mesh has no inside";
    EXPECT_NE(run.err.find("graze: note: " + note), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("graze doctor open.stl"), std::string::npos) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 2) << run.err;
    EXPECT_NE(
        run.err.find(
            "\ngraze: note: 1 pair is possibly inside (open mesh): 'inner' seems to be inside of 'open'"),
        std::string::npos)
        << run.err;
    EXPECT_NE(json::parse(run.out)["scene"]["notes"][0].get<std::string>().find(note), std::string::npos)
        << run.out;
    EXPECT_NE(text_of(folder / "page.html").find(note), std::string::npos);
    EXPECT_EQ(run_graze(folder, {"check", "open.stl", "inner.stl", "--solids", "never"}).err, "");
    (void)folder.file("answers.json", run.out);
    const ProgramRun verified = run_graze(folder, {"verify", "answers.json", "./open.stl", "./inner.stl"});
    EXPECT_EQ(verified.code, 0) << verified.out;
    json changed = json::parse(run.out);
    changed["scene"].erase("notes");
    (void)folder.file("answers.json", changed.dump());
    EXPECT_EQ(run_graze(folder, {"verify", "answers.json", "open.stl", "inner.stl"}).code, 1);
    const std::string line = run.err.substr(0, run.err.find('\n'));
    changed["scene"]["notes"] = {
        line.substr(13, line.size() - 14)};  // with the command behind, as on the terminal
    (void)folder.file("answers.json", changed.dump());
    EXPECT_EQ(run_graze(folder, {"verify", "answers.json", "open.stl", "inner.stl"}).code, 0);
}

TEST(Inputs, RefusesOptionsOfRobotsWithoutOne) {
    const TemporaryFolder folder;
    (void)folder.file("scene.json", kBox);
    expect_user_error(run_graze(folder, {"check", "scene.json", "--joint", "elbow=1"}),
                      "--joint is for robots");
    expect_user_error(run_graze(folder, {"check", "scene.json", "--srdf", "arm.srdf"}),
                      "--srdf is for robots");
    expect_user_error(run_graze(folder, {"check", "scene.json", "--package-path", "."}),
                      "--package-path is for robots");
    expect_user_error(run_graze(folder, {"distance", "scene.json", "a", "b", "--joint", "elbow=1"}),
                      "--joint is for robots");
}

TEST(Inputs, FindsPackagesAboveWhenFilesMayBeAnywhere) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "src/arm/urdf");
    std::filesystem::create_directories(folder / "src/arm/meshes");
    (void)folder.file("src/arm/urdf/arm.urdf", robot("package://arm/meshes/base.stl"));
    (void)folder.file("src/arm/meshes/base.stl", box_stl(1));
    expect_user_error(run_graze(folder, {"check", "src/arm/urdf/arm.urdf"}), "--files-anywhere");
    const ProgramRun run = run_graze(folder, {"check", "src/arm/urdf/arm.urdf", "--files-anywhere"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("1 part,"), std::string::npos) << run.out;
}

TEST(Inputs, FindsPackagesInTheFoldersGivenForThem) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "robots");
    std::filesystem::create_directories(folder / "share/arm/meshes");
    (void)folder.file("robots/arm.urdf", robot("package://arm/meshes/base.stl"));
    (void)folder.file("share/arm/meshes/base.stl", box_stl(1));
    expect_user_error(run_graze(folder, {"check", "robots/arm.urdf"}), "in those of --package-path");
    expect_user_error(run_graze(folder, {"check", "robots/arm.urdf", "--package-path", "robots"}),
                      "in those of --package-path");
    expect_user_error(run_graze(folder, {"check", "robots/arm.urdf", "--package-path", "shore"}),
                      "--package-path 'shore' is not a folder");
    for (const char* path : {"share", "share/arm", "share/arm/", "share/arm/meshes/.."})
        EXPECT_EQ(run_graze(folder,
                            {"check", "robots/arm.urdf", "--package-path", "robots", "--package-path", path})
                      .code,
                  0)
            << path;
    (void)folder.file("robots/arm.urdf", robot("package://arm/../../box.stl"));
    (void)folder.file("box.stl", box_stl(1));
    expect_user_error(run_graze(folder, {"check", "robots/arm.urdf", "--package-path", "share"}),
                      "lies outside of the folder");
}

TEST(Inputs, HintsNameOptionsThatExist) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "sub");
    (void)folder.file("sub/scene.json", R"({"format": "graze-scene", "version": 1, "parts": [
      {"name": "a", "file": "../box.stl"}]})");
    (void)folder.file("box.stl", box_stl(1));
    (void)folder.file("part.3ds", "nothing");
    expect_user_error(run_graze(folder, {"check", "sub/scene.json"}), "--files-anywhere");
    EXPECT_EQ(run_graze(folder, {"check", "sub/scene.json", "--files-anywhere"}).code, 0);
    expect_user_error(run_graze(folder, {"check", "part.3ds"}), "--any-format");
    expect_user_error(run_graze(folder, {"doctor", "part.3ds"}), "--any-format");
    expect_user_error(run_graze(folder, {"doctor", "sub/scene.json"}), "doctor reads mesh files");
    expect_user_error(run_graze(folder, {"capsule", "rep", "x"}), "Did you mean 'graze capsule replay'?");
    expect_user_error(run_graze(folder, {"chek", "x"}), "Did you mean 'graze check'?");
}

TEST(Inputs, PairsAreTwoFilesOrASceneAndTwoParts) {
    const TemporaryFolder folder;
    (void)folder.file("scene.json", kBox);
    const ProgramRun help = run_graze(folder, {"distance", "--help"});
    EXPECT_NE(help.out.find("FILE FILE|PART [PART]"), std::string::npos) << help.out;
    EXPECT_EQ(help.out.find("WORDS"), std::string::npos) << help.out;
    expect_user_error(run_graze(folder, {"distance", "scene.json"}), "FILE|PART is required");
    expect_user_error(run_graze(folder, {"distance", "scene.json", "a"}), "Name another one behind it");
    expect_user_error(run_graze(folder, {"distance", "scene.json", "[ab]", "b"}), "there is no part '[ab]'");
}

/// Names of files become names of parts: bytes that are no text must come back from files of answers, and
/// must not reach a terminal.
TEST(Inputs, NamesOfFilesAreMadeLegible) {
    const TemporaryFolder folder;
    (void)folder.file("esc\x1b[31m.stl", box_stl(2));
    (void)folder.file("bad\xff.stl", box_stl(1));
    const std::vector<std::string> files{"esc\x1b[31m.stl", "bad\xff.stl"};
    for (const std::vector<std::string>& command : {std::vector<std::string>{"check"},
                                                    {"distance"},
                                                    {"explain"},
                                                    {"doctor"},
                                                    {"ray", "--from", "0,0,9", "--along", "0,0,-1"}}) {
        std::vector<std::string> words = command;
        words.insert(words.begin() + 1, files.begin(), files.end());
        const ProgramRun run = run_graze(folder, words);
        EXPECT_LT(run.code, 2) << run.err;
        EXPECT_EQ(run.out.find('\x1b'), std::string::npos) << command[0];
        EXPECT_NE(run.out.find("\\x1b[31m"), std::string::npos) << run.out;
    }
    const ProgramRun report = run_graze(folder, {"check", files[0], "--report", "esc\x1b.html"});
    EXPECT_NE(report.out.find("Report: esc\\x1b.html\n"), std::string::npos) << report.out;
    (void)folder.file("answers.json", run_graze(folder, {"check", files[0], files[1], "--json"}).out);
    const ProgramRun verified = run_graze(folder, {"verify", "answers.json", files[0], files[1]});
    EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
}

TEST(Inputs, TellsOfUnitsThatDiffer) {
    const TemporaryFolder folder;
    (void)folder.file("metres.json", kBox);
    std::string text = kBox;
    (void)folder.file("mm.json", text.replace(text.find("\"parts\""), 7, R"("unit": "mm", "parts")"));
    (void)folder.file("box.stl", box_stl(1));
    const ProgramRun run = run_graze(folder, {"check", "metres.json", "mm.json", "--json"});
    const std::string note = "'metres.json' counts in 'm', 'mm.json' in 'mm': nothing is converted";
    EXPECT_EQ(run.err, "graze: note: " + note + ".\n");
    EXPECT_EQ(json::parse(run.out)["scene"]["notes"], json({note}));
    (void)folder.file("answers.json", run.out);
    EXPECT_EQ(run_graze(folder, {"verify", "answers.json", "metres.json", "mm.json"}).code, 0);
    const ProgramRun elsewhere =
        run_graze(folder, {"verify", "answers.json", "./metres.json", (folder / "mm.json").string()});
    EXPECT_EQ(elsewhere.code, 0) << elsewhere.out;
    EXPECT_EQ(run_graze(folder, {"check", "mm.json", "box.stl"}).err, "");
    EXPECT_EQ(run_graze(folder, {"check", "metres.json", "metres.json"}).err, "");
}

TEST(Inputs, RefusesOptionsOfMeshFilesWithoutOne) {
    const TemporaryFolder folder;
    (void)folder.file("scene.json", kBox);
    (void)folder.file("box.stl", box_stl(1));
    expect_user_error(run_graze(folder, {"check", "scene.json", "--unit-scale", "0.001"}),
                      "--unit-scale is for mesh files");
    expect_user_error(run_graze(folder, {"check", "scene.json", "--up", "y"}), "--up is for mesh files");
    expect_user_error(run_graze(folder, {"distance", "scene.json", "a", "b", "--up", "y"}),
                      "--up is for mesh files");
    EXPECT_LT(run_graze(folder, {"check", "scene.json", "box.stl", "--up", "y"}).code, 2);
    EXPECT_LT(run_graze(folder, {"distance", "scene.json", "box.stl", "--up", "y"}).code, 2);
}

}  // namespace
}  // namespace graze::test
