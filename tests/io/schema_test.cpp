// The schema of the scene format and its reader know the same objects with the same keys.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "graze/io/document.hpp"
#include "graze/shape/shape.hpp"
#include "io/text/scene_keys.hpp"

namespace graze::test {
namespace {

std::set<std::string> keys_of(const nlohmann::json& object) {
    std::set<std::string> keys;
    for (const auto& [key, value] : object.at("properties").items()) keys.insert(key);
    return keys;
}

TEST(SceneSchema, KnowsWhatTheReaderKnows) {
    std::ifstream stream(std::string(GRAZE_TEST_PROJECT_DIR) + "/docs/graze-scene.schema.json");
    ASSERT_TRUE(stream.good());
    const nlohmann::json schema = nlohmann::json::parse(stream);
    const nlohmann::json& definitions = schema.at("$defs");
    std::set<std::string> objects;
    for (const auto& [name, definition] : definitions.items()) {
        if (definition.contains("properties")) objects.insert(name);
    }
    std::set<std::string> known;
    for (const io::SceneObject& object : io::scene_objects()) {
        const std::string kind(object.kind);
        known.insert(kind);
        const nlohmann::json& definition = kind == "scene" ? schema : definitions.at(kind);
        EXPECT_EQ(keys_of(definition), std::set<std::string>(object.keys.begin(), object.keys.end())) << kind;
        EXPECT_EQ(definition.at("additionalProperties"), false) << kind;
        for (const auto& key : definition.value("required", nlohmann::json::array()))
            EXPECT_TRUE(keys_of(definition).contains(key)) << kind;
    }
    known.erase("scene");
    EXPECT_EQ(objects, known);
    for (const auto& [list, kinds] :
         {std::pair{"shape", io::scene_shapes()}, std::pair{"motion", io::scene_motions()}}) {
        std::set<std::string> listed, wanted;
        for (const auto& choice : definitions.at(list).at("oneOf")) {
            if (choice.contains("$ref")) listed.insert(choice.at("$ref").get<std::string>().substr(8));
        }
        for (const io::SceneObject& object : kinds) {
            wanted.insert(std::string(object.kind));
            EXPECT_EQ(definitions.at(std::string(object.kind)).at("properties").at("type").at("const"),
                      std::string(object.kind));
        }
        EXPECT_EQ(listed, wanted);
    }
    for (std::size_t i = 0; i < kShapeTypeCount; ++i)
        EXPECT_FALSE(io::scene_keys(to_string(static_cast<ShapeType>(i))).empty());
}

/// Keys that do not go with each other are the same for both.
TEST(SceneSchema, RefusesWhatTheReaderRefuses) {
    std::ifstream stream(std::string(GRAZE_TEST_PROJECT_DIR) + "/docs/graze-scene.schema.json");
    const nlohmann::json part = nlohmann::json::parse(stream).at("$defs").at("part");
    ASSERT_EQ(part.at("oneOf").size(), 3U);
    for (const auto& branch : part.at("oneOf")) {
        const std::string kind = branch.at("required").at(0);
        std::set<std::string> refused;
        for (const std::string& key : keys_of(part)) {
            if (key == "shape" || key == "file" || key == "scene")
                continue;  // exactly one of them, as "oneOf" says
            const nlohmann::json scene{
                {"format", "graze-scene"},
                {"version", 1},
                {"parts", {{{kind, "x"}, {key, key == "margin" ? nlohmann::json(1) : "x"}}}}};
            const auto document = io::read_scene(scene.dump(), ".");
            ASSERT_FALSE(document.has_value());
            if (document.error().reason.find("does not go with '" + kind + "'") != std::string::npos)
                refused.insert(key);
        }
        EXPECT_EQ(keys_of(branch), refused) << kind;
        for (const auto& [key, value] : branch.at("properties").items()) EXPECT_EQ(value, false) << key;
    }
}

}  // namespace
}  // namespace graze::test
