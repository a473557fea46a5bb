// Completions and the manual page have every command and every option of the parser; explain and bench say
// what they should.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "commands/command_tree.hpp"
#include "commands/completion.hpp"
#include "commands/man_page.hpp"
#include "documents.hpp"
#include "run_program.hpp"
#include "text/wording.hpp"

namespace graze::test {
namespace {

using namespace graze::cli;

std::string with_hyphens_escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '-') result.push_back('\\');
        result.push_back(c);
    }
    return result;
}

TEST(CommandTree, DescribesEveryCommandAndOption) {
    const ToolInfo tool = describe_tool();
    EXPECT_GE(tool.commands.size(), 10U);
    for (const CommandInfo& command : tool.commands) {
        EXPECT_FALSE(command.description.empty()) << command.name;
        EXPECT_NE(command.footer.find("Examples:"), std::string::npos) << command.name;
        for (const OptionInfo& option : command.options)
            EXPECT_FALSE(option.description.empty()) << command.name;
    }
}

TEST(Completion, HasEverythingForEveryShell) {
    const ToolInfo tool = describe_tool();
    const std::string bash = bash_completion(tool), zsh = zsh_completion(tool), fish = fish_completion(tool),
                      man = man_page(tool);
    for (const CommandInfo& command : tool.commands) {
        EXPECT_NE(bash.find("        " + command.name + ")\n"), std::string::npos) << command.name;
        EXPECT_NE(zsh.find("        " + command.name + ")\n"), std::string::npos) << command.name;
        EXPECT_NE(man.find(".SS graze " + with_hyphens_escaped(command.name) + "\n"), std::string::npos)
            << command.name;
        for (const OptionInfo& option : command.options) {
            for (const std::string& name : option.names) {
                EXPECT_NE(bash.find(name), std::string::npos) << name;
                EXPECT_NE(zsh.find("'" + name + "["), std::string::npos) << name;
                EXPECT_NE(man.find("\\fB" + with_hyphens_escaped(name) + "\\fR"), std::string::npos) << name;
                const std::string line = "__fish_seen_subcommand_from " + command.name + "'";
                EXPECT_NE(fish.find(line), std::string::npos) << name;
                EXPECT_NE(
                    fish.find(name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1)),
                    std::string::npos)
                    << name;
            }
        }
    }
}

TEST(Completion, HasCommandsOfCommands) {
    const ToolInfo tool = describe_tool();
    const auto capsule = std::ranges::find(tool.commands, "capsule", &CommandInfo::name);
    ASSERT_NE(capsule, tool.commands.end());
    ASSERT_EQ(capsule->commands.size(), 2U);
    const std::string bash = bash_completion(tool), zsh = zsh_completion(tool), fish = fish_completion(tool),
                      man = man_page(tool);
    for (const CommandInfo& inner : capsule->commands) {
        EXPECT_NE(bash.find("                " + inner.name + ")\n"), std::string::npos) << inner.name;
        EXPECT_NE(zsh.find("                " + inner.name + ")\n"), std::string::npos) << inner.name;
        EXPECT_NE(man.find(".SS graze capsule " + inner.name + "\n"), std::string::npos) << inner.name;
        EXPECT_NE(fish.find("from capsule; and __fish_seen_subcommand_from " + inner.name + "'"),
                  std::string::npos)
            << inner.name;
        for (const OptionInfo& option : inner.options) {
            for (const std::string& name : option.names) {
                EXPECT_NE(bash.find(" " + name), std::string::npos) << name;
                EXPECT_NE(zsh.find("'" + name + "["), std::string::npos) << name;
                EXPECT_NE(man.find("\\fB" + with_hyphens_escaped(name) + "\\fR"), std::string::npos) << name;
            }
        }
    }
    for (const char* name : {"\\-\\-ray", "\\-\\-query", "\\fB141\\fR"})
        EXPECT_NE(man.find(name), std::string::npos) << name;
}

