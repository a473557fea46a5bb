// graze explain: how an answer came about: the algorithm, each iteration, why it stopped, and the proof in
// words and numbers.
#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/mesh/compound.hpp>
#include <graze/mesh/height_field.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/result/proof.hpp>
#include <graze/result/separation.hpp>
#include <graze/scene/scene.hpp>
#include <graze/tree/box_tree.hpp>
#include <graze/verify/verify.hpp>

#include "check_output.hpp"
#include "commands/command.hpp"
#include "graze/query/query.hpp"
#include "pair_inputs.hpp"
#include "text/cascade_text.hpp"
#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr const char* kExplainExamples = R"(Examples:
  graze explain cell.json arm/gripper table             two parts of a scene
  graze explain bracket.stl housing.stl                 two files
  graze explain cell.json arm/gripper table --method sat   decide by separating axes instead
  graze explain cell.json arm/gripper table --steps 200    more of the iterations

Exit codes: 0 explained, 2 bad input or usage.)";

struct ExplainOptions {
    PairInputs pair;
    std::string method = "automatic";
    std::size_t steps = 24;
};

Method read_method(const std::string& word) {
    if (word == "gjk") return Method::gjk;
    if (word == "sat") return Method::sat;
    return word == "elimination" ? Method::fourier_motzkin : Method::automatic;
}

std::string_view checked(bool verified) {
    return verified ? "the separate check agrees: verified" : "the separate check does not prove it";
}

std::string margin_text(const Shape& shape) {
    return shape.margin() > 0
               ? fmt::format("{}: a core with {} around it", shape_text(shape), number_text(shape.margin()))
               : shape_text(shape);
}

/// Which method answered, and what it counted.
std::string effort_text(const Verdict& verdict) {
    std::string text{method_text(verdict.method)};
    if (verdict.iterations > 0) text += ", " + count_text(verdict.iterations, "support evaluation");
    if (verdict.axes > 0) text += fmt::format(", {} tested", count_text(verdict.axes, "axis", "axes"));
    if (verdict.rows > 0) text += fmt::format(", at most {} at a time", count_text(verdict.rows, "row"));
    return text;
}

void explain_decision(const Placed& a, const Placed& b, const Verdict& verdict) {
    print("\nDo they overlap?\n");
    print(fmt::format("  method   {}\n", effort_text(verdict)));
    print(fmt::format("  answer   {}\n", answer_text(verdict.answer)));
    const ProofWords words = proof_words(verdict.proof, "a", "b");
    print(fmt::format("  proof    {}\n", words.kind));
    for (const std::string& line : words.lines) print(fmt::format("           {}\n", line));
    print(fmt::format("           {}\n", checked(verify(verdict, a, b))));
}

/// What a step of the distance is, as a row of the table and as the method of the whole.
struct StageWords {
    std::string_view name;
    std::string_view method;
};
StageWords stage_words(TraceStage stage) {
    switch (stage) {
        case TraceStage::gjk: return {"gjk", "gjk"};
        case TraceStage::epa: return {"epa", "expanding polytope"};
        case TraceStage::local_minimum: return {"min", "descent to a local minimum of the depth"};
        case TraceStage::inner_balls: return {"balls", "balls inside the cores"};
        case TraceStage::closed_form: return {"form", "closed form, without any search"};
        case TraceStage::descent:
            return {"walk",
                    "descent along the derivatives of the distance, without any search over directions"};
        case TraceStage::axes: return {"axes", "the 15 separating axes of two boxes"};
        case TraceStage::parts: break;
    }
    return {"parts", "search over the trees of the parts"};
}

/// The methods in the order in which they ran.
std::string distance_method_text(const std::vector<TraceStep>& steps) {
    std::string text;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (i > 0 && steps[i].stage == steps[i - 1].stage) continue;
        const std::string_view method = stage_words(steps[i].stage).method;
        if (text.find(method) == std::string::npos)
            text += fmt::format("{}{}", text.empty() ? "" : ", ", method);
    }
    return text;
}

