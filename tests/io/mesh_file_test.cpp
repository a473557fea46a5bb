// Mesh files: the same triangles through every format, units, axes, names, instances, and what scenes make of
// them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/io/document.hpp"
#include "graze/mesh/mesh.hpp"
#include "io/mesh_texts.hpp"
#include "io/temporary_folder.hpp"

namespace graze::test {
namespace {

using io::Document;
using io::read_document;

/// A solid whose coordinates are floats, so that formats of floats keep them.
TriangleSoup float_gear() {
    TriangleSoup soup = gear_mesh({.teeth = 7});
    for (Vec3& v : soup.vertices) {
        for (std::size_t k = 0; k < 3; ++k) v[k] = static_cast<float>(v[k] + 0.125 * static_cast<double>(k));
    }
    return soup;
}

TriangleSoup double_gear() {
    TriangleSoup soup = gear_mesh({.teeth = 5});
    for (Vec3& v : soup.vertices) v = v * (1.0 / 3);
    return soup;
}

Document read(const std::filesystem::path& file, const io::ReadOptions& options = {}) {
    auto document = read_document(file, options);
    EXPECT_TRUE(document.has_value()) << (document ? "" : document.error().message());
    return document ? *document : Document{};
}

std::vector<Triangle> triangles_of(const io::Part& part) {
    std::vector<Triangle> list;
    const MeshData* mesh = mesh_data(part.shape);
    if (!mesh) return list;
    for (std::size_t i = 0; i < mesh->triangles.size(); ++i) {
        const Triangle t = mesh->triangle(i);
        list.push_back({part.pose * t.a, part.pose * t.b, part.pose * t.c});
    }
    return list;
}

void expect_triangles(const io::Part& part, const TriangleSoup& soup, double scale = 1) {
    const std::vector<Triangle> found = triangles_of(part);
    ASSERT_EQ(found.size(), soup.triangles.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto& [a, b, c] = soup.triangles[i];
        EXPECT_EQ(found[i].a, soup.vertices[a] * scale) << i;
        EXPECT_EQ(found[i].b, soup.vertices[b] * scale) << i;
        EXPECT_EQ(found[i].c, soup.vertices[c] * scale) << i;
    }
}

TEST(MeshFile, EveryFormatGivesTheSameTriangles) {
    const TemporaryFolder folder;
    const TriangleSoup soup = float_gear();
    const std::vector<std::pair<std::string, std::string>> files{
        {"a.obj", obj_text(soup)},
        {"a.off", off_text(soup)},
        {"text.stl", stl_text(soup)},
        {"binary.STL", stl_bytes(soup)},
        {"text.ply", ply_text(soup)},
        {"little.ply", ply_bytes(soup, PlyOrder::little)},
        {"big.ply", ply_bytes(soup, PlyOrder::big)},
        {"a.gltf", gltf_text(soup)},
    };
    for (const auto& [name, content] : files) {
        SCOPED_TRACE(name);
        io::ReadOptions options;
        options.up = 'z';
        const Document document = read(folder.write(name, content), options);
        ASSERT_EQ(document.parts.size(), 1U);
        const io::Part& part = document.parts[0];
        expect_triangles(part, soup);
        EXPECT_EQ(part.shape.type(), ShapeType::mesh);
        EXPECT_EQ(mesh_data(part.shape)->options.kind, MeshKind::solid);
        EXPECT_TRUE(mesh_data(part.shape)->closed_by_index);
        EXPECT_EQ(mesh_data(part.shape)->vertices.size(), soup.vertices.size());
        EXPECT_EQ(part.source, (folder / name).string());
        EXPECT_EQ(part.name, name == "a.gltf" ? "one" : std::filesystem::path(name).stem().string());
        const auto raw = io::read_triangles(folder / name, options);
        ASSERT_TRUE(raw.has_value());
        ASSERT_EQ(raw->size(), 1U);
        EXPECT_EQ((*raw)[0].triangles.triangles.size(), soup.triangles.size());
    }
}

TEST(MeshFile, TextsKeepDoubles) {
    const TemporaryFolder folder;
    const TriangleSoup soup = double_gear();
    for (const auto& [name, content] : {std::pair{"a.obj", obj_text(soup)},
                                        {"a.off", off_text(soup)},
                                        {"a.stl", stl_text(soup)},
                                        {"a.ply", ply_text(soup)},
                                        {"b.ply", ply_bytes(soup, PlyOrder::big)}})
        expect_triangles(read(folder.write(name, content)).parts.at(0), soup);
}

TEST(MeshFile, GlbKeepsNamesPlacesAndSharing) {
    const TemporaryFolder folder;
    const TriangleSoup soup = float_gear();
    Document document;
    const Shape gear = *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    for (int i = 0; i < 3; ++i) {
        io::Part part;
        part.name = "gear " + std::to_string(i);
        part.shape = gear;
        part.pose = Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.5 * i), {1.0 * i, 0, 2});
        document.parts.push_back(part);
    }
    document.parts.emplace_back();
    document.parts[3].name = "ball";
    document.parts[3].shape = Sphere{0.5};
    const auto written = write_glb(document, folder / "a.glb");
    ASSERT_TRUE(written.has_value());
    const Document back = read(folder / "a.glb");
    ASSERT_EQ(back.parts.size(), 4U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(back.parts[i].name, document.parts[i].name);
        EXPECT_EQ(back.parts[i].shape.payload(), back.parts[0].shape.payload());
        EXPECT_LT(length(back.parts[i].pose.position - document.parts[i].pose.position), 1e-14);
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_LT(
                length(back.parts[i].pose.rotation.columns[k] - document.parts[i].pose.rotation.columns[k]),
                1e-14);
        }
        EXPECT_EQ(mesh_data(back.parts[i].shape)->vertices.copied(), soup.vertices);
        EXPECT_EQ(mesh_data(back.parts[i].shape)->triangles, soup.triangles);
    }
    const MeshData* ball = mesh_data(back.parts[3].shape);
    ASSERT_NE(ball, nullptr);
    EXPECT_EQ(ball->options.kind, MeshKind::solid);
    for (const Vec3& v : ball->vertices) EXPECT_NEAR(length(v), 0.5, 1e-6);
}

