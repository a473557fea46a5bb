// Capsules: every question replays to the bit, and what differs is named.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "answers/capsule.hpp"
#include "cli/documents.hpp"
#include "cli/run_program.hpp"
#include "commands/command.hpp"
#include "graze/io/document.hpp"

namespace graze::test {
namespace {

using namespace graze::cli;

TEST(Capsule, every_question_replays_to_the_bit) {
    io::Document document = random_document(41, 12, 1.2);
    document.parts[1].motion = LinearMotion{document.parts[1].pose, {2, 1, 0.5}};
    for (std::size_t i = 1; i < document.parts.size(); ++i) {
        for (const CapsuleQuery query :
             {CapsuleQuery::verdict, CapsuleQuery::distance, CapsuleQuery::contacts, CapsuleQuery::relation,
              CapsuleQuery::cast, CapsuleQuery::ray}) {
            Question question{
                query, document.parts[0].name, document.parts[i].name, {{5, 0.1, 0.2}, {-1, 0.01, 0}}};
            const Replay replay = replay_capsule(make_capsule(document, question), "capsule");
            for (const std::string& difference : replay.differences) ADD_FAILURE() << difference;
            EXPECT_FALSE(replay.version.empty());
        }
    }
}

TEST(Capsule, tells_what_differs) {
    io::Document document;
    document.parts = {part_of("ball", Sphere{1}), part_of("other", Sphere{1}, Pose::translation({3, 0, 0}))};
    auto parsed =
        nlohmann::ordered_json::parse(make_capsule(document, {CapsuleQuery::distance, "ball", "other", {}}));
    EXPECT_EQ(parsed["scene"]["parts"].size(), 2U);
    parsed["answer"]["normal"][1] = -0.0;
    const Replay negative_zero = replay_capsule(parsed.dump(), "capsule");
    ASSERT_EQ(negative_zero.differences.size(), 1U);
    EXPECT_EQ(negative_zero.differences[0], "normal[1]: -0.0 then, 0.0 now");
    parsed["answer"].erase("normal");
    parsed["answer"]["more"] = 1;
    parsed["answer"]["terms"] = nullptr;
    const Replay gone = replay_capsule(parsed.dump(), "capsule");
    ASSERT_EQ(gone.differences.size(), 3U);
    EXPECT_EQ(gone.differences[1], "more: is gone");
    EXPECT_EQ(gone.differences[2], "normal: is new");
    parsed["scene"]["parts"][0]["shape"]["radius"] = 1.25;
    EXPECT_FALSE(replay_capsule(parsed.dump(), "capsule").differences.empty());
}

TEST(Capsule, refuses_what_is_none) {
    io::Document document;
    document.parts = {part_of("ball", Sphere{1}), part_of("other", Sphere{1})};
    EXPECT_THROW(make_capsule(document, {CapsuleQuery::distance, "ball", "bell", {}}), UserError);
    EXPECT_THROW(make_capsule(document, {CapsuleQuery::distance, "ball", "ball", {}}), UserError);
    const auto parsed =
        nlohmann::ordered_json::parse(make_capsule(document, {CapsuleQuery::distance, "ball", "other", {}}));
    for (const auto& [key, value] : parsed.items()) {
        for (const nlohmann::ordered_json& bad :
             {nlohmann::ordered_json(), nlohmann::ordered_json(7), nlohmann::ordered_json("x")}) {
            if (key == "answer" || (key == "graze" && bad.is_string()))
                continue;  // any answer can be compared, any version named
            auto changed = parsed;
            changed[key] = bad;
            EXPECT_THROW(replay_capsule(changed.dump(), "capsule"), UserError) << key << " " << bad;
        }
        auto without = parsed;
        without.erase(key);
        EXPECT_THROW(replay_capsule(without.dump(), "capsule"), UserError) << key;
    }
    for (const char* text : {"", "[]", "{}", "7"})
        EXPECT_THROW(replay_capsule(text, "capsule"), UserError) << text;
}

TEST(Capsule, refuses_what_would_take_all_memory_or_open_files) {
    for (const std::string& open : {std::string("["), std::string("{\"a\":")}) {
        std::string deep;
        for (int i = 0; i < 300'000; ++i) deep += open;
        EXPECT_THROW(replay_capsule(deep, "capsule"), UserError);
        EXPECT_THROW(replay_capsule("{\"format\": \"graze-capsule\", \"answer\": " + deep, "capsule"),
                     UserError);
    }
    io::Document document;
    document.parts = {part_of("[[[[\"{{{{", Sphere{1}),
                      part_of("other", Sphere{1})};  // brackets in names are no nesting
    document.parts[0].name += std::string(300, '[');
    const std::string text =
        make_capsule(document, {CapsuleQuery::distance, document.parts[0].name, "other", {}});
    EXPECT_TRUE(replay_capsule(text, "capsule").differences.empty());
    const TemporaryFolder folder;
    folder.write("mesh.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    for (const char* key : {"file", "scene"}) {
        auto parsed = nlohmann::ordered_json::parse(text);
        parsed["scene"]["parts"][1].erase("shape");
        parsed["scene"]["parts"][1][key] = (folder / "mesh.off").string();
        folder.write("capsule.json", parsed.dump());
        const ProgramRun run = run_shell(folder, "capsule replay capsule.json");
        EXPECT_EQ(run.code, 2);
        EXPECT_NE(run.err.find("names a file"), std::string::npos) << run.err;
    }
    for (const char* name : {".", "/dev/null", "/dev/zero"}) {
        const ProgramRun run = run_shell(folder, std::string("capsule replay ") + name);
        EXPECT_EQ(run.code, 2);
        EXPECT_NE(run.err.find("not a plain file"), std::string::npos) << run.err;
    }
}

TEST(Capsule, the_program_makes_and_replays_them) {
    const TemporaryFolder folder;
    io::Document document;
    document.parts = {part_of("ball", Sphere{1}), part_of("other", Sphere{1}, Pose::translation({3, 0, 0}))};
    folder.write("scene.json", io::to_json(document));
    folder.write("capsule.json", run_shell(folder, "capsule make scene.json --a ball --b other").out);
    EXPECT_EQ(run_shell(folder, "capsule replay capsule.json").code, 0);
    auto parsed = nlohmann::ordered_json::parse(text_of(folder / "capsule.json"));
    parsed["answer"]["distance"][0] = 7;
    folder.write("changed.json", parsed.dump());
    const ProgramRun changed = run_shell(folder, "capsule replay changed.json");
    EXPECT_EQ(changed.code, 1);
    EXPECT_NE(changed.out.find("distance[0]: 7 then"), std::string::npos) << changed.out;
    for (const char* arguments :
         {"capsule", "capsule reply", "capsule make scene.json", "capsule make scene.json --a ball",
          "capsule make scene.json --a ball --b othr", "capsule make scene.json --a ball --b ball",
          "capsule make scene.json --a ball --ray 1 2 3",
          "capsule make scene.json --a ball --ray 0 0 0 0 0 0",
          "capsule make scene.json --a ball --ray 0 0 0 0 0 nan",
          "capsule make scene.json --a ball --b other --ray 0 0 0 0 0 1",
          "capsule make scene.json --a ball --b other --query x", "capsule replay",
          "capsule replay nowhere.json", "capsule replay scene.json"}) {
        const ProgramRun run = run_shell(folder, arguments);
        EXPECT_EQ(run.code, 2) << arguments;
        EXPECT_EQ(run.out, "") << arguments;
        EXPECT_EQ(line_count(run.err), 1U) << arguments << ": " << run.err;
    }
}

}  // namespace
}  // namespace graze::test