std::string step_line(std::size_t number, const TraceStep& step) {
    return fmt::format("  {:>4}  {:<5}  {:<36}  {:<36}  {:>7}  {}\n", number, stage_words(step.stage).name,
                       vector_text(step.axis), vector_text(step.support), step.simplex_size,
                       interval_text(step.bounds));
}

/// The first ones and the last one; what is left out is counted.
void print_steps(const std::vector<TraceStep>& steps, std::size_t limit) {
    print(fmt::format("  {:>4}  {:<5}  {:<36}  {:<36}  {:>7}  {}\n", "step", "stage", "searched along",
                      "farthest of a - b", "simplex", "bounds (cores)"));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (i + 1 < steps.size() && i >= limit) {
            print(fmt::format("        {} left out: --steps shows more\n",
                              count_text(steps.size() - 1 - i, "step")));
            i = steps.size() - 1;
        }
        print(step_line(i + 1, steps[i]));
    }
}

std::string stop_text(const Separation& gap, const Placed& a, const Placed& b) {
    const double reach = std::max(a.shape.reach(), b.shape.reach());
    const double width = gap.distance.upper - gap.distance.lower;
    if (gap.status == Status::budget_reached)
        return "the budget was reached or the search stalled: the bounds are wider than requested, and true";
    return fmt::format("the bounds are as tight as requested: {} wide, {} of the larger part's reach",
                       number_text(width), number_text(width / reach));
}

void explain_distance(const Placed& a, const Placed& b, std::size_t limit) {
    Trace trace;
    SeparationOptions options;
    options.trace = &trace;
    const bool convex = a.shape.convex() && b.shape.convex();
    Trace answered;
    const Separation quick = separation(a, b, {.trace = &answered});
    CertifiedSeparation certified{quick, {}};
    if (convex) certified = certified_separation(a, b, options);
    const Separation& gap = certified.separation;
    print("\nHow far apart, or how deep?\n");
    print(fmt::format("  method   {}\n", distance_method_text(answered.steps)));
    if (convex)
        print(quick.iterations == 0
                  ? "  The certificate below is that of the general search, which goes like this:\n"
                  : "  The cores are searched, then their margins are taken off.\n");
    if (!trace.steps.empty()) print_steps(trace.steps, limit);
    print(fmt::format("  stopped  {}\n", stop_text(gap, a, b)));
    print(fmt::format("  distance {}\n", interval_text(gap.distance)));
    const PointsInParts points = points_in_parts(gap, a, b);
    print(fmt::format("  from     {} {} a to {} {} b\n", vector_text(gap.point_a), points.a ? "on" : "beside",
                      vector_text(gap.point_b), points.b ? "on" : "beside"));
    if (points.a && points.b)
        print(fmt::format(
            "  along    {}: a plane across it proves the lower end, the two points prove the upper\n",
            vector_text(gap.normal)));
    else
        print(fmt::format("  along    {}: {}\n", vector_text(gap.normal), kMoveWords));
    if (!certified.certificate.triangles.empty())
        print(fmt::format("  depth    proven by a polytope of {} inside the difference of both\n",
                          count_text(certified.certificate.triangles.size(), "triangle")));
    print(fmt::format("           {}\n", checked(verify(certified, a, b))));
}

/// The tree over the parts of a shape; null for a convex one.
const BoxTree* tree_of(const Shape& shape) {
    if (const MeshData* mesh = mesh_data(shape)) return &mesh->tree;
    if (const CompoundData* compound = compound_data(shape)) return &compound->tree;
    if (const HeightFieldData* field = height_field_data(shape)) return &field->tree;
    return nullptr;
}

