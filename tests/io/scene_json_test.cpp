// The scene format: what is written is read back bit by bit, and poses may be given in every form.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numbers>
#include <sstream>

#include "graze/io/document.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/mesh/shape_bytes.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "io/scene_text.hpp"
#include "io/temporary_folder.hpp"
#include "motion/motion_piece.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using io::Document;
using io::Part;

Document read(const std::string& text) {
    auto document = io::read_scene(text, ".");
    EXPECT_TRUE(document.has_value()) << (document ? "" : document.error().message());
    return document ? *document : Document{};
}

/// Everything of a shape that queries see; of meshes but the shape of their trees, which mapping keeps and
/// reading builds again.
void expect_same(const Shape& a, const Shape& b) {
    const MeshData* mesh_a = mesh_data(a);
    if (const MeshData* mesh_b = mesh_data(b); mesh_a && mesh_b) {
        EXPECT_EQ(mesh_a->vertices.copied(), mesh_b->vertices.copied());
        EXPECT_EQ(mesh_a->triangles, mesh_b->triangles);
        EXPECT_EQ(mesh_a->options.kind, mesh_b->options.kind);
        EXPECT_EQ(a.margin(), b.margin());
        return;
    }
    const auto bytes_a = to_bytes(a), bytes_b = to_bytes(b);
    ASSERT_TRUE(bytes_a.has_value());
    ASSERT_TRUE(bytes_b.has_value());
    EXPECT_TRUE(*bytes_a == *bytes_b) << to_string(a.type());
}

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

void expect_same(const Vec3& a, const Vec3& b) {
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(bits(a[i]), bits(b[i])) << a[i] << " " << b[i];
}

void expect_same(const Pose& a, const Pose& b) {
    for (std::size_t i = 0; i < 3; ++i) expect_same(a.rotation.columns[i], b.rotation.columns[i]);
    expect_same(a.position, b.position);
}

std::vector<Shape> shapes_of_every_type(Random& random) {
    const auto v = [&] { return Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; };
    const auto s = [&] { return random.uniform(0.1, 1); };
    std::vector<Vec3> cloud;
    for (int i = 0; i < 40; ++i) cloud.push_back(unit(v()));  // every point a corner
    const double third = 1.0 / 3;
    const std::vector<Vec3> loop{{0, 0, third}, {1, 0, third}, {1, third, third}, {0.1, 1, third}};
    const TriangleSoup box = box_mesh({s(), s(), s()});
    const TriangleSoup hills =
        terrain_mesh({.half_width = 1, .height = s(), .columns = 4, .rows = 3, .seed = 3});
    const HeightGrid grid{
        .columns = 4, .rows = 3, .cell_width = third, .cell_depth = 0.7, .corner = {-0.0, third}};
    const HeightField field = *HeightField::build(grid, terrain_heights({.columns = 4, .rows = 3}));
    const Mesh solid = *Mesh::build(box.vertices, box.triangles, {.kind = MeshKind::solid});
    const Affine shear{Mat3::from_rows({1, third, 0}, {0, 1, 0.2}, {0, 0, 0.7}), v()};
    const Shape hull = *ConvexHull::build(cloud);
    const Shape compound = *Compound::build(
        std::vector<CompoundPart>{{Box{{1, 2, third}}}, {Sphere{third}, Affine{Mat3::identity(), v()}}});
    return {Point{v()},
            Segment{v(), v()},
            Triangle{v(), v(), v()},
            Tetrahedron{v(), v(), v(), v()},
            *ConvexPolygon::build(loop),
            Sphere{third},
            Box{{s(), 0, s()}},
            Capsule{s(), s()},
            TaperedCapsule{s(), 0, third},
            Cylinder{s(), s()},
            Cone{s(), s()},
            Ellipsoid{{s(), s(), s()}},
            HalfSpace{v(), -0.25},
            hull,
            minkowski_sum(hull, Cone{s(), s()}),
            convex_hull_of(std::vector<Shape>{Sphere{s()}, hull, Point{v()}}),
            transformed(Cylinder{s(), s()}, shear),
            rounded(rounded(Box{{s(), s(), s()}}, third), 0.1),
            solid,
            *Mesh::build(hills.vertices, hills.triangles),
            rounded(solid, 0.1),
            transformed(solid, shear),
            compound,
            rounded(compound, third),
            field,
            transformed(field, shear),
            rounded(transformed(field, {Mat3::identity(), v()}), 0.2)};
}

