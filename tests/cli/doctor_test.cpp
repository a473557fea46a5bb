// graze doctor on mesh files, healthy and not.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "graze/mesh/doctor.hpp"
#include "run_program.hpp"

namespace graze::test {
namespace {

using nlohmann::json;

/// A cube as OBJ, without its last `missing` triangles.
std::string cube_obj(std::size_t missing) {
    const TriangleSoup cube = box_mesh({1, 1, 1});
    std::ostringstream text;
    for (const Vec3& v : cube.vertices) text << "v " << v.x << " " << v.y << " " << v.z << "\n";
    for (std::size_t i = 0; i + missing < cube.triangles.size(); ++i)
        text << "f " << cube.triangles[i][0] + 1 << " " << cube.triangles[i][1] + 1 << " " << cube.triangles[i][2] + 1 << "\n";
    return text.str();
}

TEST(DoctorCommand, FindsNothingWrongWithACube) {
    const TemporaryFolder folder;
    const ProgramRun run = run_graze(folder, {"doctor", folder.file("cube.obj", cube_obj(0)), "--crossings"});
    EXPECT_EQ(run.code, 0) << run.err << run.out;
    EXPECT_NE(run.out.find("12 triangles, 1 shell, can be a solid"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("volume 8"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("no faults"), std::string::npos) << run.out;
}

TEST(DoctorCommand, FindsOpenEdgesAndSaysWhatToDo) {
    const TemporaryFolder folder;
    const std::string file = folder.file("open.obj", cube_obj(1));
    const ProgramRun run = run_graze(folder, {"doctor", file});
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_NE(run.out.find("can be a surface, not a solid"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("FAULT  open edge (3)"), std::string::npos) << run.out;
    const ProgramRun surface = run_graze(folder, {"doctor", file, "--as", "surface"});
    EXPECT_EQ(surface.code, 0);
    EXPECT_NE(surface.out.find("note   open edge (3)"), std::string::npos) << surface.out;
}

TEST(DoctorCommand, TellsWhatExamineTells) {
    const TemporaryFolder folder;
    const std::string file = folder.file("open.obj", cube_obj(2));
    const json mesh = json::parse(run_graze(folder, {"doctor", file, "--json"}).out)["meshes"][0];
    TriangleSoup cube = box_mesh({1, 1, 1});
    cube.triangles.resize(10);
    const MeshReport report = examine(cube.vertices, cube.triangles);
    EXPECT_EQ(mesh["triangles"], report.triangle_count);
    EXPECT_EQ(mesh["shells"], report.shell_count);
    EXPECT_EQ(mesh["closed"], report.closed);
    EXPECT_EQ(mesh["fit_for_solid"], report.fit_for_solid());
    EXPECT_EQ(mesh["fit_for_surface"], report.fit_for_surface());
    ASSERT_EQ(mesh["findings"].size(), report.findings.size());
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
        EXPECT_EQ(mesh["findings"][i]["fault"], to_string(report.findings[i].fault));
        EXPECT_EQ(mesh["findings"][i]["count"], report.findings[i].count);
        EXPECT_EQ(mesh["findings"][i]["text"], report.findings[i].text);
    }
}

TEST(DoctorCommand, CountsPlacesWhereAMeshGoesThroughItself) {
    const TemporaryFolder folder;
    const std::string two_triangles = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0.5 0.5 -1\nv 0.5 0.5 1\nv 3 3 0.5\nf 1 2 3\nf 4 5 6\n";
    const std::string file = folder.file("crossing.obj", two_triangles);
    EXPECT_EQ(run_graze(folder, {"doctor", file, "--as", "surface"}).code, 0);
    const ProgramRun run = run_graze(folder, {"doctor", file, "--as", "surface", "--crossings"});
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.out.find("goes through itself: 1 pair of triangles"), std::string::npos) << run.out;
}

TEST(DoctorCommand, ComplainsInOneLine) {
    const TemporaryFolder folder;
    expect_trouble(run_graze(folder, {"doctor"}), "graze doctor --help");
    expect_trouble(run_graze(folder, {"doctor", "nowhere.stl"}), "nowhere.stl");
    expect_trouble(run_graze(folder, {"doctor", folder.file("cube.obj", cube_obj(0)), "--as", "sponge"}), "graze doctor --help");
}

}  // namespace
}  // namespace graze::test
