// Parts in meshes that are not closed: a finding of its own class in every output, and exit codes that
// follow.
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/documents.hpp"
#include "cli/run_program.hpp"
#include "graze/io/document.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"

namespace graze::test {
namespace {

using nlohmann::json;

/// A box without its lid: eight triangles of walls, two of a floor.
Mesh open_box(double half, bool inward = false) {
    TriangleSoup box = box_mesh({half, half, half});
    std::erase_if(box.triangles, [&](const auto& t) {
        return std::all_of(t.begin(), t.end(),
                           [&](std::uint32_t corner) { return box.vertices[corner].z > 0; });
    });
    if (inward) {
        for (auto& t : box.triangles) std::swap(t[1], t[2]);
    }
    return *Mesh::build(box.vertices, box.triangles);
}

Mesh ball_mesh(double radius) {
    const TriangleSoup ball = icosphere_mesh(radius, 2);
    return *Mesh::build(ball.vertices, ball.triangles, {.kind = MeshKind::solid});
}

class OpenMesh : public testing::Test {
protected:
    /// An open box around a ball, the box first or last.
    std::string scene(const Shape& inner, const Vec3& at, bool box_first = true, bool inward = false) {
        io::Document document;
        document.unit = "mm";
        document.parts = {part_of("tray", open_box(2, inward)),
                          part_of("ball", inner, Pose::translation(at))};
        if (!box_first) std::swap(document.parts[0], document.parts[1]);
        folder.write("scene.json", io::to_json(document));
        return "scene.json";
    }
    json checked(const std::string& options = {}) {
        return json::parse(run_shell(folder, "check scene.json --json " + options).out)["check"];
    }
    TemporaryFolder folder;
};

TEST_F(OpenMesh, APartInItIsAFindingOfItsOwnClass) {
    scene(Sphere{0.5}, {0.25, 0, -1});
    const ProgramRun run = run_shell(folder, "check scene.json");
    EXPECT_EQ(run.code, 0);
    EXPECT_NE(run.out.find("possibly inside (open mesh)"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("No clashes, 1 possibly inside (open mesh). 2 parts"), std::string::npos)
        << run.out;
    EXPECT_NE(run.out.find("b inside a"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("(0.25, 0, -1)"), std::string::npos) << run.out;
    EXPECT_NE(run.err.find("graze: note: 1 pair is possibly inside (open mesh): 'ball' seems to be inside of "
                           "'tray', which is not closed.\n"),
              std::string::npos)
        << run.err;
}

/// The mesh of a robot is named by a package: a path that no program can open.
TEST_F(OpenMesh, TheNoteNamesAFileThatCanBeOpened) {
    const Mesh box = open_box(2);
    std::ostringstream text;
    for (const Vec3& v : box.data().vertices) text << "v " << v.x << " " << v.y << " " << v.z << "\n";
    for (const auto& t : box.data().triangles)
        text << "f " << t[0] + 1 << " " << t[1] + 1 << " " << t[2] + 1 << "\n";
    folder.write("meshes/tray.obj", text.str());
    const auto link = [](const std::string& name, const std::string& shape) {
        return "<link name='" + name + "'><collision>" + shape + "</collision></link>";
    };
    const std::string far = "<origin xyz='50 0 0'/><geometry><sphere radius='1'/></geometry>";
    const std::string tray = "<geometry><mesh filename='package://arm/meshes/tray.obj'/></geometry>";
    const auto joint = [](const std::string& from, const std::string& to) {
        return "<joint name='" + to + "' type='continuous'><parent link='" + from + "'/><child link='" + to +
               "'/></joint>";
    };
    folder.write("arm.urdf", "<robot name='arm'>" + link("tray", tray) + link("far", far) +
                                 link("ball", "<geometry><sphere radius='0.5'/></geometry>") +
                                 joint("tray", "far") + joint("far", "ball") + "</robot>");
    const ProgramRun run = run_shell(folder, "check arm.urdf");
    const std::size_t at =
        run.err.find("'ball' seems to be inside of 'tray', which is not closed. To close it: graze doctor ");
    ASSERT_NE(at, std::string::npos) << run.err;
    const std::string command = run.err.substr(run.err.find("doctor ", at));
    EXPECT_EQ(run_shell(folder, command.substr(0, command.find(".\n"))).code, 1) << command;
}

TEST_F(OpenMesh, ExitCodesFollowFailOn) {
    scene(Sphere{0.5}, {0, 0, -1});
    EXPECT_EQ(run_shell(folder, "check scene.json").code, 0);
    EXPECT_EQ(run_shell(folder, "check scene.json --fail-on possible").code, 1);
    EXPECT_EQ(run_shell(folder, "check scene.json --fail-on clash").code, 0);
    EXPECT_EQ(run_shell(folder, "check scene.json --fail-on never").code, 0);
    EXPECT_EQ(run_shell(folder, "check scene.json --fail-on possible --exclude tray:ball").code, 0);
    EXPECT_EQ(run_shell(folder, "check scene.json --fail-on possible --solids never").code, 0);
    scene(Sphere{0.5}, {0, 0, 5});
    EXPECT_EQ(run_shell(folder, "check scene.json --fail-on possible").code, 0);
    EXPECT_EQ(run_shell(folder, "check scene.json --fail-on possible --clearance 9").code, 1)
        << "near misses were asked for";
    EXPECT_EQ(run_shell(folder, "check scene.json --fail-on possible --all-distances").code, 0);
    scene(Sphere{0.5}, {2, 0, 0});
    EXPECT_EQ(run_shell(folder, "check scene.json --fail-on possible").code, 1) << "clashes count too";
}

TEST_F(OpenMesh, JsonHasTheWindingNumberAndVerifyComputesItAgain) {
    scene(ball_mesh(0.5), {0, 0, -1});
    const ProgramRun run = run_shell(folder, "check scene.json --json");
    json answers = json::parse(run.out);
    EXPECT_EQ(answers["check"]["counts"]["possible"], 1);
    EXPECT_EQ(answers["check"]["counts"]["clashes"], 0);
    const json row = answers["check"]["possible"][0];
    EXPECT_EQ(row["a"], "tray");
    EXPECT_EQ(row["b"], "ball");
    EXPECT_EQ(row["relation"], "b_inside_a");
    EXPECT_GT(row["winding"][0].get<double>(), 0.5);
    EXPECT_LT(row["winding"][1].get<double>(), 1.0);
    EXPECT_NEAR(row["point"][2].get<double>(), -1, 0.51);
    folder.write("answers.json", run.out);
    const ProgramRun verified = run_shell(folder, "verify answers.json scene.json");
    EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
    EXPECT_NE(verified.out.find("1 possibly inside (open mesh)"), std::string::npos) << verified.out;
    EXPECT_EQ(run_shell(folder, "check scene.json --verify").code, 0);

    const auto code_of = [&](const json& changed) {
        folder.write("changed.json", changed.dump());
        return run_shell(folder, "verify changed.json scene.json").code;
    };
    json changed = answers;
    changed["check"]["possible"][0]["winding"] = {0.99, 1.0};
    EXPECT_EQ(code_of(changed), 1);
    changed = answers;
    changed["check"]["possible"][0]["winding"] = {0.1, 1.0};
    EXPECT_EQ(code_of(changed), 0) << "wider bounds are true";
    changed = answers;
    changed["check"]["possible"][0]["relation"] = "a_inside_b";
    EXPECT_EQ(code_of(changed), 1);
    changed["check"]["possible"][0]["relation"] = "touching";
    EXPECT_EQ(code_of(changed), 2);
    changed = answers;
    changed["check"]["possible"] = json::array();
    EXPECT_EQ(code_of(changed), 2) << "the count is not the length of the list";
    changed["check"]["counts"]["possible"] = 0;
    EXPECT_EQ(code_of(changed), 1);
    changed["check"].erase("possible");
    EXPECT_EQ(code_of(changed), 0) << "older files do not speak of open meshes";
}

TEST_F(OpenMesh, CsvAndReportHaveTheRow) {
    scene(Sphere{0.5}, {0, 0, -1});
    const ProgramRun run = run_shell(folder, "check scene.json --csv --clearance 9 --report page.html");
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.out.find("possible,\"tray\",\"ball\",b_inside_a,,,0,0,0,-1,"), std::string::npos)
        << run.out;
    std::istringstream lines(run.out);
    std::string line;
    for (int i = 0; std::getline(lines, line); ++i)
        EXPECT_EQ(std::count(line.begin(), line.end(), ','), 19) << line;
    const std::string page = text_of(folder / "page.html");
    EXPECT_NE(page.find("Possibly inside (open mesh) <span class=\"count\">1</span>"), std::string::npos);
    EXPECT_NE(page.find("\"possible\":[{"), std::string::npos);
}

TEST_F(OpenMesh, BothOrdersAndBothWindingsAreReported) {
    for (const bool first : {true, false}) {
        for (const bool inward : {true, false}) {
            scene(Box{{0.4, 0.3, 0.2}}, {0.5, 0.5, -1}, first, inward);
            const json check = checked();
            ASSERT_EQ(check["possible"].size(), 1U) << first << inward;
            EXPECT_EQ(check["possible"][0]["relation"], first ? "b_inside_a" : "a_inside_b");
        }
    }
}

TEST_F(OpenMesh, WhatIsOutsideOrIntersectsItIsNot) {
    for (const Vec3& at : {Vec3{0, 0, 2.1}, Vec3{5, 0, 0}, Vec3{0, 0, -3}}) {
        scene(Sphere{0.05}, at);
        EXPECT_EQ(checked()["possible"].size(), 0U) << at.z;
        EXPECT_EQ(checked("--all-distances")["possible"].size(), 0U) << at.z;
    }
    scene(Sphere{0.5}, {2, 0, 0});
    const json check = checked();
    EXPECT_EQ(check["possible"].size(), 0U);
    EXPECT_EQ(check["clashes"].size(), 1U);
}

TEST_F(OpenMesh, AClosedSkinIsWantedSo) {
    const TriangleSoup box = box_mesh({2, 2, 2});
    io::Document document;
    document.parts = {part_of("skin", *Mesh::build(box.vertices, box.triangles)),
                      part_of("ball", Sphere{0.5})};
    folder.write("scene.json", io::to_json(document));
    EXPECT_EQ(checked()["possible"].size(), 0U);
}

TEST_F(OpenMesh, EveryKindOfPartIsLookedAt) {
    const TriangleSoup two = [] {
        TriangleSoup soup = icosphere_mesh(0.2, 1);
        const auto near = soup.triangles;
        const auto n = static_cast<std::uint32_t>(soup.vertices.size());
        for (std::uint32_t i = 0; i < n; ++i) soup.vertices.push_back(soup.vertices[i] + Vec3{0, 0, 40});
        for (auto& t : soup.triangles) {  // the piece far away first
            for (std::uint32_t& corner : t) corner += n;
        }
        soup.triangles.insert(soup.triangles.end(), near.begin(), near.end());
        return soup;
    }();
    const Mesh pieces = *Mesh::build(two.vertices, two.triangles, {.kind = MeshKind::solid});
    const Compound pair = *Compound::build(std::vector<CompoundPart>{
        {Sphere{0.2}, Affine{Mat3::identity(), {0, 0, 50}}}, {Box{{0.1, 0.1, 0.1}}}});
    const HeightField field = *HeightField::build({2, 2, 0.2, 0.2, {}}, std::vector<double>(9, 0.1));
    for (const Shape& inner : {Shape(Sphere{0.3}), Shape(Capsule{0.1, 0.2}), Shape(pieces), Shape(pair),
                               Shape(field), Shape(open_box(0.2))}) {
        scene(inner, {0, 0, -1});
        EXPECT_EQ(checked()["possible"].size(), 1U) << to_string(inner.type());
        EXPECT_EQ(checked("--threads 1"), checked("--threads 3"));
    }
    scene(HalfSpace{{0, 0, 1}, -9}, {});
    EXPECT_EQ(checked()["possible"].size(), 0U);
}

}  // namespace
}  // namespace graze::test