TEST(SceneJson, ShapesOfEveryTypeComeBackBitByBit) {
    Random random(7);
    Document document;
    std::vector<bool> covered(kShapeTypeCount, false);
    for (const Shape& shape : shapes_of_every_type(random)) {
        ASSERT_TRUE(shape.valid());
        covered[static_cast<std::size_t>(shape.type())] = true;
        Part part;
        part.name = "part " + std::to_string(document.parts.size());
        part.shape = shape;
        document.parts.push_back(part);
    }
    EXPECT_EQ(std::count(covered.begin(), covered.end(), true), static_cast<std::ptrdiff_t>(kShapeTypeCount));
    const std::string text = to_json(document);
    const Document back = read(text);
    ASSERT_EQ(back.parts.size(), document.parts.size());
    for (std::size_t i = 0; i < back.parts.size(); ++i) {
        EXPECT_EQ(back.parts[i].name, document.parts[i].name);
        expect_same(back.parts[i].shape, document.parts[i].shape);
    }
    EXPECT_EQ(to_json(back), text);
}

TEST(SceneJson, PosesMotionsAndTheRestComeBackBitByBit) {
    Random random(8);
    const auto v = [&] { return Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; };
    const auto pose = [&] { return Pose::from(Quat::from_axis_angle(v(), random.uniform(0, 3)), v() * 1e7); };
    const Pose first = pose(), second = Pose{first.rotation, v()},
               third = Pose{first.rotation, {-0.0, 1e-99, 5e99}};
    const std::vector<io::MotionForm> forms{std::monostate{},
                                            LinearMotion{pose(), v()},
                                            InBetweenMotion{pose(), pose()},
                                            TwistMotion{pose(), v(), v() * 20.0, v()},
                                            ScrewMotion{pose(), v(), v(), 12.5, -0.0},
                                            SampledMotion{{pose(), pose(), pose()}, {0, 0.3, 1}, 0.125},
                                            SplineMotion{{first, second, first}, {}},
                                            SplineMotion{{first, second, first}, {0, 1.0 / 3, 1}}};
    Document document;
    document.title = "a \"title\" with \\ and \n and \xc3\xa9";
    document.unit = "mm";
    document.up = {0, 1, 0};
    document.exclusions = {{"p*", "@g", "why not"}, {"p1", "p2", ""}};
    for (const auto& form : forms) {
        Part part{
            "p" + std::to_string(document.parts.size()), "file.stl", Sphere{0.5}, third, form, "g", 1.0 / 3};
        document.parts.push_back(part);
    }
    const std::string text = to_json(document);
    const Document back = read(text);
    EXPECT_EQ(back.title, "a \"title\" with \\ and ? and \xc3\xa9");
    EXPECT_EQ(back.unit, "mm");
    expect_same(back.up, document.up);
    ASSERT_EQ(back.exclusions.size(), 2U);
    EXPECT_EQ(back.exclusions[0].a, "p*");
    EXPECT_EQ(back.exclusions[0].b, "@g");
    EXPECT_EQ(back.exclusions[0].reason, "why not");
    ASSERT_EQ(back.parts.size(), forms.size());
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const Part& part = back.parts[i];
        EXPECT_EQ(part.name, document.parts[i].name);
        EXPECT_EQ(part.source, "file.stl");
        EXPECT_EQ(part.group, "g");
        EXPECT_EQ(bits(part.margin), bits(1.0 / 3));
        expect_same(part.pose, third);
        ASSERT_EQ(part.motion.index(), forms[i].index());
        for (const double t : {0.0, 0.2, 0.77, 1.0})
            expect_same(pose_at(motion_of(part), t), pose_at(motion_of(document.parts[i]), t));
        if (const auto* sampled = std::get_if<SampledMotion>(&part.motion)) {
            EXPECT_EQ(sampled->deviation, 0.125);
        }
    }
    EXPECT_EQ(to_json(back), text);
}

