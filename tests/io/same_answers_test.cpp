// One assembly described in three forms: a scene with mesh files of several formats, units and axes; glTF
// with a tree of nodes, as text and as GLB; and shapes built by calls. Every pair must be answered alike.
#include <gtest/gtest.h>

#include <charconv>
#include <cmath>

#include "graze/io/document.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/result/proof.hpp"
#include "io/mesh_texts.hpp"
#include "io/temporary_folder.hpp"

namespace graze::test {
namespace {

/// The queries of a pair.
struct PairAnswer {
    Relation relation = Relation::disjoint;
    Separation separation{};
    std::vector<std::size_t> contacts;  ///< Points of each manifold.
};

struct NamedMesh {
    std::string name;
    TriangleSoup soup;
    MeshKind kind = MeshKind::solid;
};

struct PartPlace {
    std::string name;
    std::size_t mesh = 0;
    Pose pose{};
};

struct Assembly {
    std::vector<NamedMesh> meshes;
    std::vector<PartPlace> parts;
    bool quaternions = false;  ///< Whether files may describe rotations by quaternions, which round.
};

std::string number(double x) {
    std::array<char, 40> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), x).ptr};
}

std::string list(std::initializer_list<double> numbers) {
    std::string text;
    for (const double x : numbers) text += (text.empty() ? "[" : ", ") + number(x);
    return text + "]";
}

std::string list(const Vec3& v) { return list({v.x, v.y, v.z}); }

/// Coordinates that floats hold, and their halves and doubles.
TriangleSoup on_grid(TriangleSoup soup) {
    for (Vec3& v : soup.vertices) {
        for (std::size_t k = 0; k < 3; ++k) v[k] = std::round(v[k] * 4096) / 4096;
    }
    return soup;
}

std::vector<NamedMesh> meshes() {
    return {{"plate", on_grid(box_mesh({2, 2, 0.25}))},
            {"gear", on_grid(gear_mesh({.teeth = 9}))},
            {"stone", on_grid(noisy_sphere_mesh({.radius = 0.75, .roughness = 0.2, .subdivisions = 2}))},
            {"crumb", on_grid(icosphere_mesh(0.125, 1))},
            {"ring", on_grid(torus_mesh({.rings = 16, .sides = 8}))},
            {"ground", on_grid(terrain_mesh({.half_width = 3, .height = 0.25, .columns = 8, .rows = 8})),
             MeshKind::surface}};
}

// Quarter turns, exactly.
const Mat3 kStraight = Mat3::identity();
const Mat3 kAboutX = Mat3::from_rows({1, 0, 0}, {0, 0, -1}, {0, 1, 0});
const Mat3 kAboutY = Mat3::from_rows({0, 0, 1}, {0, 1, 0}, {-1, 0, 0});
const Mat3 kAboutZ = Mat3::from_rows({0, -1, 0}, {1, 0, 0}, {0, 0, 1});

/// Quarter turns and lengths with few bits: every form of the poses comes to the same doubles.
Assembly square_assembly() {
    return {meshes(),
            {{"plate", 0, {}},
             {"gear on plate", 1, {kStraight, {0.5, 0.25, 0.46875}}},
             {"gear standing", 1, {kAboutX, {-1.5, 0.75, 1.125}}},
             {"stone", 2, {kAboutZ, {4, 0.5, 1}}},
             {"stone again", 2, {kAboutZ, {4, 0.5, 1}}},
             {"crumb", 3, {kAboutY, {4.0625, 0.5, 1}}},
             {"ring", 4, {kAboutX, {-1.25, 1.5, 0.5}}},
             {"box on plate", 0, {kAboutX, {0, 1.5, 2.25}}},
             {"ground", 5, {kStraight, {0, 0, -0.125}}}}};
}

/// Poses of all kinds. No two parts touch without reaching into each other: rounding decides of that.
Assembly tilted_assembly() {
    Assembly assembly{meshes(), {}, true};
    const std::array<Quat, 4> turns{
        {{0.9, 0.1, -0.3, 0.2}, {0.2, 0.7, 0.1, -0.4}, {0.5, -0.5, 0.6, 0.1}, {0.3, 0.2, 0.2, 0.8}}};
    const std::array<Vec3, 8> places{{{},
                                      {0.3, 0.4, 0.1},
                                      {-1.6, 0.2, 1.3},
                                      {4.1, 0.7, 1.2},
                                      {4.2, 0.6, 1.1},
                                      {-1.1, 1.3, 0.6},
                                      {0.7, 1.9, 3.3},
                                      {0.1, 0.2, -0.3}}};
    const std::array<std::size_t, 8> kinds{0, 1, 1, 2, 3, 4, 0, 5};
    for (std::size_t i = 0; i < places.size(); ++i)
        assembly.parts.push_back(
            {"part " + std::to_string(i), kinds[i], Pose::from(turns[i % turns.size()], places[i])});
    return assembly;
}

