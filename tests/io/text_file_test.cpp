// Text as programs write it: marks before it, line ends of three kinds, zeros after it; and what must not be
// read as something else: rows with other counts of values than their header declares, and data after the
// last element.
#include <gtest/gtest.h>

#include "graze/io/document.hpp"
#include "graze/mesh/mesh.hpp"
#include "io/mesh_texts.hpp"
#include "io/temporary_folder.hpp"

namespace graze::test {
namespace {

const std::string kMark = "\xef\xbb\xbf";

io::Document read(const std::filesystem::path& file, const io::ReadOptions& options = {}) {
    auto document = io::read_document(file, options);
    EXPECT_TRUE(document.has_value()) << (document ? "" : document.error().message());
    return document ? *std::move(document) : io::Document{};
}

io::FileError error_of(const std::filesystem::path& file) {
    const auto document = io::read_document(file);
    EXPECT_FALSE(document.has_value()) << file;
    return document ? io::FileError{} : document.error();
}

void expect_same_mesh(const io::Document& a, const io::Document& b) {
    ASSERT_EQ(a.parts.size(), 1U);
    ASSERT_EQ(b.parts.size(), 1U);
    const MeshData *left = mesh_data(a.parts[0].shape), *right = mesh_data(b.parts[0].shape);
    ASSERT_TRUE(left && right);
    EXPECT_EQ(left->vertices.copied(), right->vertices.copied());
    EXPECT_EQ(left->triangles, right->triangles);
    EXPECT_EQ(left->options.kind, right->options.kind);
}

/// A unit cube of 12 triangles, with more values on each face line and more properties of faces.
std::string ply_cube(const std::string& behind, const std::string& properties = "") {
    std::string text =
        "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float "
        "z\nelement face 12\n"
        "property list uchar int vertex_indices\n" +
        properties + "end_header\n0 0 0\n0 0 1\n0 1 0\n0 1 1\n1 0 0\n1 0 1\n1 1 0\n1 1 1\n";
    for (const char* face : {"0 1 3", "0 3 2", "4 6 7", "4 7 5", "0 4 5", "0 5 1", "2 3 7", "2 7 6", "0 2 6",
                             "0 6 4", "1 5 7", "1 7 3"})
        text += std::string("3 ") + face + behind + "\n";
    return text;
}

TEST(PlyText, OneValueMoreOnEachFaceWasReadAsOtherTriangles) {
    const TemporaryFolder folder;
    EXPECT_EQ(mesh_data(read(folder.write("good.ply", ply_cube(""))).parts.at(0).shape)->triangles.size(),
              12U);
    const io::FileError error = error_of(folder.write("extra1.ply", ply_cube(" 3")));
    EXPECT_EQ(error.element, "line 18, face 0");
    EXPECT_EQ(error.reason, "the line has 5 values, and the header declares 4 for this face");
    EXPECT_NE(error.hint.find("Declare"), std::string::npos);
}

TEST(PlyText, ALongCommentDoesNotEndTheHeader) {
    const TemporaryFolder folder;
    std::string text = ply_cube("");
    text.insert(text.find("element"), "comment " + std::string(100'000, 'x') + "\n");
    expect_same_mesh(read(folder.write("long.ply", text)), read(folder.write("short.ply", ply_cube(""))));
}

TEST(PlyText, AListThatTheHeaderDoesNotDeclareWasReadAsFaces) {
    const TemporaryFolder folder;
    const std::string colours =
        "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty uchar alpha\n";
    EXPECT_EQ(read(folder.write("good.ply", ply_cube(" 1 2 3 4", colours))).parts.size(), 1U);
    const io::FileError error =
        error_of(folder.write("extra.ply", ply_cube(" 9 1 1 1 1 1 1 1 1 1", colours)));
    EXPECT_EQ(error.element, "line 22, face 0");
    EXPECT_EQ(error.reason, "the line has 14 values, and the header declares 8 for this face");
}

TEST(PlyText, RowsAreLines) {
    const TemporaryFolder folder;
    const std::string text = ply_cube("");
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string changed = text;
        changed.replace(changed.find(from), from.size(), to);
        return folder.write("a.ply", changed);
    };
    const io::FileError wrapped = error_of(with("3 0 3 2\n", "3 0\n3 2\n"));
    EXPECT_EQ(wrapped.element, "line 19, face 1");
    EXPECT_NE(wrapped.reason.find("ends after 2 values"), std::string::npos) << wrapped.reason;
    EXPECT_NE(wrapped.hint.find("wrapped over several lines"), std::string::npos);
    const io::FileError joined = error_of(with("0 1 0\n0 1 1\n", "0 1 0 0 1 1\n"));
    EXPECT_EQ(joined.element, "line 12, vertex 2");
    EXPECT_EQ(error_of(with("0 1 0\n", "0 1\n")).element, "line 12, vertex 2");
    EXPECT_EQ(error_of(with("3 0 1 3\n", "3.5 0 1 3\n")).element, "line 18, face 0");
    EXPECT_EQ(error_of(with("3 0 1 3\n", "3 0 1.5 3\n")).element, "line 18, face 0");
    EXPECT_EQ(error_of(with("3 0 1 3\n", "3 0 1 8\n")).element, "line 18, face 0");
    // What programs do write: blank lines, blanks and tabs, more comments in the header.
    const io::Document plain = read(folder.write("b.ply", text));
    expect_same_mesh(read(with("0 1 0\n", "\n 0\t1 0 \n\n")), plain);
    expect_same_mesh(read(with("element vertex", "comment a b\nobj_info c\nelement vertex")), plain);
    expect_same_mesh(read(folder.write("a.ply", text + "\n \n\n")), plain);
    expect_same_mesh(read(folder.write("a.ply", text.substr(0, text.size() - 1))), plain);
}

TEST(TextFiles, AMarkBeforeTheFirstVertexLostIt) {
    const TemporaryFolder folder;
    const std::string box =
        "v 0 0 0\nv 0 0 1\nv 0 1 0\nv 0 1 1\nv 1 0 0\nv 1 0 1\nv 1 1 0\nv 1 1 1\nf 1 2 4 3\nf 5 7 8 6\nf 1 5 "
        "6 2\nf 3 4 8 7\nf 1 3 7 5\nf "
        "2 6 8 4\n";
    const io::Document plain = read(folder.write("plain.obj", box));
    EXPECT_EQ(mesh_data(plain.parts.at(0).shape)->vertices.size(), 8U);
    expect_same_mesh(read(folder.write("marked.obj", kMark + box)), plain);
}

struct Sample {
    std::string name;
    std::string content;
};

std::vector<Sample> text_samples() {
    const TriangleSoup soup = gear_mesh({.teeth = 3});
    io::Document document;
    document.parts.emplace_back();
    document.parts[0].name = "gear";
    document.parts[0].shape = *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    return {{"a.obj", obj_text(soup)},        {"a.off", off_text(soup)},   {"a.stl", stl_text(soup)},
            {"a.ply", ply_text(soup)},        {"a.gltf", gltf_text(soup)}, {"a.dae", dae_text(soup)},
            {"a.json", io::to_json(document)}};
}

TEST(TextFiles, MarksAreSkippedInEveryFormat) {
    const TemporaryFolder folder;
    for (const auto& [name, content] : text_samples()) {
        SCOPED_TRACE(name);
        const io::Document plain = read(folder.write(name, content));
        const io::Document marked = read(folder.write(name, kMark + content));
        expect_same_mesh(marked, plain);
        EXPECT_EQ(marked.notes, plain.notes);
        for (const std::string other : {"\xff\xfe", "\xfe\xff"}) {
            const io::FileError error = error_of(folder.write(name, other + content));
            EXPECT_EQ(error.element, "byte 0");
            EXPECT_NE(error.hint.find("UTF-8"), std::string::npos) << error.message();
        }
    }
    const std::string json = text_samples().back().content;
    EXPECT_TRUE(io::read_scene(kMark + json, ".").has_value());
    folder.write("a.srdf", kMark + R"(<robot name="r"><disable_collisions link1="a" link2="a"/></robot>)");
    io::ReadOptions options;
    options.semantic = folder / "a.srdf";
    const std::string robot =
        R"(<?xml version="1.0"?><robot name="r"><link name="a"><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>)";
    EXPECT_EQ(read(folder.write("a.urdf", kMark + robot), options).exclusions.size(), 1U);
}

TEST(TextFiles, LinesEndInThreeWays) {
    const TemporaryFolder folder;
    for (const auto& [name, content] : text_samples()) {
        if (name == "a.obj") continue;  // that sample has two kinds of ends already
        SCOPED_TRACE(name);
        const io::Document plain = read(folder.write(name, content));
        for (const std::string end : {"\r", "\r\n", "\n\n"}) {
            std::string changed;
            for (const char c : content) c == '\n' ? changed += end : changed += c;
            if (end == "\n\n" && name == "a.ply") continue;  // its header has no blank lines
            expect_same_mesh(read(folder.write(name, changed)), plain);
        }
    }
}

TEST(TextFiles, PaddingAfterTheEndIsIgnored) {
    const TemporaryFolder folder;
    for (const auto& [name, content] : text_samples()) {
        SCOPED_TRACE(name);
        const io::Document plain = read(folder.write(name, content));
        for (const std::string& filling :
             {std::string(1, '\0'), std::string(5000, '\0'), std::string(" \n\n\t\n"), std::string("\x1a")}) {
            if (filling == "\x1a" && (name == "a.gltf" || name == "a.json"))
                continue;  // programs that wrote it knew no JSON
            const io::Document filled = read(folder.write(name, content + filling));
            expect_same_mesh(filled, plain);
            EXPECT_EQ(filled.notes, plain.notes);
        }
        if (name == "a.obj") continue;  // has no end, and lines may follow
        const io::FileError more = error_of(folder.write(name, content + "\n3 0 1 2\n"));
        EXPECT_FALSE(more.element.empty()) << more.message();
        const io::FileError hidden =
            error_of(folder.write(name, content + std::string(3, '\0') + "3 0 1 2\n"));
        EXPECT_FALSE(hidden.reason.empty());
    }
}

TEST(BinaryFiles, BytesLeftOverAreNamed) {
    const TemporaryFolder folder;
    const TriangleSoup soup = box_mesh({1, 1, 1});
    const std::string stl = stl_bytes(soup), ply = ply_bytes(soup, PlyOrder::big);
    for (const auto& [name, content] : {Sample{"a.stl", stl}, Sample{"a.ply", ply}}) {
        SCOPED_TRACE(name);
        const io::Document plain = read(folder.write(name, content));
        for (const std::string& filling :
             {std::string(1, '\0'), std::string(9000, '\0'), std::string("\r\n")})
            expect_same_mesh(read(folder.write(name, content + filling)), plain);
        const io::FileError error = error_of(folder.write(name, content + std::string(6000, '\0') + "more"));
        EXPECT_EQ(error.element, "byte " + std::to_string(content.size() + 6000));
        EXPECT_NE(error.hint.find("export"), std::string::npos);
    }
    // As programs write it that cannot go back to the count: none, and all triangles after it.
    std::string uncounted = stl;
    uncounted.replace(80, 4, std::string(4, '\0'));
    EXPECT_NE(error_of(folder.write("a.stl", uncounted)).hint.find("count at byte 80"), std::string::npos);
}

TEST(BinaryFiles, BytesAfterAGlbAreNoted) {
    const TemporaryFolder folder;
    io::Document document;
    document.parts.emplace_back();
    document.parts[0].name = "box";
    const TriangleSoup soup = box_mesh({1, 1, 1});
    document.parts[0].shape = *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    ASSERT_TRUE(write_glb(document, folder / "a.glb").has_value());
    std::ifstream stream(folder / "a.glb", std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const io::Document plain = read(folder / "a.glb");
    EXPECT_EQ(plain.notes, std::vector<std::string>{});
    EXPECT_EQ(read(folder.write("a.glb", content + std::string(64, '\0'))).notes, std::vector<std::string>{});
    const io::Document more = read(folder.write("a.glb", content + "<html>"));
    expect_same_mesh(more, plain);
    const std::string note = "'a.glb', byte " + std::to_string(content.size()) +
                             ": 6 bytes after the end that its header declares are ignored";
    EXPECT_EQ(more.notes, std::vector<std::string>{note});
    const auto triangles = io::read_triangles(folder / "a.glb");
    ASSERT_TRUE(triangles.has_value());
    EXPECT_EQ(triangles->at(0).notes, std::vector<std::string>{note});
    // A scene that names the file twice notes it once.
    const std::string scene =
        R"({"format": "graze-scene", "version": 1, "parts": [{"name": "a", "file": "a.glb"}, {"name": "b", "file": "a.glb", "pose": {"position": [9, 0, 0]}}]})";
    EXPECT_EQ(read(folder.write("s.json", scene)).notes, std::vector<std::string>{note});
    EXPECT_EQ(read(folder / "s.json").parts.at(1).file, (folder / "a.glb").string());
}

TEST(TextFiles, MoreNotesThanAreKeptAreNotLostSilently) {
    const TemporaryFolder folder;
    std::string parts;
    for (int i = 0; i < 25; ++i) {
        const std::string name = "a" + std::to_string(i);
        folder.write(name + ".off", "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n2 0 1\n");
        parts += (i > 0 ? ", " : "") + std::string(R"({"name": ")") + name + R"(", "file": ")" + name +
                 R"(.off"})";
    }
    const std::vector<std::string> notes =
        read(folder.write("s.json", R"({"format": "graze-scene", "version": 1, "parts": [)" + parts + "]}"))
            .notes;
    ASSERT_EQ(notes.size(), 21U);
    EXPECT_EQ(notes[19], "'a19.off', line 7: 1 face has fewer than three corners and is left out");
    EXPECT_EQ(notes[20], "there are more notes than these; read the files one by one to see all of them");
}

TEST(TextFiles, FacesOfTwoCornersAreNotedWhereFormatsHaveThem) {
    const TemporaryFolder folder;
    const io::Document off =
        read(folder.write("a.off", "OFF\n4 3 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n2 0 1\n1 3\n"));
    EXPECT_EQ(off.notes, std::vector<std::string>{
                             "'a.off', line 8: 2 faces have fewer than three corners and are left out"});
    const io::Document ply = read(
        folder.write("a.ply",
                     "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty "
                     "float z\nelement face 2\nproperty list uchar int "
                     "vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n2 0 1\n"));
    EXPECT_EQ(ply.notes,
              std::vector<std::string>{
                  "'a.ply', line 14, face 1: 1 face has fewer than three corners and is left out"});
    EXPECT_EQ(error_of(folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2\n")).element,
              "line 5");
}

TEST(TextFiles, VerticesThatAreNotNumbersAreNamedAsTheFileCountsThem) {
    const TemporaryFolder folder;
    // Welding renumbers vertices, and objects have vertices of their own: both moved the place.
    const std::string head =
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 0\nv 2 0 0\nv 0 nan 0\no first\nf 1 2 3\no second\n";
    const io::FileError obj = error_of(folder.write("a.obj", head + "f 4 5 6\n"));
    EXPECT_EQ(obj.element, "line 10, vertices[5]") << obj.message();
    EXPECT_EQ(read(folder.write("a.obj", head + "f 4 5 3\n")).parts.size(), 2U);  // no face has it
    const io::FileError off =
        error_of(folder.write("a.off", "OFF\n5 1 0\n0 0 0\n0 0 0\n1 0 0\n9 9 9\n0 inf 0\n3 1 2 4\n"));
    EXPECT_NE(off.element.find("vertices[4]"), std::string::npos) << off.message();
    const std::string stl =
        "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 nan "
        "0\nendloop\nendfacet\nendsolid\n";
    EXPECT_EQ(error_of(folder.write("a.stl", stl)).element, "line 6");
    // read_triangles returns bad files as they are.
    EXPECT_TRUE(io::read_triangles(folder / "a.stl").has_value());
}

TEST(TextFiles, FacetsOnOneLineWereLost) {
    const TemporaryFolder folder;
    const std::string facet =
        "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\n";
    const std::string good =
        "facet normal 0 0 1\nouter loop\nvertex 0 0 5\nvertex 1 0 5\nvertex 0 1 5\nendloop\nendfacet\n";
    EXPECT_EQ(error_of(folder.write("a.stl", "solid a\n" + good + facet + "endsolid\n")).element, "line 9");
}

}  // namespace
}  // namespace graze::test