void explain_trees(const Placed& a, const Placed& b) {
    const BoxTree* tree_a = tree_of(a.shape);
    const BoxTree* tree_b = tree_of(b.shape);
    if (tree_a == nullptr && tree_b == nullptr) return;
    print("\nThe trees\n");
    for (const auto& [name, tree] : {std::pair{"a", tree_a}, std::pair{"b", tree_b}}) {
        if (tree != nullptr)
            print(fmt::format("  {}        {} in {}\n", name, count_text(tree->size(), "part"),
                              count_text(tree->nodes().size(), "node")));
    }
    if (tree_a == nullptr || tree_b == nullptr) return;
    std::size_t part_pairs = 0;
    const TreeStats stats =
        visit_pairs(*tree_a, *tree_b, Affine::from(relative(a.pose, b.pose)),
                    {.margin = a.shape.margin() + b.shape.margin()}, [&](LeafSlots leaf_a, LeafSlots leaf_b) {
                        part_pairs += std::size_t{leaf_a.count} * leaf_b.count;
                        return Continue::yes;
                    });
    const double all = static_cast<double>(tree_a->size()) * static_cast<double>(tree_b->size());
    print(fmt::format("  walk     {} opened, {} tested, {} whose boxes overlap\n",
                      count_text(stats.node_tests, "node"), count_text(stats.box_tests, "box", "boxes"),
                      count_text(stats.leaf_tests, "pair of leaves", "pairs of leaves")));
    print(fmt::format("  left     {} to test, of {:.4g}\n",
                      count_text(part_pairs, "pair of parts", "pairs of parts"), all));
}

/// Both parts as a scene of two objects.
void explain_cascade(const Placed& a, const Placed& b) {
    Scene scene;
    if (!scene.add(a.shape, a.pose) || !scene.add(b.shape, b.pose)) return;
    CascadeCounters overlap, distance;
    (void)scene.overlapping_pairs(&overlap);
    (void)scene.closest_pair(&distance);
    print("\nWhat did it cost, as a scene of two?\n");
    print("Whether they overlap:\n" + cascade_table(overlap, terminal_width()));
    print("How far apart or how deep:\n" + cascade_table(distance, terminal_width()));
}

Exit run_explain(const ExplainOptions& options) {
    const PartPair pair = load_pair(options.pair);
    const Placed a = io::placed(pair.a);
    const Placed b = io::placed(pair.b);
    const Verdict verdict = decide(a, b, read_method(options.method));
    if (verdict.status == Status::unsupported)
        throw UserError{"this method does not serve this pair. Leave --method out, or take gjk"};
    if (pair.candidates > 1) print(fmt::format("the closest of {}\n", count_text(pair.candidates, "pair")));
    print(fmt::format("a  {}, {}\n", pair.a.name, margin_text(a.shape)));
    print(fmt::format("b  {}, {}\n", pair.b.name, margin_text(b.shape)));
    print(fmt::format("relation: {}\n", relation_words(relation(a, b))));
    explain_decision(a, b, verdict);
    explain_distance(a, b, options.steps);
    explain_trees(a, b);
    explain_cascade(a, b);
    return Exit::clean;
}

}  // namespace

void declare_explain(CLI::App& tool, Action& chosen) {
    CLI::App* command =
        tool.add_subcommand("explain", "How an answer came about: algorithm, iterations, proof");
    const auto options = std::make_shared<ExplainOptions>();
    declare_pair(*command, options->pair);
    command
        ->add_option("--method", options->method,
                     "How to decide whether they overlap: automatic (default), gjk, sat, elimination")
        ->check(CLI::IsMember({"automatic", "gjk", "sat", "elimination"}))
        ->type_name("NAME");
    command->add_option("--steps", options->steps, "How many iterations are printed (default 24)")
        ->type_name("N")
        ->check(refuse_not_whole);
    command->footer(kExplainExamples);
    command->callback([&chosen, options] { chosen = [options] { return run_explain(*options); }; });
}

}  // namespace graze::cli