std::vector<PairAnswer> answers(const std::vector<Placed>& placed) {
    std::vector<PairAnswer> all;
    for (std::size_t a = 0; a < placed.size(); ++a) {
        for (std::size_t b = a + 1; b < placed.size(); ++b) {
            PairAnswer& answer = all.emplace_back();
            answer.relation = relation(placed[a], placed[b]);
            answer.separation = separation(placed[a], placed[b]);
            for (const ContactManifold& manifold : contact_manifolds(placed[a], placed[b]))
                answer.contacts.push_back(manifold.points.size());
        }
    }
    return all;
}

std::vector<PairAnswer> answers_by_calls(const Assembly& assembly, double unit) {
    std::vector<Shape> shapes;
    for (NamedMesh mesh : assembly.meshes) {
        for (Vec3& v : mesh.soup.vertices) v = v * unit;
        const auto built = Mesh::build(mesh.soup.vertices, mesh.soup.triangles, {.kind = mesh.kind});
        EXPECT_TRUE(built.has_value()) << mesh.name;
        shapes.push_back(built ? Shape{*built} : Shape{Sphere{1}});
    }
    std::vector<Placed> placed;
    for (const PartPlace& part : assembly.parts)
        placed.push_back({shapes[part.mesh], {part.pose.rotation, part.pose.position * unit}});
    return answers(placed);
}

std::vector<PairAnswer> answers_of(const std::filesystem::path& file, const Assembly& assembly,
                                   const io::ReadOptions& options = {}) {
    const auto document = io::read_document(file, options);
    EXPECT_TRUE(document.has_value()) << (document ? "" : document.error().message());
    if (!document) return {};
    std::vector<Placed> placed;
    EXPECT_EQ(document->parts.size(), assembly.parts.size());
    for (std::size_t i = 0; i < document->parts.size(); ++i) {
        EXPECT_TRUE(document->parts[i].name.ends_with(assembly.parts[i].name)) << document->parts[i].name;
        placed.push_back(io::placed(document->parts[i]));
    }
    return answers(placed);
}

/// What a scene states about a mesh file, and the turn that takes back what its upward axis does.
struct FileText {
    std::string text;
    Mat3 back = kStraight;
};

/// The mesh in one of five formats, with units and upward axes of their own.
FileText write_mesh(const TemporaryFolder& folder, const NamedMesh& mesh, std::size_t format, double unit) {
    const auto written = [&](const std::string& extension, const std::string& content) {
        folder.write(mesh.name + extension, content);
        return R"("file": ")" + mesh.name + extension + R"(", "unit_scale": )";
    };
    TriangleSoup twice = mesh.soup;
    for (Vec3& v : twice.vertices) v = v * 2.0;
    switch (format % 5) {
        case 0: return {written(".stl", stl_bytes(mesh.soup)) + number(unit)};
        case 1:
            return {written(".obj", obj_text(twice)) + number(unit / 2) + R"(, "up": "y")",
                    transpose(kAboutX)};
        case 2: return {written(".ply", ply_bytes(mesh.soup, PlyOrder::big)) + number(unit)};
        case 3: return {written(".off", off_text(twice)) + number(unit / 2) + R"(, "up": "x")", kAboutY};
        default:
            return {written(".gltf", gltf_text(mesh.soup)) + number(unit),
                    transpose(kAboutX)};  // y is up by itself
    }
}

std::string quaternion_text(const Pose& pose) {
    const Quat q = quaternion_of(pose.rotation);
    return R"({"position": )" + list(pose.position) + R"(, "quaternion": )" + list({q.w, q.x, q.y, q.z}) +
           "}";
}

std::string matrix_text(const Pose& pose) {
    const Mat3& r = pose.rotation;
    std::string rows;
    for (std::size_t i = 0; i < 3; ++i)
        rows += (i == 0 ? "" : ", ") + list({r(i, 0), r(i, 1), r(i, 2), pose.position[i]});
    return R"({"matrix": [)" + rows + "]}";
}