TEST(Completion, CompletesInBash) {
    const TemporaryFolder folder;
    const ProgramRun script = run_graze(folder, {"completion", "bash"});
    ASSERT_EQ(script.code, 0);
    const auto reply = [&](const std::string& words, int word, const std::string& what) {
        const std::string text = script.out + "\nCOMP_WORDS=(" + words +
                                 "); COMP_CWORD=" + std::to_string(word) + "; _graze; echo " + what +
                                 " > done.txt\n";
        const std::string file = folder.file("try.sh", text);
        EXPECT_EQ(std::system(("cd " + quoted(folder.path().string()) + " && bash " + quoted(file)).c_str()),
                  0);
        return text_of(folder / "done.txt");
    };
    const auto complete = [&](const std::string& words, int word) {
        return reply(words, word, "${COMPREPLY[@]}");
    };
    const auto count_of = [&](const std::string& words, int word) {
        return reply(words, word, "${#COMPREPLY[@]}");
    };
    EXPECT_EQ(complete("graze dist", 1), "distance\n");
    EXPECT_EQ(complete("graze cast --tol", 2), "--tolerance\n");
    EXPECT_EQ(complete("graze doctor --as so", 3), "solid\n");
    EXPECT_EQ(complete("graze completion fi", 2), "fish\n");
    EXPECT_EQ(complete("graze check tr", 2), "try.sh\n");
    EXPECT_EQ(complete("graze capsule re", 2), "replay\n");
    EXPECT_EQ(complete("graze capsule make --qu", 3), "--query\n");
    EXPECT_EQ(complete("graze capsule make --query co", 4), "contacts\n");
    (void)folder.file("left arm.stl", "");
    EXPECT_EQ(complete("graze check left", 2), "left arm.stl\n");
    EXPECT_EQ(count_of("graze check left", 2), "1\n");
}

TEST(Completion, ComplainsInOneLine) {
    const TemporaryFolder folder;
    expect_user_error(run_graze(folder, {"completion", "tcsh"}), "graze completion --help");
    expect_user_error(run_graze(folder, {"completion"}), "graze completion --help");
    expect_user_error(run_graze(folder, {"man", "page"}), "graze man --help");
}

TEST(Wording, RoundsIntervalsOutward) {
    Random random(7);
    for (int i = 0; i < 2000; ++i) {
        const double middle = random.uniform(-10, 10) * std::pow(10, random.uniform(-8, 8));
        const Interval interval{middle, middle + std::abs(middle) * std::pow(10, random.uniform(-15, 1))};
        const std::string text = interval_text(interval);
        if (interval.lower == interval.upper) continue;
        double lower = 0, upper = 0;
        ASSERT_EQ(std::sscanf(text.c_str(), "[%lf, %lf]", &lower, &upper), 2) << text;
        EXPECT_LE(lower, interval.lower) << text;
        EXPECT_GE(upper, interval.upper) << text;
        EXPECT_LE(upper - lower, 1.2 * (interval.upper - interval.lower) + 1e-15 * std::abs(middle)) << text;
    }
    EXPECT_EQ(interval_text({0.5, 0.5}), "0.5");
    EXPECT_EQ(interval_text({0.5, 0.25}), interval_text({0.25, 0.5}));
    const double above = std::nextafter(0.5, 1);
    EXPECT_EQ(interval_text({above, 0.5}), interval_text({0.5, above}));
    EXPECT_EQ(interval_text({0.0, -0.0}), "0");
    EXPECT_EQ(count_text(1, "pair"), "1 pair");
    EXPECT_EQ(count_text(1234567, "vertex", "vertices"), "1 234 567 vertices");
}

io::Document two_hulls() {
    io::Document document;
    Random random(3);
    document.parts = {
        part_of("stone", random_shape(random, ShapeType::hull, Build::plain, 0.5)),
        part_of("can", Cylinder{0.5, 0.5}, Pose::translation({3, 0.2, 0.1})),
        part_of("gear", mesh_of(gear_mesh({.teeth = 8}), MeshKind::solid), Pose::translation({0, 4, 0})),
        part_of("wheel", mesh_of(gear_mesh({.teeth = 12}), MeshKind::solid),
                Pose::translation({0.5, 4, 0.1}))};
    return document;
}

TEST(ExplainCommand, ShowsIterationsAndProof) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("scene.json", two_hulls());
    const ProgramRun run = run_graze(folder, {"explain", scene, "stone", "can"});
    EXPECT_EQ(run.code, 0) << run.err;
    for (const char* word :
         {"Do they overlap?", "method   gjk, ", "separating plane", "all of a is on its near side",
          "step  stage", "     1  gjk", "stopped  the bounds are as tight as requested",
          "the separate check agrees: verified"})
        EXPECT_NE(run.out.find(word), std::string::npos) << word << "\n" << run.out;
}

