// graze check on CAD files: the program itself, and what it makes of pins in holes.
#include <sstream>

#include <gtest/gtest.h>

#include <graze/cad/cad.hpp>
#include <graze/mesh/mesh.hpp>

#include "cli/run_program.hpp"
#include "models.hpp"

namespace graze::test {
namespace {

cad::Options options() {
    cad::Options options;
    options.reader = GRAZE_TEST_CAD_READER;
    return options;
}

void write_pin(const TemporaryFolder& folder, double diameter) {
    write_step({"pin", cylinder(diameter / 2, 20)}, folder / "pin.step");
}

/// The plate from z = 0 to 10 with a hole of 8.0 about z, and the pin through it, which begins at z = -5 in a
/// frame turned by an angle that fits no mesh.
ProgramRun check_pin(const TemporaryFolder& folder, double diameter, const std::string& more) {
    Component plate{"plate", plate_with_hole(40, 10, 4)};
    Component pin{"pin", cylinder(diameter / 2, 20)};
    pin.place = turned(0.123, 0, 0, -5);
    write_step({"joint", {}, {plate, pin}}, folder / "joint.step");
    return run_shell(folder, "check joint.step " + more);
}

/// The fields of the CSV line that begins with this kind.
std::vector<std::string> fields_of(const std::string& csv, const std::string& kind) {
    std::istringstream lines(csv);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(kind + ",")) continue;
        std::vector<std::string> fields;
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');) fields.push_back(cell);
        return fields;
    }
    return {};
}

TEST(CadCheck, PinWithClearanceIsClearByBoundsThatHoldIt) {
    const TemporaryFolder folder;
    const ProgramRun run = check_pin(folder, 7.9, "--csv --clearance 1");
    EXPECT_EQ(run.code, 1) << run.err;  // closer than the clearance
    const std::vector<std::string> near = fields_of(run.out, "near");
    ASSERT_GE(near.size(), 6U) << run.out;
    const double lower = std::stod(near[4]);
    const double upper = std::stod(near[5]);
    EXPECT_GT(lower, 0);
    EXPECT_LE(lower, 0.05);
    EXPECT_GE(upper, 0.05);
    EXPECT_LT(upper - lower, 0.05);
    EXPECT_EQ(check_pin(folder, 7.9, "").code, 0);
    // and an even tighter one, whose first meshes overlap
    EXPECT_EQ(check_pin(folder, 7.99, "").code, 0);
}

TEST(CadCheck, PinWithInterferenceClashes) {
    const TemporaryFolder folder;
    for (const double diameter : {8.05, 8.02}) {
        const ProgramRun run = check_pin(folder, diameter, "--csv");
        EXPECT_EQ(run.code, 1) << run.err;
        const std::vector<std::string> clash = fields_of(run.out, "clash");
        ASSERT_GE(clash.size(), 6U) << run.out;
        EXPECT_LT(std::stod(clash[5]), 0);
        EXPECT_LT(std::stod(clash[4]), -15);  // free at the end of the hole only
    }
}

TEST(CadCheck, PinOfTheHolesSizeIsNeverClear) {
    const TemporaryFolder folder;
    const ProgramRun run = check_pin(folder, 8.0, "--csv");
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_FALSE(fields_of(run.out, "undecided").empty()) << run.out;
    EXPECT_EQ(check_pin(folder, 8.0, "--allow-touching").code, 0);
    const ProgramRun table = check_pin(folder, 8.0, "");
    EXPECT_NE(table.out.find("touching or undecided"), std::string::npos) << table.out;
    EXPECT_NE(table.out.find("deviate by at most"), std::string::npos) << table.out;
}

TEST(CadCheck, AnswersAreVerifiedWithTheMeshesTheyAreAbout) {
    const TemporaryFolder folder;
    for (const double diameter : {7.99, 8.0, 8.02}) {
        const ProgramRun run = check_pin(folder, diameter, "--clearance 1 --json --verify > answers.json");
        EXPECT_LE(run.code, 1) << run.err;
        const ProgramRun verify = run_shell(folder, "verify answers.json joint.step");
        EXPECT_EQ(verify.code, 0) << verify.out << verify.err;
    }
}

TEST(CadCheck, TwoFilesAndAReport) {
    const TemporaryFolder folder;
    write_pin(folder, 8);
    write_step({"block", box(5, 5, 5), {}, {}, std::array{0.2, 0.5, 0.9}}, folder / "block.step");
    const ProgramRun run = run_shell(folder, "check pin.step block.step --report page.html");
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_NE(run.out.find("overlapping"), std::string::npos) << run.out;
    EXPECT_NE(text_of(folder / "page.html").find("\"colour\":["), std::string::npos);
}

