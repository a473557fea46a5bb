// The demonstration: its assembly is sound, a check finds what was planted and nothing else, whatever the
// number of threads.
#include <set>

#include <gtest/gtest.h>

#include "cast.hpp"
#include "check_document.hpp"
#include "demo/demo_assembly.hpp"
#include "demo/demo_compare.hpp"
#include "graze/mesh/mesh.hpp"
#include "run_program.hpp"

namespace graze::test {
namespace {

using namespace graze::cli;

TEST(Demo, HasSomeHundredSoundPartsOfEveryType) {
    const DemoAssembly assembly = demo_assembly();
    EXPECT_GE(assembly.document.parts.size(), 300U);
    std::set<std::string> names;
    std::set<ShapeType> types;
    std::set<MeshKind> kinds;
    for (const io::Part& part : assembly.document.parts) {
        EXPECT_TRUE(names.insert(part.name).second) << part.name;
        types.insert(part.shape.type());
        if (const MeshData* mesh = mesh_data(part.shape)) kinds.insert(mesh->options.kind);
        const auto sound = check(io::placed(part));
        EXPECT_TRUE(sound.has_value()) << part.name << ": " << sound.error().message();
    }
    EXPECT_EQ(types.size(), kShapeTypeCount);
    EXPECT_EQ(kinds.size(), 2U);
    EXPECT_TRUE(io::pair_rules(assembly.document).idle().empty());
}

TEST(Demo, PlantsEveryKindOfFault) {
    std::set<Relation> relations;
    std::set<PlantedKind> kinds;
    for (const Planted& planted : demo_assembly().planted) {
        kinds.insert(planted.kind);
        if (planted.kind == PlantedKind::clash) relations.insert(planted.relation);
    }
    EXPECT_EQ(kinds.size(), 3U);
    EXPECT_EQ(relations, (std::set{Relation::touching, Relation::overlapping, Relation::b_inside_a,
                                   Relation::identical}));
}

/// The same with twice the clearance: everything else is well clear.
TEST(Demo, FindsWhatWasPlantedAndNothingElse) {
    const DemoAssembly assembly = demo_assembly();
    for (const unsigned threads : {1U, 4U}) {
        AssemblyOptions options;
        options.clearance = 2 * kDemoClearance;
        options.threads = threads;
        options.details = false;
        const AssemblyFindings result = check_document(assembly.document, options);
        const CastAnswer cast = first_impacts(assembly.document, {.threads = threads});
        const DemoComparison comparison = compare(assembly.planted, assembly.document, result, cast);
        EXPECT_TRUE(comparison.exact()) << comparison_table(assembly.planted, comparison, 0, 0);
        for (const PartImpact& impact : cast.impacts) EXPECT_TRUE(impact.verified);
    }
}

TEST(Demo, ComparesHonestly) {
    const DemoAssembly assembly = demo_assembly();
    AssemblyOptions options;
    options.clearance = kDemoClearance;
    options.details = false;
    AssemblyFindings result = check_document(assembly.document, options);
    const CastAnswer cast = first_impacts(assembly.document, {});
    ASSERT_TRUE(compare(assembly.planted, assembly.document, result, cast).exact());
    AssemblyFindings less = result;
    less.clashes.pop_back();
    EXPECT_FALSE(compare(assembly.planted, assembly.document, less, cast).exact());
    AssemblyFindings more = result;
    more.near_misses.push_back(more.near_misses.front());
    more.near_misses.back().a = more.near_misses.back().b - 1;
    EXPECT_FALSE(compare(assembly.planted, assembly.document, more, cast).exact());
    result.clashes.front().separation.distance = {-1000, -999};
    EXPECT_FALSE(compare(assembly.planted, assembly.document, result, cast).exact());
    EXPECT_FALSE(compare(assembly.planted, assembly.document, less, {}).exact());
}

TEST(DemoCommand, AnswersAboutItCanBeVerified) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("demo.json", demo_assembly().document);
    const std::string clearance = std::to_string(kDemoClearance);
    for (const std::vector<std::string>& question :
         {std::vector<std::string>{"check", scene, "--clearance", clearance, "--json"},
          std::vector<std::string>{"cast", scene, "--json"}}) {
        const std::string answers = folder.file("answers.json", run_graze(folder, question).out);
        const ProgramRun run = run_graze(folder, {"verify", answers, scene});
        EXPECT_EQ(run.code, 0) << run.out << run.err;
        EXPECT_NE(run.out.find("\nVerified: "), std::string::npos) << run.out;
    }
}

/// What was drawn to show progress is wiped before the answer is written: on a terminal both go to the same
/// place.
TEST(DemoCommand, DrawsNoBarIntoItsAnswer) {
    const TemporaryFolder folder;
    const std::string command = "cd " + quoted(folder.path().string()) + " && TERM=dumb script -qec " +
                                quoted(quoted(GRAZE_TEST_PROGRAM) + " demo made --threads 1") +
                                " log > /dev/null < /dev/null";
    if (std::system("command -v script > /dev/null") != 0)
        GTEST_SKIP() << "there is no script to make a terminal";
    ASSERT_EQ(std::system(command.c_str()), 0);
    const std::string log = text_of(folder / "log");
    const std::size_t title = log.find("Gearbox and robot cell");
    ASSERT_NE(title, std::string::npos) << log;
    ASSERT_GT(title, 0U);
    EXPECT_TRUE(log[title - 1] == '\r' || log[title - 1] == '\n') << log.substr(0, title + 22);
}

TEST(DemoCommand, WritesASceneThatSaysTheSame) {
    const TemporaryFolder folder;
    const ProgramRun run = run_graze(folder, {"demo", "made", "--threads", "1"});
    EXPECT_EQ(run.code, 0) << run.err << run.out;
    EXPECT_NE(run.out.find("planted faults were found, and nothing else."), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("  depth 0  "), std::string::npos) << run.out;  // of parts that touch: no rounding
    EXPECT_TRUE(std::filesystem::exists(folder / "made" / "graze-demo.json"));
    EXPECT_NE(text_of(folder / "made" / "graze-report.html").find("robot/lost-pin"), std::string::npos);
    const ProgramRun again = run_graze(folder, {"demo", "made", "--threads", "4"});
    EXPECT_EQ(run.out, again.out);
    expect_user_error(run_graze(folder, {"demo", ".out"}), "Name a folder");
    expect_user_error(run_graze(folder, {"demo", "--bogus"}), "graze demo --help");
}

}  // namespace
}  // namespace graze::test