TEST(MeshFile, ColladaComesInMetresWithZUp) {
    const TemporaryFolder folder;
    const TriangleSoup soup = float_gear();
    const Document document = read(folder.write("a.dae", dae_text(soup)));
    ASSERT_EQ(document.parts.size(), 1U);
    EXPECT_EQ(document.parts[0].name, "one");
    const std::vector<Triangle> found = triangles_of(document.parts[0]);
    ASSERT_EQ(found.size(), soup.triangles.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_EQ(found[i].a, soup.vertices[soup.triangles[i][0]] * 0.5);
    EXPECT_EQ(mesh_data(document.parts[0].shape)->options.kind, MeshKind::solid);
}

TEST(MeshFile, UnitsAndAxes) {
    const TemporaryFolder folder;
    const TriangleSoup soup = float_gear();
    const auto file = folder.write("a.obj", obj_text(soup));
    io::ReadOptions options;
    options.unit_scale = 0.001;
    expect_triangles(read(file, options).parts.at(0), soup, 0.001);
    options.unit_scale = 1;
    for (const char up : {'x', 'y', 'z'}) {
        options.up = up;
        const io::Part part = read(file, options).parts.at(0);
        Vec3 axis{};
        axis[static_cast<std::size_t>(up - 'x')] = 1;
        EXPECT_EQ(part.pose * axis, (Vec3{0, 0, 1}));
        EXPECT_EQ(determinant(part.pose.rotation), 1);
    }
    const io::Part gltf = read(folder.write("a.gltf", gltf_text(soup))).parts.at(0);
    EXPECT_EQ(gltf.pose * (Vec3{0, 1, 0}), (Vec3{0, 0, 1}));
    options.unit_scale = -1;
    EXPECT_FALSE(read_document(file, options).has_value());
}

TEST(MeshFile, SolidsWhereAsked) {
    const TemporaryFolder folder;
    TriangleSoup soup = float_gear();
    io::ReadOptions options;
    options.solids = io::SolidChoice::never;
    const auto closed = folder.write("closed.stl", stl_bytes(soup));
    EXPECT_EQ(mesh_data(read(closed, options).parts.at(0).shape)->options.kind, MeshKind::surface);
    soup.triangles.pop_back();
    const auto open = folder.write("open.stl", stl_bytes(soup));
    EXPECT_EQ(mesh_data(read(open).parts.at(0).shape)->options.kind, MeshKind::surface);
    options.solids = io::SolidChoice::always;
    EXPECT_EQ(mesh_data(read(closed, options).parts.at(0).shape)->options.kind, MeshKind::solid);
    const auto refused = read_document(open, options);
    ASSERT_FALSE(refused.has_value());
    EXPECT_NE(refused.error().element.find("triangles["), std::string::npos) << refused.error().message();
}

TEST(MeshFile, PolygonsBecomeTriangles) {
    const TemporaryFolder folder;
    // A cube of quads, and an arrow head whose reflex corner a fan from its first corner would cross.
    const std::string cube =
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 "
        "6 5\nf 2 3 7 6\nf 3 4 8 7\nf "
        "-8 -4 -1 -5\nl 1 2\np 1\n";
    const io::Part part = read(folder.write("cube.obj", cube)).parts.at(0);
    EXPECT_EQ(mesh_data(part.shape)->triangles.size(), 12U);
    EXPECT_EQ(mesh_data(part.shape)->options.kind, MeshKind::solid);
    const io::Part arrow =
        read(folder.write("arrow.off", "OFF 4 1 0\n0 0 0\n4 1 0\n1 0 0\n4 -1 0\n4 3 2 1 0\n")).parts.at(0);
    double area = 0;
    for (const Triangle& t : triangles_of(arrow)) {
        const double turn = cross(t.b - t.a, t.c - t.a).z;
        EXPECT_GT(turn, 0);
        area += turn / 2;
    }
    EXPECT_DOUBLE_EQ(area, 1);
}

TEST(MeshFile, ObjectsBecomePartsWithNames) {
    const TemporaryFolder folder;
    const std::string text =
        "o left arm\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no left arm\nv 0 0 1\nf 1 2 4\no empty\no "
        "last\x1b\nf 4 3 2\n";
    const Document document = read(folder.write("a.obj", text));
    ASSERT_EQ(document.parts.size(), 3U);
    EXPECT_EQ(document.parts[0].name, "left arm");
    EXPECT_EQ(document.parts[1].name, "left arm-2");
    EXPECT_EQ(document.parts[2].name, "last?");
    EXPECT_EQ(mesh_data(document.parts[1].shape)->vertices.copied(),
              (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}));
    const Document solids = read(
        folder.write("a.stl", stl_text(float_gear()) + "solid two\n" + stl_text(float_gear()).substr(6)));
    ASSERT_EQ(solids.parts.size(), 2U);
    EXPECT_EQ(solids.parts[1].name, "two");
}