TEST(CadCheck, NamesPathsUnitsAndColours) {
    const TemporaryFolder folder;
    const TopoDS_Shape bolt = cylinder(2, 8);
    Component first{"bolt", bolt};
    Component second{"bolt", bolt};
    first.place = shifted(10, 0, 0);
    second.place = shifted(20, 0, 0);
    first.colour = second.colour = std::array{1.0, 0.0, 0.0};
    Component flange{"flange", {}, {first, second}};
    flange.place = shifted(0, 5, 0);
    write_step({"pump", {}, {flange, {"base", box(3, 3, 3)}}}, folder / "pump.step");
    const auto file = cad::File::open(folder / "pump.step", options());
    ASSERT_TRUE(file) << file.error().message();
    const io::Document& document = file->document();
    ASSERT_EQ(document.parts.size(), 3U);
    EXPECT_EQ(document.unit, "mm");
    EXPECT_EQ(file->shape_count(), 2U);
    EXPECT_EQ(document.parts[0].name, "pump/flange/bolt");
    EXPECT_EQ(document.parts[1].name, "pump/flange/bolt-2");
    EXPECT_EQ(document.parts[2].name, "pump/base");
    EXPECT_EQ(document.parts[0].pose.position, (Vec3{10, 5, 0}));
    EXPECT_EQ(document.parts[0].shape.payload(), document.parts[1].shape.payload());
    ASSERT_TRUE(document.parts[0].colour);
    EXPECT_NEAR((*document.parts[0].colour)[0], 1, 1e-3);
    EXPECT_FALSE(document.parts[2].colour);
    auto scaled = options();
    scaled.unit_scale = 0.001;
    const auto metres = cad::File::open(folder / "pump.step", scaled);
    ASSERT_TRUE(metres);
    EXPECT_EQ(metres->document().unit, "m");
    EXPECT_DOUBLE_EQ(metres->document().parts[0].pose.position.x, 0.01);
    EXPECT_NEAR(metres->document().parts[0].deviation.bound, document.parts[0].deviation.bound / 1000, 1e-12);
}

TEST(CadCheck, InstancesShareOneMesh) {
    const TemporaryFolder folder;
    const TopoDS_Shape gear = crossed_cylinders(5, 2, 20);
    const auto bytes_of = [&](int count) {
        Component root{"row", {}, {}};
        for (int i = 0; i < count; ++i) {
            root.children.push_back({"gear", gear});
            root.children.back().place = turned(0.01 * i, 30.0 * i, 0, 0);
        }
        write_step(root, folder / "row.step");
        const auto file = cad::File::open(folder / "row.step", options());
        EXPECT_TRUE(file) << file.error().message();
        EXPECT_EQ(file->document().parts.size(), static_cast<std::size_t>(count));
        std::size_t bytes = 0;
        std::vector<const void*> counted;
        for (const io::Part& part : file->document().parts) {
            const MeshData* mesh = mesh_data(part.shape);
            if (std::find(counted.begin(), counted.end(), mesh) != counted.end()) continue;
            counted.push_back(mesh);
            bytes += mesh->triangles.size();
        }
        return bytes;
    };
    EXPECT_EQ(bytes_of(1000), bytes_of(1));
}

TEST(CadCheck, IgesBrepAnd3mf) {
    const TemporaryFolder folder;
    write_iges(plate_with_hole(20, 5, 4), folder / "plate.igs");
    write_brep(sphere(3), folder / "ball.brep");
    write_3mf("inch", folder / "two.3mf");
    const auto plate = cad::File::open(folder / "plate.igs", options());
    ASSERT_TRUE(plate) << plate.error().message();
    ASSERT_EQ(plate->document().parts.size(), 1U);
    EXPECT_EQ(mesh_data(plate->document().parts[0].shape)->options.kind, MeshKind::solid);
    EXPECT_LT(plate->document().parts[0].deviation.bound, 0.1);
    const auto ball = cad::File::open(folder / "ball.brep", options());
    ASSERT_TRUE(ball) << ball.error().message();
    const auto two = cad::File::open(folder / "two.3mf", options());
    ASSERT_TRUE(two) << two.error().message();
    ASSERT_EQ(two->document().parts.size(), 2U);
    EXPECT_EQ(two->document().parts[0].name, "pair/tetrahedron");
    EXPECT_EQ(two->document().parts[1].pose.position, (Vec3{3 * 25.4, 0, 0}));
    EXPECT_EQ(two->document().parts[1].deviation.bound, 0);
    EXPECT_EQ(two->shape_count(), 1U);
}

}  // namespace
}  // namespace graze::test
