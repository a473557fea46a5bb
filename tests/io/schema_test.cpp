// The schema of the scene format and its reader know the same objects with the same keys.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "graze/shape/shape.hpp"
#include "io/scene_keys.hpp"

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
    for (const auto& [list, kinds] : {std::pair{"shape", io::scene_shapes()}, std::pair{"motion", io::scene_motions()}}) {
        std::set<std::string> listed, wanted;
        for (const auto& choice : definitions.at(list).at("oneOf")) {
            if (choice.contains("$ref")) listed.insert(choice.at("$ref").get<std::string>().substr(8));
        }
        for (const io::SceneObject& object : kinds) {
            wanted.insert(std::string(object.kind));
            EXPECT_EQ(definitions.at(std::string(object.kind)).at("properties").at("type").at("const"), std::string(object.kind));
        }
        EXPECT_EQ(listed, wanted);
    }
    for (std::size_t i = 0; i < kShapeTypeCount; ++i) EXPECT_FALSE(io::scene_keys(to_string(static_cast<ShapeType>(i))).empty());
}

}  // namespace
}  // namespace graze::test