TEST(SceneJson, NumbersComeBackBitByBit) {
    Random random(9);
    Document document;
    for (int i = 0; i < 2000; ++i) {
        Part part;
        part.name = std::to_string(i);
        const auto number = [&] {
            return std::ldexp(random.uniform(-1, 1), static_cast<int>(random.index(600)) - 300);
        };
        part.pose.position = {number(), std::round(number()), i == 0 ? -0.0 : std::nearbyint(number() * 1e3)};
        if (!(max_component(abs(part.pose.position)) <= 1e100))
            part.pose.position = {1e22, 9007199254740993.0, 123456789012345678.0};
        for (std::size_t k = 0; k < 3; ++k) {
            if (std::abs(part.pose.position[k]) < 1e-100) part.pose.position[k] = -0.0;
        }
        document.parts.push_back(part);
    }
    const Document back = read(to_json(document));
    ASSERT_EQ(back.parts.size(), document.parts.size());
    for (std::size_t i = 0; i < back.parts.size(); ++i)
        expect_same(back.parts[i].pose.position, document.parts[i].pose.position);
}

TEST(SceneJson, SharedShapesStayShared) {
    const TriangleSoup soup = icosphere_mesh(1, 2);
    const Shape ball = *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    Document document;
    for (int i = 0; i < 3; ++i) {
        Part part;
        part.name = std::to_string(i);
        part.shape = ball;
        document.parts.push_back(part);
    }
    const Document back = read(to_json(document));
    ASSERT_EQ(back.parts.size(), 3U);
    EXPECT_EQ(back.parts[0].shape.payload(), back.parts[1].shape.payload());
    EXPECT_EQ(back.parts[0].shape.payload(), back.parts[2].shape.payload());
    expect_same(back.parts[0].shape, ball);
}

TEST(SceneJson, PosesInEveryForm) {
    const auto pose_of = [](const std::string& pose) {
        return read(scene_of(R"({"shape": {"type": "sphere", "radius": 1}, "pose": )" + pose + "}"))
            .parts.at(0);
    };
    const Pose quarter = Pose::from(Quat::from_axis_angle({0, 0, 1}, std::numbers::pi / 2), {1, 2, 3});
    for (const char* text : {
             R"({"position": [1, 2, 3], "quaternion": [1, 0, 0, 1]})",
             R"({"position": [1, 2, 3], "axis": [0, 0, 5], "degrees": 90})",
             R"({"position": [1, 2, 3], "axis": [0, 0, 5], "angle": 1.5707963267948966})",
             R"({"position": [1, 2, 3], "rotation": [[0, -1, 0], [1, 0, 0], [0, 0, 1]]})",
             R"({"matrix": [[0, -1, 0, 1], [1, 0, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]})",
         }) {
        const Part part = pose_of(text);
        EXPECT_EQ(part.shape.type(), ShapeType::sphere) << text;
        EXPECT_EQ(part.pose.position, quarter.position) << text;
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_LT(length(part.pose.rotation.columns[i] - quarter.rotation.columns[i]), 1e-15) << text;
    }
    const Part scaled_part =
        pose_of(R"({"position": [1, 2, 3], "axis": [0, 0, 1], "degrees": 90, "scale": [2, 3, 4]})");
    EXPECT_EQ(scaled_part.shape.type(), ShapeType::affine_image);
    EXPECT_LT(length(scaled_part.pose.rotation.columns[0] - Vec3{0, 1, 0}), 1e-15);
    EXPECT_EQ(scaled_part.shape.vector(1), (Vec3{0, 3, 0}));
    const Part sheared = pose_of(R"({"matrix": [[1, 0.5, 0, 7], [0, 1, 0, 8], [0, 0, 1, 9]]})");
    EXPECT_EQ(sheared.shape.type(), ShapeType::affine_image);
    EXPECT_EQ(sheared.pose.rotation, Mat3::identity());
    EXPECT_EQ(sheared.pose.position, (Vec3{7, 8, 9}));
    EXPECT_EQ(sheared.shape.vector(1), (Vec3{0.5, 1, 0}));
    const Part mirrored = pose_of(R"({"rotation": [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]})");
    EXPECT_EQ(mirrored.shape.type(), ShapeType::affine_image);
    EXPECT_EQ(mirrored.pose.rotation, Mat3::identity());
}

