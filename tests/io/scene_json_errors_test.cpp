// What is wrong in a scene is reported with its place and a hint; limits hold, and the caller can stop
// reading.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graze/io/document.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "io/scene_text.hpp"

namespace graze::test {
namespace {

using io::Document;
using io::FileError;

FileError error_of(const std::string& text) {
    const auto document = io::read_scene(text, ".");
    EXPECT_FALSE(document.has_value()) << text;
    return document ? FileError{} : document.error();
}

struct Bad {
    std::string text;
    std::string element;
    std::string reason;  ///< Part of it.
    std::string hint;    ///< Part of it.
};

TEST(SceneJson, ErrorsNameThePlaceAndTheRemedy) {
    const auto shape = [](const std::string& s) { return scene_of(R"({"name": "a", "shape": )" + s + "}"); };
    const auto pose = [](const std::string& s) {
        return scene_of(R"({"shape": {"type": "sphere", "radius": 1}, "pose": )" + s + "}");
    };
    const auto motion = [](const std::string& s) {
        return scene_of(R"({"shape": {"type": "sphere", "radius": 1}, "motion": )" + s + "}");
    };
    const std::vector<Bad> cases{
        {"", "line 1, column 1", "not valid JSON", "commas"},
        {"{\n \"format\": \"graze-scene\",,", "line 2, column 26", "not valid JSON", "commas"},
        {"[1e999]", "", "number", ""},
        {"{\"a\": \"\xff\"}", "line 1", "not valid JSON", "commas"},
        {"3", "", "a number where an object belongs", "braces"},
        {R"({"format": "graze-scene", "version": 1, "format": 2, "parts": []})", "", "'format' twice",
         "Keep one"},
        {R"({"format": "blender", "version": 1, "parts": []})", "format", "it is not 'graze-scene'",
         "another program"},
        {R"({"format": "graze-scene", "version": 2, "parts": []})", "version", "only version 1", "newer"},
        {R"({"format": "graze-scene", "version": 1})", "", "'parts' is missing", "Add it"},
        {scene_of("", R"("tittle": 1, )"), "tittle", "'tittle' is not known", "Did you mean 'title'?"},
        {scene_of("", R"("up": [0, 0, 0], )"), "up", "zero", "[0, 0, 1]"},
        {scene_of("{}"), "parts[0]", "neither 'shape' nor 'file' nor 'scene'", "one of them"},
        {scene_of("3"), "parts", "a list of numbers where a list of objects belongs", "brackets"},
        {shape(R"({"type": "sphere", "radius": -1})"), "parts[0].shape.radius", "below zero", "positive"},
        {shape(R"({"type": "sphere", "radius": "1"})"), "parts[0].shape.radius",
         "text where a number belongs", "without quotes"},
        {shape(R"({"type": "sphere", "radius": 1e101})"), "parts[0].shape.radius", "1e-100 .. 1e100", "unit"},
        {shape(R"({"type": "sphere", "radious": 1})"), "parts[0].shape.radious", "not known",
         "Did you mean 'radius'?"},
        {shape(R"({"type": "spere", "radius": 1})"), "parts[0].shape.type", "no shape 'spere'",
         "Did you mean 'sphere'?"},
        {shape(R"({"type": "box", "half_extents": [1, 2]})"), "parts[0].shape.half_extents", "2 numbers",
         "three"},
        {shape(R"({"type": "box", "half_extents": [1, 2, -3]})"), "parts[0].shape.half_extents", "below zero",
         "positive"},
        {shape(R"({"type": "hull", "vertices": []})"), "parts[0].shape.vertices", "3 numbers each", "[["},
        {shape(R"({"type": "hull", "vertices": [[0,0,0],[1,0]]})"), "parts[0].shape.vertices",
         "3 numbers each", "[["},
        {shape(R"({"type": "polygon", "vertices": [[0,0,0],[1,0,0],[1,1,0],[0,1,0.5]]})"),
         "parts[0].shape.vertices", "plane", "hull"},
        {shape(R"({"type": "mesh", "vertices": [[0,0,0],[1,0,0],[0,1,0]], "triangles": [[0,1,3]]})"),
         "parts[0].shape.triangles[0]", "not there", "0 to 2"},
        {shape(R"({"type": "mesh", "vertices": [[0,0,0],[1,0,0],[0,1,1e200]], "triangles": [[0,1,2]]})"),
         "parts[0].shape.vertices[2]", "1e100", "unit"},
        {shape(
             R"({"type": "mesh", "kind": "solid", "vertices": [[0,0,0],[1,0,0],[0,1,0]], "triangles": [[0,1,2]]})"),
         "parts[0].shape.triangles[0]", "edge", "surface"},
        {shape(
             R"({"type": "mesh", "kind": "liquid", "vertices": [[0,0,0],[1,0,0],[0,1,0]], "triangles": [[0,1,2]]})"),
         "parts[0].shape.kind", "liquid", "'solid'"},
        {shape(
             R"({"type": "rounded", "radius": 1, "shape": {"type": "half_space", "normal": [0,0,1], "offset": 0}})"),
         "parts[0].shape", "half-space", ""},
        {shape(R"({"type": "compound", "parts": []})"), "parts[0].shape", "at least one part", ""},
        {shape(
             R"({"type": "compound", "parts": [{"shape": {"type": "sphere", "radius": 1}}, {"shape": {"type": "half_space", "normal": [0,0,1], "offset": 0}}]})"),
         "parts[0].shape.parts[1]", "half-space", "bounded"},
        {shape(
             R"({"type": "height_field", "columns": 2, "rows": 2, "cell_width": 1, "cell_depth": 1, "heights": [1,2,3]})"),
         "parts[0].shape.heights", "3 heights for 9", "row"},
        {shape(
             R"({"type": "height_field", "columns": 1073741824, "rows": 1073741824, "cell_width": 1, "cell_depth": 1, "heights": [1,2,3]})"),
         "parts[0].shape.heights", "3 heights", "row"},
        {shape(
             R"({"type": "height_field", "columns": 1, "rows": 1, "cell_width": 1, "cell_depth": 1, "heights": [1,2,1e200,4]})"),
         "parts[0].shape.heights[2]", "1e100", "unit"},
        {shape(R"("bolt")"), "parts[0].shape", "no shape named 'bolt'", "'shapes'"},
        {scene_of(R"({"shape": "bold"})", R"("shapes": {"bolt": {"type": "sphere", "radius": 1}}, )"),
         "parts[0].shape", "'bold'", "Did you mean 'bolt'?"},
        {scene_of("", R"("shapes": {"a": "b", "b": {"type": "rounded", "radius": 1, "shape": "a"}}, )"),
         "shapes.a", "made of itself", "circle"},
        {scene_of("", R"("shapes": {"a b": {"type": "sphere"}}, )"), "shapes['a b']", "'radius' is missing",
         "Add"},
        {pose(R"({"quaternion": [0,0,0,0]})"), "parts[0].pose.quaternion", "zero", "[1, 0, 0, 0]"},
        {pose(R"({"quaternion": [0,0,1]})"), "parts[0].pose.quaternion", "four", "w, x, y, z"},
        {pose(R"({"axis": [0,0,0], "angle": 1})"), "parts[0].pose.axis", "zero", "direction"},
        {pose(R"({"axis": [0,0,1]})"), "parts[0].pose", "'angle' is missing", "Add"},
        {pose(R"({"angle": 1})"), "parts[0].pose", "without an axis", "'axis'"},
        {pose(R"({"axis": [0,0,1], "angle": 1, "quaternion": [1,0,0,0]})"), "parts[0].pose", "more than once",
         "Keep one"},
        {pose(R"({"matrix": [[1,0],[0,1]]})"), "parts[0].pose.matrix", "3 x 3", "row by row"},
        {pose(R"({"matrix": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[5,0,0,1]]})"), "parts[0].pose.matrix", "0 0 0 1",
         "transposed"},
        {motion(R"({"type": "liner"})"), "parts[0].motion.type", "liner", "Did you mean 'linear'?"},
        {motion(R"({"type": "linear", "displacement": [1,0,0], "start": {"scale": 2}})"),
         "parts[0].motion.start", "cannot move", "affine_image"},
        {motion(R"({"type": "sampled", "poses": [{}]})"), "parts[0].motion", "", ""},
        {motion(R"({"type": "sampled", "poses": [{}, {}], "times": [0, 0.5]})"), "parts[0].motion.poses[1]",
         "", ""},
        {motion(R"({"type": "screw", "axis_direction": [0,0,0]})"), "parts[0].motion", "", ""},
        {scene_of(
             R"({"name": "a", "shape": {"type": "sphere", "radius": 1}}, {"name": "a", "shape": {"type": "sphere", "radius": 1}})"),
         "parts[1]", "another part named 'a'", "own"},
        {scene_of(R"({"name": "", "shape": {"type": "sphere", "radius": 1}})"), "parts[0].name", "empty",
         "letter"},
        {scene_of(R"({"name": "\u001b[2J", "shape": {"type": "sphere", "radius": 1}})"), "parts[0].name",
         "printed", "another"},
        {scene_of(R"({"margin": -1, "shape": {"type": "sphere", "radius": 1}})"), "parts[0].margin",
         "below zero", "positive"},
        {scene_of(R"({"margin": 1, "shape": {"type": "half_space", "normal": [0,0,1], "offset": 0}})"),
         "parts[0]", "half-space", "offset"},
        {scene_of(R"({"file": "x.stl", "shape": {"type": "sphere", "radius": 1}})"), "parts[0].file",
         "does not go with 'shape'", "Remove"},
        {scene_of("", R"("exclusions": [{"a": "x"}], )"), "exclusions[0]", "'b' is missing", "Add"},
        {scene_of("", R"("exclusions": [{"a": "x", "c": "y"}], )"), "exclusions[0].c", "not known",
         "Known here: a, b, reason."},
    };
    for (const Bad& bad : cases) {
        const FileError error = error_of(bad.text);
        EXPECT_EQ(error.element.substr(0, bad.element.size()), bad.element) << bad.text << "\n"
                                                                            << error.message();
        EXPECT_NE(error.reason.find(bad.reason), std::string::npos) << bad.text << "\n" << error.message();
        EXPECT_NE(error.hint.find(bad.hint), std::string::npos) << bad.text << "\n" << error.message();
        EXPECT_FALSE(error.reason.empty()) << bad.text;
        EXPECT_FALSE(error.hint.empty()) << bad.text;
    }
}

TEST(SceneJson, LimitsHold) {
    std::string deep(100'000, '[');
    EXPECT_NE(error_of(deep).reason.find("nested"), std::string::npos);
    std::string shapes = R"({"type": "sphere", "radius": 1})";
    for (int i = 0; i < 80; ++i) shapes = R"({"type": "rounded", "radius": 0, "shape": )" + shapes + "}";
    EXPECT_NE(error_of(scene_of(R"({"shape": )" + shapes + "}")).reason.find("nested"), std::string::npos);
    io::ReadOptions options;
    options.limits.parts = 3;
    std::string many;
    for (int i = 0; i < 4; ++i)
        many += std::string(i == 0 ? "" : ",") + R"({"shape": {"type": "sphere", "radius": 1}})";
    const auto crowd = io::read_scene(scene_of(many), ".", options);
    ASSERT_FALSE(crowd.has_value());
    EXPECT_NE(crowd.error().reason.find("more than 3 parts"), std::string::npos);
    options.limits.triangles = 10;
    const TriangleSoup soup = box_mesh({1, 1, 1});
    Document document;
    document.parts.emplace_back();
    document.parts[0].name = "box";
    document.parts[0].shape = *Mesh::build(soup.vertices, soup.triangles);
    const auto heavy = io::read_scene(to_json(document), ".", options);
    ASSERT_FALSE(heavy.has_value());
    EXPECT_NE(heavy.error().reason.find("more than 10 triangles"), std::string::npos);
}

TEST(SceneJson, TheCallerCanStopIt) {
    io::ReadOptions options;
    std::vector<double> shares;
    options.progress = [&shares](double share) {
        shares.push_back(share);
        return shares.size() < 2;
    };
    const std::string part = R"({"shape": {"type": "sphere", "radius": 1}})";
    const auto document = io::read_scene(scene_of(part + "," + part + "," + part), ".", options);
    ASSERT_FALSE(document.has_value());
    EXPECT_NE(document.error().reason.find("ended by the caller"), std::string::npos);
    EXPECT_EQ(shares, (std::vector<double>{1.0 / 3, 2.0 / 3}));
}

}  // namespace
}  // namespace graze::test
