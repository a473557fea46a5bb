// The tool on files as people have them: what is wrong is one line with the place and what to do, what is
// worth knowing is a note on the standard error.
#include <gtest/gtest.h>

#include "graze/io/document.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "run_program.hpp"

namespace graze::test {
namespace {

const std::string kTriangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
const std::string kPly =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement "
    "face 1\nproperty list uchar "
    "int "
    "vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n";
const std::string kArm =
    R"(<robot name="arm"><link name="base"><collision><geometry><capsule radius="1" length="2"/></geometry></collision></link>
<link name="hand"><collision><geometry><mesh filename="package://arm/hand.obj"/></geometry></collision></link>
<joint name="wrist" type="fixed"><parent link="base"/><child link="hand"/><origin xyz="0 0 9"/></joint></robot>)";

TEST(FilesOfPeople, BadOnesAreOneLineWithThePlace) {
    const TemporaryFolder folder;
    folder.write("good.obj", kTriangle);
    struct Case {
        std::string name;
        std::string content;
        std::string place;
    };
    const std::vector<Case> cases{
        {"a.ply", kPly + "3 0 1 2 3\n", "a.ply: line 13, face 0: "},
        {"a.ply", kPly + "3 0 1\n", "a.ply: line 13, face 0: "},
        {"a.ply", kPly + "3 0 1 2\n3 0 1 2\n", "a.ply: line 14: "},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n", "a.off: line 7: "},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0 0\n0 1 0\n3 0 1 2\n", "a.off: line 4: "},
        {"a.obj", kTriangle + "f 1 2 9\n", "a.obj: line 5: "},
        {"a.obj", kTriangle + "what is this\n", "a.obj: line 5: "},
        {"a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n", "a.stl: line 4: "},
        {"a.stl", std::string(80, 'x') + std::string("\1\0\0\0", 4) + std::string(60, 'x'),
         "a.stl: byte 134: "},
        {"a.glb", "glTF" + std::string("\2\0\0\0\x50\0\0\0", 8), "a.glb: byte 8: "}};
    for (const auto& [name, content, place] : cases) {
        SCOPED_TRACE(place);
        folder.write(name, content);
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"check", name, "good.obj"}, {"doctor", name}})
            expect_user_error(run_graze(folder, words), place);
    }
}

TEST(FilesOfPeople, BytesAfterAGlbAreNotedByCheckAndDoctorAndVerified) {
    const TemporaryFolder folder;
    io::Document document;
    document.parts.emplace_back();
    document.parts[0].name = "box";
    const TriangleSoup soup = box_mesh({1, 1, 1});
    document.parts[0].shape = *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    ASSERT_TRUE(io::write_glb(document, folder / "a.glb").has_value());
    std::ofstream(folder / "a.glb", std::ios::binary | std::ios::app) << "trailer";
    folder.write("good.obj", kTriangle);
    const std::string note = "graze: note: 'a.glb', byte ";
    const ProgramRun doctor = run_graze(folder, {"doctor", "a.glb"});
    EXPECT_EQ(doctor.code, 0) << doctor.out;
    EXPECT_TRUE(doctor.err.starts_with(note)) << doctor.err;
    EXPECT_TRUE(doctor.err.ends_with(": 7 bytes after the end that its header declares are ignored.\n"))
        << doctor.err;
    const ProgramRun check = run_graze(folder, {"check", "a.glb", "good.obj", "--json"});
    EXPECT_TRUE(check.err.starts_with(note)) << check.err;
    EXPECT_NE(check.out.find("7 bytes after the end"), std::string::npos);
    folder.write("answers.json", check.out);
    EXPECT_EQ(run_graze(folder, {"verify", "answers.json", "./a.glb", "./good.obj"}).code, 0);
}

TEST(FilesOfPeople, RobotsAsTheyAre) {
    const TemporaryFolder folder;
    folder.write("arm.urdf", kArm);
    expect_user_error(run_graze(folder, {"check", "arm.urdf"}),
                      "'hand.obj'");  // one of the paths that were tried
    folder.write("hand.obj", kTriangle);
    folder.write("arm.srdf",
                 R"(<robot name="arm"><disable_collisions link1="base" link2="gripper"/></robot>)");
    const ProgramRun run = run_graze(folder, {"check", "arm.urdf", "--srdf", "arm.srdf"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.err.find("graze: note: 'arm.srdf', line 1: the robot has no link 'gripper'"),
              std::string::npos)
        << run.err;
    // The command in the note is one that works.
    const std::string command = ": graze doctor ";
    const std::size_t at = run.err.find(command);
    ASSERT_NE(at, std::string::npos) << run.err;
    const std::string named = run.err.substr(at + command.size(), run.err.rfind(".\n") - at - command.size());
    EXPECT_EQ(run_graze(folder, {"doctor", named, "--as", "surface"}).code, 0) << named;
}

}  // namespace
}  // namespace graze::test