TEST(MeshFile, GltfNodesInEveryForm) {
    const TemporaryFolder folder;
    std::string text = gltf_text(float_gear());
    const std::string nodes =
        R"("nodes": [{"name": "root", "children": [1, 2, 3, 4], "scale": [2, 2, 2]}, {"name": "turned", "mesh": 0, "rotation": [0, 0, 1, 1], "translation": [1, 0, 0]},
        {"mesh": 0, "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 5,6,7,1]}, {"name": "stretched", "mesh": 0, "scale": [1, 1, 3]}, {"name": "mirrored", "mesh": 0, "scale": [-1, 1, 1]}])";
    text.replace(text.find("\"nodes\": [{\"name\""),
                 std::string(R"("nodes": [{"name": "one", "mesh": 0}])").size(), nodes);
    io::ReadOptions options;
    options.up = 'z';
    const Document document = read(folder.write("a.gltf", text), options);
    ASSERT_EQ(document.parts.size(), 4U);
    EXPECT_EQ(document.parts[0].name, "root/turned");
    EXPECT_EQ(document.parts[1].name, "root");
    EXPECT_EQ(document.parts[2].name, "root/stretched");
    EXPECT_EQ(document.parts[0].shape.payload(), document.parts[1].shape.payload());
    EXPECT_NE(document.parts[0].shape.payload(), document.parts[2].shape.payload());
    EXPECT_LT(orthonormality_defect(document.parts[0].pose.rotation), 1e-15);
    EXPECT_EQ(document.parts[0].pose.position, (Vec3{2, 0, 0}));
    EXPECT_EQ(document.parts[1].pose.position, (Vec3{10, 12, 14}));
    const TriangleSoup soup = float_gear();
    const MeshData* stretched = mesh_data(document.parts[2].shape);
    EXPECT_EQ(stretched->vertices[3],
              (Vec3{2 * soup.vertices[3].x, 2 * soup.vertices[3].y, 6 * soup.vertices[3].z}));
    const MeshData* mirrored = mesh_data(document.parts[3].shape);
    EXPECT_EQ(mirrored->options.kind, MeshKind::solid);
    EXPECT_FALSE(mirrored->turned);
    EXPECT_EQ(mirrored->vertices[3].x, -2 * soup.vertices[3].x);
}

TEST(MeshFile, ScenesNameThem) {
    const TemporaryFolder folder;
    const TriangleSoup soup = float_gear();
    folder.write("parts/gear.stl", stl_bytes(soup));
    folder.write("parts/two.obj", "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no b\nf 3 2 1\n");
    folder.write(
        "parts/sub.json",
        R"({"format": "graze-scene", "version": 1, "parts": [{"name": "wheel", "file": "gear.stl", "pose": {"position": [1, 0, 0]}, "group": "g",
        "motion": {"type": "linear", "displacement": [0, 1, 0]}}], "exclusions": [{"a": "wheel", "b": "*"}]})");
    const auto file = folder.write(
        "top.json",
        R"({"format": "graze-scene", "version": 1, "shapes": {"gear": {"type": "file", "file": "parts/gear.stl", "unit_scale": 2}}, "parts": [
        {"name": "g1", "shape": "gear"}, {"name": "g2", "file": "parts/gear.stl"}, {"name": "g3", "file": "parts/gear.stl", "pose": {"scale": 2}},
        {"name": "pair", "file": "parts/two.obj"}, {"name": "one", "file": "parts/two.obj", "node": "b*"}, {"shape": {"type": "file", "file": "parts/two.obj", "node": "a"}},
        {"name": "sub", "scene": "parts/sub.json", "pose": {"axis": [0, 0, 1], "degrees": 90}}]})");
    const Document document = read(file);
    std::vector<std::string> names;
    for (const io::Part& part : document.parts) names.push_back(part.name);
    ASSERT_EQ(names, (std::vector<std::string>{"g1", "g2", "g3", "pair/a", "pair/b", "one/b", "part5",
                                               "sub/wheel"}));
    expect_triangles(document.parts[0], soup, 2);
    expect_triangles(document.parts[1], soup);
    expect_triangles(document.parts[2], soup, 2);
    EXPECT_EQ(document.parts[1].source, "parts/gear.stl");
    EXPECT_EQ(document.parts[7].shape.payload(), document.parts[1].shape.payload());
    EXPECT_LT(length(document.parts[7].pose.position - Vec3{0, 1, 0}), 1e-15);
    const auto* motion = std::get_if<LinearMotion>(&document.parts[7].motion);
    ASSERT_NE(motion, nullptr);
    EXPECT_LT(length(motion->displacement - Vec3{-1, 0, 0}), 1e-15);
    EXPECT_LT(length(motion->start.position - Vec3{0, 1, 0}), 1e-15);
    EXPECT_EQ(document.parts[7].group, "g");
    ASSERT_EQ(document.exclusions.size(), 1U);
    EXPECT_EQ(document.exclusions[0].a, "sub/wheel");
    EXPECT_EQ(document.exclusions[0].b, "sub/*");
}

/// Models beside the project, where there are some.
TEST(MeshFile, RealModelsLoad) {
    const std::filesystem::path models =
        std::filesystem::path(GRAZE_TEST_PROJECT_DIR) / "../shared/data/models";
    if (!std::filesystem::exists(models)) GTEST_SKIP() << "no models beside the project";
    for (const auto& entry : std::filesystem::directory_iterator(models)) {
        const Document document = read(entry.path());
        std::size_t triangles = 0;
        for (const io::Part& part : document.parts) triangles += mesh_data(part.shape)->triangles.size();
        EXPECT_GT(triangles, 100U) << entry.path();
        std::string name = entry.path().filename().string();
        std::replace_if(
            name.begin(), name.end(), [](char c) { return c == '.' || c == '-'; }, '_');
        RecordProperty(name, static_cast<int>(triangles));
    }
}

}  // namespace
}  // namespace graze::test