/// The scene: a third of the parts with a quaternion where these are allowed, a third inside of other scenes.
std::filesystem::path write_scene(const TemporaryFolder& folder, const Assembly& assembly, double unit) {
    const std::string head = R"({"format": "graze-scene", "version": 1, "parts": [)";
    std::string parts;
    for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
        const PartPlace& part = assembly.parts[i];
        const FileText file = write_mesh(folder, assembly.meshes[part.mesh], part.mesh, unit);
        const Pose given{part.pose.rotation * file.back, part.pose.position * unit};
        const std::string pose = R"("pose": )" + (assembly.quaternions && i % 3 == 0 ? quaternion_text(given)
                                                                                     : matrix_text(given));
        std::string text = R"({"name": ")" + part.name + R"(", )" + file.text;
        if (i % 3 == 2) {
            folder.write(std::to_string(i) + ".json", head + text + "}]}");
            text =
                R"({"name": "in )" + std::to_string(i) + R"(", "scene": ")" + std::to_string(i) + R"(.json")";
        }
        parts += (i == 0 ? "" : ",\n") + text + ", " + pose + "}";
    }
    return folder.write("assembly.json", head + parts + "]}");
}

std::string node_place(const Pose& pose, bool quaternion) {
    const Mat3& r = pose.rotation;
    const Vec3& p = pose.position;
    if (!quaternion)
        return R"("matrix": )" + list({r(0, 0), r(1, 0), r(2, 0), 0, r(0, 1), r(1, 1), r(2, 1), 0, r(0, 2),
                                       r(1, 2), r(2, 2), 0, p.x, p.y, p.z, 1});
    const Quat q = quaternion_of(r);
    return R"("translation": )" + list(p) + R"(, "rotation": )" + list({q.x, q.y, q.z, q.w});
}

/// The nodes of glTF, in the file's unit: the parts in a node that stands at `group`, that in one that turns
/// z to y.
std::string nodes_text(const Assembly& assembly, const Pose& group) {
    const std::size_t count = assembly.parts.size();
    std::string nodes, children;
    for (std::size_t i = 0; i < count; ++i) {
        const PartPlace& part = assembly.parts[i];
        nodes += R"({"name": ")" + part.name + R"(", "mesh": )" + std::to_string(part.mesh) + ", " +
                 node_place(part.pose, assembly.quaternions) + "},\n";
        children += (i == 0 ? "" : ", ") + std::to_string(i);
    }
    return nodes + R"({"name": "group", "children": [)" + children + "], " + node_place(group, false) +
           "},\n" + R"({"children": [)" + std::to_string(count) + "], " +
           node_place({transpose(kAboutX), {}}, false) + "}";
}

/// The assembly as glTF with its buffers in files of their own.
std::filesystem::path write_gltf(const TemporaryFolder& folder, const Assembly& assembly, const Pose& group) {
    std::string meshes, accessors, views, buffers;
    for (std::size_t i = 0; i < assembly.meshes.size(); ++i) {
        const NamedMesh& mesh = assembly.meshes[i];
        std::string points, indices;
        for (const Vec3& v : mesh.soup.vertices) {
            for (std::size_t k = 0; k < 3; ++k) points += bytes_of(static_cast<float>(v[k]));
        }
        for (const auto& t : mesh.soup.triangles) {
            for (const std::uint32_t corner : t) indices += bytes_of(corner);
        }
        folder.write(mesh.name + ".bin", points + indices);
        const std::string comma = i == 0 ? "" : ",\n", own = std::to_string(i);
        meshes += comma + R"({"primitives": [{"attributes": {"POSITION": )" + std::to_string(2 * i) +
                  R"(}, "indices": )" + std::to_string(2 * i + 1) + "}]}";
        accessors += comma + R"({"bufferView": )" + std::to_string(2 * i) +
                     R"(, "componentType": 5126, "type": "VEC3", "count": )" +
                     std::to_string(mesh.soup.vertices.size()) + R"(}, {"bufferView": )" +
                     std::to_string(2 * i + 1) + R"(, "componentType": 5125, "type": "SCALAR", "count": )" +
                     std::to_string(3 * mesh.soup.triangles.size()) + "}";
        views += comma + R"({"buffer": )" + own + R"(, "byteLength": )" + std::to_string(points.size()) +
                 R"(}, {"buffer": )" + own + R"(, "byteOffset": )" + std::to_string(points.size()) +
                 R"(, "byteLength": )" + std::to_string(indices.size()) + "}";
        buffers += comma + R"({"uri": ")" + mesh.name + R"(.bin", "byteLength": )" +
                   std::to_string(points.size() + indices.size()) + "}";
    }
    return folder.write("assembly.gltf",
                        R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [)" +
                            std::to_string(assembly.parts.size() + 1) + R"(]}], "nodes": [)" +
                            nodes_text(assembly, group) + R"(], "meshes": [)" + meshes +
                            R"(], "accessors": [)" + accessors + R"(], "bufferViews": [)" + views +
                            R"(], "buffers": [)" + buffers + "]}");
}