/// Nothing is computed from units: a scene inside of another one with the wrong one would stand a thousand
/// times too small.
TEST(SceneJson, ScenesInsideThatCountOtherwiseAreNoted) {
    const TemporaryFolder folder;
    const std::string head = R"({"format": "graze-scene", "version": 1, )";
    folder.write("ball.json",
                 head + R"("parts": [{"name": "x", "shape": {"type": "sphere", "radius": 1}}]})");
    const auto notes_in = [&](const std::string& unit) {
        const std::string parts =
            R"("parts": [{"name": "l", "scene": "ball.json"}, {"name": "r", "scene": "ball.json"}]})";
        const auto document = io::read_document(folder.write("pair.json", head + unit + parts));
        EXPECT_TRUE(document.has_value());
        return document ? document->notes : std::vector<std::string>{};
    };
    EXPECT_TRUE(notes_in("").empty());
    EXPECT_TRUE(notes_in(R"("unit": "m", )").empty());
    const std::string note =
        "'ball.json' counts in 'm', the scene that names it in 'mm': nothing is converted";
    EXPECT_EQ(notes_in(R"("unit": "mm", )"), std::vector<std::string>{note});
    folder.write("outer.json", head + R"("unit": "mm", "parts": [{"name": "p", "scene": "pair.json"}]})");
    EXPECT_EQ(io::read_document(folder / "outer.json")->notes, std::vector<std::string>{note});
    Document to;
    append(to, *io::read_document(folder / "outer.json"));
    EXPECT_EQ(to.notes, std::vector<std::string>{note});
}

TEST(SceneJson, QuarterTurnsAreExact) {
    const std::vector<Vec3> axes{{1, 0, 0}, {0, 2, 0}, {0, 0, 0.5}, {-1, 0, 0}, {0, -3, 0}, {0, 0, -1}};
    for (const Vec3& axis : axes) {
        for (int degrees = -720; degrees <= 720; degrees += 90) {
            std::ostringstream part;
            part << R"({"shape": {"type": "sphere", "radius": 1}, "pose": {"axis": [)" << axis.x << ","
                 << axis.y << "," << axis.z << R"(], "degrees": )" << degrees << "}}";
            const auto document = io::read_scene(scene_of(part.str()), ".");
            ASSERT_TRUE(document.has_value()) << part.str();
            const Mat3& exact = document->parts[0].pose.rotation;
            const Mat3 near = rotation_matrix(Quat::from_axis_angle(axis, degrees * std::numbers::pi / 180));
            for (std::size_t i = 0; i < 9; ++i) {
                const double value = exact.columns[i / 3][i % 3];
                EXPECT_TRUE(value == 0 || std::abs(value) == 1) << part.str();
                EXPECT_FALSE(value == 0 && std::signbit(value)) << part.str();
                EXPECT_NEAR(value, near.columns[i / 3][i % 3], 1e-14) << part.str();
            }
        }
    }
}

TEST(SceneJson, AppendKeepsNamesApart) {
    const auto named = [](const std::string& name) {
        Part part;
        part.name = name;
        return part;
    };
    Document to, from;
    to.parts = {named("a"), named("a-2")};
    from.parts = {named("a"), named("b")};
    from.exclusions = {{"a", "b", "x"}};
    append(to, from);
    ASSERT_EQ(to.parts.size(), 4U);
    EXPECT_EQ(to.parts[2].name, "a-3");
    EXPECT_EQ(to.parts[3].name, "b");
    ASSERT_EQ(to.exclusions.size(), 1U);
    EXPECT_EQ(to.exclusions[0].a, "a-3");
    EXPECT_EQ(to.exclusions[0].b, "b");
}

}  // namespace
}  // namespace graze::test
