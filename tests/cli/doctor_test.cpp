// graze doctor on mesh files, healthy and not.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "graze/solid/doctor.hpp"
#include "oracle/random.hpp"
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
        text << "f " << cube.triangles[i][0] + 1 << " " << cube.triangles[i][1] + 1 << " "
             << cube.triangles[i][2] + 1 << "\n";
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
    const std::string two_triangles =
        "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0.5 0.5 -1\nv 0.5 0.5 1\nv 3 3 0.5\nf 1 2 3\nf 4 5 6\n";
    const std::string file = folder.file("crossing.obj", two_triangles);
    EXPECT_EQ(run_graze(folder, {"doctor", file, "--as", "surface"}).code, 0);
    const ProgramRun run = run_graze(folder, {"doctor", file, "--as", "surface", "--crossings"});
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.out.find("goes through itself: 1 pair of triangles"), std::string::npos) << run.out;
}

/// A cube as STL: corners at the origin are a little off, in each facet by something else.
std::string noisy_cube_stl(double by) {
    const TriangleSoup cube = box_mesh({1, 1, 1});
    std::ostringstream text;
    text.precision(17);
    text << "solid x\n";
    int k = 0;
    for (const auto& t : cube.triangles) {
        text << "facet normal 0 0 0\nouter loop\n";
        for (const std::uint32_t corner : t) {
            const Vec3 v = cube.vertices[corner] + Vec3{1, 1, 1};
            const auto off = [&](double x) { return x == 0 ? by * (++k % 5) / 5 : x; };
            text << "vertex " << off(v.x) << " " << off(v.y) << " " << off(v.z) << "\n";
        }
        text << "endloop\nendfacet\n";
    }
    text << "endsolid x\n";
    return text.str();
}

TEST(DoctorCommand, TellsWhatWasWelded) {
    const TemporaryFolder folder;
    const std::string file = folder.file("cube.stl", noisy_cube_stl(1e-13));
    const ProgramRun run = run_graze(folder, {"doctor", file});
    EXPECT_EQ(run.code, 0) << run.out;
    EXPECT_NE(run.out.find("  welded "), std::string::npos) << run.out;
    EXPECT_NE(run.out.find(" became one with others, by at most "), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("can be a solid"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("volume 8"), std::string::npos) << run.out;
    const json mesh = json::parse(run_graze(folder, {"doctor", file, "--json"}).out)["meshes"][0];
    EXPECT_GT(mesh["weld"]["seams"], 0);
    EXPECT_GT(mesh["weld"]["vertices"], 0);
    EXPECT_EQ(mesh["weld"]["open_edges_before"].get<std::size_t>(),
              2 * mesh["weld"]["seams"].get<std::size_t>());
    EXPECT_EQ(mesh["weld"]["refused"]["chain"], 0);
    EXPECT_NEAR(mesh["weld"]["tolerance"].get<double>(), 2e-9, 1e-15);
    EXPECT_FALSE(mesh.contains("closing_weld"));
    const ProgramRun as_is = run_graze(folder, {"doctor", file, "--weld", "0"});
    EXPECT_EQ(as_is.code, 1);
    EXPECT_EQ(as_is.out.find("  welded "), std::string::npos) << as_is.out;
}

TEST(DoctorCommand, NamesTheWeldThatWouldCloseOpenEdges) {
    const TemporaryFolder folder;
    const std::string file = folder.file("cube.stl", noisy_cube_stl(1e-5));
    const ProgramRun run = run_graze(folder, {"doctor", file});
    EXPECT_EQ(run.code, 1) << run.out;
    EXPECT_NE(run.out.find("of the size would close all of them"), std::string::npos) << run.out;
    EXPECT_EQ(run.out.find("fill the holes"), std::string::npos) << run.out;
    const json mesh = json::parse(run_graze(folder, {"doctor", file, "--json"}).out)["meshes"][0];
    EXPECT_EQ(mesh["closing_weld"]["leaves"], 0);
    const std::size_t at = run.out.find("--weld ");
    ASSERT_NE(at, std::string::npos) << run.out;
    const std::string tolerance = run.out.substr(at + 7, run.out.find(' ', at + 7) - at - 7);
    EXPECT_EQ(run_graze(folder, {"doctor", file, "--weld", tolerance}).code, 0) << tolerance;
    EXPECT_EQ(run_graze(folder, {"check", file, "--solids", "always", "--weld", tolerance}).code, 0)
        << tolerance;
    expect_user_error(run_graze(folder, {"check", file, "--solids", "always"}), "cube.stl");
    // A hole is none of that.
    const ProgramRun hole = run_graze(folder, {"doctor", folder.file("open.obj", cube_obj(1))});
    EXPECT_NE(hole.out.find("fill the holes"), std::string::npos) << hole.out;
    EXPECT_EQ(hole.out.find("--weld"), std::string::npos) << hole.out;
}

TEST(DoctorCommand, TellsWhatWasNotWelded) {
    const TemporaryFolder folder;
    // Two facets wound against each other at a seam.
    const std::string file = folder.file("two.stl",
                                         "solid x\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 "
                                         "1\nvertex 1 0 0\nendloop\nendfacet\n"
                                         "facet normal 0 0 0\nouter loop\nvertex 1e-12 0 0\nvertex 1e-12 0 "
                                         "1\nvertex -1 0 0\nendloop\nendfacet\nendsolid\n");
    const ProgramRun run = run_graze(folder, {"doctor", file});
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.out.find("weld refused (2)"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("crowded edge 2"), std::string::npos) << run.out;
}

/// So many open edges within the tolerance that they are not compared: nothing is welded, and the report says
/// so.
TEST(DoctorCommand, TellsThatNothingWasWelded) {
    const TemporaryFolder folder;
    Random random(5);
    std::ostringstream text;
    for (int i = 0; i < 15'000; ++i)
        text << "v " << random.unit() << " " << random.unit() << " " << random.unit() << "\n";
    for (int i = 0; i < 15'000; i += 3) text << "f " << i + 1 << " " << i + 2 << " " << i + 3 << "\n";
    const std::string file = folder.file("cloud.obj", text.str());
    const ProgramRun run = run_graze(folder, {"doctor", file, "--weld", "0.1"});
    EXPECT_NE(run.out.find("nothing was welded: hundreds of vertices"), std::string::npos) << run.out;
    EXPECT_EQ(json::parse(run_graze(folder, {"doctor", file, "--weld", "0.1", "--json"})
                              .out)["meshes"][0]["weld"]["gave_up"],
              true);
}

TEST(DoctorCommand, ComplainsInOneLine) {
    const TemporaryFolder folder;
    expect_user_error(run_graze(folder, {"doctor"}), "graze doctor --help");
    expect_user_error(run_graze(folder, {"doctor", "nowhere.stl"}), "nowhere.stl");
    for (const char* bad : {"-1", "0.2", "nan", "much", "1e999"})
        expect_user_error(run_graze(folder, {"doctor", folder.file("cube.obj", cube_obj(0)), "--weld", bad}),
                          "from 0 to 0.1");
    expect_user_error(run_graze(folder, {"doctor", folder.file("cube.obj", cube_obj(0)), "--as", "sponge"}),
                      "graze doctor --help");
}

}  // namespace
}  // namespace graze::test