TEST(ExplainCommand, CountsTheTreesOfMeshes) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("scene.json", two_hulls());
    const ProgramRun run = run_graze(folder, {"explain", scene, "gear", "wheel"});
    EXPECT_EQ(run.code, 0) << run.err;
    for (const char* word :
         {"two intersecting parts", "The trees", "a        256 parts in ", "b        384 parts in ",
          "pairs of parts to test", "What did it cost, as a scene of two?",
          "Whether they overlap:", "1 pair: 0 culled, 1 tested, 1 found.", "How far apart or how deep:"})
        EXPECT_NE(run.out.find(word), std::string::npos) << word << "\n" << run.out;
}

TEST(ExplainCommand, RefusesMethodsThatDoNotServe) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("scene.json", two_hulls());
    expect_user_error(run_graze(folder, {"explain", scene, "stone", "can", "--method", "sat"}),
                      "Leave --method out");
    expect_user_error(run_graze(folder, {"explain", scene, "stone", "can", "--method", "magic"}),
                      "graze explain --help");
    expect_user_error(run_graze(folder, {"explain", scene}), "graze explain --help");
    for (const char* steps : {"-1", "99999999999999999999", "x"})
        expect_user_error(run_graze(folder, {"explain", scene, "stone", "can", "--steps", steps}),
                          "is not a whole number");
}

/// Bounds of a search may cross by rounding in its last steps.
TEST(ExplainCommand, ExplainsEveryPairOfShapes) {
    const TemporaryFolder folder;
    io::Document document;
    Random random(5);
    for (const ShapeType type : kAllShapeTypes) {
        const Pose low = Pose::translation({0, 0, 0.1});
        const Pose high = Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {0.11, 0.07, 0.37});
        const Shape shape = random_shape(random, type, Build::plain, 0.5);
        document.parts.push_back(part_of("low " + std::to_string(document.parts.size()), shape, low));
        document.parts.push_back(part_of("high " + std::to_string(document.parts.size()), shape, high));
    }
    document.parts.push_back(part_of("plate", Box{{100, 60, 5}}));
    document.parts.push_back(part_of("screw", Cylinder{4, 12}, Pose::translation({-80, 40, 8})));
    const std::string scene = folder.scene("scene.json", document);
    const ProgramRun screw = run_graze(folder, {"explain", scene, "screw", "plate"});
    EXPECT_EQ(screw.code, 0) << screw.err;
    EXPECT_NE(screw.out.find("method   gjk, descent to a local minimum of the depth, expanding polytope"),
              std::string::npos)
        << screw.out;
    const ProgramRun ball = run_graze(folder, {"explain", scene, "low 10", "high 13"});  // a sphere and a box
    for (const char* word :
         {"method   closed form, without any search", "The certificate below is that of the general search",
          "     1  gjk", "the separate check agrees: verified"})
        EXPECT_NE(ball.out.find(word), std::string::npos) << word << "\n" << ball.out;
    for (std::size_t i = 0; i + 2 < document.parts.size(); i += 2) {
        for (std::size_t j = i + 1; j + 2 < document.parts.size(); j += 2) {
            const ProgramRun run = run_graze(folder, {"explain", scene, document.parts[i].name,
                                                      document.parts[j].name, "--steps", "9999"});
            EXPECT_EQ(run.code, 0) << document.parts[i].name << ", " << document.parts[j].name << ": "
                                   << run.err;
        }
    }
}

TEST(BenchCommand, AsksTheSameQuestionsEverywhere) {
    const TemporaryFolder folder;
    const ProgramRun run = run_graze(folder, {"bench", "--rounds", "1", "--json"});
    ASSERT_EQ(run.code, 0) << run.err;
    const nlohmann::json rows = nlohmann::json::parse(run.out)["rows"];
    ASSERT_GE(rows.size(), 16U);
    for (const auto& row : rows) {
        const double share = row["hits"].get<double>() / row["questions"].get<double>();
        EXPECT_GT(share, 0.15) << row;
        EXPECT_LT(share, 0.85) << row;
        EXPECT_GT(row["nanoseconds"].get<double>(), 1) << row;
    }
    expect_user_error(run_graze(folder, {"bench", "--rounds", "0"}), "graze bench --help");
    expect_user_error(run_graze(folder, {"bench", "surprise"}), "graze bench --help");
}

}  // namespace
}  // namespace graze::test