void expect_equal(const std::string& source, const std::vector<PairAnswer>& found,
                  const std::vector<PairAnswer>& wanted) {
    SCOPED_TRACE(source);
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Separation &f = found[i].separation, &w = wanted[i].separation;
        EXPECT_EQ(found[i].relation, wanted[i].relation) << i;
        EXPECT_EQ(found[i].contacts, wanted[i].contacts) << i;
        EXPECT_EQ(f.distance.lower, w.distance.lower) << i;
        EXPECT_EQ(f.distance.upper, w.distance.upper) << i;
        EXPECT_EQ(f.point_a, w.point_a) << i;
        EXPECT_EQ(f.point_b, w.point_b) << i;
        EXPECT_EQ(f.normal, w.normal) << i;
        EXPECT_EQ(f.status, w.status) << i;
    }
}

/// Poses that were rounded on different ways: gaps are as near as the poses. The search for a depth may take
/// another way, and its bounds hold the one depth there is.
void expect_near(const std::string& source, const std::vector<PairAnswer>& found,
                 const std::vector<PairAnswer>& wanted, double tolerance) {
    SCOPED_TRACE(source);
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Interval &f = found[i].separation.distance, &w = wanted[i].separation.distance;
        EXPECT_EQ(found[i].relation, wanted[i].relation) << i;
        EXPECT_EQ(found[i].contacts, wanted[i].contacts) << i;
        EXPECT_EQ(found[i].separation.status, wanted[i].separation.status) << i;
        EXPECT_LE(f.lower, w.upper + tolerance) << i;
        EXPECT_GE(f.upper, w.lower - tolerance) << i;
        if (wanted[i].relation != Relation::disjoint) continue;
        EXPECT_NEAR(f.lower, w.lower, tolerance) << i;
        EXPECT_NEAR(f.upper, w.upper, tolerance) << i;
    }
}

std::size_t count_of(const std::vector<PairAnswer>& answers, Relation relation) {
    return static_cast<std::size_t>(std::count_if(
        answers.begin(), answers.end(), [&](const PairAnswer& x) { return x.relation == relation; }));
}

TEST(SameAnswers, OfQuarterTurnsToTheLastBit) {
    const TemporaryFolder folder;
    const Assembly assembly = square_assembly();
    const std::vector<PairAnswer> wanted = answers_by_calls(assembly, 1);
    for (const Relation each : {Relation::disjoint, Relation::touching, Relation::overlapping,
                                Relation::b_inside_a, Relation::identical})
        EXPECT_GE(count_of(wanted, each), 1U) << to_string(each);
    expect_equal("scene", answers_of(write_scene(folder, assembly, 1), assembly), wanted);
    expect_equal("glTF", answers_of(write_gltf(folder, assembly, {}), assembly), wanted);
    const auto document = io::read_document(folder / "assembly.json");
    ASSERT_TRUE(document.has_value());
    ASSERT_TRUE(io::write_glb(*document, folder / "assembly.glb").has_value());
    expect_equal("GLB", answers_of(folder / "assembly.glb", assembly), wanted);
    folder.write("again.json", io::to_json(*document));
    expect_equal("scene written again", answers_of(folder / "again.json", assembly), wanted);
}

TEST(SameAnswers, OfAllTurnsThroughGlbToTheLastBit) {
    const TemporaryFolder folder;
    const Assembly assembly = tilted_assembly();
    const std::vector<PairAnswer> read = answers_of(write_scene(folder, assembly, 1), assembly);
    const auto document = io::read_document(folder / "assembly.json");
    ASSERT_TRUE(document.has_value());
    ASSERT_TRUE(io::write_glb(*document, folder / "assembly.glb").has_value());
    expect_equal("GLB", answers_of(folder / "assembly.glb", assembly), read);
}

TEST(SameAnswers, OfAllTurnsInMillimetresWithinRounding) {
    constexpr double kMillimetre = 0.001;
    constexpr double kNear = 1e-15;  // a dozen roundings of numbers up to 0.01: a part's reach and place
    const TemporaryFolder folder;
    const Assembly assembly = tilted_assembly();
    const std::vector<PairAnswer> wanted = answers_by_calls(assembly, kMillimetre);
    for (const Relation each : {Relation::disjoint, Relation::overlapping, Relation::b_inside_a})
        EXPECT_GE(count_of(wanted, each), 1U) << to_string(each);
    expect_near("scene", answers_of(write_scene(folder, assembly, kMillimetre), assembly), wanted, kNear);
    // The parts are distinguished from a group that stands elsewhere, which all distances forget.
    io::ReadOptions millimetres;
    millimetres.unit_scale = kMillimetre;
    const Pose elsewhere = Pose::from({0.6, 0.3, -0.5, 0.4}, {3.3, -2.1, 0.7});
    expect_near("glTF", answers_of(write_gltf(folder, assembly, elsewhere), assembly, millimetres), wanted,
                kNear);
}

}  // namespace
}  // namespace graze::test
