// Files that are cut off, lie about their counts, hold NaN or nonsense, name each other in circles or what
// they must not: each ends in an error that names the file and says what to do. What still can be read must
// be usable.
#include <gtest/gtest.h>

#include <limits>

#include "graze/io/document.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "io/mesh_texts.hpp"
#include "io/temporary_folder.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using io::FileError;

struct Sample {
    std::string name;
    std::string content;
};

std::string glb_bytes(const TemporaryFolder& folder, const TriangleSoup& soup) {
    io::Document document;
    document.parts.emplace_back();
    document.parts[0].name = "gear";
    document.parts[0].shape = *Mesh::build(soup.vertices, soup.triangles);
    EXPECT_TRUE(write_glb(document, folder / "made.glb").has_value());
    std::ifstream stream(folder / "made.glb", std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

const char* const kRobot =
    R"(<?xml version="1.0"?><robot name="r"><link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
<link name="arm"><collision><origin xyz="0 0 1" rpy="0.1 0 0"/><geometry><cylinder radius="0.1" length="1"/></geometry></collision></link>
<joint name="j" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 0.5"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>)";

const char* const kMjcf =
    R"(<mujoco model="m"><compiler angle="degree"/><default><geom size="0.1 0.5"/><default class="arm"><joint range="-90 90"/></default></default>
<worldbody><geom type="plane" name="floor"/><body name="base" pos="0 0 1" euler="0 0 30"><geom type="cylinder"/>
<body name="arm" childclass="arm" pos="0 0 1"><joint name="j" axis="0 1 0" pos="0 0 -0.5"/><geom type="capsule" fromto="0 0 0 0 0 1"/></body></body></worldbody>
<contact><exclude body1="base" body2="world"/></contact></mujoco>)";

std::vector<Sample> samples(const TemporaryFolder& folder) {
    TriangleSoup soup = gear_mesh({.teeth = 3});
    io::Document document;
    document.parts.emplace_back();
    document.parts[0].name = "gear";
    document.parts[0].shape = *Mesh::build(soup.vertices, soup.triangles);
    document.parts[0].motion = SampledMotion{{Pose{}, Pose::translation({1, 0, 0})}, {}, 0};
    return {{"a.obj", obj_text(soup)},
            {"a.off", off_text(soup)},
            {"a.stl", stl_text(soup)},
            {"b.stl", stl_bytes(soup)},
            {"a.ply", ply_text(soup)},
            {"b.ply", ply_bytes(soup, PlyOrder::little)},
            {"c.ply", ply_bytes(soup, PlyOrder::big)},
            {"a.gltf", gltf_text(soup)},
            {"a.glb", glb_bytes(folder, soup)},
            {"a.dae", dae_text(soup)},
            {"a.json", to_json(document)},
            {"a.urdf", kRobot},
            {"a.xml", kMjcf}};
}

/// An error with all its parts, or a document that can be used.
void expect_reported(const std::filesystem::path& file) {
    const auto document = io::read_document(file);
    if (!document) {
        const FileError& error = document.error();
        EXPECT_EQ(error.file.substr(0, file.parent_path().string().size()), file.parent_path().string())
            << error.message();
        EXPECT_FALSE(error.reason.empty());
        EXPECT_FALSE(error.hint.empty());
        EXPECT_EQ(error.message().find('\n'), std::string::npos);
        return;
    }
    for (const io::Part& part : document->parts) ASSERT_TRUE(check(placed(part)).has_value());
    ASSERT_FALSE(io::to_json(*document).empty());
}

FileError error_of(const std::filesystem::path& file, const io::ReadOptions& options = {}) {
    const auto document = io::read_document(file, options);
    EXPECT_FALSE(document.has_value()) << file;
    return document ? FileError{} : document.error();
}

TEST(BrokenFiles, CutOffAnywhere) {
    const TemporaryFolder folder;
    for (const Sample& sample : samples(folder)) {
        SCOPED_TRACE(sample.name);
        ASSERT_TRUE(io::read_document(folder.write(sample.name, sample.content)).has_value());
        const std::size_t steps = 150;
        for (std::size_t i = 0; i < steps; ++i)
            expect_reported(
                folder.write(sample.name, sample.content.substr(0, sample.content.size() * i / steps)));
        for (std::size_t cut = 1; cut < 12; ++cut)
            expect_reported(folder.write(sample.name, sample.content.substr(0, sample.content.size() - cut)));
    }
}

TEST(BrokenFiles, DamagedAnywhere) {
    const TemporaryFolder folder;
    Random random(31);
    for (const Sample& sample : samples(folder)) {
        SCOPED_TRACE(sample.name);
        for (int i = 0; i < 150; ++i) {
            std::string bytes = sample.content;
            for (std::size_t k = 0; k <= random.index(4); ++k) {
                const std::size_t at = random.index(bytes.size());
                const std::vector<std::string> words{"-1",
                                                     "99999999999",
                                                     "nan",
                                                     "1e999",
                                                     "\xff\xff\xff\x7f",
                                                     "",
                                                     "\"",
                                                     "{",
                                                     "[[",
                                                     "<a>",
                                                     std::string(1, static_cast<char>(random.index(256)))};
                bytes.replace(at, 1 + random.index(3), words[random.index(words.size())]);
            }
            expect_reported(folder.write(sample.name, bytes));
        }
    }
}

TEST(BrokenFiles, LiesAboutCounts) {
    const TemporaryFolder folder;
    const TriangleSoup soup = box_mesh({1, 1, 1});
    std::string stl = stl_bytes(soup);
    stl.replace(0, 5, "lying");
    stl.replace(80, 4, "\xff\xff\xff\xff");
    EXPECT_NE(error_of(folder.write("a.stl", stl)).reason.find("4294967295 triangles"), std::string::npos);
    EXPECT_NE(error_of(folder.write("a.off", "OFF 4000000000000 4000000000000 0\n0 0 0\n"))
                  .reason.find("ends too early"),
              std::string::npos);
    const std::string ply =
        "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000000\nproperty float x\nproperty "
        "float y\nproperty float "
        "z\nend_header\n";
    EXPECT_NE(error_of(folder.write("a.ply", ply)).reason.find("more elements"), std::string::npos);
    const std::string list =
        "ply\nformat binary_little_endian 1.0\nelement vertex 0\nproperty float x\nproperty float "
        "y\nproperty float z\nelement face "
        "1\nproperty list uint uint vertex_indices\nend_header\n\xff\xff\xff\xff";
    EXPECT_NE(error_of(folder.write("a.ply", list)).reason.find("list of"), std::string::npos);
    const std::string empty_rows = "ply\nformat ascii 1.0\nelement vertex 4000000000000\nend_header\n";
    EXPECT_NE(error_of(folder.write("a.ply", empty_rows)).reason.find("no properties"), std::string::npos);
    const auto gltf = [&](const std::string& from, const std::string& to) {
        std::string text = gltf_text(soup);
        const auto at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return error_of(folder.write("a.gltf", text.replace(at, from.size(), to)));
    };
    EXPECT_NE(gltf("\"count\": 8", "\"count\": 1000000000000").reason.find("more than its view"),
              std::string::npos);
    EXPECT_NE(gltf("\"count\": 36", "\"count\": 37").reason.find("more than its view"), std::string::npos);
    EXPECT_NE(gltf("\"byteLength\": 240", "\"byteLength\": 100000000000").reason.find("claims"),
              std::string::npos);
    EXPECT_NE(gltf("\"byteLength\": 96", "\"byteLength\": 281474976710655").reason.find("past the end"),
              std::string::npos);
    EXPECT_NE(gltf("\"byteOffset\": 96", "\"byteOffset\": 281474976710655").reason.find("past the end"),
              std::string::npos);
    EXPECT_NE(gltf("\"count\": 8", "\"count\": 3").reason.find("names vertex"), std::string::npos);
    EXPECT_NE(gltf("\"count\": 8", "\"count\": -3").reason.find("whole number"), std::string::npos);
    EXPECT_NE(gltf("base64,", "base64,!").reason.find("not base64"), std::string::npos);
    EXPECT_NE(gltf("\"bufferView\": 0", "\"sparse\": {}").reason.find("sparse"), std::string::npos);
}

TEST(BrokenFiles, NumbersThatAreNone) {
    const TemporaryFolder folder;
    for (const std::string number : {"nan", "inf", "-inf", "1e200", "1e999", "1e-200"}) {
        SCOPED_TRACE(number);
        const FileError obj =
            error_of(folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 " + number + " 0\nf 1 2 3\n"));
        EXPECT_NE(obj.element.find("vertices[2]"), std::string::npos) << obj.message();
        const FileError ply = error_of(
            folder.write("a.ply",
                         "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float "
                         "y\nproperty float z\nelement "
                         "face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 " +
                             number + " 0\n3 0 1 2\n"));
        EXPECT_NE(ply.element.find("vertices[2]"), std::string::npos) << ply.message();
    }
    TriangleSoup soup = box_mesh({1, 1, 1});
    soup.vertices[5].y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(error_of(folder.write("a.stl", stl_bytes(soup))).element.find("vertices["), std::string::npos);
    EXPECT_NE(error_of(folder.write("a.gltf", gltf_text(soup))).element.find("vertices["), std::string::npos);
}

TEST(BrokenFiles, CirclesAndDepths) {
    const TemporaryFolder folder;
    const auto nodes = [&](const std::string& list) {
        std::string text = gltf_text(box_mesh({1, 1, 1}));
        const std::string from = R"([{"name": "one", "mesh": 0}])";
        return error_of(folder.write("a.gltf", text.replace(text.find(from), from.size(), list)));
    };
    EXPECT_NE(nodes(R"([{"children": [0], "mesh": 0}])").reason.find("one of its own"), std::string::npos);
    EXPECT_NE(nodes(R"([{"children": [1]}, {"children": [2]}, {"children": [1], "mesh": 0}])")
                  .reason.find("two parents"),
              std::string::npos);
    EXPECT_NE(nodes(R"([{"children": [7]}])").reason.find("not there"), std::string::npos);
    EXPECT_NE(nodes(R"([{"mesh": 3}])").reason.find("whole number"), std::string::npos);
    std::string chain = "[";
    for (int i = 0; i < 5000; ++i) chain += R"({"children": [)" + std::to_string(i + 1) + "]},";
    EXPECT_NE(nodes(chain + R"({"mesh": 0}])").reason.find("nested"), std::string::npos);
    const std::string head = R"({"format": "graze-scene", "version": 1, "parts": [)";
    folder.write("b.json", head + R"({"scene": "a.json"}]})");
    EXPECT_NE(
        error_of(folder.write("a.json", head + R"({"scene": "b.json"}]})")).reason.find("contains itself"),
        std::string::npos);
    EXPECT_NE(
        error_of(folder.write("c.json", head + R"({"scene": "c.json"}]})")).reason.find("contains itself"),
        std::string::npos);
    std::string xml = "<robot>";
    for (int i = 0; i < 100'000; ++i) xml += "<a>";
    EXPECT_NE(error_of(folder.write("a.urdf", xml)).reason.find("nested"), std::string::npos);
    EXPECT_FALSE(io::read_document(folder.write("a.dae", "<COLLADA>" + xml)).has_value());
}

TEST(BrokenFiles, FilesThatMustNotBeOpened) {
    const TemporaryFolder folder;
    const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    const auto secret = folder.write("secret.obj", obj);
    folder.write("inner/good.obj", obj);
    std::filesystem::create_symlink(secret, folder / "inner/link.obj");
    std::filesystem::create_directory_symlink(folder.path(), folder / "inner/up");
    const auto scene = [&](const std::string& file) {
        return folder.write(
            "inner/a.json",
            R"({"format": "graze-scene", "version": 1, "parts": [{"file": ")" + file + "\"}]}");
    };
    EXPECT_TRUE(io::read_document(scene("good.obj")).has_value());
    EXPECT_TRUE(io::read_document(scene("./good.obj")).has_value());
    for (const std::string& name : {std::string("../secret.obj"), secret.string(), std::string("link.obj"),
                                    std::string("up/secret.obj"), std::string("../inner/good.obj")}) {
        SCOPED_TRACE(name);
        const FileError error = error_of(scene(name));
        EXPECT_EQ(error.element, "parts[0].file");
        EXPECT_NE(error.reason.find("out"), std::string::npos) << error.message();
        io::ReadOptions options;
        options.files_anywhere = true;
        EXPECT_TRUE(io::read_document(scene(name), options).has_value());
    }
    EXPECT_NE(error_of(scene("none.obj")).reason.find("no file 'none.obj'"), std::string::npos);
    EXPECT_NE(error_of(scene("")).reason.find("empty"), std::string::npos);
    EXPECT_NE(error_of(scene("up")).reason.find("out"), std::string::npos);
    EXPECT_NE(error_of(scene("a\\u0000b")).reason.find("zero"), std::string::npos);
    std::string gltf = gltf_text(box_mesh({1, 1, 1}));
    const auto uri = gltf.find("data:"), end = gltf.find('"', uri);
    EXPECT_NE(error_of(folder.write("inner/a.gltf", gltf.replace(uri, end - uri, "%2e%2e/secret.obj")))
                  .reason.find("outside"),
              std::string::npos);
}

TEST(BrokenFiles, WhatIsNoFile) {
    const TemporaryFolder folder;
    EXPECT_NE(error_of(folder / "none.obj").reason.find("no such file"), std::string::npos);
    EXPECT_NE(error_of(folder.path()).reason.find("folder"), std::string::npos);
    EXPECT_NE(error_of(folder.write("a.obj", "")).reason.find("empty"), std::string::npos);
    EXPECT_NE(error_of(folder.write("a.xyz", "1")).reason.find("not known"), std::string::npos);
    EXPECT_NE(error_of("/dev/null").reason.find("ordinary"), std::string::npos);
    EXPECT_NE(error_of(folder.write("a.obj", "v 0 0 0\np 1\n")).reason.find("no triangles"),
              std::string::npos);
    EXPECT_EQ(error_of(folder.write("a.obj", "v 0 0 0\n\nf 1 2 3\n")).element, "line 3");
    io::ReadOptions options;
    options.limits.file_bytes = 10;
    EXPECT_NE(error_of(folder.write("a.obj", "v 0 0 0 \n\nf 1 2 3\n"), options).reason.find("limit of 10"),
              std::string::npos);
    options.limits = {};
    options.limits.triangles = 11;
    for (const Sample& sample : samples(folder)) {
        if (sample.name == "a.urdf" || sample.name == "a.xml") continue;
        EXPECT_NE(error_of(folder.write(sample.name, sample.content), options).reason.find("11 triangles"),
                  std::string::npos)
            << sample.name;
    }
    const std::string nobody = std::string(5'000'000, 'x');
    for (const Sample& sample : samples(folder))
        EXPECT_FALSE(io::read_document(folder.write(sample.name, nobody)).has_value()) << sample.name;
}

}  // namespace
}  // namespace graze::test
